"""`nyhavn bench check`: how long `make check` takes. The real one would run these tests, so it is another one here."""

import json
from pathlib import Path

import pytest

from nyhavn.bench import check
from nyhavn.cli import main
from nyhavn.cli.bench import tables
from tests.cli import one_line


def make(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    (folder / "Makefile").write_text("check:\n" + "".join(f"\t@{line}\n" for line in lines), encoding="utf-8")
    monkeypatch.setattr(check, "ROOT", folder)


def test_it_tells_how_long_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path, monkeypatch, "sleep 0.3", "echo '= 4321 passed, 2 deselected in 61.50s (0:01:01) ='")
    assert main(["bench", "check", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["seconds"] >= 0.3
    assert (figures["tests"], figures["tests_seconds"]) == (4321, 61.5)
    tables.check_table(figures | {"seconds": 95.0})
    said = " ".join(capsys.readouterr().out.split())
    assert "lint, types, layers and the fast tests │ 95 s │ under 90 s │ NO" in said


@pytest.mark.parametrize("lines", [("echo 1 failed, 3 passed in 2.00s", "false"), ("echo nothing was tested",)])
def test_what_fails_is_not_timed(
    lines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path, monkeypatch, *lines)
    assert main(["bench", "check"]) == 2
    assert lines[0].removeprefix("echo ") in one_line(capsys.readouterr().err)
