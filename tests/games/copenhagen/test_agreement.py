"""The engine and the naive implementation of the card game play the same games and must agree on everything, at every
decision (see `tests.agreement`). `make test` plays some 150 games, `make verify` several thousand of each number of
players."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.agreement import Comparison, check_occurs, game_names
from tests.games.copenhagen.naive import Naive
from tests.games.copenhagen.policies import PLAYERS, Policy

TABLES: dict[str, list[Policy]] = {name: [policy] for name, policy in PLAYERS.items()}
TABLES["mixed"] = list(PLAYERS.values())
COUNTS = (2, 3, 4)
SHORT = 10  # games of each table and number of players in `make test`
LONG_CHUNKS, LONG = 40, 20  # in `make verify`

COAT_ACTIONS = {"coat special", "coat refresh", "coat decline"} | {
    f"coat ability {kind}" for kind in ("extra", "discount", "recolour", "both")
}
ABILITY_USES = {f"use {kinds}" for kinds in ("any", "extra", "any+extra", "discount", "recolour", "both")}
ENDINGS = {"End card", "12 points"}


class Remembering(Naive):
    """Finds its moves once in each position, which halves the time."""

    found: tuple[int, list[str]] = (0, [])

    def moves(self) -> list[str]:
        if self.found[0] != len(self.history):
            self.found = (len(self.history), super().moves())
        return self.found[1]


def look(naive: Naive, seat: int | None) -> dict[str, Any]:
    """What a seat may know; a spectator has no hand."""
    return {"hand": None, **naive.view(seat)}


def known(naive: Naive, seat: int | None) -> list[dict[str, int | str]]:
    """The history without the starting hands of others: it begins with the docks and the hands."""
    opening = 1 + naive.players
    hands = tuple(f"hand {other} " for other in range(naive.players) if other != seat)
    return [e for e in naive.history[:opening] if not str(e["chance"]).startswith(hands)] + naive.history[opening:]


BOTH = Comparison("copenhagen", TABLES, Remembering, look, known)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", COUNTS)
def test_engine_and_naive_agree(players: int, table: str, chunk: int) -> None:
    BOTH.play_chunk(players, table, chunk, SHORT // 2)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", COUNTS)
def test_engine_and_naive_agree_in_thousands_of_games(players: int, table: str, chunk: int) -> None:
    BOTH.play_chunk(players, table, chunk + 1, LONG)


def kind_of(move: str) -> str:
    """`take`, `build`, `coat special`, `coat ability both` …"""
    verb, *rest = move.split()
    return " ".join([verb, *rest[: 2 if rest[0] == "ability" else 1]]) if verb == "coat" else verb


def abilities_used(before: dict[str, str], after: dict[str, str]) -> str:
    return "+".join(kind for kind, side in before.items() if side == "active" and after[kind] == "used")


def what_happened(players: int, table: str, name: str) -> Counter[str]:
    """What occurs in a game of the short run."""
    found: Counter[str] = Counter()
    for seat, view, move, state in BOTH.watch(players, table, name):
        found[kind_of(move)] += 1
        found["built for nothing"] += move.endswith("pay -")
        if used := abilities_used(view["seats"][seat]["abilities"], state.view()["seats"][seat]["abilities"]):
            found[f"use {used}"] += 1
    texts = [entry.get("chance", "") for entry in state.history]
    found["shuffle"] += texts.count("shuffle")
    found["End card" if "End" in texts[-1] else "12 points"] += 1
    found["shared win"] += len(state.winners) > 1
    found["no special left"] += state.view()["specials"] == 0
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_the_short_run_sees_every_kind_of_event(players: int) -> None:
    wanted = COAT_ACTIONS | ABILITY_USES | ENDINGS | ({"shuffle", "no special left"} if players > 2 else set())
    games = product(TABLES, game_names(0, SHORT))
    check_occurs(wanted, (what_happened(players, table, name) for table, name in games))
