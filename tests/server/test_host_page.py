"""Every step of `docs/host.md` is run as it stands there, in folders of the test, as far as a machine allows that has
no systemd, no public name and no engine for containers."""

import grp
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from nyhavn import compiled
from nyhavn.server.descriptors import room_for_connections
from tests.ports import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
MACHINE = (
    *(
        "apt-get ",
        "systemctl ",
        "certbot ",
        "nft ",
        "  '{ ip6 ",
        "useradd ",
        "su - ",
        "git clone ",
        "docker ",
        "podman ",
    ),
    *("cp deploy/nginx.conf", "ln -s /etc/nginx", "nginx -t", "cp deploy/Caddyfile", "for port in"),
)
"""How commands begin that change the machine; nginx's are those of `test_hosting.py`."""
INSTALLING = ("python3 -m venv", "../tools/bin/pip", "/opt/nyhavn/bin/pip", "cd ")
NGINX = ("worker_rlimit_nofile", "events {")
OTHER_USER = "nobody"
"""Somebody who is on every machine, in the place of the user `nyhavn`."""
PATIENCE = 120.0
PROGRAMS = [*map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), os.environ["PATH"]]
"""Where PostgreSQL's programs may be."""


def blocks(heading: str) -> list[str]:
    """The lines of the blocks under a heading."""
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    texts = re.findall(r"^```text\n(.*?)^```$", found[1], re.MULTILINE | re.DOTALL)
    return [line for text in texts for line in text.splitlines() if line and not line.startswith("#")]


def headings() -> list[str]:
    return re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


