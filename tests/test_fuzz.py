"""Odd input: whatever is typed, fed or read, a clear refusal comes out and nothing is changed."""

import json
import random
import time
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nyhavn
from tests.conftest import GAMES, everything, play_on, sentence, share

Table = tuple[str, dict[str, Any]]

ODD = "".join(
    [
        " \t\n\r\0\u00a0\u2003\u2028\ufeff",  # spaces of all kinds, no character, a mark
        "\u0660\u0661\u0662\u0663\u00b2\uff12\uff17\u07c1",  # digits that are not ours, though `int` reads most of them
        "RYGBPWrya0123456789bcde",
        "\u0405\u0410\u0430\uff42",  # letters that only look like ours
        "*-+=>\"\\[]'%{}",
        "\ud800",  # half a character
    ]
)


def positions() -> list[nyhavn.State]:
    """Games of every kind at all stages, to the end: where something new can be done, and some others."""
    found, verbs = [], set()
    for game, options in GAMES:
        state = nyhavn.new_game(game, seed=11, **options)
        for number in range(1000):
            can = (game, *sorted({move.split()[0] for move in state.moves()}))
            if can not in verbs or number % 20 == 0 or state.over:
                verbs.add(can)
                found.append(state.copy())
            if state.over:
                break
            play_on(state, 1, random.Random(number))
    return found


POSITIONS = positions()
MOVES = sorted({move for state in POSITIONS for move in state.moves()[::7]})
RECORDS = [state.record() for state in POSITIONS]


@st.composite
def mutated(draw: st.DrawFn, originals: list[str], separator: str) -> str:
    """A text with some of its characters or parts changed, doubled, swapped or left out."""
    text = draw(st.sampled_from(originals))
    for _ in range(draw(st.integers(1, 3))):
        parts = text.split(separator)
        at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(
            st.sampled_from(["put", "drop", "change", "part gone", "part twice", "parts swapped", "cut", "case"])
        ):
            case "part gone":
                del parts[at]
            case "part twice":
                parts.insert(other, parts[at])
            case "parts swapped":
                parts[at], parts[other] = parts[other], parts[at]
            case "cut":
                parts = parts[: at + 1]
            case "case":
                parts[at] = parts[at].swapcase()
            case change:
                place = draw(st.integers(0, len(parts[at])))
                new = "" if change == "drop" else draw(st.sampled_from(ODD))
                parts[at] = parts[at][:place] + new + parts[at][place + (change != "put") :]
        text = separator.join(parts)
    return text


TEXTS = st.one_of(mutated(MOVES, " "), st.sampled_from(MOVES), st.text(st.sampled_from(ODD), max_size=30), st.text())
LINES = st.one_of(mutated(RECORDS, "\n"), st.text(), st.lists(TEXTS).map("\n".join))


def test_the_positions_are_of_all_stages() -> None:
    assert {state.over for state in POSITIONS} == {True, False}
    assert {move.split()[0] for move in MOVES} >= {"take", "build", "coat", "discard"}


@pytest.mark.slow
@given(st.sampled_from(POSITIONS), TEXTS)
@settings(max_examples=share(8))
@example(POSITIONS[0], "take 1 \N{ARABIC-INDIC DIGIT TWO}")
@example(POSITIONS[0], "take 1 2\n")
@example(POSITIONS[0], "build R2 a1* b1 pay ")
def test_any_text_is_a_legal_move_or_refused(state: nyhavn.State, text: str) -> None:
    reason = state.explain(text)
    assert (reason is None) is (text in state.moves())
    if reason is not None:
        check_refusal(state, text, reason)


def check_refusal(state: nyhavn.State, text: str, reason: nyhavn.Reason) -> None:
    """Says why in one line and as data, and leaves everything as it was."""
    before = state.memory.tobytes(), state.record()
    with pytest.raises(nyhavn.IllegalMove) as caught:
        state.play(text)
    assert (state.memory.tobytes(), state.record()) == before
    assert sentence(caught.value) == sentence(reason)
    assert (caught.value.code, caught.value.details) == (reason.code, reason.details)
    assert json.loads(json.dumps(reason.details)) == reason.details
    assert isinstance(caught.value, nyhavn.InvalidMove) is reason.unreadable
    if reason.unreadable:  # no move in any position
        assert state.rules.moves.find_move(text) is None
        elsewhere = [other.explain(text) for other in POSITIONS if other.game == state.game]
        assert all(other is not None and other.unreadable for other in elsewhere)


@pytest.mark.slow
@given(LINES)
@settings(max_examples=share(5))
@example(RECORDS[4].replace("\n0 ", "\n\N{ARABIC-INDIC DIGIT ZERO} ", 1))
@example(RECORDS[1].replace('[Players "2"]', '[Players "\N{ARABIC-INDIC DIGIT TWO}"]'))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    """What is believed is what was written, entry by entry."""
    state = parsed(text)
    if state is None:
        return
    written = [line.removesuffix("\r") for line in text.split("\n")]
    entries = [line for line in written[(written.index("") if "" in written else len(written)) :] if line]
    assert state.record().partition("\n\n")[2].split("\n")[: len(entries)] == entries
    assert nyhavn.parse_record(state.record()) == state


def parsed(text: str) -> nyhavn.State | None:
    """The state of a record; None if it is refused, naming one of its lines."""
    try:
        return nyhavn.parse_record(text)
    except nyhavn.RecordError as caught:
        error = caught
    assert sentence(error).startswith(f"line {error.line}: ")
    assert 1 <= error.line <= text.count("\n") + 1
    return None


