"""Boathouse is installed, without a network, and its own tests run in a process that finds it."""

import fcntl
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.examples.conftest import WITH_EXAMPLES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "boathouse"
INSIDE = Path(__file__).parent / "boathouse"
LINES = 600
INSTALL = ("install", "-qq", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
SECONDS = 1200


def files() -> list[Path]:
    kinds = (".py", ".toml", ".md")
    return [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in kinds and "build" not in path.parts]


@pytest.fixture(scope="session")
def installed(pytestconfig: pytest.Config) -> Path:
    """A folder with the package in it, as pip puts it there; kept, so that its kernels are compiled once."""
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("boathouse")
    digest = sha256(b"".join(path.read_bytes() for path in files())).hexdigest()[:16]
    target = folder / digest
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            part = folder / f"{digest}.part"
            command = [sys.executable, "-m", "pip", *INSTALL, "--target", str(part), str(PACKAGE)]
            subprocess.run(command, check=True, timeout=SECONDS)
            part.rename(target)
    return target


def test_the_whole_game_is_small() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files())
    assert 300 < lines <= LINES


def excerpts() -> list[tuple[str, str]]:
    """The pieces of Boathouse that the architecture page shows, by file."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## How to add a game")[2]
    return re.findall(r"```text\n# (\S+\.(?:py|toml))\n(.+?)```", page, re.DOTALL)


def test_the_walk_through_it_shows_what_is_there() -> None:
    assert len(excerpts()) >= 7
    for name, excerpt in excerpts():
        file = PACKAGE / name if name.endswith(".toml") else PACKAGE / "src" / "boathouse" / name
        assert excerpt in file.read_text(encoding="utf-8"), name


@pytest.mark.slow
def test_boathouse(installed: Path) -> None:
    path = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "", str(INSIDE)]
    environment = os.environ | {"PYTHONPATH": path, WITH_EXAMPLES: "1"}
    environment.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
