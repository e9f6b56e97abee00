"""Each game has a folder in the client: what is about one game stands there, and nothing outside names it."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "client" / "src"
GAMES = SOURCE / "games"
NAMES = sorted(folder.name for folder in GAMES.iterdir() if folder.is_dir() and folder.name != "plain")
SPELLINGS = [spelling for name in NAMES for spelling in (name, name.replace("-", "_"), "rollwrite")]
NAMED = re.compile("|".join(map(re.escape, SPELLINGS)), re.IGNORECASE)
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?:^|(?<=\s))//[^\n]*", re.DOTALL)


def code(text: str) -> str:
    """A source without its comments, line by line as it was."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".ts", ".svelte", ".js", ".css"})


def mentions(path: Path, pattern: re.Pattern[str]) -> list[str]:
    lines = code(path.read_text(encoding="utf-8")).splitlines()
    found = ((number, line) for number, line in enumerate(lines, start=1) if pattern.search(line))
    return [f"{path.relative_to(SOURCE)}:{number}: {line.strip()}" for number, line in found]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('if (game === "copenhagen") {', True),
        ("const GAMES = { 'roll-and-write': 1 };", True),
        ('import Table from "../games/copenhagen/Table.svelte";', True),
        ('const url = "https://x/copenhagen";', True),
        ("// the rules of copenhagen", False),
        ("let n = 1; // as in roll-and-write", False),
        ("<!-- copenhagen\n     alone -->", False),
        ("/** Copenhagen. */", False),
    ],
)
def test_code_is_told_from_comments(text: str, named: bool) -> None:
    assert bool(NAMED.search(code(text))) is named


def test_nothing_outside_its_folder_names_a_game() -> None:
    assert {"copenhagen", "roll-and-write"} <= set(NAMES)
    made = SOURCE / "lib" / "net" / "protocol.ts"  # the moves of every game, written by make_types.py
    outside = [path for path in sources(SOURCE) if GAMES not in path.parents and path != made]
    assert len(outside) > 100
    shared = [GAMES / "game.ts", GAMES / "index.ts", *sources(GAMES / "plain")]
    assert [found for path in (*outside, *shared) for found in mentions(path, NAMED)] == []


@pytest.mark.parametrize("game", NAMES)
def test_games_do_not_import_each_other(game: str) -> None:
    others = re.compile("|".join(rf"/{other}/" for other in NAMES if other != game))
    assert [found for path in sources(GAMES / game) for found in mentions(path, others)] == []


@pytest.mark.parametrize("game", [*NAMES, "plain"])
def test_games_have_the_same_entrances(game: str) -> None:
    """What is found by its name is called the same in every game."""
    doors = {"index.ts", "parts.ts", "Table.svelte", "Desk.svelte", "play.svelte.ts", "prompt.ts", "replay/Seat.svelte"}
    full = {"Phone.svelte", "Enlarged.svelte", "keys.ts", "log.ts", "words.ts", "view.ts", "help.ts", "statistics.ts"}
    wanted = doors if game == "plain" else doors | full | {"rules/en.md", "rules/refusals.json", "replay/Centre.svelte"}
    assert [name for name in sorted(wanted) if not (GAMES / game / name).is_file()] == []
