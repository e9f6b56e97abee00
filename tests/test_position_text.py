"""Positions as lines: they come back as they were, tell a seat no more than it knows, and are held to the rules."""

import json
import random
import re
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nyhavn
from nyhavn.bots import make_bot, observe
from nyhavn.positions import as_known, cut
from nyhavn.records import retrace
from nyhavn.statistics import statistics_of
from tests.conftest import GAMES, play_on, sentence, share
from tests.odds import assert_follows
from tests.test_fuzz import LONG, ODD, mutated

Table = tuple[str, dict[str, Any]]


def games(table: Table, seeds: int, stride: int = 1) -> list[nyhavn.State]:
    """Positions of random games at all stages, the ends included."""
    found = []
    for seed in range(seeds):
        state, luck = nyhavn.new_game(table[0], seed=seed, **table[1]), random.Random(seed)
        while not state.over:
            found.append(state.copy())
            play_on(state, luck.randint(1, 2 * stride - 1), luck)
        found.append(state)
    return found


# There and back


@pytest.mark.slow
def test_a_whole_position_comes_back_as_it_was(table: Table) -> None:
    """To the bit, with what everybody could remember, and with the same future if the seed is the same."""
    for state in games(table, share(0.1), 2):
        line = state.position()
        again = nyhavn.parse_position(line, seed=state.seed)
        assert again.position() == line
        assert again.memory.tobytes() == state.memory.tobytes()
        assert again.moves() == state.moves()
        for seat in range(state.players):
            assert again.look(seat) == state.look(seat)
            assert again.position(seat) == state.position(seat)
        luck = random.Random(line)
        began = len(state.history)
        for _ in range(3):
            if state.turn is not None:
                move = luck.choice(state.moves())
                state.play(move)
                again.play(move)
        assert again.history == state.history[began:]
        assert again.position() == state.position(), "what can be remembered goes on from there"


@pytest.mark.slow
def test_a_line_of_a_seat_gives_what_the_seat_knows(table: Table) -> None:
    for state in games(table, share(0.04), 4):
        for seat in range(state.players):
            line = state.position(seat)
            again = nyhavn.parse_position(line, seed=1)
            assert again.position(seat) == line
            assert again.look(seat) == state.look(seat)
            assert again.look(None) == state.look(None)
            assert nyhavn.parse_position(again.position()).position() == again.position(), "what was dealt can be"
            assert nyhavn.parse_position(line, seed=1).position() == again.position(), "one seed, one deal"


def test_a_line_of_a_seat_tells_nothing_that_is_hidden() -> None:
    """C11: games that differ only in what a seat cannot know have the same line."""
    text = nyhavn.new_game("copenhagen", players=3, seed=9).record(seed=False)
    dealt = next(line for line in text.split("\n") if line.startswith("> hand 1 "))
    states = [nyhavn.parse_record(text.replace(dealt, f"> hand 1 {cards}")) for cards in ("RRR", "YGB", "PPP")]
    states = [state.with_chance(lambda kind, outcomes: "G") for state in states]
    for move in ("take 1 2", "take 3 4", "take 5 6"):
        for state in states:
            state.play(move)
        for seat in (0, 2):
            assert len({state.position(seat) for state in states}) == 1
        assert len({state.position(1) for state in states}) == len({state.position() for state in states}) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("held", "shown"), [("???", ""), ("??", "R"), ("?", "RY")])
def test_what_a_line_does_not_tell_is_dealt_with_the_right_odds(held: str, shown: str) -> None:
    """C11: every way to deal the opening cards that what was seen leaves is equally likely, counted card by card."""
    seen = Counter("RRYYGGB" + "RY")  # the docks and the own hand; what was shown is among the discards
    deck, discards = 70 - 7 - 2 - 3, "".join(f"{letter}1" for letter in shown) or "-"
    line = (
        f"copenhagen 2 - seat0 0:action RRYYGGB ?{deck}+End {discards} - - any/- -/RY/- - any/- -/{held}/{shown or '-'}"
    )
    unseen = [letter for letter in "RYGBP" for _ in range(14 - seen[letter])]
    ways: Counter[str] = Counter()
    for hand in combinations(unseen, 3):
        rest = Counter(hand)
        rest.subtract(shown)
        if min(rest.values()) >= 0:
            ways["".join(sorted(rest.elements(), key="RYGBP".index))] += 1
    dealt = [nyhavn.parse_position(line, seed=seed).look(1)["hand"] for seed in range(1500)]
    likely = {hand: number for hand, number in ways.items() if number * len(dealt) > 8 * ways.total()}
    rare = ways.total() - sum(likely.values())
    assert_follows([hand if hand in likely else "" for hand in dealt], likely | ({"": rare} if rare else {}))


