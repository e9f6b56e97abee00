"""The engine and the naive implementation of the dice game play the same games and must agree on everything, at every
decision (see `tests.agreement`). `make test` plays some 100 games, `make verify` several thousand of each number of
players."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import nyhavn
from tests.agreement import Comparison, Policy, check_occurs, game_names
from tests.games.roll_and_write.naive import PLACEMENTS, Naive
from tests.games.roll_and_write.policies import PLAYERS, idling

TABLES: dict[str, list[Policy]] = {name: [policy] for name, policy in PLAYERS.items()}
TABLES["mixed"] = list(PLAYERS.values())
BOTH = Comparison(
    "roll-and-write",
    {**TABLES, "idling": [idling]},
    Naive,
    lambda naive, seat: naive.view(),
    lambda naive, seat: naive.history,
    public=True,
)
COUNTS = (2, 3, 4)
SHORT = 3  # games of each table, number of players and option in `make test`
LONG_CHUNKS, LONG = 20, 15  # in `make verify`


@pytest.mark.slow
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", COUNTS)
def test_engine_and_naive_agree(players: int, table: str, mirror: bool) -> None:
    BOTH.play_chunk(players, table, 1 + mirror, SHORT, mirror=mirror)


@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.slow), *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))]
)
def test_engine_and_naive_agree_to_the_last_round(players: int) -> None:
    """W30: nobody wants points, so nobody gets 12 of them."""
    assert BOTH.play(players, "idling", "game 0", [], mirror=players == 3).view()["round"] == 100


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", COUNTS)
def test_engine_and_naive_agree_in_thousands_of_games(players: int, table: str, mirror: bool, chunk: int) -> None:
    BOTH.play_chunk(players, table, chunk + 1, LONG, mirror=mirror)


# What must have happened in the short run

STARS = ("reroll", "change", "single", "no X", "single without X", "again")
WANTED = {
    *STARS,
    *(f"draw of size {size}" for size in "2345"),
    *(f"{ability} {when} the tile" for ability in ("single", "change") for when in ("before", "after")),
    *("mirrored tile", "pass", "pass though bonuses would pay", "done"),
    *("bonuses 1", "bonuses 2"),
    *("coat of a row", "coat of a column", "two coats at once", "coat earned by a coat"),
    *("coat window", "coat track", "coat decline"),
    *("mark -", "mark of 1", "mark by white", "full track", "full building", "both tiles of size 4"),
    *("12 by a line", "12 by a track", "12 in another's turn", "12 before the last seat of a round"),
}
WANTED_OF_TWO = {"start", "mark of 2", "mark one track twice", "mark two by white"}


def of_draw(move: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """What a draw was."""
    yield f"draw of size {move[6]}"
    if bonuses := move.count("+"):
        yield f"bonuses {bonuses}"
    if "*" not in move:
        yield "no X"
    cells = tuple(move.partition(" using ")[0].replace("*", "").split()[2:])
    if not any(cells in places for places in PLACEMENTS[False][move[5:7]]):
        yield "mirrored tile"
    if after["yellow"] < before["yellow"]:
        yield "again"


def of_mark(move: str, dice: str) -> Iterator[str]:
    """What a mark was: by white where no die of the colour was left."""
    tracks = Counter(word[0].upper() for word in move.split()[1:] if word != "-")
    white = sum(max(0, boxes - dice.count(letter)) for letter, boxes in tracks.items())
    yield f"mark of {tracks.total()}" if tracks else "mark -"
    if white:
        yield "mark by white" if white == 1 else "mark two by white"
    if max(tracks.values(), default=0) == 2:
        yield "mark one track twice"


def of_move(seat: int, view: dict[str, Any], move: str, later: dict[str, Any]) -> Iterator[str]:
    """What a move was."""
    verb, *words = move.split()
    if verb == "draw":
        yield from of_draw(move, view["seats"][seat]["stars"], later["seats"][seat]["stars"])
    elif verb == "mark":
        yield from of_mark(move, view["dice"])
    elif verb == "coat":
        yield f"coat {words[0]}"
    else:
        yield verb
    if verb == "single" and not move.endswith("*"):
        yield "single without X"
    if verb in ("single", "change"):
        yield f"{verb} {'after' if view['phase'] == 'after draw' else 'before'} the tile"
    if verb == "pass" and any(other.startswith("draw") for other in view["moves"]):
        yield "pass though bonuses would pay"


def of_effects(move: str, effects: list[dict[str, Any]]) -> Iterator[str]:
    """What a move led to."""
    for effect in effects:
        if effect["effect"] == "coats" and effect["earned"]:
            yield from ["coat of a row"] * bool(effect["rows"])
            yield from ["coat of a column"] * bool(effect["columns"])
            yield from ["two coats at once"] * (effect["earned"] > 1)
            yield from ["coat earned by a coat"] * move.startswith("coat")
        if effect["effect"] == "mark" and 9 in effect["boxes"]:
            yield "full track"


def of_goal(seat: int, view: dict[str, Any], move: str, state: nyhavn.State) -> Iterator[str]:
    """How the first player came to 12 points."""
    if max(view["scores"]) < 12 <= max(state.scores):
        yield "12 by a track" if move.startswith(("mark", "coat track")) else "12 by a line"
        if seat != view["active"]:
            yield "12 in another's turn"
        if view["active"] < state.players - 1:
            yield "12 before the last seat of a round"


def what_happened(players: int, table: str, name: str, mirror: bool) -> Counter[str]:
    found: Counter[str] = Counter()
    for seat, view, move, state in BOTH.watch(players, table, name, mirror=mirror):
        later = state.view()
        found.update(of_move(seat, view, move, later))
        found.update(
            of_effects(move, [effect for entry in state.events(len(view["history"])) for effect in entry["effects"]])
        )
        found.update(of_goal(seat, view, move, state))
        found["full building"] += view["empty_cells"][seat] > 0 == state.empty_cells[seat]
        found["both tiles of size 4"] += any(
            tile[1] == "4" and all(copies) and not all(view["crossed_out"][tile])
            for tile, copies in later["crossed_out"].items()
        )
    found["shared win"] += len(state.winners) > 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_the_short_run_sees_every_kind_of_event(players: int) -> None:
    games = [
        (table, name, mirror) for table in TABLES for mirror in (False, True) for name in game_names(1 + mirror, SHORT)
    ]
    wanted = WANTED | (WANTED_OF_TWO if players == 2 else set())
    check_occurs(wanted, (what_happened(players, *game) for game in games))
