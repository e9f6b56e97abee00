"""The documentation is true: what it tells people to type works, its links lead somewhere, its pictures are current,
and its lists are complete.

In a page, ```python is run, file by file in one namespace (as a doctest where it begins with >>>); each line of ```sh
is a command; ```console shows commands behind `$ ` with what they print, `...` for anything; ```nyhavn is a record.
"""

import doctest
import json
import os
import random
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

import nyhavn
from nyhavn.cli import app

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]

LANGUAGES = {"python", "sh", "console", "nyhavn", "text"}
DRAW_AGAIN = "run .venv/bin/python docs/pictures/make.py"

# Numbers that would take too long here, in Python and in commands, and what is run instead.
SMALLER = {
    "GAMES = 100_000": "GAMES = 60",
    "nyhavn bench --json": "nyhavn bench --json --seconds 0.01",
    "--games 400": "--games 4 --jobs 1",
}
# What takes long in any size: the first compiles everything anew, the others are tested with the benchmarks.
LONG = ("nyhavn bench --json", *(f"nyhavn bench {what}" for what in ("server", "attack", "bots", "envs")))
# What is typed at commands that ask.
TYPED = {"nyhavn play": "?\nquit\n"}
NOT_RUN = {"apt-get": "changes the machine"}
# Pictures that the script does not draw: photographs, and plots by `nyhavn questions`.
MADE_ELSEWHERE = ("screens/", "questions/", "plots/")
# Commands that run until they are stopped: they are, as soon as they say where they are.
STOPPED = "nyhavn serve"

# The games that the documentation is complete for, and what it calls them.
TOLD = {"copenhagen": "card game", "roll-and-write": "dice game"}
# A finished game of each.
RECORDS = {"copenhagen": "friday.nyhavn", "roll-and-write": "sunday.nyhavn"}
# The rules that a page has to teach: the letter of their numbers and the last one.
TAUGHT = {"docs/rules-copenhagen.md": ("C", 42), "docs/rules-roll-and-write.md": ("W", 30)}
# The moves that such a page shows: what they begin with, and what the script of the pictures plays or has refused.
SHOWN = {
    "docs/rules-copenhagen.md": (
        "build|coat|take",
        ("FLOATING", "TAKES", "GROWING", "TOUCHING", "CORNER", "COLUMN", "FRIDAY"),
    ),
    "docs/rules-roll-and-write.md": (
        "start|reroll|change|single|draw|coat|mark",
        ("IN_THE_AIR", "PUT_OUT", "DRAWING", "UPRIGHT", "TWINS", "SUNDAY"),
    ),
}
# What is played where it can be, so that finished games have everything in them.
LIKED = {"copenhagen": ("build", "coat"), "roll-and-write": ("draw", "coat", "single", "change", "mark")}