# A game that begins from a position


@pytest.fixture(params=["whole", "seat"])
def begun(request: pytest.FixtureRequest, midway: nyhavn.State) -> nyhavn.State:
    """A game that began from a position, some moves later."""
    line = midway.position(None if request.param == "whole" else midway.turn)
    return play_on(nyhavn.parse_position(line, seed=3), 12, random.Random(4))


def test_its_record_replays(begun: nyhavn.State) -> None:
    assert begun.start is not None
    record = begun.record()
    assert f'[Position "{begun.start}"]' in record
    again = nyhavn.parse_record(record)
    assert again == begun == eval(repr(begun))
    assert again.record() == record
    assert (again.seed, again.start, again.view(0)) == (3, begun.start, begun.view(0))
    assert nyhavn.parse_record(begun.record(seed=False)).seed is None
    states = [state.copy() for state in retrace(begun)]
    assert states[0].history == []
    assert states[0].position() == begun.start
    assert states[-1].memory.tobytes() == begun.memory.tobytes()
    assert cut(begun, 3).history == begun.history[: len(cut(begun, 3).history)]
    play_on(begun, 1000, random.Random(5))
    assert nyhavn.parse_record(begun.record()) == begun


def test_it_is_like_any_other_game(begun: nyhavn.State) -> None:
    other = begun.copy()
    for seat in (None, *range(begun.players)):
        assert json.loads(json.dumps(begun.view(seat))) == begun.view(seat)
        assert len(begun.events(seat=seat)) == len(begun.history)
        assert begun.text(seat)
        assert begun.svg(seat)
    assert str(begun.start) not in json.dumps([begun.view(seat) for seat in (None, *range(begun.players))])
    assert statistics_of(begun)
    assert other == begun
    if not begun.over:
        play_on(other, 1, random.Random(1))
        assert other != begun
    assert nyhavn.parse_position(begun.position(), seed=3) != begun, "where it began belongs to a game"


def test_a_seat_knows_of_it_what_it_saw(begun: nyhavn.State) -> None:
    for seat in range(begun.players):
        known = as_known(begun, seat, random.Random(seat))
        assert known.view(seat) == begun.view(seat)
        assert nyhavn.parse_record(known.record()) == known
        assert observe(begun, seat).past.tolist() == begun.past.tolist()
        assert observe(known, seat).position == observe(begun, seat).position
    if begun.turn is not None:
        assert make_bot("greedy").choose(observe(begun, begun.turn), random.Random(1)) in begun.moves()


def test_bots_remember_the_same_with_and_without_the_moves_before() -> None:
    for players in (2, 3, 4):
        for state in games(("copenhagen", {"players": players}), 2, 8):
            again = nyhavn.parse_position(state.position())
            for one in (state, again):
                play_on(one.with_chance(lambda kind, outcomes: next(iter(outcomes))), 5, random.Random(1))
            assert again.past.tolist() == state.past.tolist()


def test_chance_comes_from_outside_too() -> None:
    asked: list[str] = []

    def source(kind: str, outcomes: dict[str, int]) -> str:
        asked.append(kind)
        return next(iter(outcomes))

    state = nyhavn.parse_position(nyhavn.new_game("copenhagen", seed=1).position(1), chance=source)
    assert (asked, state.seed, state.history) == ([], None, [])
    state.play("take 1 2")
    assert asked == ["refill", "refill"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seed": 1, "chance": source}, "not both"),
        ({"seed": -1}, "seed"),
        ({"chance": 3}, "chance"),
    ]
    for arguments, words in wrong:
        with pytest.raises(ValueError, match=words):
            nyhavn.parse_position(state.position(), **arguments)


# Where a record is accepted