@given(st.binary() | mutated(RECORDS, "\n").map(lambda text: text.encode("utf-16", "surrogatepass")))
def test_any_file_is_a_record_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.nyhavn"
    path.write_bytes(data)
    with pytest.raises(nyhavn.RecordError) as caught:
        nyhavn.read_record(path)
    assert sentence(caught.value)


LONG = 10**5
LONG_MOVES = [
    "take " + "1 " * LONG + "1",
    "take " + "1" * LONG,
    "discard " + "R" * LONG,
    "discard " + "R" * LONG + "X",
    "build R2 " + "a1 " * LONG + "pay R",
    "build R2 a1* b1 pay " + "RY" * LONG,
    "build " + "R" * LONG + " a1 pay R",
    "coat special " + "c" * LONG,
    "coat " + "special " * LONG,
    "end " * LONG,
    "\0" * LONG,
    " " * LONG,
    "\N{ARABIC-INDIC DIGIT TWO}" * LONG,
]
LONG_RECORDS = [
    '[Game "' + "x" * LONG + '"]',
    "[" * LONG,
    "[Game " + '"' * LONG,
    '[Game "' + "\\" * LONG,
    "\n" * LONG,
    "> " * LONG,
    *(RECORDS[0].replace('Seed "11"', f'Seed "{seed}"') for seed in ("9" * LONG, "-" + "9" * LONG, "0x" + "g" * LONG)),
    RECORDS[0].replace('Options "-"', 'Options "' + "a=b " * LONG + '"'),
    RECORDS[0].replace('Rules "1"', 'Rules "' + "1" * LONG + '"'),
    RECORDS[0] + "> refill" + " 1=R" * LONG,
    RECORDS[0] + "> " + "refill" * LONG,
    RECORDS[0] + "> refill 1=R\n" * LONG,
    RECORDS[0] + "0 " + "take" * LONG,
    RECORDS[0] + "0" * LONG + " take 1 2",
    RECORDS[0] + "\0" * LONG,
]


@pytest.mark.slow
@pytest.mark.parametrize("move", LONG_MOVES, ids=range(len(LONG_MOVES)))
def test_a_very_long_move_is_refused_at_once(move: str) -> None:
    began = time.perf_counter()
    reason = POSITIONS[0].explain(move)
    assert reason is not None
    check_refusal(POSITIONS[0], move, reason)
    assert time.perf_counter() - began < 20, "all of this takes a second at most on a quiet machine"


@pytest.mark.slow
@pytest.mark.parametrize("text", LONG_RECORDS, ids=range(len(LONG_RECORDS)))
def test_a_very_long_record_is_refused_at_once(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(nyhavn.RecordError) as caught:
        nyhavn.parse_record(text)
    sentence(caught.value)
    assert time.perf_counter() - began < 20, "all of this takes a second at most on a quiet machine"


def new(table: Table, **more: Any) -> nyhavn.State:
    game, options = table
    return nyhavn.new_game(game, **(options | more))


@pytest.mark.parametrize("move", [None, 0, b"take 1 2", ["take 1 2"], ("take", 1, 2), 1.5, np.int64(3)])
def test_a_move_that_is_no_text_is_a_type_error(midway: nyhavn.State, move: Any) -> None:
    before = everything(midway)
    for ask in (midway.play, midway.explain, nyhavn.parse_record):
        with pytest.raises(TypeError, match="str") as caught:
            ask(move)
        sentence(caught.value)
    assert everything(midway) == before


@pytest.mark.parametrize(
    "game", ["", "Copenhagen", "copenhagen ", "chess", None, 3, ["copenhagen"], pytest.param("x" * LONG, id="long")]
)
def test_a_game_that_does_not_exist_is_refused(game: Any) -> None:
    with pytest.raises(ValueError, match="game") as caught:
        nyhavn.new_game(game)
    sentence(caught.value)


HUGE = pytest.param(10**5000, id="huge")
NOT_A_NUMBER: list[Any] = [
    True,
    None,
    "2",
    "",
    b"2",
    2.0,
    2.5,
    float("nan"),
    np.float64(2),
    Decimal(2),
    2 + 0j,
    [2],
    (2, 3),
    {},
]


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
@pytest.mark.parametrize("players", [*NOT_A_NUMBER, 0, 1, 5, -2, HUGE], ids=repr)
def test_a_wrong_number_of_players_is_refused(game: str, players: Any) -> None:
    with pytest.raises(ValueError, match="players") as caught:
        nyhavn.new_game(game, players=players, seed=1)
    sentence(caught.value)


def test_numpy_counts_as_a_number_of_players(table: Table) -> None:
    assert type(new(table, players=np.int64(2), seed=1).players) is int


@pytest.mark.parametrize(
    "seed",
    [*filter(lambda it: it is not None, NOT_A_NUMBER), False, -1, pytest.param(-(10**5000), id="huge")],
    ids=repr,
)
def test_a_seed_that_is_no_whole_number_from_0_is_refused(table: Table, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed") as caught:
        new(table, seed=seed)
    sentence(caught.value)


def test_an_unknown_option_is_refused(table: Table) -> None:
    with pytest.raises(ValueError, match="'colour'") as caught:
        new(table, colour="red")
    sentence(caught.value)


def test_a_source_of_chance_is_a_function_and_the_only_source(table: Table) -> None:
    for chance in ("R", 0, [1]):
        with pytest.raises(ValueError, match="chance"):
            new(table, chance=chance)
    with pytest.raises(ValueError, match="seed"):
        new(table, seed=1, chance=lambda kind, outcomes: next(iter(outcomes)))