API = "docs/api.md"
# What a move may be mistaken for: each is tried in many positions of a game, so that reasons of all kinds are seen.
MISTAKES = {
    "copenhagen": """\
fly|take  1 2|take|take 8 9|build W1 a1 pay -|take 2 1|take 1|take 1 2 3|take 1 3|discard X|discard BR|discard R
discard RRR|end|end now|coat|coat special z9|coat special a1|coat special a9|coat ability magic|coat ability any
coat ability both|coat refresh|coat decline|build|build X9 a1* b1 pay RR|build R2 b1 a1* pay RR|build R2 a1 f1 pay RR
build R2 a1* c1 pay RR|build R2 a1 b1 pay RR|build R2 a1* b1 pay RRR|build R2 a1* b1 pay YG|build R2 a1* b1 pay YY
build P2 a9* b9 pay PP|build P5 e5* e6 e7 e8 e9 pay P|build R2 a8* a9 pay RR|build R2 e8* e9 pay BP
build G3 d8* d9 e9 pay GGG|build Y2 d8* e8 pay Y|build B2 e8* e9 pay B""",
    "roll-and-write": """\
fly|mark  red|draw|start pink|mark blue red|reroll X|reroll WR|single z9*|single a9*|single a1*|draw R2 b1 a1* using RR
draw X9 a1* b1 using RR|start red|pass|done|reroll R|reroll RRRRR|change R W|change RY W|change RRRRR W|change R R
mark red|mark -|mark red red|mark red blue|mark purple purple|coat decline|coat window a9|coat window a1|coat track red
coat track purple|draw R3 a1* b1 c1 using RRR|draw B4 a1 b1* a2 a3 using BBBB|draw R2 a1* b1 using RR
draw Y5 c1 a2* b2 c2 a3 using YYYYY|draw R5 a1* b1 c1 a2 b2 using RRRRR|draw R2 a9* b9 using RR|draw R2 d9* e9 using RR
draw R2 c9* d9 using +++|draw R2 a8* a9 using RB|draw P5 e5* e6 e7 e8 e9 using PPPPP|draw P2 e8* e9 using P
draw P2 e8* e9 using PPP|draw P2 e8* e9 using ++|draw R2 e8* e9* using RR|draw G2 e8 e9 using GG|draw G2 a1 b1 using WW
draw R2 a1 b1 using RR|draw R2 a1* b1* using RR|draw R2 a1* b1 using ++|draw R2 a1* b1 using WW|draw R2 a1* b1 using RW
draw P2 a1* b1 using PPP|draw P2 a1* b1 using +++|draw P2 a1* b1 using RB|draw P5 a1 a2 a3 a4 a5* using PPPPP""",
}


class Block(NamedTuple):
    page: str
    line: int
    language: str
    text: str


@cache
def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def blocks(name: str) -> tuple[Block, ...]:
    """The fenced blocks of a page."""
    fences = re.finditer(r"^```(\w*)\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL)
    return tuple(Block(name, page(name)[: it.start()].count("\n") + 2, it[1], it[2]) for it in fences)


def prose(name: str) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page(name), flags=re.MULTILINE | re.DOTALL)


def section(name: str, heading: str) -> str:
    """The part of a page under a heading, up to the next one of the same rank."""
    match = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^#{{1,6}} |\Z)", page(name), re.MULTILINE | re.DOTALL)
    assert match, f"{name} has no heading {heading!r}"
    return match[2]


def table(name: str, heading: str) -> dict[str, list[str]]:
    """The tables under a heading: the first cell, which is one word in code quotes, and the words in code quotes of the
    second."""
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]*)", section(name, heading), re.MULTILINE)
    return {first: re.findall(r"`([^`]+)`", second) for first, second in rows}


def smaller(text: str) -> str:
    for long, short in SMALLER.items():
        text = text.replace(long, short)
    return text


class Command(NamedTuple):
    block: Block
    line: str
    output: str | None


def commands() -> Iterator[Command]:
    for name in NAMES:
        for block in blocks(name):
            if block.language == "sh":
                lines = [line for line in block.text.splitlines() if line and not line.startswith("#")]
                yield from (Command(block, line, None) for line in lines)
            elif block.language == "console":
                for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                    line, _, output = part.partition("\n")
                    yield Command(block, line, output)


def command_cases() -> Iterator[Any]:
    for command in commands():
        marks = [pytest.mark.long] if command.line.startswith(LONG) else []
        yield pytest.param(command, id=f"{command.block.page}:{command.block.line}:{command.line}", marks=marks)


@cache
def targets() -> frozenset[str]:
    """What `make` can be asked for."""
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony
    return frozenset(phony[1].split())