def test_a_line_is_a_record_in_which_nothing_was_played(midway: nyhavn.State, tmp_path: Path) -> None:
    line, path = midway.position(), tmp_path / "position.nyhavn"
    for text in (line, f"{line}\n", f"{line}\r\n"):
        state = nyhavn.parse_record(text)
        assert (state.position(), state.history) == (line, [])
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert nyhavn.read_record(path).start == line
    with pytest.raises(nyhavn.RecordError, match="line 1: position '") as caught:
        nyhavn.parse_record(f"{line}\n{line}")
    sentence(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Players "2"]', '[Players "3"]', "another game, number of players"),
        ('[Game "copenhagen"]', '[Game "roll-and-write"]', "another game, number of players"),
        ("- all 0", "- seat0 0", "hand of seat 1"),
        ("0:action", "7:action", "decision '7:action'"),
        ("+End", "", "deck '"),
    ],
)
def test_a_record_begins_from_a_position_that_can_be(old: str, new: str, words: str) -> None:
    record = nyhavn.parse_position(nyhavn.new_game("copenhagen", seed=1).position(), seed=1).record()
    with pytest.raises(nyhavn.RecordError, match=words) as caught:
        nyhavn.parse_record(record.replace(old, new, 1))
    assert caught.value.line == 5
    sentence(caught.value)


def test_a_record_starts_from_a_full_position() -> None:
    state = nyhavn.new_game("copenhagen", seed=1)
    record = nyhavn.parse_position(state.position(), seed=1).record()
    with pytest.raises(nyhavn.RecordError, match=r"line 5: .* starts from a full position"):
        nyhavn.parse_record(record.replace(state.position(), state.position(0)))


# One spelling, and odd input


LINES = [
    line
    for table in GAMES
    for number, state in enumerate(games(table, 1, 12))
    for line in (state.position(), state.position(number % state.players))
]
TEXTS = st.one_of(mutated(LINES, " "), mutated(LINES, "/"), st.text(st.sampled_from(ODD)), st.text())


@pytest.mark.slow
@given(TEXTS)
@settings(max_examples=share(20))
@example(LINES[0] + " ")
@example(LINES[0] + "\n")
@example(LINES[0].replace("2", "\N{ARABIC-INDIC DIGIT TWO}", 1))
def test_any_text_is_the_one_spelling_of_a_position_or_refused(text: str) -> None:
    state = parsed(text)
    if state is not None:
        assert text in {state.position(), *(state.position(seat) for seat in range(state.players))}
        assert nyhavn.parse_position(state.position()).position() == state.position()
        play_on(state, 3, random.Random(1))


def parsed(text: str) -> nyhavn.State | None:
    """The state of a line; None if it is refused, with a sentence that names a field."""
    try:
        return nyhavn.parse_position(text, seed=1)
    except nyhavn.PositionError as caught:
        error = caught
    assert isinstance(error, ValueError)
    assert sentence(error).startswith(f"{error.field} ")
    return None


@pytest.mark.parametrize("text", [None, 3, b"copenhagen", ["copenhagen"]])
def test_a_position_that_is_no_text_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError, match="a position is a str"):
        nyhavn.parse_position(text)


WIDE = "/".join(["RRRRR"] * 9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "copenhagen " * LONG,
        " " * LONG,
        "copenhagen" + " 2" * LONG,
        "copenhagen 2 - all 0:action " + "R" * LONG,
        *(
            f"copenhagen 2 - all 0:action RYGBPRY - - - {house} any/- -/RR/- {house} any/- -/RRR/-"
            for house in (WIDE, WIDE.lower(), WIDE.replace("RR", "rR"), WIDE.replace("RRR", "rRR"), ".".join(WIDE))
        ),
        *(
            f"roll-and-write 2 mirror=true all 0:turn 99.0 RRRRR - -/- {house} 99999 -/- {house} 99999 -/-"
            for house in (WIDE, WIDE.replace("R", "G"), WIDE.replace("RR", "gG"), WIDE.replace("RRR", "gGG"))
        ),
    ],
)
def test_a_line_that_takes_long_to_read_is_refused_at_once(text: str) -> None:
    began = time.perf_counter()
    parsed(text)
    assert time.perf_counter() - began < 20, "all of this takes a second at most on a quiet machine"


