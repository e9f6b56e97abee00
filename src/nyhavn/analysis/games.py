"""A game judged move by move: how the seats stood, what would have been better, and where it turned.

Every decision is judged from what its seat could know when it decided: a move is not bad because of a card that came
later. What the best alternative would have gained is measured afresh, with random numbers that had no part in finding
it, so that the best of many guesses does not look better than it is.
"""

import random
from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from typing import Any

from nyhavn.analysis.moves import assess, gain, suggest, suggestions
from nyhavn.bots import Budget, Observation, make_bot, observe
from nyhavn.games import bots_of, rules_of
from nyhavn.play import State
from nyhavn.records import count_moves, retrace

Judged = dict[str, Any]
"""A decision as it is judged, ready for JSON."""

LARGE_SLIP, LARGE_TURN = 0.05, 0.15
"""Shares of a win from which on a loss by one's own move, or a change by anything else, is a turning point."""
CLEAR = 2.0
"""So many standard errors make a loss more than noise."""
MOST_TURNS = 6


def analyse(
    state: State,
    budget: Budget | None = None,
    bot: str | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Judged:
    """Judge every decision of a game, over or not. `bot` names who proposes the alternative, otherwise our own planner
    proposes several; `budget` is for each decision, and work gives the same judgement again."""
    total = count_moves(state)
    decisions: list[Judged] = []
    for number, position in enumerate(positions_before(state), 1):
        decisions.append(judge_decision(state, position, number, budget, bot, seed))
        progress(number, total)
    return put_together(state, decisions, budget, bot, seed)


def positions_before(state: State) -> list[State]:
    """The position before each move of a game."""
    return [position.copy() for position in islice(retrace(state), count_moves(state))]


def judge_decision(
    state: State, position: State, number: int, budget: Budget | None = None, bot: str | None = None, seed: int = 0
) -> Judged:
    """A decision of a game by its number, from the position before it. It depends on no other one."""
    entry = next(islice((entry for entry in state.history if "move" in entry), number - 1, None))
    rng = random.Random(f"nyhavn analyse {seed} {number}")
    found = judge(observe(position, entry["seat"]), entry["move"], budget or _usual(state), rng, bot)
    return {"number": number, "seat": entry["seat"], **found}


def put_together(
    state: State, decisions: list[Judged], budget: Budget | None = None, bot: str | None = None, seed: int = 0
) -> Judged:
    """A game, all decisions of which were judged. They are compared with one another, and changed where that tells
    more of them."""
    _see_further(decisions, state)
    _compare_with_before(decisions)
    return {
        "game": state.game,
        "players": state.players,
        "options": state.options,
        "names": [state.tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(state.players)],
        "budget": str(budget or _usual(state)),
        "bot": bot,
        "seed": seed,
        "decisions": decisions,
        "turning_points": turning_points(decisions),
        "lost": [_lost(decisions, seat) for seat in range(state.players)],
        "over": state.over,
        "winners": list(state.winners),
    }


def _usual(state: State) -> Budget:
    return Budget(nodes=bots_of(state.game).review_playouts)


def advise(state: State, budget: Budget | None = None, seed: int = 0) -> Judged:
    """The promising moves of the seat on turn with what they are worth, best first, from what the seat knows."""
    if state.turn is None:
        raise ValueError("this game is over, so that nobody is to move")
    budget = budget or _usual(state)
    found = suggest(observe(state, state.turn), budget, random.Random(f"nyhavn analyse {seed}"))
    return {
        "game": state.game,
        "players": state.players,
        "options": state.options,
        "position": state.position(state.turn),
        "seat": state.turn,
        "budget": str(budget),
        "seed": seed,
        "suggestions": [
            {"move": one.move, "win_share": round(one.win_share, 4), "error": round(one.error, 4)} for one in found
        ],
    }


def judge(observation: Observation, move: str, budget: Budget, rng: random.Random, bot: str | None = None) -> Judged:
    """One decision: what the move played is worth, the best alternative, and what that would have gained."""
    half = Budget(
        seconds=None if budget.seconds is None else budget.seconds / 2,
        nodes=None if budget.nodes is None else max(1, budget.nodes // 2),
    )
    moves = rules_of(observation.game).moves
    played = moves.find_move(move)
    assert played is not None
    others = [other for other in _alternatives(observation, rng, bot) if other != played]
    best, share, error, lost, clear = played, 0.0, 0.0, 0.0, False
    if others:
        other = others[0]
        if len(others) > 1:
            other = max(assess(observation, others, half, rng), key=lambda worth: worth.win_share).move
        found = gain(observation, played, other, half if len(others) > 1 else budget, rng)
        best = other if found.gained > 0 else played
        share, error, lost = found.win_share, found.error, max(0.0, found.gained)
        clear = found.gained > CLEAR * found.gain_error
    else:
        (alone,) = assess(observation, [played], budget, rng)
        share, error = alone.win_share, alone.error
    return {
        "move": move,
        "fields": moves.CODEC.fields(played),
        "legal": len(observation.moves),
        "win_share": round(share, 4),
        "error": round(error, 4),
        "best": moves.format_moves([best])[0],
        "best_fields": moves.CODEC.fields(best),
        "lost": round(lost, 4),
        "clear": clear,
    }


def _alternatives(observation: Observation, rng: random.Random, bot: str | None) -> list[int]:
    if len(observation.moves) == 1:
        return []
    if bot is None:
        return suggestions(observation, rng)
    chosen = rules_of(observation.game).moves.find_move(make_bot(bot).choose(observation, rng))
    return [] if chosen is None else [chosen]


def _see_further(decisions: Sequence[Judged], state: State) -> None:
    """Where a seat decided again at once, with no card or die between, its next decision knows better what the move
    before was worth: as much as the best that was found there. What playouts go on by may miss it."""
    history = state.history
    at = [number for number, entry in enumerate(history) if "move" in entry]
    for (one, after), (place, next_place) in reversed(list(zip(pairwise(decisions), pairwise(at), strict=True))):
        found = round(after["win_share"] + after["lost"], 4)
        if after["seat"] == one["seat"] and next_place == place + 1 and found > one["win_share"]:
            lost = round(max(0.0, one["win_share"] + one["lost"] - found), 4)
            one |= {"win_share": found, "lost": lost, "clear": one["clear"] and lost > 0}
            if not lost:
                one |= {"best": one["move"], "best_fields": one["fields"]}


def _compare_with_before(decisions: Sequence[Judged]) -> None:
    """What a seat had after its decision before, and by how much that had changed until it decided again."""
    latest: dict[int, float] = {}
    for one in decisions:
        one["before"] = latest.get(one["seat"])
        latest[one["seat"]] = one["win_share"]
        could = one["win_share"] + one["lost"]
        one["change"] = None if one["before"] is None else round(could - one["before"], 4)


def turning_points(decisions: Sequence[Judged]) -> list[Judged]:
    """Where the game turned, in its order: moves that lost much (`slip`), and what came between two decisions of a
    seat, the others' moves and chance, if it changed much (`fortune`). At most a few, the largest."""
    found = []
    for one in decisions:
        if one["clear"] and one["lost"] >= LARGE_SLIP:
            found.append({"number": one["number"], "seat": one["seat"], "kind": "slip", "size": -one["lost"]})
        if one["change"] is not None and abs(one["change"]) >= LARGE_TURN:
            found.append({"number": one["number"], "seat": one["seat"], "kind": "fortune", "size": one["change"]})
    largest = sorted(found, key=lambda turn: -abs(turn["size"]))[:MOST_TURNS]
    return sorted(largest, key=lambda turn: turn["number"])


def _lost(decisions: Sequence[Judged], seat: int) -> float:
    """What a seat's own moves lost it in all, as far as that is clear."""
    return float(round(sum(one["lost"] for one in decisions if one["seat"] == seat and one["clear"]), 4))


def curves(analysis: Judged) -> list[tuple[str, list[int], list[float]]]:
    """For each seat the share of a win after each of its own moves, and at the end what it won."""
    found = []
    for seat, name in enumerate(analysis["names"]):
        own = [one for one in analysis["decisions"] if one["seat"] == seat]
        places, shares = [one["number"] for one in own], [one["win_share"] for one in own]
        if analysis["over"]:
            places.append(len(analysis["decisions"]) + 1)
            shares.append((seat in analysis["winners"]) / len(analysis["winners"]))
        assert all(one < other for one, other in pairwise(places))
        found.append((name, places, shares))
    return found
