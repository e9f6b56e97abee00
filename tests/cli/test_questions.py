"""`nyhavn questions`: answers as text, as JSON and as a page."""

import json
from pathlib import Path

import pytest

from nyhavn.arena.answer_pages import QUESTIONS
from nyhavn.cli import main
from tests.cli import one_line


@pytest.mark.slow
def test_answers_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, log = tmp_path / "questions.md", tmp_path / "log"
    asked = ["questions", "--game", "copenhagen", "--games", "6", "--jobs", "1", "--bot", "random", "--log", str(log)]
    assert main([*asked, "--page", str(page)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert all(question in told.out for question in QUESTIONS.values())
    text = page.read_text(encoding="utf-8")
    pictures = sorted(path.name for path in (tmp_path / "pictures" / "questions").iterdir())
    assert pictures == sorted(f"copenhagen-2-{key}.svg" for key in QUESTIONS)
    assert all(f"(pictures/questions/{name})" in text for name in pictures)
    kept = (log / "copenhagen-2.jsonl").read_bytes()
    assert kept.count(b"\n") == 7
    assert main([*asked, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["games"] == 6
    assert (log / "copenhagen-2.jsonl").read_bytes() == kept


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "some"], "'some' isn't a number of players"),
        (["--players", "7"], "2 to 4 bots"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_is_one_line(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["questions", "--games", "2", *options]) == 2
    assert said in one_line(capsys.readouterr().err)
