"""Ideas for whoever is on turn: a few good moves of a bot, found from what the seat knows, and what speaks for each.
Which moves are the same idea, and what speaks for one, each game says (`hints`)."""

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from nyhavn.bots import Budget, observe
from nyhavn.games import bots_of, find_game, rules_of
from nyhavn.play import State

Json = dict[str, Any]
MOST = 3
MOST_PROMISING, MOST_COMPARED = 24, 6
"""Moves that the planner names, and those of them that are played on to compare them."""
MOST_REASONS = 2


def ideas(state: State, rng: random.Random) -> list[Json]:
    """The best few moves of the seat on turn with the share of a win after each, best first."""
    from nyhavn.analysis.moves import assess, suggestions  # its kernels are loaded when the first idea is wanted

    assert state.turn is not None
    observation = observe(state, state.turn)
    if len(observation.moves) == 1:
        return [idea(state, number, None) for number in numbers(state.game, observation.moves)]
    promising = different(state.game, suggestions(observation, rng, MOST_PROMISING), each=2)[:MOST_COMPARED]
    worths = {
        worth.move: worth.win_share
        for worth in assess(observation, promising, Budget(nodes=bots_of(state.game).idea_playouts), rng)
    }
    best = different(state.game, sorted(worths, key=lambda move: -worths[move]))[:MOST]
    return [idea(state, move, round(worths[move], 3)) for move in best]


def numbers(game: str, moves: Sequence[str]) -> list[int]:
    """The numbers of moves that are legal as text."""
    find = rules_of(game).moves.find_move
    return [number for number in map(find, moves) if number is not None]


def different(game: str, moves: Sequence[int], each: int = 1) -> list[int]:
    """The first of each idea, or the first few."""
    hints, decode = find_game(game).hints, rules_of(game).moves.CODEC.decode
    seen: Counter[Hashable] = Counter()
    found = []
    for move in moves:
        one = hints.idea_of(decode(move)) if hints else move
        seen[one] += 1
        if seen[one] <= each:
            found.append(move)
    return found


def idea(state: State, move: int, share: float | None) -> Json:
    """A legal move by its number, as it is told."""
    rules, memory = rules_of(state.game), state.memory
    effects = rules.preview(memory, rules.read(memory), move) or []
    return {
        "move": rules.moves.format_moves([move])[0],
        "fields": rules.moves.CODEC.fields(move),
        "share": share,
        "effects": effects,
        "reasons": reasons(state, effects)[:MOST_REASONS],
    }


def reasons(state: State, effects: list[Json]) -> list[Json]:
    """What speaks for a move with these effects, as codes with values, the weightiest first."""
    hints = find_game(state.game).hints
    return hints.reasons(state.look(state.turn), effects) if hints else []
