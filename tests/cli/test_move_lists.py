"""Moves listed and told."""

import re

from nyhavn.cli.game_summaries import ranked, since_last_turn, tile_shapes, told
from nyhavn.cli.move_lists import chosen, completions, overview
from nyhavn.games.copenhagen.moves import CODEC, Build, Take, find_move, tidy
from tests.cli import game, with_build


def test_the_overview_of_a_busy_position_is_short() -> None:
    state, _ = with_build()
    moves = [CODEC.parse(move) for move in state.moves()]
    lines = overview(moves, 100)
    assert len(moves) > 2 * len(lines)
    assert all(len(line) <= 100 for line in lines)
    takes = [move for move in moves if isinstance(move, Take)]
    assert sum(line.count("|") for line in lines) == len(takes) - 1


def test_chosen_lists_every_way_once() -> None:
    state, build = with_build()
    built = CODEC.parse(build)
    assert isinstance(built, Build)
    moves = [CODEC.parse(move) for move in state.moves()]
    ways = [move for move in moves if isinstance(move, Build) and move.tile == built.tile]
    assert sum(len(re.findall(r"\*", line)) for line in chosen(moves, [built.tile.lower()], 100)) == len(ways)


def test_a_beginning_stands_for_the_one_move_it_can_mean() -> None:
    moves = ["take 1 2", "build R2 a1 a2* pay RR", "build R2 a1* a2 pay R", "build R2 a1* a2 pay RR", "end"]

    def meant(typed: str) -> list[str]:
        tidied = tidy(typed)
        number = find_move(tidied)
        return completions(typed, tidied, None if number is None else CODEC.decode(number), moves)

    assert meant("build R2 a1 a2*") == moves[1:2]
    assert meant("BUILD r2 a2* a1") == moves[1:2]
    assert meant("build R2 a2 a1* pay") == moves[2:4]
    assert meant("build") == []
    assert meant("take") == []


def test_a_move_is_told_with_what_it_brought() -> None:
    state = game(3, players=3)
    seat_0 = since_last_turn(state.events(seat=0), 0)
    assert [event["seat"] for event in seat_0 if "move" in event] == [1, 2]
    lines = told(state.game, state.events(seat=0))
    assert len(lines) == 3
    assert all(re.fullmatch(r"seat \d: take 1 2 \(. .\); refill 1=. 2=.", line) for line in lines)


def test_equal_rank_shares_its_number() -> None:
    lines = ranked(((2,), (0, 1), (3,)), (5, 5, 12, 1), (9, 9, 3, 30))
    assert [line[:9] for line in lines] == ["1. seat 2", "2. seat 0", "2. seat 1", "4. seat 3"]
    assert lines[3] == "4. seat 3, 1 point, 30 cells empty"


def test_tiles_are_drawn_with_their_bricks() -> None:
    lines = tile_shapes("copenhagen", colour=False)
    assert lines[:3] == [
        "R2       R3       R4       R5",
        "R# R     R  R     R  R        R  R",
        "         R#       R# R     R# R  R",
    ]
