"""W1–W4: the table before the first turn."""

import pytest

import nyhavn
from tests.games.roll_and_write.positions import (
    bonuses,
    decline_marks,
    dice,
    places,
    position,
    stars,
    those,
    tiles,
    tracks,
)
from tests.positions import Lowest, Script, chance_of, refusal

GAME = "roll-and-write"
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
COLOURS = ["red", "yellow", "green", "blue", "purple"]


def new_game(players: int, rolls: str, **options: bool) -> nyhavn.State:
    return nyhavn.new_game(GAME, players=players, chance=Script(rolls), **options)


@PLAYERS
def test_W1_a_sheet_for_everybody(players: int) -> None:
    view = nyhavn.new_game(GAME, players=players, chance=Lowest()).view()
    assert len(view["seats"]) == players
    assert view["scores"] == [0] * players
    assert view["empty_cells"] == [45] * players
    for seat in view["seats"]:
        assert seat["sheet"] == {}
        assert seat["tracks"] == dict.fromkeys(COLOURS, 0)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_W1_not_for_one_and_not_for_five(players: int) -> None:
    with pytest.raises(ValueError, match=f"played by 2, 3, 4 players, not {players}"):
        nyhavn.new_game(GAME, players=players)


def test_W1_five_columns_and_nine_rows() -> None:
    tower = position("P....\n" * 4, dice="PPPPP")
    assert {"a1 b1 c1 d1 e1", "a5 a6 a7 a8 a9"} & places(tower, "P5") == {"a5 a6 a7 a8 a9"}
    assert "a1 b1 c1 d1 e1" in places(position(dice="PPPPP"), "P5")
    assert refusal(tower, "draw P2 a9* a10 using PP").code == "cell"
    assert refusal(tower, "draw P2 e1* f1 using PP").code == "cell"


def test_W1_five_dice_with_five_colours_and_white() -> None:
    chance = Script("WPRBW")
    state = nyhavn.new_game(GAME, players=3, chance=chance)
    assert (dice(state), chance_of(state)) == ("RBPWW", ["roll RBPWW"])
    assert chance.asked == [("roll", dict.fromkeys("RYGBPW", 1))] * 5


@PLAYERS
def test_W1_seat_0_is_the_first_player(players: int) -> None:
    state = nyhavn.new_game(GAME, players=players, chance=Lowest())
    assert (state.turn, state.view()["active"]) == (0, 0)


@pytest.mark.parametrize("tile", ["R2", "Y2", "G2", "B2", "P2", "R3", "Y3", "G3", "B3", "P3"])
def test_W2_small_tiles_are_unlimited(tile: str) -> None:
    """The same tile nine times in a row, by one player after the other; others have nothing to mark."""
    letter, size = tile[0], int(tile[1])
    full = " ".join(f"{colour}9" for colour in "RYGBP")
    state = position(tracks=[full] * 3, players=3, dice=letter * 5, scores=[0] * 3, chance=Script(letter * 45))
    for _ in range(9):
        state.play(next(move for move in state.moves() if move.startswith(f"draw {tile}")))
    assert sum(state.empty_cells) == 135 - 9 * size
    assert tile not in state.view()["crossed_out"]


def test_W2_two_of_size_4_and_one_of_size_5_of_each_colour() -> None:
    state = new_game(3, "RRRRR")
    assert state.view()["crossed_out"] == {
        f"{colour}{size}": [False] * (2 if size == 4 else 1) for colour in "RYGBP" for size in (4, 5)
    }


def test_W2_a_single_use_tile_is_crossed_out_for_everybody() -> None:
    state = position(players=3, dice="PPPPP", chance=Script("PPPPP" * 3))
    state.play("draw P5 a1* b1 c1 d1 e1 using PPPPP")
    assert (state.turn, tiles(state, "P5")) == (1, "x")
    assert places(state, "P5") == set()
    assert refusal(state, "draw P5 a1* b1 c1 d1 e1 using PPPPP").code == "crossed out"


def test_W2_size_4_twice_then_never() -> None:
    state = position(players=4, dice="PPPP", chance=Script("PPPPP" * 3))
    for crossed in ("x.", "xx"):
        state.play("draw P4 a1* a2 a3 a4 using PPPP")
        assert tiles(state, "P4") == crossed
        decline_marks(state)
    assert places(state, "P4") == set()
    assert "a1 b1 c1 d1 e1" in places(state, "P5")


