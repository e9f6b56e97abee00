"""Writes the lock files anew: what is installed, to the last package, with the hashes of its files on every platform.

    make locks

The versions of Python packages come from `constraints.txt`, those of npm from `client/package.json`; to renew a
version, change it there first. Locks name no registry: people install from the one that they have, and the hashes say
whether it gave the right files.
"""

import json
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
CLIENT = ROOT / "client"
AUDITOR = ["pip-audit"]
INSTALLER = ["uv"]
HEAD = "# Made by `make locks` from constraints.txt. For pip install --require-hashes.\n"
Json = dict[str, Any]


def compile_lock(name: str, wanted: str, *options: str) -> None:
    """One lock for every system and Python that nyhavn runs on."""
    lock = LOCKS / f"{name}.txt"
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--python-version", "3.11", *options, wanted]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    lock.write_text(HEAD + done.stdout, encoding="utf-8")


def python_locks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = ("-c", "constraints.txt")
    building, auditing, installing = LOCKS / ".build.in", LOCKS / ".audit.in", LOCKS / ".uv.in"
    try:
        building.write_text("\n".join(project["build-system"]["requires"]), encoding="utf-8")
        auditing.write_text("\n".join(AUDITOR), encoding="utf-8")
        installing.write_text("\n".join(INSTALLER), encoding="utf-8")
        compile_lock("build", str(building), *pins)
        compile_lock("server", "pyproject.toml", "--extra", "postgresql", *pins)
        compile_lock("dev", "pyproject.toml", "--extra", "dev", *pins)
        compile_lock("audit", str(auditing))
        compile_lock("uv", str(installing))
    finally:
        building.unlink(missing_ok=True)
        auditing.unlink(missing_ok=True)
        installing.unlink(missing_ok=True)


def npm_lock() -> None:
    """A whole tree that every platform can install from."""
    lock = CLIENT / "package-lock.json"
    lock.unlink(missing_ok=True)  # npm would keep what it knows, and not look for other platforms
    npm = runpy.run_path(str(CLIENT / "build.py"))["npm"]
    folders = CLIENT / "node_modules", CLIENT / ".node_modules"
    if folders[0].is_dir():
        folders[0].rename(folders[1])
    try:
        npm(["install", "--package-lock-only"], "The npm lock cannot be made")
    finally:
        if folders[1].is_dir():
            folders[1].rename(folders[0])
    made: Json = json.loads(lock.read_text(encoding="utf-8"))
    for package in made["packages"].values():
        for address in ("resolved", "funding"):
            package.pop(address, None)
    lock.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if missing := missing_packages(made):
        raise SystemExit(
            f"The registry does not have {', '.join(missing)}: choose versions that are there for every platform."
        )


def missing_packages(lock: Json) -> list[str]:
    """What somebody on another platform would miss."""
    there = {path.rpartition("node_modules/")[2] for path in lock["packages"]}
    needed = {
        name
        for package in lock["packages"].values()
        for kind in ("dependencies", "devDependencies", "optionalDependencies")
        for name in package.get(kind, {})
    }
    return sorted(needed - there)


if __name__ == "__main__":
    python_locks()
    npm_lock()
