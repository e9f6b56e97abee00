"""A game judged move by move: how the seats stood, what would have been better, what chance gave, and where it turned.

Every decision is judged from what its seat could know when it decided: a move is not bad because of a card that came
later. The costliest decisions of each seat are explained.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, pairwise

from nyhavn.analysis.announcements import announced
from nyhavn.analysis.decisions import SMALLEST, Judged, judge
from nyhavn.analysis.explanations import explain
from nyhavn.analysis.hints import compared
from nyhavn.analysis.luck import luck_of
from nyhavn.bots import Budget, observe
from nyhavn.games import bots_of
from nyhavn.play import State
from nyhavn.records import count_moves, retrace

LARGE_SLIP, LARGE_LUCK = 0.02, 0.05
"""Shares of a win from which on a loss by one's own move, or what chance gave or took, is a turning point."""
MOST_TURNS = 3
"""At most, of each kind and seat."""


def analyse(
    state: State,
    budget: Budget | None = None,
    bot: str | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Judged:
    """Judge every decision of a game, over or not. `bot` names who proposes the alternative, otherwise our own planner
    proposes several; `budget` is for each decision, at most, and work gives the same judgement again."""
    total = count_moves(state)
    decisions: list[Judged] = []
    positions = positions_of(state)
    for number in range(1, total + 1):
        decisions.append(judge_decision(state, positions, number, budget, bot, seed))
        progress(number, total)
    while costly := costliest(state, decisions):
        for one in costly:
            decisions[one["number"] - 1] = explain_decision(state, positions, one, budget, seed)
    return put_together(state, decisions, budget, bot, seed)


def positions_of(state: State) -> list[State]:
    """The position before each move of a game, and the one that it came to."""
    return [position.copy() for position in retrace(state)]


def judge_decision(
    state: State,
    positions: Sequence[State],
    number: int,
    budget: Budget | None = None,
    bot: str | None = None,
    seed: int = 0,
) -> Judged:
    """A decision of a game by its number, and the luck that followed it. It depends on no other one."""
    budget = budget or _usual(state)
    entry = next(islice((entry for entry in state.history if "move" in entry), number - 1, None))
    rng = random.Random(f"nyhavn analyse {seed} {number}")
    before, after = positions[number - 1 : number + 1]
    found = judge(observe(before, entry["seat"]), entry["move"], budget, rng, bot)
    luck = luck_of(before, entry["move"], after, budget, rng)
    return {"number": number, "seat": entry["seat"], **found, "luck": luck}


def costliest(state: State, decisions: list[Judged]) -> list[Judged]:
    """The decisions of all seats that are worth an explanation and have none yet: those that are explained may turn out
    to have cost less than others. Before, all are compared with what followed, and changed where that tells more."""
    if not any("options" in one for one in decisions):
        _see_further(decisions, state)
    slips = [turn for turn in turning_points(decisions) if turn["kind"] == "slip"]
    costly = [decisions[turn["number"] - 1] for turn in slips]
    return [one for one in costly if "options" not in one]


def explain_decision(
    state: State, positions: Sequence[State], decision: Judged, budget: Budget | None = None, seed: int = 0
) -> Judged:
    """A decision that cost something, explained. It depends on no other one."""
    return explain(positions[decision["number"] - 1], decision, budget or _usual(state), seed)


def put_together(
    state: State, decisions: list[Judged], budget: Budget | None = None, bot: str | None = None, seed: int = 0
) -> Judged:
    """A game, all decisions of which were judged, and the costliest explained."""
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
    """The promising moves of the seat to move with what they are worth, best first, from what the seat knows: what
    hints are chosen from."""
    if state.turn is None:
        raise ValueError("this game is over: there are no moves to judge")
    budget = budget or Budget(nodes=bots_of(state.game).idea_playouts)
    seen = observe(state, state.turn)
    found = compared(seen, budget, seed)
    return {
        "game": state.game,
        "players": state.players,
        "options": state.options,
        "position": state.position(state.turn),
        "seat": state.turn,
        "budget": str(budget),
        "seed": seed,
        "suggestions": [
            {
                "move": seen.text(one.move),
                "win_share": round(announced(state.game, state.players, one.win_share), 4),
                "error": round(one.error, 4),
            }
            for one in found
        ],
    }


def _see_further(decisions: Sequence[Judged], state: State) -> None:
    """Where a seat decided again at once, with no card or die between, its next decision knows better what the move
    before was worth: as much as the best that was found there. What playouts go on by may miss it."""
    history = state.history
    at = [number for number, entry in enumerate(history) if "move" in entry]
    for (one, after), (place, next_place) in reversed(list(zip(pairwise(decisions), pairwise(at), strict=True))):
        found = round(after["win_share"] + after["lost"], 4)
        if after["seat"] == one["seat"] and next_place == place + 1 and found > one["win_share"]:
            lost = round(one["win_share"] + one["lost"] - found, 4)
            lost = lost if lost >= SMALLEST else 0.0
            one |= {"win_share": found, "lost": lost, "clear": one["clear"] and lost > 0}
            if not lost:
                one |= {"best": one["move"], "best_fields": one["fields"], "best_effects": [], "reasons": []}


def turning_points(decisions: Sequence[Judged]) -> list[Judged]:
    """Where the game turned, in its order: moves that lost much (`slip`), and what chance gave or took after a move
    (`luck`). Of each seat at most a few, the largest."""
    found: list[Judged] = []
    for one in decisions:
        here = {"number": one["number"]}
        if one["clear"] and one["lost"] >= LARGE_SLIP:
            found.append({**here, "seat": one["seat"], "kind": "slip", "size": -one["lost"]})
        for seat, size in enumerate(one["luck"] or ()):
            if abs(size) >= LARGE_LUCK:
                found.append({**here, "seat": seat, "kind": "luck", "size": size})
    kinds = {(turn["seat"], turn["kind"]) for turn in found}
    largest = [turn for kind in kinds for turn in _largest(found, *kind)]
    return sorted(largest, key=lambda turn: (turn["number"], turn["kind"], turn["seat"]))


def _largest(turns: Iterable[Judged], seat: int, kind: str) -> list[Judged]:
    own = [turn for turn in turns if (turn["seat"], turn["kind"]) == (seat, kind)]
    return sorted(own, key=lambda turn: -abs(turn["size"]))[:MOST_TURNS]


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
