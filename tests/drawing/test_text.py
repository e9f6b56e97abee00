"""What is drawn with characters, compared with drawings."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from nyhavn.drawing.front import Front
from nyhavn.drawing.text import PAINT, beside, columns, front_lines, painted, seats, width
from nyhavn.games.copenhagen import drawing as card_game
from nyhavn.games.roll_and_write import drawing as dice_game
from tests.drawing.views import CARD_GAME, DICE_GAME, View, changed, for_four, spectated

WIDEST = 100


def drawn(picture: str) -> str:
    return dedent(picture).strip("\n")


def test_house_front() -> None:
    full_row = {f"{column}2": ("B", "window") for column in "abcde"}
    cells = {"a1": ("R", "brick"), "c1": ("W", "window"), **full_row}
    front = Front(cells, coat_cells=["c3", "a1"], coat_rows=[2, 4])
    picture = """
        9 | .  .  .  .  .  |
        8 | .  .  .  .  .  |
        7 | .  .  .  .  .  |
        6 | .  .  .  .  .  |
        5 | .  .  .  .  .  |
        4 | .  .  .  .  .  | @
        3 | .  .  @  .  .  |
        2 | B  B  B  B  B  |
        1 | R# .  W  .  .  |
            a  b  c  d  e
    """
    assert beside([front_lines(front)]) == drawn(picture).splitlines()


def test_coats_of_columns_hang_above_until_earned() -> None:
    front = Front({f"b{row}": ("G", "O") for row in range(1, 10)}, coat_columns=["b", "d"])
    assert front_lines(front)[0].rstrip() == "             @"
    assert front_lines(front)[1].startswith("9 | .  Go .  .  .  |")


def test_every_line_of_a_front_is_equally_wide() -> None:
    front = Front({"a1": ("R", "brick")}, coat_rows=[2], coat_columns=["b"])
    assert {width(line) for colour in (False, True) for line in front_lines(front, colour)} == {22}


def test_card_game() -> None:
    picture = """
        Copenhagen, 2 players, seen by seat 0
        Seat 0 takes cards or builds.

        docks  1 R   2 Y   3 -   4 B   5 P   6 G   7 R
        deck   50 cards, End card in the deck
        hand   R R B

                  R  Y  G  B  P                     any     extra   discount  recolour  both
        rack 2    0  2  2  2  2       supply        0       1       2         2         2
        rack 3    2  2  2  2  2       seat 0 (you)  used    active  -         -         -
        rack 4    2  2  2  2  2       seat 1        active  -       -         -         -
        rack 5    1  1  1  1  1
        discards  3  2  0  0  12
        special tiles 11

        > seat 0 (you)             seat 1
          1 point, 38 empty        0 points, 43 empty
          3 cards RRB              4 cards YG??
        9 | .  .  .  @  .  |     9 | .  .  .  @  .  |
        8 | .  .  .  .  .  |     8 | .  .  .  .  .  |
        7 | .  @  .  .  .  |     7 | .  @  .  .  .  |
        6 | .  .  .  .  .  | @   6 | .  .  .  .  .  | @
        5 | .  .  .  .  @  |     5 | .  .  .  .  @  |
        4 | .  .  .  .  .  | @   4 | .  .  .  .  .  | @
        3 | .  .  @  .  .  |     3 | .  .  @  .  .  |
        2 | .  W  .  .  Y  | @   2 | P  .  .  .  .  | @
        1 | R# R  R  R# Y# |     1 | P# .  .  .  .  |
            a  b  c  d  e            a  b  c  d  e

        R window, R# brick, @ coat of arms
    """
    assert card_game.text(CARD_GAME) == drawn(picture)


def test_dice_game() -> None:
    picture = """
        Copenhagen Roll & Write, 2 players, mirror=True, seen by seat 1
        Round 3. Seat 1 marks a track.

        dice    R G W
                R   Y   G   B   P
        size 4  .x  .x  .x  .x  .x
        size 5  .   .   .   .   .

          seat 0, active         > seat 1 (you)
          1 point, 39 empty        0 points, 45 empty
               @     @                  @     @
        9 | .  .  .  .  .  |     9 | .  .  .  .  .  |
        8 | .  .  .  .  .  |     8 | .  .  .  .  .  |
        7 | .  .  .  .  .  |     7 | .  .  .  .  .  |
        6 | .  .  .  .  .  | @   6 | .  .  .  .  .  | @
        5 | .  .  .  .  .  |     5 | .  .  .  .  .  |
        4 | .  .  .  .  .  | @   4 | .  .  .  .  .  | @
        3 | .  .  .  .  .  |     3 | .  .  .  .  .  |
        2 | Wx .  .  .  .  | @   2 | .  .  .  .  .  | @
        1 | Go Gx Go Bo Bx |     1 | .  .  .  .  .  |
            a  b  c  d  e            a  b  c  d  e
        R | xx+***... *3 +1      R | +*+***... *2
        Y | +.*+.**..            Y | +.*+.**..
        G | +..*+.**.            G | +..*+.**.
        B | +*.*+*...            B | +*.*+*...
        P | xxxxxxxxx    +2      P | +.*+*.*..

        o x drawn in a cell, @ coat of arms; tracks: x marked, + bonus, * star, then what is ready to use
    """
    assert dice_game.text(DICE_GAME) == drawn(picture)


@pytest.mark.parametrize(
    ("drawing", "view", "phase", "sentence"),
    [
        (card_game, CARD_GAME, "action", "Seat 0 takes cards or builds."),
        (card_game, CARD_GAME, "discard", "Seat 0 discards down to seven cards."),
        (card_game, CARD_GAME, "after take", "Seat 0 builds or ends the turn."),
        (card_game, CARD_GAME | {"coats": 2}, "coat", "Seat 0 has 2 coats of arms to use."),
        (dice_game, DICE_GAME, "start", "Seat 1 chooses the track to begin with."),
        (dice_game, DICE_GAME, "turn", "Seat 1 uses stars or draws a tile."),
        (dice_game, DICE_GAME, "after draw", "Seat 1 uses stars or ends the turn."),
        (dice_game, DICE_GAME | {"coats": 1}, "coat", "Seat 1 has 1 coat of arms to use."),
        (dice_game, DICE_GAME, "mark", "Seat 1 marks a track."),
    ],
)
def test_what_is_to_be_decided(drawing: Any, view: View, phase: str, sentence: str) -> None:
    asked = changed(view, phase=phase)
    assert drawing.text(asked).splitlines()[1].endswith(sentence)
    assert sentence in drawing.svg(asked)


@pytest.mark.parametrize(
    ("winners", "ranking", "sentence"),
    [
        ([1], [[1], [0]], "Seat 1 wins. Ranking: 1, then 0."),
        ([0, 1], [[0, 1]], "Seats 0 and 1 share the win."),
    ],
)
def test_a_game_that_is_over(winners: list[int], ranking: list[list[int]], sentence: str) -> None:
    changes: dict[str, Any] = {"over": True, "turn": None, "phase": "over", "winners": winners, "ranking": ranking}
    for game, view in ((card_game, CARD_GAME), (dice_game, DICE_GAME)):
        text = game.text(changed(view, **changes))
        assert sentence in text
        assert ">" not in text
        assert "active\n" not in text


@pytest.mark.parametrize(
    ("state", "words"), [("beside", "beside the board"), ("deck", "in the deck"), ("turned up", "turned up")]
)
def test_where_the_end_card_is(state: str, words: str) -> None:
    view = changed(CARD_GAME, end_card=state)
    assert f"deck   50 cards, End card {words}" in card_game.text(view)
    assert f">{words}<" in card_game.svg(view)


@pytest.mark.parametrize("colour", [False, True])
def test_four_players_fit_into_a_hundred_columns(colour: bool) -> None:
    crowded = for_four(CARD_GAME)
    for seat in crowded["seats"]:
        seat |= {
            "count": 10,
            "known": dict.fromkeys("RYGBP", 2),
            "abilities": dict.fromkeys(crowded["abilities"], "active"),
        }
    texts = [card_game.text(changed(crowded, hand="RRYYGGBBPP"), colour), dice_game.text(for_four(DICE_GAME), colour)]
    assert max(width(line) for text in texts for line in text.splitlines()) <= WIDEST


def test_colour_paints_the_same_text() -> None:
    for game, view in ((card_game, CARD_GAME), (dice_game, DICE_GAME)):
        assert "\x1b" not in game.text(view)
        assert "\x1b" in game.text(view, colour=True)
        assert PAINT.sub("", game.text(view, colour=True)) == game.text(view)


def test_a_spectator_sees_no_hand() -> None:
    lines = card_game.text(spectated(CARD_GAME)).splitlines()
    assert not any(line.startswith("hand") for line in lines)
    assert "  3 cards R??              4 cards YG??" in lines


@pytest.mark.parametrize("draw", [card_game.text, card_game.svg])
def test_hands_of_others_are_not_drawn_even_if_a_view_had_them(draw: Callable[[Any], str]) -> None:
    leaking = changed(CARD_GAME)
    leaking["seats"][1]["hand"] = "PPPP"
    leaking["history"].append({"chance": "hand 1 PPPP"})
    assert draw(leaking) == draw(CARD_GAME)


def test_parts() -> None:
    assert columns([["", "a"], ["long", 10]]) == ["      a", "long  10"]
    assert beside([["one", "two"], ["x"]], gap=1) == ["one x", "two"]
    assert painted("R", "R#", colour=True) == "\x1b[48;5;167;38;5;16mR#\x1b[0m"
    assert painted("?", "?", colour=True) == "?"
    assert [seats([1]), seats([0, 2]), seats([0, 1, 3])] == ["seat 1", "seats 0 and 2", "seats 0, 1 and 3"]
