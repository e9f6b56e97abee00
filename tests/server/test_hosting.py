"""The server as `docs/host.md` sets it up: behind a real nginx with TLS, under a name and under a path."""

import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect
from websockets.typing import Origin

from nyhavn.bench.server import attackers
from nyhavn.table.commands import new_id
from tests.ports import free_port
from tests.server.serving import Server

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
# What `docs/host.md` gives nginx itself.
(WORKERS,) = re.findall(
    r"^worker_rlimit_nofile .*\n^events .*$",
    (DEPLOY.parent / "docs" / "host.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
PATHS = ("", "/nyhavn")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost, signed by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / "fullchain.pem", folder / "privkey.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form, none = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, none))
    return pem, private


class Hosted:
    """A server and the nginx in front of it."""

    def __init__(self, folder: Path, certificate: tuple[Path, Path], path: str) -> None:
        self.path = path
        self.clients: list[httpx.Client] = []
        self.port = free_port()
        self.url = f"https://localhost:{self.port}{path}"
        self.context = ssl.create_default_context(cafile=str(certificate[0]))
        self.server = Server(f"sqlite:///{folder}/h.db", folder, "--bot-pause", "0", "--public-url", self.url)
        # Our file as it is, with the names and places of this test.
        given = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for pattern, changed in {
            r"127\.0\.0\.1:8000": f"127.0.0.1:{self.server.port}",
            r"listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            r"games\.example\.org;": "localhost;",
            r"/etc/letsencrypt\S+fullchain\.pem": str(certificate[0]),
            r"/etc/letsencrypt\S+privkey\.pem": str(certificate[1]),
            r"location / \{": f"location {path}/ {{",
        }.items():
            given, times = re.subn(pattern, changed, given)
            assert times, pattern
        own = f"""daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; {WORKERS}
            http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
                fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; {given} }}"""
        self.config = folder / "nginx.conf"
        self.config.write_text(own, encoding="utf-8")

    def start(self) -> "Hosted":
        subprocess.run([NGINX, "-t", "-q", "-c", self.config], check=True)
        self.server.start()
        self.nginx = subprocess.Popen([NGINX, "-c", self.config])
        for _ in range(100):
            try:
                if self.client().get("healthz").status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("nginx does not answer")

    def stop(self) -> None:
        for client in self.clients:
            client.close()
        self.nginx.terminate()
        self.nginx.wait(10)
        self.server.stop()

    def client(self, **headers: str) -> httpx.Client:
        self.clients.append(httpx.Client(base_url=self.url + "/", verify=self.context, headers=headers))
        return self.clients[-1]


@pytest.fixture(scope="module", params=PATHS, ids=["root", "path"])
def hosted(
    request: pytest.FixtureRequest, certificate: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path_factory.mktemp("hosted"), certificate, request.param).start()
    yield hosted
    hosted.stop()


def test_a_table_is_made_and_played_through_the_proxy(hosted: Hosted) -> None:
    client = hosted.client()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    made = client.post("api/v1/tables", json={"game": "copenhagen", "seats": seats, "order": "seated"}).json()
    cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    address = f"wss://localhost:{hosted.port}{hosted.path}/api/v1/tables/{made['id']}/live"
    origin = Origin(f"https://localhost:{hosted.port}")
    with connect(address, ssl=hosted.context, additional_headers={"Cookie": cookie}, origin=origin) as socket:
        assert '"protocol":1' in str(socket.recv(10))
        socket.send('{"id": "1", "subscribe": {"seat": 0}}')
        assert '"ack":"1"' in str(socket.recv(10))
        socket.send('{"id": "2", "move": "take 1 2"}')
        answers = [str(socket.recv(10)) for _ in range(6)]
        assert any('"ack":"2"' in answer for answer in answers)


def test_cookies_are_for_https_and_for_this_path_only(hosted: Hosted) -> None:
    given = hosted.client().get("api/v1/me").headers["set-cookie"]
    assert "Secure" in given
    assert "HttpOnly" in given
    assert f"Path={hosted.path}/;" in given
    assert given.startswith("__Secure-nyhavn=" if hosted.path else "__Host-nyhavn=")


def test_browsers_stay_with_https(hosted: Hosted) -> None:
    for path in ("", "api/v1/me", "nothing"):
        assert hosted.client().get(path).headers["strict-transport-security"] == "max-age=31536000"


def test_pages_without_https_are_refused(hosted: Hosted) -> None:
    plain = hosted.url.replace("https:", "http:", 1).removesuffix(hosted.path)
    answer = hosted.client(origin=plain).post("api/v1/tables", json={"game": "copenhagen"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_links_are_made_of_the_public_address(hosted: Hosted) -> None:
    made = hosted.client().post("api/v1/tables", json={"game": "copenhagen"}).json()
    assert made["invite"]["link"] == f"{hosted.url}/#/t/{made['id']}"


def test_pages_of_others_are_refused(hosted: Hosted) -> None:
    answer = hosted.client(origin="https://elsewhere.example").post("api/v1/tables", json={"game": "copenhagen"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_limits_count_by_who_asks_and_not_by_what_they_say(hosted: Hosted) -> None:
    client = hosted.client()
    found = [
        client.post(
            "api/v1/codes", json={"code": "AAAAAA"}, headers={"x-forwarded-for": f"10.0.0.{number}"}
        ).status_code
        for number in range(40)
    ]
    assert found[0] == 404
    assert found[-1] == 429


def test_metrics_stay_inside(hosted: Hosted) -> None:
    assert hosted.client().get("metrics").status_code == 404
    assert "nyhavn_moves" in httpx.get(f"{hosted.server.url}/metrics").text


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")
@pytest.mark.parametrize("attack", ["ping flood", "continuation flood", "bodies in crumbs"])
def test_floods_are_cut_behind_the_proxy_too(hosted: Hosted, attack: str) -> None:
    """nginx passes frames on as they are, and puts bodies together; others are served all the time."""
    cut = [0.0, 0.0]
    target = attackers.Target(hosted.port, hosted.path, tls=hosted.context)
    for turn in range(2):
        told = httpx.get(f"{hosted.server.url}/metrics").text
        found = re.search(r'nyhavn_connections_cut_total{reason="flood"} (\S+)', told)
        cut[turn] = float(found[1]) if found else 0.0
        if not turn:
            attackers.run(attack, target, 1.5)
            assert hosted.client().post("api/v1/tables", json={"game": "copenhagen"}).status_code == 201
    if "flood" in attack:
        assert cut[1] >= cut[0] + attackers.FEW
    else:
        assert cut[1] == cut[0]


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")
def test_silent_connections_lock_nobody_out_behind_the_proxy(hosted: Hosted) -> None:
    target = attackers.Target(hosted.port)
    with ThreadPoolExecutor(1) as pool:
        attacking = pool.submit(attackers.run, "silent connections", target, 3)
        client, served = hosted.client(), 0
        while not attacking.done():
            served += client.get("healthz", timeout=30).status_code == 200
            client.close()
            client = hosted.client()  # somebody new
    assert served
    assert attacking.result()["connections"] > 300


def test_caddy_sends_everyone_at_a_table_to_the_same_process(tmp_path: Path) -> None:
    """Our file, in front of three that say who they are, and what they were told of the table."""
    places = [f"127.0.0.{number}:{free_port()}" for number in (1, 2, 3)]
    url = f"http://127.0.0.1:{free_port()}"
    given = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    given = re.sub(r"^\{\n", "{\n\tadmin off\n", given, count=1, flags=re.MULTILINE)
    for number, place in enumerate(places):
        host, port = place.split(":")
        told = f'"{number}{{http.request.header.X-Nyhavn-Table}}"'
        given += f"\nhttp://:{port} {{\n\tbind {host}\n\trespond /healthz 200\n\trespond {told}\n}}\n"
    config = tmp_path / "Caddyfile"
    config.write_text(given, encoding="utf-8")
    variables = {"NYHAVN_NAME": url, "NYHAVN_UPSTREAM": " ".join(places), "HOME": str(tmp_path)}
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with (tmp_path / "log").open("wb") as log:
        caddy = subprocess.Popen(command, env={**os.environ, **variables}, stderr=log)

    def sent(path: str) -> str:
        return httpx.get(f"{url}{path}", headers={"X-Nyhavn-Table": "mine"}).text

    try:
        for _ in range(200):
            with suppress(httpx.TransportError):
                if sent("/") in ("0", "1", "2"):
                    break
            time.sleep(0.05)
        tables = [new_id() for _ in range(30)]
        found = {table: sent(f"/api/v1/tables/{table}/live") for table in tables}
        assert set(found.values()) == {"0", "1", "2"}, "spread over all, and nobody is told our header"
        for table, where in found.items():
            assert sent(f"/api/v1/tables/{table[:2]}x") == sent(f"/api/v1/reviews/{table}") == where
        assert len({sent("/api/v1/me") for _ in range(5)}) == 1, "one address, one process"
    finally:
        caddy.terminate()
        caddy.wait(10)


def test_both_proxies_have_the_same_limits() -> None:
    nginx, caddy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    for given, same in (("client_header_timeout", "read_header"), ("keepalive_timeout", "idle")):
        seconds = re.search(rf"{given} (\d+)s;", nginx)
        assert seconds, given
        assert re.search(rf"^\s*{same} {seconds[1]}s$", caddy, re.MULTILINE), same
    assert re.search(r"client_max_body_size 64k;", nginx)
    assert re.search(r"max_size 64KB", caddy)


def test_nginx_counts_a_household_as_one(tmp_path: Path) -> None:
    """Addresses of IPv6 with the same first 64 bits; an address of IPv4 is one of its own."""
    given = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    counting = "".join(re.findall(r"^(?:map \$binary.*?^}|limit_req_zone[^;]*;)$", given, re.DOTALL | re.MULTILINE))
    port = free_port()
    counting = counting.replace("rate=60r/s", "rate=1r/m")
    assert "household" in counting
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"""daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx.log; events {{}}
        http {{ access_log off; {counting} client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p;
            fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;
            set_real_ip_from 127.0.0.1; real_ip_header X-Address;
            server {{ listen 127.0.0.1:{port}; root {tmp_path}/none;
                location / {{ limit_req zone=nyhavn_requests; limit_req_status 429; }} }} }}""",
        encoding="utf-8",
    )
    (tmp_path / "none").mkdir()
    nginx = subprocess.Popen([NGINX, "-c", config])

    def ask(address: str) -> int:
        return httpx.get(f"http://127.0.0.1:{port}/x", headers={"X-Address": address}).status_code

    try:
        for _ in range(100):
            try:
                ask("192.0.2.250")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        first = ["2001:db8:a:b::1", "2001:db8:a:c::1", "192.0.2.1", "192.0.2.2", "2001:db8::a"]
        assert 429 not in [ask(address) for address in first]
        again = ["2001:db8:a:b:ffff::2", "2001:db8:a:c:1:2:3:4", "192.0.2.1", "2001:db8::a0a:a0a"]
        assert [ask(address) for address in again] == [429] * 4
    finally:
        nginx.terminate()
        nginx.wait(10)


class Named(BaseHTTPRequestHandler):
    """Says by which of several processes a request was answered."""

    def do_GET(self) -> None:
        self.send_response(200)
        told = str(self.server.server_port).encode()  # type: ignore[attr-defined]  # HTTPServer has it
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, format: str, *given: object) -> None:
        pass


def test_everybody_at_a_table_comes_to_the_same_process(tmp_path: Path) -> None:
    """Our file's keys, with three processes; and if one is gone, only its own tables move."""
    given = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    maps = "".join(re.findall(r"^map \$(?:binary_remote_addr|uri) .*?^}", given, re.DOTALL | re.MULTILINE))
    (upstream,) = re.findall(r"^upstream nyhavn \{.*?^}", given, re.DOTALL | re.MULTILINE)
    processes = [HTTPServer(("127.0.0.1", 0), Named) for _ in range(3)]
    (line,) = re.findall(r"^    server 127\.0\.0\.1:8000.*?;$", upstream, re.MULTILINE)
    lines = "".join(line.replace("8000", str(process.server_port)) for process in processes)
    upstream, port = upstream.replace(line, lines), free_port()
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"""daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx.log; events {{}}
        http {{ access_log off; {maps} {upstream} client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p;
            fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;
            set_real_ip_from 127.0.0.1; real_ip_header X-Address;
            server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://nyhavn/;
                proxy_next_upstream error timeout http_503; }} }} }}""",
        encoding="utf-8",
    )
    threads = [threading.Thread(target=process.serve_forever, args=(0.05,)) for process in processes]
    for thread in threads:
        thread.start()
    nginx = subprocess.Popen([NGINX, "-c", config])

    def ask(path: str, address: str = "192.0.2.1") -> str:
        for _ in range(100):
            try:
                return httpx.get(f"http://127.0.0.1:{port}{path}", headers={"X-Address": address}).text
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("nginx does not answer")

    try:
        tables = [new_id() for _ in range(60)]
        first = {table: ask(f"/api/v1/tables/{table}/live") for table in tables}
        assert len(set(first.values())) == 3
        for table in tables[:20]:
            others = (f"/api/v1/tables/{table}", f"/nyhavn/api/v1/tables/{table[:2]}-other/seats/1?x=y")
            assert {ask(path, "192.0.2.9") for path in others} == {first[table]}, "whoever asks, under any path"
        addresses = [f"192.0.2.{number}" for number in range(30)]
        own = {address: ask("/api/v1/me", address) for address in addresses}
        assert len(set(own.values())) == 3
        assert all(ask("/assets/a.js", address) == process for address, process in own.items())
        gone = processes[0]
        gone.shutdown()
        gone.server_close()
        after = {table: ask(f"/api/v1/tables/{table}/live") for table in tables}
        assert {table for table in tables if after[table] != first[table]} == {
            table for table in tables if first[table] == str(gone.server_port)
        }
    finally:
        nginx.terminate()
        nginx.wait(10)
        for process in processes:
            process.shutdown()
            process.server_close()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize(
    "name",
    ["nyhavn.service", "nyhavn@.service", "nyhavn-worker.service", "nyhavn-backup.service", "nyhavn-backup.timer"],
)
def test_units_are_what_systemd_reads(name: str, tmp_path: Path) -> None:
    """Every line is a setting of a section that systemd knows; programs are not there on a machine that only tests."""
    analyze = shutil.which("systemd-analyze")
    assert analyze, "systemd-analyze is missing: apt-get install systemd"
    unit = tmp_path / name.replace("@", "@8000")
    text = (DEPLOY / name).read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/nyhavn/bin/nyhavn", "/bin/true"), encoding="utf-8")
    if name.endswith(".timer"):
        (tmp_path / "nyhavn-backup.service").write_text(
            "[Service]\nType=oneshot\nExecStart=/bin/true\n", encoding="utf-8"
        )
    done = subprocess.run([analyze, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if str(unit) in line or unit.name in line] == []
