"""Asks for known holes in what nyhavn is made of: `pip-audit` for Python, `npm audit` for what builds the client.

Where nobody can be asked it says so and goes on; a hole that was found is an error.
"""

import json
import runpy
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
AUDITOR = ROOT / ".venv" / "audit"
Json = dict[str, Any]


class NobodyAnswers(Exception):
    """Why nothing is known, in a few words."""


def python_holes() -> list[str]:
    python = AUDITOR / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(AUDITOR, with_pip=True)
    install = ["-m", "pip", "-qq", "install", "--require-hashes", "-r", "locks/audit.txt"]
    if subprocess.run([python, *install], cwd=ROOT, capture_output=True, check=False).returncode:
        raise NobodyAnswers("pip-audit cannot be installed")
    asked = ["-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    locks = [part for name in ("server", "build", "dev") for part in ("-r", f"locks/{name}.txt")]
    done = subprocess.run([python, *asked, *locks], cwd=ROOT, capture_output=True, text=True, check=False)
    return read_python(done.stdout)


def read_python(told: str) -> list[str]:
    try:
        packages: list[Json] = json.loads(told)["dependencies"]
    except (ValueError, KeyError):
        raise NobodyAnswers("the database of Python's holes cannot be reached") from None
    if all("skip_reason" in package for package in packages):
        raise NobodyAnswers("the database of Python's holes cannot be reached")
    return [
        f"{package['name']} {package['version']}: {hole['id']}"
        for package in packages
        for hole in package.get("vulns", [])
    ]


def npm_holes() -> list[str]:
    program, script = runpy.run_path(str(ROOT / "client" / "build.py"))["node"]()
    asked = [program, script, "audit", "--json"]
    done = subprocess.run(asked, cwd=ROOT / "client", capture_output=True, text=True, check=False)
    return read_npm(done.stdout)


def read_npm(told: str) -> list[str]:
    try:
        found: Json = json.loads(told)["vulnerabilities"]
    except (ValueError, KeyError):
        raise NobodyAnswers("npm's registry does not tell of holes") from None
    return [f"{name} {hole['range']}: {hole['severity']}" for name, hole in found.items()]


def main() -> int:
    holes: list[str] = []
    for name, ask in (("Python", python_holes), ("npm", npm_holes)):
        try:
            found = ask()
        except NobodyAnswers as reason:
            print(f"Packages of {name} were not audited: {reason}.")
        else:
            print(f"Packages of {name}: {len(found)} known holes.")
            holes += found
    print("".join(f"  {hole}\n" for hole in holes), end="")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
