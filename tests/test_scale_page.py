"""`docs/scale.md` says what was measured, and what its script makes of that."""

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "scale.py"))


@pytest.mark.slow
def test_the_page_is_what_the_script_writes(script: dict[str, Any]) -> None:
    page = (DOCS / "scale.md").read_text(encoding="utf-8")
    assert script["written"](page, script["read"]()) == page, "run .venv/bin/python docs/scale.py"


def test_ten_times_the_people_need_ten_times_as_much(script: dict[str, Any]) -> None:
    def number(people: int, name: str) -> float:
        words: str = script["size"](people, script["read"]())[name][0]
        return float(words.split()[0].replace(",", ""))

    for name in ("moves a second", "connections", "entries a day", "PostgreSQL's own log"):
        assert number(1_000_000, name) == pytest.approx(10 * number(100_000, name), rel=0.05), name
    assert number(1_000_000, "web processes") == pytest.approx(10 * number(100_000, "web processes"), abs=10)
    telling = "PostgreSQL for telling"
    assert number(1_000_000, telling) > 50 * number(100_000, telling), "its square"
