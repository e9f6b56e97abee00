"""Statistics: what is counted from the events adds up to what the position shows, in every game."""

import json
import random
from collections import Counter
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from nyhavn.facade.counts import Counts
from nyhavn.games.roll_and_write.components import ABILITIES, STARTING_REROLLS, TRACKS
from nyhavn.statistics import statistics_of
from tests.conftest import play_on
from tests.games.copenhagen.positions import position as cards_drawn
from tests.games.roll_and_write.positions import position as sheet_drawn

GAMES = Path(__file__).parent.parent / "docs" / "games"
LETTERS = "RYGBP"
HOUSE = 45


@pytest.fixture(params=range(8))
def game(request: pytest.FixtureRequest, table: tuple[str, dict[str, Any]]) -> list[nyhavn.State]:
    """A random game at each table: at its beginning, twice on its way, and at its end."""
    name, options = table
    return stages(request.param, name, **options)


@cache
def stages(seed: int, name: str, **options: Any) -> list[nyhavn.State]:
    luck = random.Random(seed)
    found = [nyhavn.new_game(name, seed=seed, **options)]
    for moves in (1, 40, 10_000):
        found.append(play_on(found[-1].copy(), moves, luck))
    assert found[-1].over
    return found


def moves_of(state: nyhavn.State, seat: int, verb: str = "") -> list[list[str]]:
    """The moves of a seat, in words."""
    words = [entry["move"].split() for entry in state.history if entry.get("seat") == seat]
    return [move for move in words if move[0] == verb or not verb]


def test_what_was_built_adds_up(game: list[nyhavn.State]) -> None:
    for state in game:
        told = statistics_of(state)
        assert json.loads(json.dumps(told)) == told
        assert told["moves"] == sum("move" in entry for entry in state.history)
        for number, seat in enumerate(told["seats"]):
            assert seat["moves"] == len(moves_of(state, number))
            assert seat["cells"] == HOUSE - state.empty_cells[number]
            assert seat["cells"] == seat["singles"] + sum(int(size) * tiles for size, tiles in seat["sizes"].items())
            tiles = Counter(move[1][0] for move in moves_of(state, number) if move[0] in ("build", "draw"))
            assert seat["tiles"] == {letter: tiles[letter] for letter in LETTERS}
            points = seat["points"]
            lines = sum(points["rows"].values()) + sum(points["columns"].values())
            assert lines + points.get("tracks", 0) == state.scores[number]


def test_coats_add_up(game: list[nyhavn.State]) -> None:
    for state in game:
        view = state.view()
        owing = view.get("active", state.turn)
        for number, seat in enumerate(statistics_of(state)["seats"]):
            coats = dict(seat["coats"])
            earned, skipped, owed = (coats.pop(name) for name in ("earned", "skipped", "owed"))
            assert earned == sum(coats.values()) + skipped + owed
            used = Counter(move[1] for move in moves_of(state, number, "coat"))
            assert coats == {use: used[use] for use in coats}
            if not state.over:
                assert owed == (view["coats"] if number == owing else 0)
    assert sum(seat["coats"]["owed"] for seat in statistics_of(game[-1])["seats"]) == game[-1].view()["coats"]


def test_coats_that_can_do_nothing_are_told() -> None:
    """C36 and W17: the one action that was earned is skipped."""
    cards = cards_drawn(". . Y . .\n. . y . .", hands=["RR"], specials=0, active=["any extra discount recolour both"])
    cards.play("build R2 c3* c4 pay RR")
    sheet = "R . G B P\n" * 2 + "R Y G B P\n" * 7
    dice = sheet_drawn(sheet, dice="PP", tracks=["R9 Y9 G9 B9 P9"], scores=[0, 0])
    dice.play("draw P2 b8* b9 using PP")
    for state in (cards, dice):
        coats = statistics_of(state)["seats"][0]["coats"]
        assert {name: number for name, number in coats.items() if number} == {"earned": 1, "skipped": 1}


def check_cards(state: nyhavn.State, seat: Counts, number: int) -> None:
    view = state.view(number)
    cards = seat["cards"]
    dealt = next(entry["chance"].split()[2] for entry in state.history if f"hand {number}" in entry.get("chance", ""))
    assert cards["start"] == len(dealt)
    for letter in LETTERS:
        had = dealt.count(letter) + cards["take"][letter]
        assert had == cards["pay"][letter] + cards["discard"][letter] + view["hand"].count(letter)
    own = view["seats"][number]["abilities"]
    assert len(own) == 1 + seat["coats"]["ability"]
    for name, times in seat["abilities"].items():
        assert (own.get(name) == "used") <= times <= (name in own) * (1 + seat["coats"]["refresh"])
    threes = sum(len(move) == 4 for move in moves_of(state, number, "take"))
    assert seat["abilities"]["extra"] == threes


def check_sheet(state: nyhavn.State, seat: Counts, number: int) -> None:
    sheet = state.view()["seats"][number]
    for colour, boxes in TRACKS.items():
        marked = sheet["tracks"][colour]
        assert sum(way[colour] for way in seat["boxes"].values()) == marked
        stars = boxes[:marked].count("*") + (STARTING_REROLLS if colour == "red" else 0)
        assert seat["abilities"][ABILITIES[colour]] + sheet["stars"][colour] == stars
        assert seat["bonuses"][colour] + sheet["bonuses"][colour] == boxes[:marked].count("+")
        named = [move[1:].count(colour) for move in moves_of(state, number, "mark")]
        assert seat["boxes"]["mark"][colour] == sum(named)
    cells = sum(int(size) * tiles for size, tiles in seat["sizes"].items())
    assert seat["dice"]["draw"] + sum(seat["bonuses"].values()) == cells
    for way in ("reroll", "change"):
        assert seat["dice"][way] == sum(len(move[1]) for move in moves_of(state, number, way))
    assert seat["passes"] == len(moves_of(state, number, "pass"))