@cache
def subcommands() -> dict[str, Any]:
    """The commands of `nyhavn`."""
    group: Any = typer.main.get_command(app)
    found: dict[str, Any] = group.commands
    return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where readers sit: a folder with the games of the documentation in it, to which they may write."""
    shutil.copytree(DOCS / "games", tmp_path / "docs" / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@cache
def pictures() -> dict[str, str]:
    drawn: dict[str, str] = dict(runpy.run_path(str(PICTURES / "make.py"))["pictures"]())
    return drawn


# What is typed works.


def test_blocks_are_of_a_kind_that_is_checked() -> None:
    assert [block[:3] for name in NAMES for block in blocks(name) if block.language not in LANGUAGES] == []
    assert [name for name in NAMES if page(name).count("```") != 2 * len(blocks(name))] == []


@pytest.mark.parametrize("name", [name for name in NAMES if any(it.language == "python" for it in blocks(name))])
def test_python(name: str, desk: Path) -> None:
    namespace: dict[str, Any] = {}
    for block in blocks(name):
        if block.language != "python":
            continue
        text = smaller(block.text)
        if text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(text, namespace, name, name, block.line)
            said: list[str] = []
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
            runner.run(test, out=said.append, clear_globs=False)
            namespace.update(test.globs)
            assert not said, "".join(said)
        else:
            exec(compile(text, f"{name}, block at line {block.line}", "exec"), namespace)


@pytest.mark.slow
@pytest.mark.parametrize("command", list(command_cases()))
def test_commands(command: Command, desk: Path) -> None:
    program = command.line.split()[0]
    if program in NOT_RUN:
        return
    line = smaller(command.line)
    if program == "make":  # its targets set up everything: whether they exist is enough here
        assert {word for word in line.split()[1:] if "=" not in word} <= targets()
        return
    assert program == "nyhavn", f"{program} is neither run nor known as what cannot be run"
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    typed = next((text for start, text in TYPED.items() if line.startswith(start)), "")
    # A home of its own: the tables of the developer are not touched.
    env = os.environ | {"PATH": here, "COLUMNS": "100", "XDG_DATA_HOME": str(desk)}
    if line.startswith(STOPPED):
        with subprocess.Popen(line.split(), env=env, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            told = next((one for one in server.stderr if "the game is at" in one), "")
            server.terminate()
        assert told, "the server does not start"
        return
    done = subprocess.run(line, shell=True, env=env, input=typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    if command.output is not None:
        expected, printed = (text.rstrip() + "\n" for text in (command.output, done.stdout))
        same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
        assert same, f"this is printed:\n{done.stdout}"


@pytest.mark.parametrize("name", NAMES)
def test_commands_in_sentences_exist(name: str) -> None:
    assert set(re.findall(r"`make (\w+)", prose(name))) <= targets()
    assert set(re.findall(r"`nyhavn (\w+)", prose(name))) <= set(subcommands())


def test_every_smaller_number_is_needed() -> None:
    shown = "".join(block.text for name in NAMES for block in blocks(name))
    assert [long for long in SMALLER if long not in shown] == []


@pytest.mark.parametrize("name", [name for name in NAMES if any(it.language == "nyhavn" for it in blocks(name))])
def test_records_replay(name: str) -> None:
    for block in blocks(name):
        if block.language == "nyhavn":
            assert nyhavn.parse_record(block.text).record() == block.text


def test_example_games_replay() -> None:
    games = sorted((DOCS / "games").glob("*"))
    assert games
    for path in games:
        assert nyhavn.read_record(path).record() == path.read_text(encoding="utf-8")


# Links and pictures


def slug(heading: str) -> str:
    """The name that a heading gets in links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    for link in re.findall(r"\[[^\]]*\]\(([^)]+)\)", prose(name)):
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), link


def test_pictures_are_what_the_script_draws() -> None:
    for name, picture in pictures().items():
        assert (PICTURES / name).exists(), f"{name} is missing: {DRAW_AGAIN}"
        assert (PICTURES / name).read_text(encoding="utf-8") == f"{picture}\n", f"{name} is out of date: {DRAW_AGAIN}"
    assert {path.name for path in PICTURES.glob("*.svg")} == set(pictures())


