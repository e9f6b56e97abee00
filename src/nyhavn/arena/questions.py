"""Questions the curious ask, answered from many games that one bot plays against itself.

What a tile, a cell or an ability is worth is the slope of a plain regression: how many points more a seat has at the
end with one more of it, the others of its kind being equal. That says what goes with points, not what causes them: who
places a large tile also had the cards for it. Seats of one game are one cluster.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.arena.intervals import mean_of, share_of, student
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.results import Figures, seats, tidy
from nyhavn.arena.runs import wins
from nyhavn.games import components_of, find_game

Floats = npt.NDArray[np.float64]

Did = dict[str, Any]
KINDS: dict[str, Callable[[Did], dict[str, float]]] = {
    "colours": lambda did: did["tiles"],
    "sizes": lambda did: {**{f"size {size}": count for size, count in did["sizes"].items()}, "single": did["singles"]},
    "abilities": lambda did: did["abilities"],
}
FEW = 30
"""Nothing is said of what came in fewer games than this."""


def self_play(game: str, players: int, bot: str, seed: int, options: dict[str, Any] | None = None) -> Match:
    """Games of a bot against itself, each with a deal of its own. ValueError if the game does not say what is counted
    in it."""
    if not find_game(game).has("statistics"):
        raise ValueError(f"{game} has no statistics, so there is nothing to ask")
    return Match(game, (bot,) * players, seed, options or {}, rotated=False)


def answers(match: Match, lines: Sequence[Line]) -> Figures:
    """All answers from games of one match."""
    return {
        "game": match.game,
        "players": len(match.players),
        "bot": match.players[0],
        "games": len(lines),
        "seed": match.seed,
        "seats": seats(lines),
        "points": _mean([sum(line["points"]) for line in lines], [len(line["points"]) for line in lines]),
        "winner_points": _mean([line["points"][line["winners"][0]] for line in lines]),
        "turns": _mean([line["turns"] for line in lines])
        | {"middle": [int(part) for part in np.percentile([line["turns"] for line in lines], [5, 50, 95])]},
        "goal": _goal(match.game, lines),
        **{kind: worth(lines, read) for kind, read in KINDS.items()},
    }


def worth(lines: Sequence[Line], read: Callable[[Did], dict[str, float]]) -> list[Figures]:
    """Of each thing of a kind: how many a seat has on average, how many points go with one more, and how many more the
    winner has than the others."""
    names = list(read(lines[0]["did"][0]))
    counts = np.array([[[read(did)[name] for name in names] for did in line["did"]] for line in lines], np.float64)
    points = np.array([line["points"] for line in lines], np.float64)
    share = np.array([wins(line) for line in lines])
    told = (counts.sum(axis=1) > 0).sum(axis=0) >= FEW
    slopes, errors = regress(counts[:, :, told], points)
    reach = student(max(1, len(lines) - 1))
    ahead = (counts * share[:, :, None]).sum(axis=1) - (counts * (1 - share)[:, :, None]).sum(axis=1) / (
        points.shape[1] - 1
    )
    found = []
    place = iter(range(len(slopes)))
    for number, name in enumerate(names):
        one: Figures = {"name": name, "mean": tidy(float(counts[:, :, number].mean()))}
        if told[number]:
            slope, error = float(slopes[at := next(place)]), float(errors[at])
            more = mean_of(ahead[:, number].tolist(), [1] * len(lines))
            one |= {"worth": tidy(slope), "low": tidy(slope - reach * error), "high": tidy(slope + reach * error)}
            one |= {"winner": tidy(more.value), "winner_low": tidy(more.low), "winner_high": tidy(more.high)}
        found.append(one)
    return found


def regress(counts: Floats, points: Floats) -> tuple[Floats, Floats]:
    """The slope of each count in a linear regression of points, and its standard error, robust against whatever seats
    of one game have to do with each other. `counts` are by game, seat and thing, `points` by game and seat."""
    games, players, things = counts.shape
    known = np.concatenate([counts, np.ones((games, players, 1))], axis=2)
    flat = known.reshape(-1, things + 1)
    inverse = np.linalg.pinv(flat.T @ flat)
    slopes = inverse @ flat.T @ points.ravel()
    scores = np.einsum("gpt,gp->gt", known, points - known @ slopes)
    spread = inverse @ (scores.T @ scores) @ inverse * games / max(1, games - 1)
    return slopes[:-1], np.sqrt(np.diag(spread))[:-1]


def _mean(sums: Sequence[float], counts: Sequence[int] | None = None) -> Figures:
    found = mean_of(sums, counts or [1] * len(sums))
    return {"mean": tidy(found.value), "low": tidy(found.low), "high": tidy(found.high)}


def _goal(game: str, lines: Sequence[Line]) -> Figures | None:
    """The share of games in which somebody has the points at the end that the game is played for (C31, W28); None where
    there is no such goal."""
    goal = components_of(game).get("goal")
    if goal is None:
        return None
    found = share_of([max(line["points"]) >= goal for line in lines], [1] * len(lines))
    return {"points": goal, "share": tidy(found.value), "low": tidy(found.low), "high": tidy(found.high)}
