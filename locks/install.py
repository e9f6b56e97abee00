"""Installs what locks name into the environment of this Python, every file by its hash: with uv, which is several times
quicker than pip, or with pip where uv cannot be had.

    .venv/bin/python locks/install.py build server
"""

import os
import subprocess
import sys
from pathlib import Path

LOCKS = Path(__file__).resolve().parent
ROOT = LOCKS.parent
PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install"]
UV = [sys.executable, "-m", "uv", "-q", "pip", "install", "--python", sys.executable]
OWN = ["--no-deps", "--no-build-isolation", "-e", "."]


def run(command: list[str], quiet: bool = False) -> bool:
    """Whether a command went well."""
    environment = os.environ | {"UV_LINK_MODE": "copy", "UV_NO_PROGRESS": "1"}
    kept = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=kept, stderr=kept, check=False).returncode == 0


def locked(names: list[str]) -> list[str]:
    return ["--require-hashes", *(part for name in names for part in ("-r", str(LOCKS / f"{name}.txt")))]


def install(names: list[str]) -> bool:
    """Packages first, then nyhavn itself, as a link to this checkout."""
    if all(run(step, quiet=True) for step in ([*PIP, *locked(["uv"])], [*UV, *locked(names)], [*UV, *OWN])):
        return True
    print("uv cannot install them here; pip does, which takes a little longer ...", flush=True)
    return run([*PIP, *locked(names)]) and run([*PIP, *OWN])


def main() -> int:
    if install(sys.argv[1:]):
        return 0
    print("The packages cannot be installed: is there a network, and is the package index reached?", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
