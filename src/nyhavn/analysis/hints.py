"""Hints for the seat to move: a few good moves of a bot, found from what the seat knows, and what speaks for each.
Which moves are the same idea, and what speaks for one, is up to each game (`hints`)."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from nyhavn.analysis.announcements import announced
from nyhavn.bots import Budget, Observation
from nyhavn.games import bots_of, find_game, rules_of

if TYPE_CHECKING:
    from nyhavn.analysis.moves import Worth

Json = dict[str, Any]
MOST = 3
MOST_PROMISING, MOST_COMPARED = 24, 6
"""Moves that the planner names, and those of them that are played on to compare them."""
MOST_REASONS = 2


def ideas(observation: Observation) -> list[Json]:
    """The best few moves of the seat to move with the share of a win after each, best first."""
    if len(observation.numbers) == 1:
        return [idea(observation, observation.numbers[0], None)]
    worths = {worth.move: worth.win_share for worth in compared(observation)}
    best = different(observation.game, list(worths))[:MOST]
    told = {move: announced(observation.game, observation.players, worths[move]) for move in best}
    return [idea(observation, move, round(share, 3)) for move, share in told.items()]


def compared(observation: Observation, budget: Budget | None = None, seed: int = 0) -> "list[Worth]":
    """What several promising moves are worth, best first; the same whenever it is asked of the same position."""
    from nyhavn.analysis.moves import assess, random_numbers, suggestions  # kernels are loaded for the first idea

    game, rng = observation.game, random_numbers(observation, seed)
    promising = different(game, suggestions(observation, rng, MOST_PROMISING), each=2)[:MOST_COMPARED]
    worths = assess(observation, promising, budget or Budget(nodes=bots_of(game).idea_playouts), rng)
    return sorted(worths, key=lambda worth: -worth.win_share)


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


def idea(observation: Observation, move: int, share: float | None) -> Json:
    """A legal move by its number, as it is reported."""
    rules, memory = rules_of(observation.game), observation.memory
    effects = rules.preview(memory, rules.read(memory), move) or []
    return {
        "move": observation.text(move),
        "fields": rules.moves.CODEC.fields(move),
        "share": share,
        "effects": effects,
        "reasons": reasons(observation, effects)[:MOST_REASONS],
    }


def reasons(observation: Observation, effects: list[Json]) -> list[Json]:
    """What speaks for a move with these effects, as codes with values, the weightiest first."""
    hints = find_game(observation.game).hints
    return hints.reasons(observation.look, effects) if hints else []
