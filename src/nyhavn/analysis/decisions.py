"""One decision judged, from what its seat could know: what the move played is worth, and what would have been better.

Most decisions are soon clear, and little work goes into them: all promising moves are looked at quickly, and only those
that may be clearly better than the move played are looked at again. What the best of them would have gained is measured
afresh, with random numbers that had no part in finding it, so that the best of many guesses does not look better than
it is. All moves that are compared meet the same luck.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from nyhavn.analysis.announcements import announced
from nyhavn.analysis.hints import idea, reasons
from nyhavn.analysis.moves import error_of, gain, play_out, share_of, suggestions
from nyhavn.bots import Budget, Observation, make_bot
from nyhavn.games import bots_of, rules_of

Judged = dict[str, Any]
"""A decision as it is judged, ready for JSON."""

CLEAR = 2.0
"""A loss of this many standard errors is more than noise."""
SMALLEST, WORTH_A_LOOK = 0.01, 0.02
"""Shares of a win below which nothing is called a loss; while nobody has looked closely, it takes more."""
LOOKS = ((0.25, 3), (0.25, 1))
"""Parts of the budget to look with, and how many moves are looked at again after each."""
AFRESH = 0.5


def portion(budget: Budget, part: float) -> Budget:
    """A part of a budget."""
    return Budget(
        seconds=None if budget.seconds is None else budget.seconds * part,
        nodes=None if budget.nodes is None else max(1, int(budget.nodes * part)),
        cores=budget.cores,
    )


def judge(observation: Observation, move: str, budget: Budget, rng: random.Random, bot: str | None = None) -> Judged:
    """A move that was played: its worth, the best move that was found, and what that would have gained."""
    moves, turns = rules_of(observation.game).moves, bots_of(observation.game).review_turns
    played = moves.find_move(move)
    assert played is not None
    others = [other for other in _alternatives(observation, rng, bot) if other != played]
    best, lost, clear = played, 0.0, False
    for part, most in LOOKS:
        rounds = play_out(observation, (played, *others), portion(budget, part), rng, turns)
        share, error = share_of(rounds[:, 0]), error_of(rounds[:, 0])
        others = _hopeful(rounds, others)[:most]
        if not others:
            break
    else:
        found = gain(observation, played, others[0], portion(budget, AFRESH), rng, turns)
        share, error = found.win_share, found.error
        if is_loss(found.gained, found.gain_error, WORTH_A_LOOK):
            best, lost, clear = others[0], found.gained, True
    judged = {
        "move": move,
        "fields": moves.CODEC.fields(played),
        "legal": len(observation.numbers),
        "win_share": round(announced(observation.game, observation.players, share), 4),
        "error": round(error, 4),
        "lost": round(lost, 4),
        "clear": clear,
    }
    return judged | better(observation, played, best)


def is_loss(gained: float, error: float, least: float = SMALLEST) -> bool:
    """Whether another move would have gained enough to speak of, and more than by noise."""
    return gained >= least and gained > CLEAR * error


def better(observation: Observation, played: int, best: int) -> Judged:
    """The best move as it is reported: what it does, and what speaks for it but not for the one played."""
    told = idea(observation, best, None)
    found: Judged = {"best": told["move"], "best_fields": told["fields"], "best_effects": [], "reasons": []}
    if best != played:
        known = reasons(observation, idea(observation, played, None)["effects"])
        for_best = reasons(observation, told["effects"])
        own = [one for one in for_best if one not in known]
        found |= {"best_effects": told["effects"], "reasons": own}
    return found


def _alternatives(observation: Observation, rng: random.Random, bot: str | None) -> list[int]:
    if len(observation.numbers) == 1:
        return []
    if bot is None:
        return suggestions(observation, rng)
    chosen = rules_of(observation.game).moves.find_move(make_bot(bot).choose(observation, rng))
    return [] if chosen is None else [chosen]


def _hopeful(rounds: Any, others: Sequence[int]) -> list[int]:
    """The moves that may be clearly better than the first one, the best first."""
    gains = rounds[:, 1:] - rounds[:, :1]
    means = gains.mean(axis=0)
    hopes = [mean + CLEAR * error_of(column) for mean, column in zip(means, gains.T, strict=True)]
    return [others[place] for place in np.argsort(-means, kind="stable") if hopes[place] >= WORTH_A_LOOK]