class Machine:
    """Folders in the place of a machine's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.kernels = str(compiled.home())
        self.variables: dict[str, str] = {}
        for place in ("etc", "units", "backups", "lib", "cache"):
            (folder / place).mkdir()
        self.server: subprocess.Popen[bytes] | None = None

    def here(self, text: str) -> str:
        """Words of the page or of a file, for this machine."""
        user = pwd.getpwuid(os.getuid()).pw_name
        group = grp.getgrgid(os.getgid()).gr_name
        for place, ours in {
            "/opt/nyhavn/bin/nyhavn": f"{sys.executable} -m nyhavn",
            "/etc/nyhavn": f"{self.folder}/etc/nyhavn",
            "/etc/systemd/system": f"{self.folder}/units",
            "/var/backups/nyhavn": f"{self.folder}/backups/nyhavn",
            "/var/lib/nyhavn": f"{self.folder}/lib",
            "/var/cache/nyhavn": self.kernels,
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
            " -g nyhavn": f" -g {group}",
            " -o nyhavn": f" -o {user}",
        }.items():
            text = text.replace(place, ours)
        return text

    def run(self, line: str) -> str:
        """A line of the page."""
        if line.startswith("export "):
            self.variables |= dict(one.split("=", 1) for one in self.here(line).split()[1:])
            return ""
        done = subprocess.run(
            ["bash", "-c", self.here(line)],
            cwd=ROOT,
            env=os.environ | self.variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        return done.stdout

    def start(self, unit: str = "nyhavn.service") -> None:
        """What systemd would start."""
        text = self.here((self.folder / "units" / unit).read_text(encoding="utf-8"))
        (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        given = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                command.split(), env=os.environ | given | {"NYHAVN_PORT": str(self.port)}, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            assert self.server.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            assert self.server.wait(20) == 0

    def tables(self) -> int:
        """How many tables there are after one more was made."""
        base = f"http://127.0.0.1:{self.port}/api/v1"
        cookie = httpx.get(f"{base}/me").headers["set-cookie"].split(";")[0]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        made = httpx.post(f"{base}/tables", json={"game": "copenhagen", "seats": seats}, headers={"Cookie": cookie})
        assert made.status_code == 201
        return int(made.json()["players"])


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    found = Machine(tmp_path)
    yield found
    found.stop()


def test_every_step_is_run_or_needs_another_machine() -> None:
    """What no test runs is of few kinds; whoever writes a new step sees it here."""
    told = ["Friends on your network", "A service", "Backup", "PostgreSQL, and more than one process"]
    rest = [line for heading in headings() if heading not in told for line in blocks(heading)]
    known = (*MACHINE, *INSTALLING, *NGINX, "echo NYHAVN_", "/opt/nyhavn/bin/nyhavn backup --verify")
    assert [line for line in rest if not line.startswith(known)] == []
    assert blocks("Friends on your network") == ["nyhavn serve --lan"]  # tests/cli/test_serve.py


def test_a_service_is_set_up_backed_up_and_restored(machine: Machine) -> None:
    for line in blocks("A service"):
        if line.startswith("curl "):
            machine.start()
            assert '"ok"' in machine.run(line)
        elif not line.startswith(MACHINE):
            machine.run(line)
        if "deploy/nyhavn.toml" in line:
            settings = machine.folder / "etc" / "nyhavn" / "nyhavn.toml"
            assert settings.stat().st_mode & 0o777 == 0o640
            settings.write_text(machine.here(settings.read_text(encoding="utf-8")), encoding="utf-8")
    machine.tables()
    said = []
    for line in blocks("Backup") + [line for line in blocks("Upgrade") if "nyhavn backup" in line]:
        if line.startswith(MACHINE):
            continue
        if "--replace" in line:
            machine.stop()
            said.append(machine.run(line))
            machine.start()
        else:
            said.append(machine.run(line))
    told = "".join(said)
    assert told.count("restored and replayed 1 table: 1 agree with their logs") == 3
    assert "restored 1 table with " in told
    assert "kept 0 tables" in told
    unit = (machine.folder / "units" / "nyhavn-backup.service").read_text(encoding="utf-8")
    (nightly,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert "1 agree" in machine.run(nightly.replace("%%", "%"))


@contextmanager
def as_debian_has_it(folder: Path) -> Iterator[dict[str, str]]:
    """PostgreSQL with the rules of Debian: users of the system by the socket, all others by password."""
    found, port = shutil.which("createuser", path=os.pathsep.join(PROGRAMS)), free_port()
    assert found, "PostgreSQL is missing: apt-get install postgresql"
    programs = Path(found).parent
    owner = pwd.getpwnam("postgres")
    folder.mkdir(mode=0o755)
    os.chown(folder, owner.pw_uid, owner.pw_gid)

    def run(*command: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(["runuser", "-u", "postgres", "--", *command], cwd=folder, stdout=subprocess.DEVNULL)

    data = str(folder / "data")
    made = run(f"{programs}/initdb", "-D", data, "--auth-local=peer", "--auth-host=scram-sha-256", "--no-sync")
    assert made.wait() == 0
    server = run(
        f"{programs}/postgres", "-D", data, "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"
    )
    try:
        ready = [f"{programs}/pg_isready", "-q", "-h", str(folder), "-p", str(port)]
        end = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode:
            assert time.monotonic() < end
            time.sleep(0.05)
        yield {"PGHOST": str(folder), "PGPORT": str(port), "PATH": f"{programs}:{os.environ['PATH']}"}
    finally:
        subprocess.run(
            ["runuser", "-u", "postgres", "--", f"{programs}/pg_ctl", "-D", data, "-m", "fast", "stop"], check=True
        )
        server.wait(30)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be several users")
def test_postgresql_is_reached_as_written_on_debian() -> None:
    """Without a password by the socket; and not by TCP, where Debian wants one."""
    folder = Path(f"/var/tmp/nyhavn-pg-{os.getpid()}")
    (address,) = set(re.findall(r'With `db = "(postgresql:[^"]+)"`', PAGE))
    assert address in (ROOT / "deploy" / "nyhavn.toml").read_text(encoding="utf-8")
    try:
        with as_debian_has_it(folder) as variables:
            lines = [line for line in blocks("PostgreSQL, and more than one process") if line.startswith("runuser")]
            assert len(lines) == 2
            for line in lines:
                command = re.sub(r"(createuser|--owner) nyhavn", rf"\1 {OTHER_USER}", line)
                subprocess.run(command.split(), env=os.environ | variables, cwd=folder, check=True)
            port = variables["PGPORT"]

            def opens(url: str) -> bool:
                """As PostgreSQL's own client does: our files may be out of that user's reach."""
                command = ["setpriv", f"--reuid={OTHER_USER}", "--clear-groups", "psql", url, "--command=SELECT 1"]
                unasked = os.environ | {"PGPASSFILE": "/dev/null"}
                done = subprocess.run(
                    [*command, "-w"], cwd="/", env=unasked, capture_output=True, text=True, check=False
                )
                assert not done.returncode or "password" in done.stderr
                return not done.returncode

            assert opens(f"{address.replace('/var/run/postgresql', str(folder))}&port={port}")
            assert not opens(f"postgresql://{OTHER_USER}@127.0.0.1:{port}/nyhavn")
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)


def test_several_processes_are_started_by_their_ports(machine: Machine) -> None:
    lines = blocks("PostgreSQL, and more than one process")
    (copied,) = [line for line in lines if line.startswith("cp ")]
    machine.run(copied)
    unit = (machine.folder / "units" / "nyhavn@.service").read_text(encoding="utf-8")
    assert "nyhavn serve --no-open --port %i" in unit
    (rolling,) = [line for line in lines if line.startswith("for port")]
    assert subprocess.run(["bash", "-n", "-c", rolling], check=False).returncode == 0
    ports = set(re.findall(r"nyhavn@(\d+)", " ".join(lines)))
    assert ports == set(re.findall(r"127\.0\.0\.1:(\d+)", (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")))


def test_the_file_of_compose_gets_what_it_asks_for(tmp_path: Path) -> None:
    lines = [line for line in blocks("Containers in a minute") if line.startswith("echo ")]
    for line in lines:
        subprocess.run(["bash", "-c", line], cwd=tmp_path, check=True)
    given = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
    asked = set(re.findall(r"\$\{(\w+):[?-]", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    assert given.keys() == asked
    assert len(given["NYHAVN_PASSWORD"]) == 32


def test_the_limits_are_those_of_the_files_and_of_the_code() -> None:
    unit = (ROOT / "deploy" / "nyhavn@.service").read_text(encoding="utf-8")
    assert f"has room for {room_for_connections(1024)} players" in unit
    assert f"| {room_for_connections(1024)} connections: 256 are kept" in PAGE
    assert f"{768 // 2 - 1} players per worker" in PAGE


@pytest.mark.long
def test_a_wheel_is_built_and_installed_as_written(tmp_path: Path) -> None:
    """The steps of *Install*, without the users of a real machine."""
    source = tmp_path / "build" / "source"
    source.parent.mkdir()
    ignored = "--exclude=.venv --exclude=.git --exclude=node_modules --exclude=static"
    subprocess.run(f"mkdir {source} && tar -C {ROOT} {ignored} -cf - . | tar -C {source} -xf -", shell=True, check=True)
    folder = source.parent
    for line in blocks("Install"):
        line = line.replace("/opt/nyhavn", f"{tmp_path}/opt").replace("/var/lib/nyhavn-build", str(source.parent))
        if line.startswith("cd "):
            folder = (folder / line.removeprefix("cd ")).resolve()
        elif "venv" in line or "pip" in line:
            subprocess.run(["bash", "-c", line], cwd=folder, check=True)
    told = subprocess.run([f"{tmp_path}/opt/bin/nyhavn", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("nyhavn ")
