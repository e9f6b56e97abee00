"""A group of processes as `docs/host.md` sets one up, on this machine: web processes and workers on one PostgreSQL,
behind nginx with the file of `deploy/`."""

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

import httpx

from nyhavn.bench import processes
from nyhavn.bench.postgres import Postgres
from nyhavn.bench.server.load import STARTING, Progress, Server
from nyhavn.client import Person

CONFIGURATION = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"
MAIN = "worker_processes auto; worker_rlimit_nofile 65536; events { worker_connections 16384; }"
"""As `docs/host.md` says, for thousands of players."""
OWN_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
DATABASE = "bench"

Number = TypeVar("Number", int, float)
Seconds = dict[str, float]
"""Seconds of a processor that each part of a group has used."""


class Nginx:
    """nginx with our own file, in front of some ports. Everybody may say where they come from, as simulated people do;
    there is no TLS, which every machine does at its own speed."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if self.program is None:
            raise ValueError("this needs nginx (on Debian: apt-get install nginx-light)")
        self.port = processes.free_port()
        temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in OWN_FOLDERS)
        self._file = folder / "nginx.conf"
        self._file.write_text(
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; {MAIN}\n"
            f"http {{ access_log off; {temporary} set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n"
            f"{self._our_file(ports)} }}",
            encoding="utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None

    def _our_file(self, ports: list[int]) -> str:
        try:
            given = CONFIGURATION.read_text(encoding="utf-8")
        except OSError:
            raise ValueError("this needs deploy/nginx.conf: run it from a checkout of the repository") from None
        upstream = "\n".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
        for pattern, ours in {
            r"^ *server 127\.0\.0\.1:8000.*;$": upstream,
            r"listen 443 ssl;": f"listen 127.0.0.1:{self.port};",
            r"server_name .*;": "server_name localhost;",
            r"^ *ssl_certificate.*;$": "",
        }.items():
            given, times = re.subn(pattern, ours, given, flags=re.MULTILINE)
            assert times, pattern
        return given

    @property
    def process(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        assert self.program is not None
        with (self._file.parent / "nginx.err").open("wb") as errors:
            self._process = subprocess.Popen([self.program, "-c", str(self._file)], stderr=errors)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


class Member(Server):
    """A process of a group."""

    def _try(self) -> None:
        httpx.get(f"{self.url}/healthz", timeout=STARTING).raise_for_status()


class Group(Server):
    """Several processes that people reach by one address, as if they were one server. Whoever visits comes from an
    address of their own."""

    def __init__(self, nginx: Nginx, web: list[Member], workers: list[Member], postgres: Postgres) -> None:
        self.web, self.workers = web, workers
        self._nginx, self._postgres = nginx, postgres
        self._visitors = count(1)
        self.pinned = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._nginx.port}"

    def visit(self, address: str = "") -> Person:
        number = next(self._visitors)
        return super().visit(address or f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}")

    def wait(self) -> float:
        """Until every process can play and nginx has found them."""
        begun = time.monotonic()
        for member in [*self.web, *self.workers]:
            member.wait()
        while True:
            try:
                self._try()
            except (httpx.HTTPError, ValueError):
                if time.monotonic() > begun + STARTING:
                    raise ValueError("nginx doesn't answer") from None
                time.sleep(0.02)
            else:
                return time.monotonic() - begun

    def stop(self) -> None:
        for member in [*self.workers, *self.web]:
            member.stop()

    def memory(self) -> int | None:
        """Of all web processes together."""
        return _sum([member.memory() for member in self.web])

    def work(self) -> float | None:
        """Of all web processes together."""
        return _sum([member.work() for member in self.web])

    def metric(self, name: str) -> float:
        return sum(member.metric(name) for member in self.web)

    def parts(self) -> Seconds:
        """What each part has used of the processors, where the system tells."""
        used = {f"web {number}": member.work() for number, member in enumerate(self.web, 1)}
        used |= {f"worker {number}": member.family_work() for number, member in enumerate(self.workers, 1)}
        used |= {"nginx": processes.family_work(self._nginx.process)}
        used |= {"postgresql": processes.family_work(self._postgres.process)}
        return {name: seconds for name, seconds in used.items() if seconds is not None}

    def written(self) -> tuple[int, int]:
        """Bytes of the database, and bytes of the log that PostgreSQL has ever written of changes (its WAL)."""
        import psycopg

        with psycopg.connect(self._postgres.url(DATABASE)) as connection:
            asked = "SELECT pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
            found = connection.execute(asked).fetchone()
        assert found is not None
        return int(found[0]), int(found[1])


@contextmanager
def grouped(postgres: Postgres, web: int, workers: int, progress: Progress) -> Iterator[Group]:
    """A group on an empty database, for a while."""
    progress(f"starting {web} web processes and {workers} workers")
    postgres.execute("postgres", f"DROP DATABASE IF EXISTS {DATABASE}", f"CREATE DATABASE {DATABASE}")
    with tempfile.TemporaryDirectory(prefix="nyhavn-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # nginx's own processes are another user
        members: dict[str, list[Member]] = {"web": [], "worker": []}
        for role, many in (("web", web), ("worker", workers)):
            for _ in range(many):
                member = Member(postgres.url(DATABASE), folder, "--limits", "0", "--role", role, pin=False)
                stack.callback(member.stop)
                members[role].append(member)
        nginx = Nginx(folder, [member.port for member in members["web"]])
        nginx.start()
        stack.callback(nginx.stop)
        group = Group(nginx, members["web"], members["worker"], postgres)
        group.wait()
        yield group


def _sum(told: Sequence[Number | None]) -> Number | None:
    known = [one for one in told if one is not None]
    return sum(known) if len(known) == len(told) else None
