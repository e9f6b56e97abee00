"""Questions: what the answers are made of."""

import re

import numpy as np
import pytest

from nyhavn.arena.ability_values import measure
from nyhavn.arena.answer_pages import QUESTIONS, page, pictures, sentences
from nyhavn.arena.logs import Log
from nyhavn.arena.questions import KINDS, answers, regress, self_play, worth
from nyhavn.arena.runs import play_match
from nyhavn.games import game_names

GIVEN = [
    {"name": name, "gain": gain, "low": gain - 0.01, "high": gain + 0.01} for name, gain in (("a", 0.1), ("b", 0.2))
]


def test_slopes_and_their_errors_are_right() -> None:
    """Seats of one game share a fortune; intervals hold the truth all the same."""
    luck = np.random.default_rng(5)
    covered = 0
    for _ in range(300):
        counts = luck.poisson(3, size=(120, 2, 2)).astype(float)
        fortune = luck.normal(0, 3, size=(120, 1))
        counts[:, :, 0] += np.round(fortune.clip(0, 2))
        points = 2 * counts[:, :, 0] - counts[:, :, 1] + luck.normal(0, 1, size=(120, 2)) + luck.normal(0, 2, (120, 1))
        slopes, errors = regress(counts, points)
        covered += int((np.abs(slopes - [2, -1]) < 1.98 * errors).sum())
    assert 0.92 < covered / 600 < 0.98


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", pytest.param("roll-and-write", marks=pytest.mark.long)])
def test_answers_come_from_the_games(game: str) -> None:
    match = self_play(game, 2, "greedy", seed=3)
    lines = play_match(match, 12, Log(match))
    assert len(lines) == len({line["seed"] for line in lines}) == 12
    found = answers(match, lines)
    assert sum(seat["win_share"] for seat in found["seats"]) == pytest.approx(1)
    assert found["turns"]["mean"] == pytest.approx(sum(line["turns"] for line in lines) / 12)
    tiles = sum(sum(did["tiles"].values()) for line in lines for did in line["did"])
    assert sum(one["mean"] for one in found["colours"]) * 24 == pytest.approx(tiles, abs=0.01)
    found["gifts"] = GIVEN
    told = sentences(found)
    assert told.keys() == QUESTIONS.keys() == pictures(found, lines).keys()
    text = page([found], "nyhavn questions", "pictures/questions")
    assert text.count("## ") == len(QUESTIONS)
    assert len(re.findall(rf"!\[[^]]+\]\(pictures/questions/{game}-2-\w+\.svg\)", text)) == len(QUESTIONS)


def test_winners_are_compared_with_the_others() -> None:
    lines = [
        {
            "points": [9, 5],
            "winners": [0],
            "seats": [0, 1],
            "did": [{"abilities": {"any": 3}}, {"abilities": {"any": 1}}],
        },
        {
            "points": [6, 8],
            "winners": [1],
            "seats": [0, 1],
            "did": [{"abilities": {"any": 1}}, {"abilities": {"any": 2}}],
        },
    ] * 20
    (found,) = worth(lines, KINDS["abilities"])
    assert found["mean"] == 1.75
    assert found["winner"] == 1.5
    assert found["worth"] == pytest.approx(20 / 11, abs=1e-5)  # by hand: a covariance of 1.25, a variance of 0.6875


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_gift_helps(game: str) -> None:
    found = measure(game, 2, 12)
    assert found == measure(game, 2, 12), "the same games, whenever they are played"
    assert sum(one["gain"] for one in found) > 0


@pytest.mark.long
def test_a_star_to_roll_again_is_no_burden() -> None:
    """It was, as long as it was used at every chance."""
    (reroll, *_) = measure("roll-and-write", 2, 60)
    assert reroll["name"] == "reroll"
    assert reroll["low"] > 0
