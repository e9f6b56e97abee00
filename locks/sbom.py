"""A bill of materials in CycloneDX: what nyhavn is installed with and what its client was built with, from the locks.

`client/hook.py` puts it into every wheel; `python locks/sbom.py` prints it.
"""

import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9][\w.-]*)==(?P<version>[^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def python_packages(lock: Path) -> Iterator[Json]:
    """Each with the hashes of all its files: which of them is installed depends on the platform."""
    for entry in lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if pin := PIN.match(entry):
            name, version = pin["name"].lower(), pin["version"]
            yield component(f"pkg:pypi/{name}@{version}", name, version, "SHA-256", HASH.findall(entry))


def npm_packages(lock: Path) -> Iterator[Json]:
    for path, package in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        if path:
            name, version = path.rpartition("node_modules/")[2], package["version"]
            digest = b64decode(package["integrity"].partition("-")[2]).hex()
            own = component(f"pkg:npm/{name.replace('@', '%40')}@{version}", name, version, "SHA-512", [digest])
            yield {**own, "scope": "excluded"}  # it is needed for building only


def component(purl: str, name: str, version: str, kind: str, hashes: list[str]) -> Json:
    """CycloneDX knows one hash of a kind for a component; several files are references."""
    made: Json = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if len(hashes) == 1:
        return {**made, "hashes": [{"alg": kind, "content": hashes[0]}]}
    files = [{"type": "distribution", "url": purl, "hashes": [{"alg": kind, "content": one}]} for one in sorted(hashes)]
    return {**made, "externalReferences": files}


def bill() -> Json:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    own = f"pkg:pypi/nyhavn@{version}"
    parts = [
        *python_packages(ROOT / "locks" / "server.txt"),
        *npm_packages(ROOT / "client" / "package-lock.json"),
    ]
    content = json.dumps(parts, sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, own + content)}",  # the same materials, the same number
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": own, "name": "nyhavn", "version": version}},
        "components": parts,
        "dependencies": [{"ref": own, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def write(target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    print(json.dumps(bill(), indent=1))
