"""W18–W20: the others mark."""

import pytest

import nyhavn
from tests.games.roll_and_write.positions import bonuses, dice, position, stars, those, tracks
from tests.positions import Script, refusal

ALL = ["red", "yellow", "green", "blue", "purple"]
PAIRS = [f"{one} {two}" for number, one in enumerate(ALL) for two in ALL[number:]]


def all_mark(state: nyhavn.State, track: str) -> list[int | None]:
    """Everybody marks a track; the seats, in their order."""
    seats = []
    while state.view()["phase"] == "mark":
        seats.append(state.turn)
        state.play(f"mark {track}")
    return seats


def test_W18_everybody_else_beginning_after_the_active_seat() -> None:
    state = position(players=4, active=2, dice="RRGBY", chance=Script("RYGBP"))
    state.play("draw R2 a1* b1 using RR")
    assert all_mark(state, "green") == [3, 0, 1]
    assert [tracks(state, seat) for seat in range(4)] == ["G1", "G1", "", "G1"]  # one die serves all
    assert state.turn == 3


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("unused", "choices"),
    [
        ("R", ["red"]),
        ("RR", ["red"]),
        ("RGG", ["red", "green"]),
        ("W", ALL),
        ("RW", ALL),
        ("WWW", ALL),
        ("RYGBP", ALL),
    ],
)
def test_W18_one_box_with_three_or_four_players(players: int, unused: str, choices: list[str]) -> None:
    state = position(players=players, turn=1, dice=unused)
    assert those(state, "mark") == ["-", *choices]


@pytest.mark.parametrize(
    ("unused", "choices"),
    [
        ("R", ["red"]),
        ("RR", ["red", "red red"]),
        ("RRR", ["red", "red red"]),
        ("RG", ["red", "green", "red green"]),
        ("RGG", ["red", "green", "red green", "green green"]),
        ("W", ALL),
        ("RW", [*ALL, "red red", "red yellow", "red green", "red blue", "red purple"]),
        ("GW", [*ALL, "red green", "yellow green", "green green", "green blue", "green purple"]),
        ("WW", [*ALL, *PAIRS]),
        ("WWWWW", [*ALL, *PAIRS]),
        ("RYGBP", [*ALL, *(pair for pair in PAIRS if len(set(pair.split())) == 2)]),
    ],
)
def test_W18_up_to_two_boxes_with_two_players(unused: str, choices: list[str]) -> None:
    state = position(turn=1, dice=unused)
    assert those(state, "mark") == ["-", *choices]


@pytest.mark.parametrize(
    ("marked", "unused", "choices"),
    [
        ("R8", "RR", ["red"]),
        ("R7", "RR", ["red", "red red"]),
        ("R9", "RRG", ["green"]),
        ("R8", "RW", [*ALL, "red yellow", "red green", "red blue", "red purple"]),
        ("R9", "RW", ["yellow", "green", "blue", "purple"]),
        ("R8 Y8 G8 B8 P8", "WW", [*ALL, *(pair for pair in PAIRS if len(set(pair.split())) == 2)]),
        ("R9 Y9 G9 B9 P8", "WW", ["purple"]),
        ("R9 Y9 G9 B9 P7", "WW", ["purple", "purple purple"]),
        ("R9 Y9 G9 B8 P8", "BW", ["blue", "purple", "blue purple"]),
        ("R9 Y9 G9 B7 P9", "RBB", ["blue", "blue blue"]),
    ],
)
def test_W18_nearly_full_tracks_with_two_players(marked: str, unused: str, choices: list[str]) -> None:
    state = position(tracks=["", marked], turn=1, dice=unused)
    assert those(state, "mark") == ["-", *choices]


@pytest.mark.parametrize(
    ("marked", "unused", "choices"),
    [
        ("R8", "RR", ["red"]),
        ("R9", "RRG", ["green"]),
        ("R9", "RW", ["yellow", "green", "blue", "purple"]),
        ("R9 Y9 G9 B9 P8", "WW", ["purple"]),
    ],
)
def test_W18_nearly_full_tracks_with_three_players(marked: str, unused: str, choices: list[str]) -> None:
    state = position(tracks=["", marked], players=3, turn=1, dice=unused)
    assert those(state, "mark") == ["-", *choices]