def test_tables_of_bots_are_what_was_measured() -> None:
    ladder = runpy.run_path(str(DOCS / "ladder.py"))
    kept = json.loads(ladder["KEPT"].read_text(encoding="utf-8"))
    assert ladder["page"](kept, page("docs/bots.md")) == page("docs/bots.md"), "run .venv/bin/python docs/ladder.py"
    assert set(kept) <= {meeting.name for meeting in ladder["meetings"]()}


def test_tables_of_performance_are_what_was_measured() -> None:
    script = runpy.run_path(str(DOCS / "performance.py"))
    runs, written = json.loads(script["KEPT"].read_text(encoding="utf-8")), page("docs/performance.md")
    assert script["page"](runs, written) == written, "run .venv/bin/python docs/performance.py"
    figures = [figure for rows in script["SECTIONS"].values() for figure in rows]
    for run in runs:
        found = sum(figure.value(run["figures"]) is not None for figure in figures)
        assert found > len(figures) * 3 / 4, "figures have other names than the page asks for"


def test_tables_of_performance_mark_what_is_missed() -> None:
    script = runpy.run_path(str(DOCS / "performance.py"))
    slow, fast = ({"server": {"busy": {"moves_per_second": rate}}} for rate in (799, 801))
    tables = script["tables"]([{"name": "now", "figures": slow}, {"name": "before", "figures": fast}])
    assert "| moves a second | at least 800 | **799** | 801 |" in tables
    assert "| processor time of a move | at most 1.00 ms | – | – |" in tables


def test_tables_of_bots_say_what_was_not_measured() -> None:
    ladder = runpy.run_path(str(DOCS / "ladder.py"))
    share = {"win_share": 1.0, "low": 0.5, "high": 1.0}
    won, lost = share | {"mean_points": 12.0, "ms_per_move": 33.4, "reached": 0.825}, dict.fromkeys(share, 0.0)
    unknown = share | dict.fromkeys(("mean_points", "ms_per_move", "reached"))
    for first, points, time in (won, "82 % | 12.0", "33"), (unknown, "MISSING | MISSING", "MISSING"):
        tables = ladder["tables"]({"copenhagen search:100ms,planner": {"games": 2, "players": [first, lost]}})
        assert f"| 2 | {points} |".replace("MISSING", ladder["MISSING"]) in tables["points"]
        assert f"| `search:100ms` | {time} | MISSING |".replace("MISSING", ladder["MISSING"]) in tables["time"]


@pytest.mark.slow
def test_a_match_of_bots_goes_on_from_the_games_that_are_kept(tmp_path: Path) -> None:
    """Where its log is lost."""
    ladder = runpy.run_path(str(DOCS / "ladder.py"))
    whole = ladder["Meeting"]("copenhagen", "greedy,random", 4)
    lost, new = tmp_path / "lost", tmp_path / "new"
    ladder["play"](whole._replace(games=2), lost, [])
    kept = ladder["read"](whole, lost)
    assert kept["games"] == len(kept["lines"]) == 2
    ladder["play"](whole, new, kept["lines"])
    _, *lines = whole.path(new).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines[:2]] == kept["lines"]
    found = ladder["read"](whole, new)
    assert found["games"] == len(lines) == 4
    assert "lines" not in found


def test_every_picture_is_shown_and_told_in_words() -> None:
    shown = [it for name in NAMES for it in re.findall(r"!\[([^\]]*)\]\((?:docs/)?pictures/([^)]+)\)", page(name))]
    drawn = {picture for _, picture in shown if not picture.startswith(MADE_ELSEWHERE)}
    assert drawn == set(pictures())
    assert all(words for words, _ in shown)


def test_every_page_can_be_found() -> None:
    linked = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page("README.md"))}
    assert set(NAMES) - {"README.md"} <= linked


# Nothing is left out


@pytest.mark.parametrize("name", TAUGHT)
def test_every_rule_is_taught(name: str) -> None:
    letter, last = TAUGHT[name]
    named = {number for group in re.findall(r"\(([^()]*)\)", prose(name)) for number in group.split(", ")}
    assert [f"{letter}{number}" for number in range(1, last + 1) if f"{letter}{number}" not in named] == []
    assert [it for it in named if re.fullmatch(rf"{letter}\d+", it) and not 1 <= int(it[1:]) <= last] == []


