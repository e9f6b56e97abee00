"""What games come to."""

import re
from itertools import pairwise
from typing import Any

import pytest

from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.reports import match_report
from nyhavn.arena.results import summary
from nyhavn.arena.runs import play_match


def line(number: int, seats: list[int], ranking: list[list[int]], points: list[int], ms: float = 2.0) -> Line:
    return {
        "number": number,
        "table": sorted(seats),
        "rotation": seats[0],
        "seats": seats,
        "winners": ranking[0],
        "ranking": ranking,
        "points": points,
        "turns": 40,
        "asked": [10] * len(seats),
        "ms": [ms] * len(seats),
        "moves": ["take 1 2"] * 50,
    }


def test_shared_wins_count_in_parts_and_seats_are_told_from_players() -> None:
    match = Match("copenhagen", ("greedy", "random"))
    lines = [
        line(0, [0, 1], [[0], [1]], [9, 5]),
        line(0, [1, 0], [[0, 1]], [7, 7]),
        line(1, [0, 1], [[0], [1]], [10, 5]),
        line(1, [1, 0], [[0], [1]], [6, 4]),
    ]
    found = summary(match, lines)
    one, other = found["players"]
    assert (one["wins"], one["win_share"], one["mean_points"], one["ms_per_move"]) == (2.5, 0.625, 7.5, 0.2)
    assert (other["wins"], other["win_share"]) == (1.5, 0.375)
    assert one["low"] < 0.625 < one["high"]
    assert [seat["win_share"] for seat in found["seats"]] == [0.875, 0.125]
    assert found["shared_wins"] == 1
    assert (found["games"], found["seeds"]) == (4, 2)
    assert found["length"]["turns"] == {"mean": 40, "low": 40, "high": 40, "least": 40, "most": 40}
    assert one["rating"]["mu"] > other["rating"]["mu"]


def test_ratings_of_three_follow_their_places() -> None:
    match = Match("copenhagen", ("greedy", "random", "random"))
    lines = [line(number, [0, 1, 2], [[0], [1], [2]], [9, 8, 7]) for number in range(20)]
    rated = [one["rating"]["ordinal"] for one in summary(match, lines)["players"]]
    assert all(one > other for one, other in pairwise(rated))


def test_a_cross_table_has_every_pair() -> None:
    match = Match("copenhagen", ("greedy", "random", "greedy"), cross=True, seed=1)
    lines = play_match(match, 2, Log(match))
    found = summary(match, lines)
    assert found["games"] == 6
    assert [pair["players"] for pair in found["pairs"]] == [[0, 1], [0, 2], [1, 2]]
    matrix = found["matrix"]
    for row in range(3):
        assert matrix[row][row] is None
        assert all(matrix[row][it] + matrix[it][row] == pytest.approx(1) for it in range(3) if it != row)
    assert [one["games"] for one in found["players"]] == [4, 4, 4]


@pytest.mark.slow
@pytest.mark.parametrize("cross", [False, True])
def test_a_report_is_one_page_that_needs_nothing(cross: bool) -> None:
    match = Match("copenhagen", ("random", "random:5n", "random"), cross=cross, seed=1)
    lines = play_match(match, 6, Log(match))
    figures: dict[str, Any] = summary(match, lines)
    text = match_report(match, lines, figures)
    assert text == match_report(match, lines, figures)
    assert text.count("<svg ") == text.count("</svg>") == 5
    assert not re.search(r"(?:src|href)=\"(?!#)|url\((?!#)|@import|<script", text)
    assert "random:5n" in text
    assert f"{100 * figures['players'][1]['win_share']:.1f} %" in text
