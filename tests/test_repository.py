"""The repository keeps its own rules: what it may not name, how long a module may be, what is pinned."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "nyhavn"
LONGEST_MODULE = 600

# Pieces, so that this file does not name what it forbids.
REGISTRY_HOSTS = [
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("yarnpkg", "com"),
    ("jsdelivr", "net"),
    ("unpkg", "com"),
    ("anaconda", "org"),
    ("crates", "io"),
    ("deb.debian", "org"),
]
REGISTRY_OPTIONS = ["index" + "-url", "index" + "_url", "find" + "-links", "trusted" + "-host"]
MACHINE_FOLDERS = ["work", "root", "home", "Users", "opt/pypi"]

REGISTRY = re.compile(
    "|".join([rf"\b{name}\.{end}\b" for name, end in REGISTRY_HOSTS] + [re.escape(text) for text in REGISTRY_OPTIONS]),
    re.IGNORECASE,
)
# An absolute path: not the end of a relative one or of a web address.
MACHINE_PATH = re.compile(rf"(?<![\w.~)}}*-])/(?:{'|'.join(MACHINE_FOLDERS)})/")
ADDRESS = "://"
LOCK_FILE = re.compile(r"(^|[-._])(lock|shrinkwrap)([-._]|$)|^constraints|^requirements", re.IGNORECASE)
PIN = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[0-9][A-Za-z0-9.+!]*)")


@cache
def repository_files() -> tuple[Path, ...]:
    """Every file that is committed or would be: tracked, or new and not ignored."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (ROOT / name for name in sorted(set(listing.split("\0"))) if name)
    return tuple(path for path in paths if path.is_file())


def text_lines(path: Path) -> list[str]:
    """The lines of a text file; none for a picture or another binary."""
    content = path.read_bytes()
    return [] if b"\0" in content else content.decode(errors="replace").splitlines()


def mentions(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in repository_files()
        for number, line in enumerate(text_lines(path), start=1)
        if pattern.search(line)
    ]


def pins() -> dict[str, str]:
    matches = [PIN.fullmatch(line) for line in constraint_lines()]
    return {canonicalize_name(match["name"]): match["version"] for match in matches if match}


def constraint_lines() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def direct_requirements() -> Iterator[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    for group in (project["build-system"]["requires"], project["project"]["dependencies"], *extras):
        yield from (asked for asked in map(Requirement, group) if asked.name != "nyhavn")


def needed_packages() -> dict[str, str]:
    """Every package an installation brings in here, and the one that asks for it."""
    needed: dict[str, str] = {}
    waiting = [(requirement, "pyproject.toml") for requirement in direct_requirements()]
    while waiting:
        requirement, wanted_by = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in needed and not requirement.extras:
            continue
        needed.setdefault(name, wanted_by)
        for further in map(Requirement, requires(name) or []):
            extras = ("", *requirement.extras)
            if not further.marker or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append((further, name))
    return needed


def test_no_file_names_a_package_registry() -> None:
    assert mentions(REGISTRY) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    assert mentions(MACHINE_PATH) == []


@pytest.mark.parametrize(
    "line",
    [
        "see https://" + "pypi" + ".org/project/nyhavn",
        '"resolved": "https://registry.' + "npmjs" + '.org/svelte"',
        "pip install --" + "index" + "-url https://example.org nyhavn",
        "deb http://" + "deb.debian" + ".org/debian stable main",
    ],
)
def test_a_registry_is_recognised(line: str) -> None:
    assert REGISTRY.search(line)


@pytest.mark.parametrize(
    "path", ["/" + "work/main/x.py", "('/" + "home/me')", "file:///" + "root/x", "=/" + "Users/me/"]
)
def test_a_machine_path_is_recognised(path: str) -> None:
    assert MACHINE_PATH.search(path + "/")


@pytest.mark.parametrize("line", ["framework/x", "../work/x", "docs/home/", "example.org/home/", "pypi", "/workshop/"])
def test_innocent_text_is_left_alone(line: str) -> None:
    assert not REGISTRY.search(line)
    assert not MACHINE_PATH.search(line)


def test_lock_files_hold_no_addresses() -> None:
    locks = [path for path in repository_files() if LOCK_FILE.search(path.name)]
    assert ROOT / "constraints.txt" in locks
    assert [path.name for path in locks if any(ADDRESS in line for line in text_lines(path))] == []


def test_no_module_is_too_long_to_fit_in_the_head() -> None:
    modules = [path for path in repository_files() if path.suffix == ".py"]
    lengths = {str(path.relative_to(ROOT)): len(text_lines(path)) for path in modules}
    assert "src/nyhavn/__init__.py" in lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_every_package_says_what_lives_in_it() -> None:
    folders = sorted({path.parent for path in PACKAGE.rglob("*.py")})
    assert PACKAGE in folders
    silent = []
    for folder in folders:
        opening = folder / "__init__.py"
        if not opening.exists() or not ast.get_docstring(ast.parse(opening.read_text(encoding="utf-8"))):
            silent.append(str(folder.relative_to(ROOT)))
    assert silent == []


def test_constraints_are_exact_pins() -> None:
    lines = constraint_lines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert len(pins()) == len(lines), "a package is pinned twice"


def test_constraints_cover_every_dependency() -> None:
    assert {name: wanted_by for name, wanted_by in needed_packages().items() if name not in pins()} == {}


def test_constraints_pin_nothing_that_is_not_needed() -> None:
    assert sorted(pins().keys() - needed_packages().keys()) == []


def test_constraints_fulfil_what_pyproject_asks_for() -> None:
    pinned = pins()
    asked = list(direct_requirements())
    assert [str(it) for it in asked if pinned[canonicalize_name(it.name)] not in it.specifier] == []