@pytest.mark.parametrize("name", TAUGHT)
def test_paragraphs_of_rules_name_them(name: str) -> None:
    """What stands in bold at the beginning of a paragraph is a rule, and says which."""
    letter, _ = TAUGHT[name]
    bold = [part for part in re.split(r"\n\n", prose(name)) if part.startswith("**")]
    assert len(bold) > 5
    assert [part for part in bold if not part.endswith(":") and not re.search(rf"\({letter}\d+", part)] == []


def played(lesson: Any) -> set[str]:
    """The moves of what the script of the pictures calls a lesson: a record, lines like those of one, or moves."""
    if isinstance(lesson, Path):
        lesson = lesson.read_text(encoding="utf-8")
    if isinstance(lesson, str):
        return {lesson, *(line[2:] for line in lesson.splitlines() if re.match(r"\d ", line))}
    return set(lesson)


@pytest.mark.parametrize("name", SHOWN)
def test_moves_in_the_rules_were_played(name: str) -> None:
    """Every move that a rules page shows is one of a lesson that its pictures are drawn from, or of the record."""
    script = runpy.run_path(str(PICTURES / "make.py"))
    verbs, lessons = SHOWN[name]
    known: set[str] = set().union(*(played(script[lesson]) for lesson in lessons))
    shown = re.findall(rf"`((?:{verbs}) [^`]+)`", page(name))
    assert len(shown) > 10
    assert [move for move in shown if move not in known] == []


@cache
def finished(game: str, players: int) -> nyhavn.State:
    """A game in which everything is built, drawn and used that can be."""
    luck = random.Random(players)
    state = nyhavn.new_game(game, players=players, seed=players)
    while not state.over:
        moves = state.moves()
        liked = [move for move in moves if move.startswith(LIKED[game])] or moves
        verb = luck.choice(sorted({move.split()[0] for move in liked}))
        state.play(luck.choice([move for move in liked if move.startswith(verb)]))
    return state


def test_every_attribute_is_described() -> None:
    state = nyhavn.new_game("copenhagen", seed=1)
    described = set(re.findall(r"`(\w+)[`(]", section(API, "A game") + section(API, "Positions")))
    assert [name for name in dir(state) if not name.startswith("_") and name not in described] == []
    assert [name for name in nyhavn.__all__ if f"nyhavn.{name}" not in page(API) and f"`{name}`" not in page(API)] == []


@pytest.mark.parametrize("game", TOLD)
def test_every_key_of_a_view_is_described(game: str) -> None:
    view = nyhavn.parse_position(nyhavn.new_game(game, seed=1).position()).view(0)
    tables = section(API, "What a seat may know") + section(API, f"Views of the {TOLD[game]}")
    described = re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE)
    assert sorted(described) == sorted([*view, *view["seats"][0]])


@pytest.mark.parametrize("game", TOLD)
def test_every_effect_is_described(game: str) -> None:
    described = table(API, f"Effects of the {TOLD[game]}")
    seen: set[str] = set()
    recorded = nyhavn.read_record(DOCS / "games" / RECORDS[game])
    for state in (*(finished(game, players) for players in (2, 3, 4)), recorded):
        for seat in (None, 0):
            for effect in (effect for event in state.events(seat=seat) for effect in event["effects"]):
                seen.add(effect["effect"])
                assert {"effect", *described[effect["effect"]]} >= effect.keys(), effect
    assert seen == set(described)


@pytest.mark.parametrize("game", TOLD)
def test_every_option_of_a_game_is_described(game: str) -> None:
    from nyhavn.games import rules_of

    assert [name for name in rules_of(game).options if f"`{name}`" not in section(API, "A game")] == []


