"""Bots that are programs: what they are told and say, and what becomes of those that fail."""

import json
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from nyhavn.arena.games import play_game
from nyhavn.arena.matches import Match
from nyhavn.arena.results import summary
from nyhavn.bots import Budget, make_bot, observe, programs
from nyhavn.bots.messages import MessageError, read_message, read_observation, write_observation
from nyhavn.bots.programs import Program, ProgramError, make_player
from tests.conftest import play_on

PROGRAMS = Path(__file__).resolve().parents[2] / "examples" / "programs"
OURS = f"cmd:{sys.executable} -m nyhavn bot "
HELLO = 'print(json.dumps({"type": "hello", "protocol": 1, "games": ["copenhagen", "roll-and-write"]}), flush=True)'


@pytest.fixture(autouse=True)
def _no_program_is_left() -> Iterator[None]:
    yield
    programs.end_programs()


def written(folder: Path, *lines: str) -> str:
    """A program that says hello, and then does something with each line."""
    file = folder / "bot.py"
    body = "\n".join(f"    {line}" for line in lines)
    file.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    kind = json.loads(line)['type']\n{body}\n")
    return f"cmd:{shlex.join([sys.executable, str(file)])}"


def test_an_observation_as_json_is_the_same_to_the_bit(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    for moves in (0, 7, 40):
        state = play_on(nyhavn.new_game(game, seed=5, **options), moves, random.Random(moves))
        for seat in range(state.players):
            seen = observe(state, seat)
            told = json.loads(json.dumps(write_observation(seen)))
            assert read_observation(told) == seen
            assert read_observation({**told, "memory": None}) == seen, "the line alone is enough"


def test_an_observation_of_a_game_that_began_from_a_position() -> None:
    state = nyhavn.new_game("copenhagen", players=2, seed=3)
    play_on(state, 20, random.Random(1))
    later = play_on(nyhavn.parse_position(state.position(), seed=4), 5, random.Random(2))
    seen = observe(later, later.turn or 0)
    again = read_observation(json.loads(json.dumps(write_observation(seen))))
    assert again.past.tolist() == seen.past.tolist()


def test_an_observation_tells_nothing_that_its_seat_may_not_know() -> None:
    state = play_on(nyhavn.new_game("copenhagen", players=3, seed=8), 12, random.Random(1))
    other = nyhavn.parse_position(state.position(1), seed=99)  # hidden cards and the deck are dealt anew
    one, two = (write_observation(observe(game, 1)) for game in (state, other))
    assert one["position"] == two["position"]
    assert one["memory"] == two["memory"]


@pytest.mark.parametrize("line", ["", "hello", "[]", "{}", '{"type": 3}', '{"type": "hello"'])
def test_what_is_no_message_is_refused_in_words(line: str) -> None:
    with pytest.raises(MessageError, match="isn't"):
        read_message(line)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
@pytest.mark.parametrize("language", ["py", "mjs", "c"])
def test_programs_in_any_language_play_both_games(game: str, language: str, tmp_path: Path) -> None:
    source = PROGRAMS / f"builder.{language}"
    if language == "py":
        command = [sys.executable, str(source)]
    elif language == "mjs":
        node = Path(sys.executable).with_name("node")
        command = [str(node), str(source)]
    else:
        compiler = shutil.which("cc")
        assert compiler, "gcc is among the packages of the tests"
        command = [str(tmp_path / "builder")]
        subprocess.run([compiler, "-O2", "-Wall", "-Werror", "-o", command[0], str(source)], check=True)
    match = Match(game, (f"cmd:{shlex.join(command)}", "random"), seed=4)
    lines = [play_game(match, slot) for slot in match.slots(4)]
    assert [line.get("failed") for line in lines] == [None] * 4
    assert summary(match, lines)["players"][0]["wins"] >= 3, "building beats playing anything"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_our_bots_choose_the_same_as_programs(game: str) -> None:
    """With a budget of work, a bot in another process is the same bot."""
    state = nyhavn.new_game(game, players=2, seed=6)
    theirs, ours = make_player(f"{OURS}search:200n"), make_bot("search:200n")
    for number in range(6):
        seen = observe(state, state.turn or 0)
        seed = random.Random(number).getrandbits(62)
        move = theirs.choose(seen, random.Random(number))
        assert move == ours.choose(seen, random.Random(seed))
        state.play(move)


@pytest.mark.slow
def test_a_budget_that_is_told_is_kept_unless_the_program_has_its_own() -> None:
    state = nyhavn.new_game("copenhagen", players=2, seed=6)
    seen = observe(state, state.turn or 0)
    program = Program(f"{sys.executable} -m nyhavn bot search")
    seed = random.Random(1).getrandbits(62)
    try:
        move = program.choose(seen, Budget(nodes=300), random.Random(1))
    finally:
        program.end()
    assert move == make_bot("search:300n").choose(seen, random.Random(seed))


FAILURES = {
    "crash": ("if kind == 'choose': sys.exit(3)", "it ended with exit code 3"),
    "rubbish": ("if kind == 'choose': print('I think', flush=True)", "it said something unreadable"),
    "illegal": ("if kind == 'choose': print(json.dumps({'type': 'chosen', 'move': 'win'}), flush=True)", "'win'"),
    "error": ("if kind == 'choose': print('{\"type\": \"error\", \"sentence\": \"no\"}', flush=True)", "it says: no"),
    "other": ("if kind == 'choose': print(json.dumps({'type': 'hello'}), flush=True)", "where 'chosen' was asked for"),
    "hang": ("if kind == 'choose': time.sleep(60)", "it said nothing for"),
}  # fmt: skip


@pytest.mark.parametrize("failure", FAILURES)
def test_a_program_that_fails_loses_its_game_and_the_match_goes_on(
    failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "PATIENCE_SECONDS", 0.5)
    what, sentence = FAILURES[failure]
    spec = written(tmp_path, f"if kind == 'hello': {HELLO}", what)
    match = Match("copenhagen", (spec, "greedy"), seed=4)
    lines = [play_game(match, slot) for slot in match.slots(2)]
    assert [line["winners"] for line in lines] == [[1], [0]]
    assert all(sentence in line["failed"]["sentence"] for line in lines)
    figures = summary(match, lines)
    assert [one["failures"] for one in figures["players"]] == [2, 0]
    assert sentence in figures["failures"][0]


def test_a_program_that_does_not_start_is_told_about_before_any_game(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it does not start: No such file"):
        Match("copenhagen", (f"cmd:{tmp_path}/nothing", "greedy"))
    silent = written(tmp_path, "sys.exit(0)")
    with pytest.raises(ValueError, match="it ended with exit code 0"):
        Match("copenhagen", (silent, "greedy"))


def test_a_program_of_another_protocol_or_game_is_refused(tmp_path: Path) -> None:
    newer = written(tmp_path, "print(json.dumps({'type': 'hello', 'protocol': 2, 'games': []}), flush=True)")
    with pytest.raises(ValueError, match="it speaks protocol 2, not 1"):
        Match("copenhagen", (newer, "greedy"))
    programs.end_programs()
    dice = written(tmp_path, HELLO.replace('"copenhagen", ', ""))
    with pytest.raises(ValueError, match="does not play copenhagen"):
        Match("copenhagen", (dice, "greedy"))


def test_a_program_is_told_where_a_new_game_begins(tmp_path: Path) -> None:
    log = tmp_path / "log"
    choose = "if kind == 'choose': print(json.dumps({'type': 'chosen', 'move': moves[0]}), flush=True)"
    spec = written(
        tmp_path,
        f"open({str(log)!r}, 'a').write(kind + '\\n')",
        f"if kind == 'hello': {HELLO}",
        "if kind == 'observation': moves = json.loads(line)['moves']",
        choose,
    )
    player = make_player(spec)
    for seed in (1, 2):
        state = nyhavn.new_game("copenhagen", players=2, seed=seed)
        for _ in range(2):
            state.play(player.choose(observe(state, state.turn or 0), random.Random(1)))
            state.play(state.moves()[0])
    told = log.read_text().split("\n")
    assert told.count("new game") == 2
    assert told.count("choose") == 4


def test_nobody_makes_a_server_run_a_program() -> None:
    """`make_bot` is what the server asks."""
    with pytest.raises(ValueError, match="there is no bot 'cmd'"):
        make_bot("cmd:true")


def test_our_bot_says_in_words_what_it_does_not_understand() -> None:
    lines = ["rubbish", '{"type": "choose"}', '{"type": "sing"}', '{"type": "observation"}', '{"type": "quit"}']
    done = subprocess.run(
        [sys.executable, "-m", "nyhavn", "bot", "greedy"],
        input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["type"] for answer in answers] == ["error"] * 4
    assert "an observation comes first" in answers[1]["sentence"]
    assert done.stderr == ""


def test_a_program_that_ended_is_an_error_in_words() -> None:
    program = Program(f"{sys.executable} -c pass")
    with pytest.raises(ProgramError, match="it ended with exit code 0"):
        _ = program.games
