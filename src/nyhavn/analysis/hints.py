"""Ideas for whoever is on turn: a few good moves of a bot, found from what the seat knows, and what speaks for each."""

import random
from collections import Counter
from typing import Any

from nyhavn.bots import Budget, observe
from nyhavn.games import bots_of
from nyhavn.play import State

Json = dict[str, Any]
MOST = 3
MOST_PROMISING, MOST_COMPARED = 24, 6
"""Moves that the planner names, and those of them that are played on to compare them."""
MOST_REASONS = 2
NEARLY = 3
"""A row without brick or X is worth keeping so when so many of its cells are covered."""
LARGE = 4


def ideas(state: State, rng: random.Random) -> list[Json]:
    """The best few moves of the seat on turn with the share of a win after each, best first."""
    from nyhavn.analysis.moves import assess, suggestions  # its kernels are loaded when the first idea is wanted

    assert state.turn is not None
    observation = observe(state, state.turn)
    if len(observation.moves) == 1:
        return [idea(state, observation.moves[0], None)]
    promising = different(suggestions(observation, rng, MOST_PROMISING), each=2)[:MOST_COMPARED]
    worths = {
        worth.move: worth.win_share
        for worth in assess(observation, promising, Budget(nodes=bots_of(state.game).idea_playouts), rng)
    }
    best = different(sorted(worths, key=lambda move: -worths[move]))[:MOST]
    return [idea(state, move, round(worths[move], 3)) for move in best]


def different(moves: list[str], each: int = 1) -> list[str]:
    """The first of each kind: the same tile in another place, or other dice rolled again, is no other idea."""
    kinds: Counter[str] = Counter()
    found = []
    for move in moves:
        verb, *rest = move.split(" ")
        words = {"build": rest[:1], "draw": rest[:1], "reroll": [], "change": [], "single": []}.get(verb, rest)
        kind = " ".join([verb, *words])
        kinds[kind] += 1
        if kinds[kind] <= each:
            found.append(move)
    return found


def idea(state: State, move: str, share: float | None) -> Json:
    effects = state.preview(move)
    return {"move": move, "share": share, "effects": effects, "reasons": reasons(state, effects)[:MOST_REASONS]}


def reasons(state: State, effects: list[Json]) -> list[Json]:
    """What speaks for a move, as codes with values, the weightiest first."""
    view = state.look(state.turn)
    by_kind: dict[str, list[Json]] = {}
    for effect in effects:
        by_kind.setdefault(effect["effect"], []).append(effect)
    told: list[Json] = []
    if points := sum(effect["points"] for effect in by_kind.get("points", ())):
        told.append({"code": "points", "n": points})
    if coats := sum(effect["earned"] for effect in by_kind.get("coats", ())):
        told.append({"code": "coats", "n": coats})
    for mark in by_kind.get("mark", ()):
        told += [{"code": one, "colour": mark["track"]} for one in ("stars", "bonuses") if mark[one]]
    for cover in by_kind.get("cover", ()):
        told += [{"code": "clean", "row": row} for row in _clean_rows(view, cover)]
        told += _scarce(view, cover["tile"])
    told += [{"code": "ability", "ability": one["ability"]} for one in by_kind.get("ability", ()) if one["gained"]]
    told += _saved(by_kind)
    told += _collected(view, by_kind.get("take", []))
    cells = sum(len(cover["cells"]) for cover in by_kind.get("cover", ()))
    return told or ([{"code": "cells", "n": cells}] if cells > 1 else [])


def _clean_rows(view: Json, cover: Json) -> list[str]:
    """Rows that the tile brings on without a brick or X in them, and that are not complete yet."""
    own = view["seats"][view["turn"]]
    house: Json = own.get("house") or own.get("sheet") or {}
    marked = cover.get("brick") or cover.get("cross")
    dull = {cell for cell, (_, kind) in house.items() if kind in ("brick", "X")} | ({marked} if marked else set())
    found = []
    for row in sorted({cell[1:] for cell in cover["cells"]}):
        covered = {cell for cell in (*house, *cover["cells"]) if cell[1:] == row}
        if NEARLY <= len(covered) < len("abcde") and not covered & dull:
            found.append(row)
    return found


def _scarce(view: Json, tile: str) -> list[Json]:
    """The last of a large tile is had by nobody else."""
    if int(tile[1]) < LARGE:
        return []
    left = view["supply"][tile] if "supply" in view else view["crossed_out"][tile].count(False)
    return [{"code": "last", "tile": tile}] if left == 1 else []


def _saved(by_kind: dict[str, list[Json]]) -> list[Json]:
    cells = sum(len(cover["cells"]) for cover in by_kind.get("cover", ()))
    saved = [cells - len(paid["cards"]) for paid in by_kind.get("pay", ())]
    return [{"code": "cheap", "n": one} for one in saved if one > 0]


def _collected(view: Json, taken: list[Json]) -> list[Json]:
    """Cards of one colour that come together."""
    hand = view.get("hand", "") + "".join(card["card"] for card in taken)
    best = max((card["card"] for card in taken), key=hand.count, default="")
    return [{"code": "collect", "colour": best, "n": hand.count(best)}] if best and hand.count(best) > 1 else []
