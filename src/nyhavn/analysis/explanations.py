"""Costly decisions explained: several moves that could have been played, what each of them would have lost, how it
would likely have gone on, and what the best one makes or denies."""

import random

from nyhavn.analysis.announcements import announced
from nyhavn.analysis.continuations import courses, differences, likely
from nyhavn.analysis.decisions import Judged, better, is_loss
from nyhavn.analysis.hints import different, idea
from nyhavn.analysis.moves import error_of, play_out, share_of, suggestions
from nyhavn.bots import Budget, observe
from nyhavn.games import bots_of, rules_of
from nyhavn.play import State

MOST_OPTIONS = 4
MOST_PROMISING = 12
MOST_REASONS = 3


def explain(position: State, decision: Judged, budget: Budget, seed: int) -> Judged:
    """A decision that cost something, judged once more, as far ahead as `search` looks, and explained. All options meet
    the same luck, which had no part in finding them; if none of them turns out better, nothing was lost."""
    rng = random.Random(f"nyhavn explain {seed} {decision['number']}")
    seen = observe(position, decision["seat"])
    played, first = map(rules_of(seen.game).moves.find_move, (decision["move"], decision["best"]))
    assert played is not None
    assert first is not None
    more = different(seen.game, [played, first, *suggestions(seen, rng, MOST_PROMISING)])
    options = list(dict.fromkeys([played, first, *more]))[:MOST_OPTIONS]
    bots = bots_of(seen.game)
    rounds = play_out(seen, options, budget, rng, bots.search.turns if bots.search else bots.review_turns)
    shares = rounds.mean(axis=0)
    top = int(shares.argmax())
    gains = rounds[:, top] - rounds[:, 0]
    lost = float(gains.mean())
    share = announced(seen.game, seen.players, share_of(rounds[:, 0]))
    told: Judged = {"win_share": round(share, 4), "error": round(error_of(rounds[:, 0]), 4)}
    if not is_loss(lost, error_of(gains)):
        return decision | told | {"lost": 0.0, "clear": False} | better(seen, played, played)
    told |= {"lost": round(lost, 4), "clear": True}
    told |= better(seen, played, options[top])
    luck = rng.getrandbits(48)
    with_best, with_played = (courses(position, seen.seat, move, luck) for move in (told["best"], decision["move"]))
    told["reasons"] = [*differences(with_best, with_played, seen.seat), *told["reasons"]][:MOST_REASONS]
    told["continuation"] = likely(with_best, seen.seat)
    choices = [
        {key: idea(seen, move, None)[key] for key in ("move", "fields", "effects")}
        | {"lost": round(float(shares[top] - worth), 4)}
        for move, worth in zip(options, shares, strict=True)
    ]
    told["options"] = sorted(choices, key=lambda one: str(one["move"]))  # their order tells nothing
    return decision | told
