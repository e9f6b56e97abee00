"""A PostgreSQL that is there for a benchmark or a test, and gone afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from nyhavn.bench.processes import free_port

STARTING = 30.0
OTHER_USER = "postgres"
FOLDERS = Path("/usr/lib/postgresql")
"""Where Debian has the programs of each version."""
SETTINGS = {"fsync": "on", "max_connections": 100, "shared_buffers": "32MB"}


class Postgres:
    """A PostgreSQL of its own: a folder, a port, everybody on this machine may connect. It ends with this process."""

    def __init__(self) -> None:
        self._programs = _programs()
        # PostgreSQL does not run as root, and its socket needs a short path.
        self._user = OTHER_USER if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="nyhavn-pg-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            if self._user:
                shutil.chown(self.folder, self._user, self._user)
            options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
            made = self._started("initdb", "-D", str(self.folder / "data"), *options).wait()
            if made != 0:
                raise ValueError(f"PostgreSQL cannot be set up: {self._log()}")
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def process(self) -> int:
        """The first of its processes, which has started all others."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        arguments = [f"--{name}={value}" for name, value in {**settings, **SETTINGS}.items()]
        self._process = self._started("postgres", "-D", str(self.folder / "data"), *arguments)
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline and self.running:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise ValueError(f"PostgreSQL does not start: {self._log()}")

    def stop(self) -> None:
        """Stop it at once, as if its machine lost power."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(STARTING)
            self._process = None

    def remove(self) -> None:
        """Stop it, and delete all it held."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def execute(self, database: str, *statements: str) -> None:
        """Do something as the owner of everything."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _started(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [str(self._programs / program), *arguments]
        if shutil.which("setpriv"):  # if whoever started it is killed, it ends, too
            prefix = ["setpriv", "--pdeathsig", "QUIT"]
            if self._user:
                prefix += [f"--reuid={self._user}", f"--regid={self._user}", "--init-groups"]
            command = [*prefix, *command]
        elif self._user:
            raise ValueError("PostgreSQL cannot be started: as root it needs setpriv")
        with (self.folder / "log").open("ab") as log:
            # A session of its own: a shell that ends wakes whatever of its own stands still.
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def _log(self) -> str:
        path = self.folder / "log"
        lines = path.read_text(errors="replace").splitlines() if path.exists() else []
        return lines[-1] if lines else "it said nothing"


def _programs() -> Path:
    found = sorted(FOLDERS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path))
    if not found:
        raise ValueError("this needs PostgreSQL's own programs (on Debian: apt-get install postgresql)")
    return found[-1].parent