def test_cards_dice_and_abilities_add_up(game: list[nyhavn.State]) -> None:
    check = check_cards if game[0].game == "copenhagen" else check_sheet
    for state in game:
        for number, seat in enumerate(statistics_of(state)["seats"]):
            check(state, seat, number)


def test_turns_are_counted_as_the_table_counts_them(game: list[nyhavn.State]) -> None:
    for state in game:
        told = statistics_of(state)
        turns = [seat["turns"] for seat in told["seats"]]
        view = state.view()
        if state.game == "copenhagen":
            movers = [seat for seat, _ in groupby(entry["seat"] for entry in state.history if "move" in entry)]
            begun = movers if state.turn is None or movers[-1:] == [state.turn] else [*movers, state.turn]
            assert turns == [begun.count(seat) for seat in range(state.players)]
        elif view["phase"] == "start":
            assert turns == [0, 0]
        else:
            assert turns == [view["round"] - (seat > view["active"]) for seat in range(state.players)]
        assert told["turns"] == sum(turns)


def test_a_tile_touches_where_its_colour_is_beside_it() -> None:
    """C22, seen from the houses before each build of a recorded game."""
    record = nyhavn.read_record(GAMES / "friday.nyhavn")
    state = nyhavn.new_game(record.game, players=record.players, seed=record.seed)
    touching = [0] * record.players
    for entry in (entry for entry in record.history if "move" in entry):
        verb, tile, *rest = entry["move"].split()
        if verb == "build":
            house = state.view()["seats"][entry["seat"]]["house"]
            cells = [cell[:2] for cell in rest[: int(tile[1])]]
            beside = {
                chr(ord(x) + dx) + chr(ord(y) + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            }
            touching[entry["seat"]] += any(house.get(cell, " ")[0] == tile[0] for cell in beside)
        state.play(entry["move"])
    assert [seat["touching"] for seat in statistics_of(record)["seats"]] == touching


def test_a_card_game_counted_by_hand() -> None:
    told = statistics_of(nyhavn.read_record(GAMES / "friday.nyhavn"))
    assert (told["turns"], told["moves"]) == (71, 88)
    assert told["seats"][1] == {
        "turns": 24,  # 13 takes and 11 builds
        "moves": 29,  # and 5 coats
        "cells": 38,
        "tiles": {"R": 1, "Y": 3, "G": 2, "B": 0, "P": 5},
        "sizes": {"2": 2, "3": 4, "4": 5, "5": 0},
        "singles": 2,  # b9 and e3
        "points": {
            "rows": {"windows": 4, "mixed": 4},  # rows 2 and 3; rows 1, 4, 5 and 6
            "columns": {"windows": 0, "mixed": 4},  # columns b and c
        },
        # Cells c3, b7 and e5, rows 2, 4 and 6; at the last one the game was over.
        "coats": {"earned": 6, "special": 2, "ability": 2, "refresh": 1, "decline": 0, "skipped": 0, "owed": 1},
        "abilities": {"any": 2, "extra": 0, "discount": 2, "recolour": 1, "both": 0},
        "cards": {
            "start": 3,
            "take": {"R": 4, "Y": 9, "G": 2, "B": 0, "P": 11},
            "discard": {"R": 0, "Y": 0, "G": 0, "B": 0, "P": 0},
            "pay": {"R": 4, "Y": 10, "G": 3, "B": 1, "P": 11},
        },
        "touching": 5,  # G2, the second P3, Y3 and both P4
    }


def test_a_dice_game_counted_by_hand() -> None:
    told = statistics_of(nyhavn.read_record(GAMES / "sunday.nyhavn"))
    assert (told["turns"], told["moves"]) == (27, 101)
    assert told["seats"][0] == {
        "turns": 9,
        "moves": 33,  # 2 rerolls, 9 tiles, 1 single cell, 4 coats, 17 times a box
        "cells": 35,
        "tiles": {"R": 3, "Y": 1, "G": 1, "B": 2, "P": 2},
        "sizes": {"2": 0, "3": 4, "4": 4, "5": 1},
        "singles": 2,  # c3 by a coat of arms, e6 by a star
        "points": {
            "rows": {"windows": 4, "mixed": 3},  # rows 2 and 4; rows 3, 5 and 6
            "columns": {"windows": 4, "mixed": 0},  # column b
            "tracks": 2,  # blue
        },
        "coats": {"earned": 4, "window": 1, "track": 3, "decline": 0, "skipped": 0, "owed": 0},
        "abilities": {"reroll": 2, "again": 0, "change": 0, "no-x": 0, "single-x": 1},
        "boxes": {
            "start": {"red": 0, "yellow": 0, "green": 0, "blue": 0, "purple": 0},
            "mark": {"red": 6, "yellow": 1, "green": 2, "blue": 5, "purple": 3},
            "coat": {"red": 0, "yellow": 0, "green": 0, "blue": 4, "purple": 2},
        },
        "bonuses": {"red": 2, "yellow": 0, "green": 0, "blue": 2, "purple": 1},
        "dice": {"draw": 28, "reroll": 2, "change": 0},
        "passes": 0,
    }
