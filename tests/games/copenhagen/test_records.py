"""Records of the card game that the rules do not allow: refused, naming the line."""

import pytest

import nyhavn
from tests.conftest import sentence

RECORD = """\
[Game "copenhagen"]
[Players "2"]
[Options "-"]
[Rules "1"]
[Date "2026-01-31"]
[Seat0 "Ann"]
[Result "*"]

> docks RYGBPRY
> hand 0 RB
> hand 1 YYG
0 take 1 2
> refill 1=G 2=B
1 build Y2 a1* b1 pay YY
0 take 3 4
> refill 3=R 4=R
"""
LINES = RECORD.splitlines()


def line_of_error(lines: list[str]) -> int:
    with pytest.raises(nyhavn.RecordError) as caught:
        nyhavn.parse_record("\n".join(lines))
    assert sentence(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value.line


def test_the_record_itself_is_fine() -> None:
    state = nyhavn.parse_record(RECORD)
    assert state.record() == RECORD
    assert state.view(0)["hand"] == "RRYGBB"
    assert state.view(1)["hand"] == "G"


@pytest.mark.parametrize(
    ("number", "line"),
    [
        # set-up: too few, too many, unknown, in another order, of another seat, in another spelling
        (9, "> docks RYGBPR"),
        (9, "> docks RYGBPRYY"),
        (9, "> docks RYGBPRW"),
        (9, "> docks RYGBPR\N{CYRILLIC CAPITAL LETTER A}"),
        (9, "> docks R Y G B P R Y"),
        (9, "> hand 0 RB"),
        (9, "0 take 1 2"),
        (10, "> hand 0 BR"),
        (10, "> hand 0 RBB"),
        (10, "> hand 1 RB"),
        (10, "> hand 2 RB"),
        (10, "> hand 0 rb"),
        (10, "> hand 0  RB"),
        (10, "> hand \N{ARABIC-INDIC DIGIT ZERO} RB"),
        (10, "> refill 1=R"),
        # moves: of another seat, illegal, in another spelling, no line at all
        (12, "1 take 1 2"),
        (12, "2 take 1 2"),
        (12, "0 take 1 3 5"),
        (12, "0 take 2 1"),
        (12, "0 build R2 a1* b1 pay RR"),
        (12, "0 end"),
        (12, "0 nonsense"),
        (12, "0 "),
        (12, "0"),
        (12, "0  take 1 2"),
        (12, "0 take 1 2 "),
        (12, "00 take 1 2"),
        (12, "\N{ARABIC-INDIC DIGIT ZERO} take 1 2"),
        (12, " 0 take 1 2"),
        (12, "0\ttake 1 2"),
        (12, "take 1 2"),
        (12, ""),
        (12, "\0"),
        # a refill: other docks, other order, impossible, unknown, in another spelling, of another kind
        (13, "> refill 1=G 3=B"),
        (13, "> refill 2=B 1=G"),
        (13, "> refill 1=G 2=B 3=R"),
        (13, "> refill 1=G 2=End"),
        (13, "> refill 1=End"),
        (13, "> refill 1=G 2=W"),
        (13, "> refill 1=g 2=b"),
        (13, "> refill 1=G  2=B"),
        (13, "> refill 1=G 2=B "),
        (13, "> refill 1=G, 2=B"),
        (13, "> refill"),
        (13, "> "),
        (13, ">"),
        (13, ">refill 1=G 2=B"),
        (13, "> shuffle"),
        (13, "> roll RRGBW"),
        (13, "> hand 0 RB"),
        (13, "1 build Y2 a1* b1 pay YY"),
        (16, "> refill 3=R 4=End"),
        (16, "1 take 1 2"),
    ],
)
def test_a_line_that_the_rules_do_not_allow_is_named(number: int, line: str) -> None:
    assert line_of_error([*LINES[: number - 1], line, *LINES[number:]]) == number


@pytest.mark.parametrize(
    ("number", "line"), [(10, "> hand 0 R"), (11, "> hand 1 YY"), (13, "> refill 1=G"), (16, "> refill 3=R")]
)
def test_cards_that_are_missing_are_asked_for(number: int, line: str) -> None:
    """At the line where they are missing, or the one before which they should have come."""
    assert line_of_error([*LINES[: number - 1], line, *LINES[number:]]) in (number, number + 1)


@pytest.mark.parametrize("number", range(9, 16))
def test_a_line_left_out_is_missed_where_it_was(number: int) -> None:
    assert line_of_error([*LINES[: number - 1], *LINES[number:]]) in (number, number + 1)


@pytest.mark.parametrize(
    ("number", "line"),
    [(14, "> refill 3=R"), (15, "> refill 1=R"), (15, "> shuffle"), (17, "> refill 3=R"), (17, "> docks RYGBPRY")],
)
def test_chance_where_nothing_is_dealt_is_refused(number: int, line: str) -> None:
    assert line_of_error([*LINES[: number - 1], line, *LINES[number - 1 :]]) == number


def test_a_deal_is_one_line() -> None:
    assert line_of_error([*LINES[:12], "> refill 1=G", "> refill 2=B", *LINES[13:]]) == 13
    assert line_of_error([*LINES[:9], "> hand 0 R", "> hand 0 B", *LINES[10:]]) == 10


def test_a_card_more_than_there_are_cannot_come() -> None:
    """C5: fourteen of each colour with two players."""
    lines = [*LINES[:8], "> docks RRRRRRR", "> hand 0 RR", "> hand 1 RRR", "0 take 1 2"]
    assert nyhavn.parse_record("\n".join([*lines, "> refill 1=R 2=R"])).turn == 1
    lines += ["> refill 1=R 2=R", "1 take 1 2"]
    assert line_of_error([*lines, "> refill 1=R 2=R"]) == len(lines) + 1


def test_a_shuffle_comes_at_its_moment() -> None:
    """C18: the moment the last card leaves the deck, and only then."""
    state = nyhavn.new_game("copenhagen", players=3, seed=1)
    while {"chance": "shuffle"} not in state.history:
        state.play(state.moves()[0])
    lines = state.record(seed=False).splitlines()
    at = lines.index("> shuffle")
    assert line_of_error([*lines[:at], *lines[at + 1 :]]) in (at, at + 1, at + 2)
    assert line_of_error(lines[:at]) in (at, at + 1)
    assert line_of_error([*lines[:at], "> shuffle", *lines[at:]]) == at + 2
    assert line_of_error([*lines[: at - 1], "> shuffle", lines[at - 1], *lines[at + 1 :]]) == at
    assert line_of_error([*lines[: at - 3], "> shuffle", *lines[at - 3 :]]) in (at - 2, at - 1)


@pytest.fixture
def finished() -> list[str]:
    """The lines of a game that the End card ended, drawn: nobody built."""
    state = nyhavn.new_game("copenhagen", seed=1)
    while not state.over:
        state.play(next(move for move in state.moves() if not move.startswith("build")))
    return state.record().splitlines()


def test_a_shared_win_names_all_winners(finished: list[str]) -> None:
    assert '[Result "0 1"]' in finished
    assert nyhavn.parse_record("\n".join(finished)).winners == (0, 1)


@pytest.mark.parametrize("line", ["0 take 1 2", "1 take 1 2", "> refill 1=R", "> shuffle", "nonsense"])
def test_nothing_comes_after_the_end(finished: list[str], line: str) -> None:
    assert line_of_error([*finished, line]) == len(finished) + 1


@pytest.mark.parametrize("card", ["R", "End 3=R"])
def test_the_end_card_is_the_last(finished: list[str], card: str) -> None:
    """C19: no other card can be written after it, nor in its place without the game going on."""
    assert finished[-1].endswith("=End")
    changed = finished[-1].replace("End", card)
    assert line_of_error([*finished[:-1], changed]) in (len(finished), finished.index('[Result "0 1"]') + 1)


def test_a_cut_before_the_end_card_is_a_game_that_goes_on(finished: list[str]) -> None:
    """The record says it is unfinished, and it was: the card that ends it is dealt when it is read."""
    lines = [line.replace('[Result "0 1"]', '[Result "*"]') for line in finished]
    assert nyhavn.parse_record("\n".join(lines[:-1])).history[-1] == {"chance": finished[-1][2:]}


@pytest.mark.parametrize("line", ["[Game copenhagen]", 'Game "copenhagen"', '[Game "copenhagen"', "", "0 take 1 2"])
def test_a_record_begins_with_tags(line: str) -> None:
    assert line_of_error([line, *LINES[1:]]) == 1


def test_an_empty_line_parts_tags_and_history() -> None:
    assert line_of_error([*LINES[:7], *LINES[8:]]) == 8
    assert line_of_error([*LINES[:8], *LINES[7:]]) == 9
