"""Real databases for tests: files of SQLite, and a PostgreSQL that the test run starts for itself and takes away."""

import atexit
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest

from tests.ports import free_port

KINDS = ["sqlite", "postgresql"]
STARTING = 30.0
OTHER_USER = "postgres"


class Cluster:
    """A PostgreSQL of its own: a folder, a port, everybody on this machine may connect. It ends with this process."""

    def __init__(self) -> None:
        self._programs = _programs()
        self._names = itertools.count()
        self._free: list[str] = []
        # PostgreSQL does not run as root, and its socket needs a short path.
        self._user = OTHER_USER if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="nyhavn-pg-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            if self._user:
                owner = pwd.getpwnam(self._user)
                os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
            made = self._started("initdb", "-D", str(self.folder / "data"), *options).wait()
            if made != 0:
                pytest.fail(f"PostgreSQL cannot be set up for the tests: {self._log()}", pytrace=False)
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        settings |= {"fsync": "on", "max_connections": 100, "shared_buffers": "32MB"}
        arguments = [f"--{name}={value}" for name, value in settings.items()]
        self._process = self._started("postgres", "-D", str(self.folder / "data"), *arguments)
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline and self.running:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        pytest.fail(f"PostgreSQL does not start for the tests: {self._log()}", pytrace=False)

    def stop(self) -> None:
        """Stop it at once, as if its machine lost power."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(STARTING)
            self._process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let every process of it stand still: connections stay open, and nothing answers."""
        assert self._process is not None
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", f"{self._process.pid}"], capture_output=True, check=True)
        processes = [self._process.pid, *map(int, found.stdout.split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        """Stop it, and delete all it held."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of an empty database; emptied for the next test, which is much quicker than a new one."""
        if not self._free:
            self._free.append(f"test_{next(self._names)}")
            self.execute("postgres", f"CREATE DATABASE {self._free[-1]}")
        name = self._free.pop()
        try:
            yield self.url(name)
        finally:
            if self.running:
                self.execute(
                    name,
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    f"WHERE datname = '{name}' AND pid <> pg_backend_pid()",
                    f"ALTER DATABASE {name} RESET ALL",
                    "DROP SCHEMA public CASCADE",
                    "CREATE SCHEMA public",
                )
                self._free.append(name)

    def execute(self, database: str, *statements: str) -> None:
        """Do something as the owner of everything."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _started(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [str(self._programs / program), *arguments]
        if shutil.which("setpriv"):  # a test run that is killed takes it along
            prefix = ["setpriv", "--pdeathsig", "QUIT"]
            if self._user:
                prefix += [f"--reuid={self._user}", f"--regid={self._user}", "--init-groups"]
            command = [*prefix, *command]
        elif self._user:
            pytest.fail("PostgreSQL cannot be started for the tests: as root it needs setpriv", pytrace=False)
        with (self.folder / "log").open("ab") as log:
            # A session of its own: a shell that ends wakes whatever of its own stands still (see `frozen`).
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def _log(self) -> str:
        lines = (self.folder / "log").read_text(errors="replace").splitlines()
        return lines[-1] if lines else "it said nothing"


@cache
def cluster() -> Cluster:
    """The PostgreSQL that the tests of this process share; each test has a database of its own in it."""
    made = Cluster()
    atexit.register(made.remove)
    return made


@contextmanager
def new_database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a database that does not hold anything yet, for the time of a test."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'nyhavn.db'}"
    else:
        with cluster().database() as url:
            yield url


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path))
    if not found:
        pytest.fail("these tests need PostgreSQL's own programs (on Debian: apt-get install postgresql)", pytrace=False)
    return found[-1].parent
