"""What the games of a match come to: shares of wins with their intervals, ratings, seats, lengths, time."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nyhavn.arena.intervals import Interval, mean_of, share_of
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.runs import wins
from nyhavn.arena.sprt import Course

Figures = dict[str, Any]
"""Ready for JSON."""

DIGITS = 6
MOST_FAILURES = 20
"""Sentences about games that a program lost by failing; all are in the log."""


def standings(match: Match, lines: Sequence[Line]) -> list[Figures]:
    """Each player: wins (one shared by k counts 1/k), share of its games with the interval, points, time."""
    return [_player(match, lines, player) for player in range(len(match.players))]


def summary(match: Match, lines: Sequence[Line], course: Course | None = None) -> Figures:
    """Everything there is to say about games that were played."""
    found: Figures = {
        "game": match.game,
        "options": match.options,
        "seed": match.seed,
        "games": len(lines),
        "seeds": len({line["number"] for line in lines}),
        "players": [
            one | {"rating": rating} for one, rating in zip(standings(match, lines), ratings(match, lines), strict=True)
        ],
        "seats": seats(lines),
        "length": {
            "turns": _spread(lines, lambda line: line["turns"]),
            "moves": _spread(lines, lambda line: len(line["moves"])),
        },
        "shared_wins": sum(len(line["winners"]) > 1 for line in lines if "failed" not in line),
        "failures": [line["failed"]["sentence"] for line in lines if "failed" in line][:MOST_FAILURES],
        "sprt": course.found() if course else None,
    }
    if match.cross:
        found["pairs"] = pairs(match, lines)
        found["matrix"] = matrix(match, found["pairs"])
    return found


def _clustered(lines: Iterable[Line], value: Callable[[Line], float | None]) -> tuple[list[float], list[int]]:
    """Something that some games have, summed up and counted by seed."""
    sums: dict[int, float] = {}
    counts: dict[int, int] = {}
    for line in lines:
        one = value(line)
        if one is not None:
            sums[line["number"]] = sums.get(line["number"], 0) + one
            counts[line["number"]] = counts.get(line["number"], 0) + 1
    return list(sums.values()), list(counts.values())


def _of_player(player: int, values: Callable[[Line], Sequence[float]]) -> Callable[[Line], float | None]:
    """What a game says of a player, from what it says of each seat."""

    def value(line: Line) -> float | None:
        return values(line)[line["seats"].index(player)] if player in line["seats"] else None

    return value


def _player(match: Match, lines: Sequence[Line], player: int) -> Figures:
    won, played = _clustered(lines, _of_player(player, wins))
    points = mean_of(*_clustered(lines, _of_player(player, lambda line: line["points"])))
    asked = sum(_clustered(lines, _of_player(player, lambda line: line["asked"]))[0])
    milliseconds = sum(_clustered(lines, _of_player(player, lambda line: line["ms"]))[0])
    return {
        "name": match.players[player],
        "games": sum(played),
        "wins": tidy(sum(won)),
        **_written(share_of(won, played), "win_share"),
        "mean_points": tidy(points.value),
        "failures": sum("failed" in line and line["seats"][line["failed"]["seat"]] == player for line in lines),
        "ms_per_move": tidy(milliseconds / asked) if asked else None,
    }


def ratings(match: Match, lines: Sequence[Line]) -> list[Figures]:
    """Ratings by openskill's Plackett–Luce model, from its usual beginning through the games in their order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = [model.rating() for _ in match.players]
    for line in lines:
        places = {seat: place for place, group in enumerate(line["ranking"]) for seat in group}
        teams = [[rated[player]] for player in line["seats"]]
        after = model.rate(teams, ranks=[float(places[seat]) for seat in range(len(teams))])
        for player, (rating,) in zip(line["seats"], after, strict=True):
            rated[player] = rating
    return [{"mu": tidy(it.mu), "sigma": tidy(it.sigma), "ordinal": tidy(it.ordinal())} for it in rated]


def seats(lines: Sequence[Line]) -> list[Figures]:
    """The share of wins from each seat, no matter who sat there. With players of different strength the seats still
    compare, since each has sat everywhere equally often."""
    found = []
    for seat in range(len(lines[0]["seats"]) if lines else 0):
        share = share_of(*_clustered(lines, lambda line, seat=seat: wins(line)[seat]))  # type: ignore[misc]
        found.append({"seat": seat, **_written(share, "win_share")})
    return found


def pairs(match: Match, lines: Sequence[Line]) -> list[Figures]:
    """Each table of a cross table: the first player's share against the second."""
    found = []
    for table in match.tables:
        met = [line for line in lines if tuple(line["table"]) == table]
        share = share_of(*_clustered(met, _of_player(table[0], wins)))
        names = [match.players[player] for player in table]
        found.append({"players": list(table), "names": names, "games": len(met), **_written(share, "win_share")})
    return found


def matrix(match: Match, met: Sequence[Figures]) -> list[list[float | None]]:
    """The share of wins of each player (row) against each other one (column)."""
    rows: list[list[float | None]] = [[None] * len(match.players) for _ in match.players]
    for pair in met:
        one, other = pair["players"]
        share = pair["win_share"]
        rows[one][other], rows[other][one] = share, None if share is None else tidy(1 - share)
    return rows


def _spread(lines: Sequence[Line], value: Callable[[Line], int]) -> Figures:
    numbers = [value(line) for line in lines]
    mean = mean_of(*_clustered(lines, value))
    return {**_written(mean, "mean"), "least": min(numbers, default=None), "most": max(numbers, default=None)}


def _written(interval: Interval, name: str) -> Figures:
    return {name: tidy(interval.value), "low": tidy(interval.low), "high": tidy(interval.high)}


def tidy(number: float) -> float | None:
    """As it is written: JSON knows no infinity, and nobody wants sixteen digits."""
    return round(number, DIGITS) if math.isfinite(number) else None
