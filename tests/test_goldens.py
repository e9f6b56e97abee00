"""Whole games as readable text, kept in `goldens/`: what must not drift from one version to the next.

`NYHAVN_WRITE_GOLDENS=1 pytest tests/test_goldens.py` writes them anew; the difference is then read like any other.
"""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from tests.conftest import GAMES, NAMES

GOLDENS = Path(__file__).parent / "goldens"
SEED = 905
TABLE_EVERY = 20


def golden(game: str, options: dict[str, Any]) -> str:
    """A game from beginning to end: every entry with its effects, and the drawn table every few decisions."""
    state = nyhavn.new_game(game, seed=SEED, **options)
    setting = ", ".join(f"{name} {value}" for name, value in options.items())
    return "\n".join([f"{game}, {setting}, seed {SEED}", "", *lines_of(state), ""])


def lines_of(state: nyhavn.State) -> Iterator[str]:
    yield from told(state, 0)
    number = 0
    while not state.over:
        if number % TABLE_EVERY == 0:
            yield from ("", *drawn(state), "")
        number += 1
        moves, since = state.moves(), len(state.history)
        counts = Counter(move.split()[0] for move in moves)
        yield f"{number}. seat {state.turn} can {', '.join(f'{verb} ({count})' for verb, count in counts.items())}"
        state.play(choice(moves, number))
        yield from told(state, since)
    yield from ("", *drawn(state), "")
    yield f"scores {state.scores}, empty cells {state.empty_cells}, ranking {state.ranking}"


def told(state: nyhavn.State, since: int) -> Iterator[str]:
    """What happened, a line for the entry and one for its effects; with every secret, as its owner knows it."""
    seen = (state.events(since, seat) for seat in range(state.players))
    for event in (max(same, key=lambda event: len(str(event))) for same in zip(*seen, strict=True)):
        yield f"   > {event['chance']}" if "chance" in event else f"   {event['seat']} {event['move']}"
        if event["effects"]:
            yield f"       {'; '.join(map(effect_text, event['effects']))}"


def effect_text(effect: dict[str, Any]) -> str:
    """`cover seat 0 tile R2 cells a1 b1 brick a1`: the name of an effect and its details."""
    details = ((name, value) for name, value in effect.items() if name != "effect" and value not in (None, []))
    return " ".join([effect["effect"], *(f"{name} {plain(value)}" for name, value in details)])


def plain(value: Any) -> str:
    """A list as its parts; a list of lists (a ranking) with its parts kept apart."""
    if isinstance(value, list):
        return (" / " if isinstance(value[0], list) else " ").join(map(plain, value))
    return str(value)


def drawn(state: nyhavn.State) -> list[str]:
    return [f"    {line}".rstrip() for line in str(state).splitlines()]


def choice(moves: list[str], number: int) -> str:
    """A player that builds where it can, low and large, and takes every kind of coat action in turn."""
    groups = {kind: list(same) for kind, same in groupby(moves, kind_of)}
    kinds = [kind for kind in groups if kind.split()[0] not in ("take", "end", "pass", "done")] or list(groups)
    liked = [kind for kind in kinds if kind != "coat decline"] or kinds
    chosen = groups[liked[number % len(liked)]]
    best = min(map(worth, chosen))
    equal = [move for move in chosen if worth(move) == best]
    return equal[hashlib.sha256(str(number).encode()).digest()[0] % len(equal)]


def kind_of(move: str) -> str:
    return " ".join(move.split()[: 2 if move.startswith("coat") else 1])


def worth(move: str) -> tuple[float, int]:
    """Less is better: how high the cells of a move lie, then how few they are."""
    rows = [int(row) for row in re.findall(r"\b[a-e]([1-9])\b", move)]
    return (sum(rows) / len(rows), -len(rows)) if rows else (0, 0)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_the_game_is_still_the_same(game: str, options: dict[str, Any]) -> None:
    path = GOLDENS / f"{'-'.join([game, *map(str, options.values())])}.txt"
    text = golden(game, options)
    if os.environ.get("NYHAVN_WRITE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == text.splitlines()


def test_the_games_are_worth_keeping() -> None:
    """Every kind of move and effect occurs in some of them."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in GOLDENS.glob("copenhagen-*.txt"))
    moves = ["take", "discard", "build", "end", "coat special", "coat ability", "coat refresh"]
    effects = ["take", "discard", "pay", "supply", "cover", "line", "points", "coats", "ability", "deal", "shuffle"]
    assert [move for move in moves if not re.search(rf"^ +\d {move}\b", text, re.MULTILINE)] == []
    assert [name for name in [*effects, "end card", "turn", "over"] if not re.search(rf"[ ;] {name} ", text)] == []