@PLAYERS
def test_W3_two_reroll_stars_that_are_no_boxes(players: int) -> None:
    state = nyhavn.new_game(GAME, players=players, chance=Lowest())
    for seat in range(players):
        assert (stars(state, seat), bonuses(state, seat), tracks(state, seat)) == ("RR", "", "")


def test_W3_they_can_be_used_from_the_first_turn() -> None:
    state = new_game(3, "RYGBP W W")
    state.play("reroll R")
    state.play("reroll Y")
    assert (stars(state), dice(state)) == ("", "GBPWW")
    assert those(state, "reroll") == []


def test_W3_the_red_track_still_has_all_its_stars() -> None:
    state = position(stars=["", "RR"], tracks=["", "R1"], turn=1, dice="R", chance=Script("RYGBP"))
    state.play("mark red")
    assert (tracks(state, 1), stars(state, 1)) == ("R2", "RRR")


@pytest.mark.parametrize("mirror", [False, True])
def test_W4_two_players_put_the_second_size_4_tile_out(mirror: bool) -> None:
    state = nyhavn.new_game(GAME, players=2, seed=1, mirror=mirror)
    for colour in "RYGBP":
        assert (tiles(state, f"{colour}4"), tiles(state, f"{colour}5")) == (".x", ".")


@pytest.mark.parametrize("players", [3, 4])
def test_W4_with_more_players_nothing_is_put_out_and_nobody_starts_with_boxes(players: int) -> None:
    state = new_game(players, "RYGBP")
    assert tiles(state, "Y4") == ".."
    assert (state.turn, those(state, "start")) == (0, [])
    assert state.history == [{"chance": "roll RYGBP"}]


def test_W4_each_of_two_players_marks_two_boxes_before_the_first_roll() -> None:
    state = new_game(2, "RYGBP")
    assert (state.turn, state.moves()) == (0, [f"start {colour}" for colour in COLOURS])
    state.play("start blue")
    assert (state.turn, state.moves()) == (1, [f"start {colour}" for colour in COLOURS])
    state.play("start blue")
    assert (tracks(state, 0), tracks(state, 1)) == ("B2", "B2")
    assert state.history == [
        {"seat": 0, "move": "start blue"},
        {"seat": 1, "move": "start blue"},
        {"chance": "roll RYGBP"},
    ]


@pytest.mark.parametrize(
    ("track", "unlocked", "plus"), [*zip(COLOURS, ("RRR", "RR", "RR", "RRB", "RR"), "RYGBP", strict=True)]
)
def test_W4_what_the_boxes_unlock(track: str, unlocked: str, plus: str) -> None:
    state = new_game(2, "RYGBP")
    state.play(f"start {track}")
    assert (stars(state), bonuses(state)) == (unlocked, plus)


def test_W4_it_is_usable_from_the_first_turn_of_each() -> None:
    """Red unlocks a bonus and a third reroll, blue a bonus and a *no X*."""
    state = new_game(2, "RRRGB W W W BBBBB")
    state.play("start red")
    state.play("start blue")
    for _ in range(3):
        state.play("reroll " + dice(state)[-1])
    assert those(state, "reroll") == []
    assert "draw R2 a1* b1 using R+" in state.moves()
    state.play("draw R2 a1* b1 using R+")
    state.play("mark -")
    assert "draw B3 a1 b1 a2 using BB+" in state.moves()


def test_W4_one_may_not_go_without() -> None:
    state = new_game(2, "RYGBP")
    assert refusal(state, "pass").code == "start first"
    assert refusal(state, "mark -").code == "start first"


def test_W4_not_even_again_takes_what_was_put_out() -> None:
    """The open Y4 is taken; a yellow star takes it once more, but never its mirror image."""
    state = position(dice="YYYY", stars=["YY"], tiles={"Y4": "x-"})
    assert "a1 a2 b2 b3" in places(state, "Y4")
    assert "b1 a2 b2 a3" not in places(state, "Y4")
    assert refusal(state, "draw Y4 b1* a2 b2 a3 using YYYY").code == "put out"
    assert places(position(dice="YYYY", tiles={"Y4": "x-"}), "Y4") == set()


def test_W4_of_two_equal_tiles_one_is_left() -> None:
    state = position(dice="RRRR", chance=Script("RRRRR"))
    state.play("draw R4 a1* b1 a2 b2 using RRRR")
    assert (tiles(state, "R4"), places(state, "R4")) == ("xx", set())