@pytest.mark.parametrize("game", TOLD)
def test_every_reason_is_described(game: str) -> None:
    from nyhavn.games import find_game

    described = table(API, f"Reasons of the {TOLD[game]}")
    sources = (f"games/{find_game(game).identifier}/reasons.py", "shared_refusals.py")
    code = "".join((ROOT / "src" / "nyhavn" / name).read_text(encoding="utf-8") for name in sources)
    assert set(re.findall(r'\b(?:illegal|unreadable)\(\s*"([^"]+)"', code)) == set(described)

    mistakes = MISTAKES[game].replace("\n", "|").split("|")
    seen = set()
    for players in (2, 3):
        state = nyhavn.new_game(game, players=players, seed=players)
        moves = [entry["move"] for entry in finished(game, players).history if "move" in entry]
        while True:
            for reason in filter(None, map(state.explain, mistakes)):
                seen.add(reason.code)
                assert set(reason.details) == set(described[reason.code]), reason
            if state.over:
                break
            state.play(moves.pop(0))
    assert len(seen) > 20, sorted(set(described) - seen)


@pytest.mark.parametrize(
    ("game", "heading"), [("copenhagen", "The state"), ("roll-and-write", "The state of the dice game")]
)
def test_every_part_of_the_integer_level_is_described(game: str, heading: str) -> None:
    from importlib import import_module

    from nyhavn.games import find_game
    from nyhavn.kernels.batch import ENTRIES, PLACING, STREAMS

    kernels = f"{find_game(game).package}.kernels"
    batch, record = import_module(f"{kernels}.batch").batch, import_module(f"{kernels}.layout").STATE
    assert re.findall(r"^\| `(\w+)` \|", section(API, heading), re.MULTILINE) == list(record.names or ())
    assert f"{record.itemsize // 8} numbers of 64 bits, {record.itemsize:,} bytes" in section(API, heading)
    described = re.findall(r"^\| `(\w+\([^`]*\))` \|", section(API, "Functions"), re.MULTILINE)
    entries = [getattr(batch, entry.__name__) for entry in (*ENTRIES, *PLACING, *STREAMS)]
    calls = [f"{it.__name__}({', '.join(signature(it).parameters)})" for it in entries]
    assert sorted(described) == sorted(calls)


@pytest.mark.parametrize(("game", "heading"), [("copenhagen", "Moves as numbers"), ("roll-and-write", "The dice game")])
def test_moves_have_the_numbers_they_are_said_to_have(game: str, heading: str) -> None:
    """Each row of a table of ids begins where the text of its first move has its number."""
    from nyhavn.games import rules_of

    rows = re.findall(r"^\| (?:from )?([\d,]+)(?:[^|]*) \| `(\w+)", section(API, heading), re.MULTILINE)
    assert len(rows) > 5
    for first, verb in rows:
        number = int(first.rstrip(",").replace(",", ""))
        # The first number of a reroll or a draw is none that a position allows: the next one that has a text counts.
        texts = (text for move in range(number, number + 200) if (text := text_of(rules_of(game), move)))
        assert next(texts).startswith(verb), (first, verb)


def text_of(rules: Any, move: int) -> str:
    try:
        text: str = rules.moves.format_moves([move])[0]
    except KeyError:
        return ""
    return text


def test_every_command_and_option_is_described() -> None:
    for name, command in subcommands().items():
        about = section(API, f"nyhavn {name}")
        options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
        assert [option for option in options if option not in about and option != "--help"] == [], name


def test_every_folder_is_on_the_map() -> None:
    source = ROOT / "src" / "nyhavn"
    shown = section("docs/architecture.md", "Folders and layers")
    folders = {path.stem for path in source.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert [name for name in sorted(folders) if not name.startswith("_") and not re.search(rf"`{name}/?`", shown)] == []
    for home in (path for path in (source / "games").iterdir() if path.is_dir() and not path.name.startswith("_")):
        parts = {path.stem for path in home.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert [part for part in sorted(parts) if "__" not in part and not re.search(rf"`{part}/?`", shown)] == []