CARDS = """
    copenhagen 2 - all 0:action PPBYBPY R6Y6G5B5P5+End R6Y4G8B6P4 R2R2R3Y2Y2G2G2G3G3B2B2B3P2P2
    gRRr./GryY./GpP../..B../..b../.BB../.b... -/any,extra RYYGP/-/BP
    rRgB./.RGb./.gGW./GGgpP/..YyW/..W.. -/any RBP/-/RGB
"""
COAT = """
    copenhagen 3 - all 2:coat1 RPBGGGP R2Y8G3B4P4 R9G2B4P4 R2R2R3R3G2B2B2P2P2
    ..r.B/..RRb/...R./...r. -/any YGG/B/R .Bbr./.p.R./.P... -/any YYGBP/-/RRB ..Pp./.gGr./..RR. -/any GBP/Y/RP
"""
DISCARD = """
    copenhagen 3 - all 2:discard RY..BYP R2Y4G2B3P4 R9Y2G4B4P4 R2R2R3R3Y2G2G2B2B2P2P2
    gGr.B/..RRb/...R./...r. -/any YGG/B/R .Bbr./.p.R./.P.Yy -/any YYGBP/-/RRB ..PpW/.gGr./..RR. -/any GGGBBPP/Y/RP
"""
OVER = """
    copenhagen 3 - all 0:over RGPG.RB Y4P2@33 R7Y4G7B10P5 R2R2R3R3R3R4Y2Y2Y3Y3Y3G2G2G3G3G3B2B2B3B3P2P2P3P3P3
    gGr.B/.gRRb/.G.R./.G.r./BB.Y./Wb.Yy/.BBR./.b.Rr -/any RGPPPP/-/RB
    pBbr./Pp.R./PPyYy/.YYYY/.rR.y/.RR.W -/any YYGGB/-/RRB
    W.PpW/.gGrp/.gRRP/.G.YP/.G.yp/.W..P/GGg.P -/any RRYY/-/RYP
"""
SEAT = "copenhagen 2 - seat0 0:action PBGPRGY ?58+End - - - any/- -/BP/- - any/- -/???/-"
START = "roll-and-write 2 mirror=false all 0:start 1.0 - - -/- - 00000 RR/- - 00000 RR/-"
DRAWN = """
    roll-and-write 2 mirror=false all 0:after-draw 3.0+ YGG - -/-
    ..pR./..PrR/..p../..P../..P.. 01004 RP/Y ..p../..P../..yY. 00300 RR/G
"""
COATS = """
    roll-and-write 3 mirror=true all 1:coat1 5.1+ GB R4aG5P4a -/- p.G../PgGG./..GBB/..Y.b/.yYpP 11112 RR/R
    .rRr./.RRR./Yy.../GPpPP/g.... 32102 RR/R .p.Yy/.P..p/....P/....B/...bB 12121 RRB/RG
"""
CARDS, COAT, DISCARD, OVER, DRAWN, COATS = (
    " ".join(text.split()) for text in (CARDS, COAT, DISCARD, OVER, DRAWN, COATS)
)
GOOD = {
    "cards": CARDS,
    "coat": COAT,
    "discard": DISCARD,
    "over": OVER,
    "seat": SEAT,
    "start": START,
    "drawn": DRAWN,
    "coats": COATS,
}


@pytest.mark.parametrize("line", GOOD.values(), ids=GOOD)
def test_these_positions_can_be(line: str) -> None:
    assert nyhavn.parse_position(line, seed=1).position(0 if line == SEAT else None) == line


def refused(paragraph: str) -> list[str]:
    """A good position, a part of it, what is put in its place, and the sentence that tells what is wrong."""
    found = re.fullmatch(r"(\w+): «(.*)» → «(.*)»\n  (.*)", paragraph)
    assert found, paragraph
    return list(found.groups())


REFUSED_FILE = Path(__file__).with_name("refused_positions.txt")
REFUSED = [refused(one) for one in REFUSED_FILE.read_text(encoding="utf-8").strip().split("\n\n")]


@pytest.mark.parametrize(
    ("good", "old", "new", "words"), REFUSED, ids=[f"{old} -> {new}" for _, old, new, _ in REFUSED]
)
def test_what_cannot_be_is_refused_with_a_sentence(good: str, old: str, new: str, words: str) -> None:
    line = GOOD[good]
    assert old in line
    with pytest.raises(nyhavn.PositionError, match=words) as caught:
        nyhavn.parse_position(line.replace(old, new, 1))
    sentence(caught.value)