def test_W18_the_first_empty_box() -> None:
    state = position(tracks=["", "B3 R1"], turn=1, dice="RBW", chance=Script("RYGBP"))
    state.play("mark blue blue")
    assert tracks(state, 1) == "R1 B5"


def test_W18_a_die_marked_with_stays_for_the_next() -> None:
    state = position(players=4, turn=1, dice="R")
    for seat in (1, 2, 3):
        assert (state.turn, dice(state), those(state, "mark")) == (seat, "R", ["-", "red"])
        if seat < 3:
            state.play("mark red")


def test_W18_a_used_die_is_no_choice() -> None:
    state = position(players=3, dice="RRRYW", bonuses=["R"])
    state.play("draw R4 a1* b1 a2 b2 using RRR+")
    assert those(state, "mark") == ["-", *ALL]  # Y and W are left
    state = position(players=3, dice="RRRYW")
    state.play("draw R4 a1* b1 a2 b2 using RRRW")
    assert those(state, "mark") == ["-", "yellow"]
    assert refusal(state, "mark red").code == "no die"


def test_W18_a_changed_die_marks_as_it_lies() -> None:
    state = position(players=3, dice="RRY", stars=["G"])
    state.play("draw R2 a1* b1 using RR")
    state.play("change Y P")
    assert those(state, "mark") == ["-", "purple"]


def test_W18_the_active_player_marks_nothing() -> None:
    state = position(players=3, active=1, dice="RYGBP", chance=Script("RYGBP"))
    state.play("pass")
    assert (all_mark(state, "red"), tracks(state, 1)) == ([2, 0], "")


def test_W19_with_no_die_unused_nobody_marks() -> None:
    state = position(players=3, dice="RRRRR", chance=Script("RYGBP"))
    state.play("draw R5 a1* b1 c1 b2 c2 using RRRRR")
    assert (state.turn, state.view()["phase"], state.view()["active"]) == (1, "turn", 1)


def test_W19_declining_is_allowed() -> None:
    state = position(players=3, turn=1, dice="RW")
    state.play("mark -")
    assert (state.turn, tracks(state, 1)) == (2, "")


def test_W19_who_has_no_box_to_mark_is_not_asked() -> None:
    """Seat 1 has a full red track, seat 2 not, seat 3 again."""
    state = position(players=4, dice="GGRR", tracks=["", "R9", "", "R9 Y9"], chance=Script("RYGBP"))
    state.play("draw G2 a1* b1 using GG")
    assert (state.turn, those(state, "mark")) == (2, ["-", "red"])
    state.play("mark red")
    assert (state.turn, state.view()["phase"]) == (1, "turn")


def test_W19_with_a_white_die_one_free_box_is_enough() -> None:
    state = position(dice="GGW", tracks=["", "R9 Y9 G9 B9 P8"], chance=Script("RYGBP"))
    state.play("draw G2 a1* b1 using GG")
    assert (state.turn, those(state, "mark")) == (1, ["-", "purple"])
    state = position(dice="GGW", tracks=["", "R9 Y9 G9 B9 P9"], scores=[0, 0], chance=Script("RYGBP"))
    state.play("draw G2 a1* b1 using GG")
    assert state.view()["phase"] == "turn"


@pytest.mark.parametrize(
    ("colour", "plus", "star"),
    [
        ("red", [1, 3], [2, 4, 5, 6]),
        ("yellow", [1, 4], [3, 6, 7]),
        ("green", [1, 5], [4, 7, 8]),
        ("blue", [1, 5], [2, 4, 6]),
        ("purple", [1, 4], [3, 5, 7]),
    ],
)
def test_W20_what_the_boxes_unlock(colour: str, plus: list[int], star: list[int]) -> None:
    letter = colour[0].upper()
    found: dict[str, list[int]] = {"plus": [], "star": []}
    for box in range(1, 10):
        state = position(players=3, tracks=["", f"{letter}{box - 1}"], turn=1, dice=letter)
        state.play(f"mark {colour}")
        assert tracks(state, 1) == f"{letter}{box}"
        found["plus"] += [box] * len(bonuses(state, 1))
        found["star"] += [box] * len(stars(state, 1))
        assert {*bonuses(state, 1), *stars(state, 1)} <= {letter}
    assert found == {"plus": plus, "star": star}
