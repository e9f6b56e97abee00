"""How far bots are from best play: what is measured is found where it is known to be, and not where it isn't."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

import nyhavn
from nyhavn.bench.strength import best_response, calibration, decision_losses, held_out
from nyhavn.bench.strength.held_out import Sample, until
from nyhavn.bots import observe
from nyhavn.cli import main
from nyhavn.games import game_names
from nyhavn.records import retrace
from tests.choice_client import numbers
from tests.cli import run

GAMES = Path(__file__).parents[2] / "docs" / "games"
PAIRS = 4


@pytest.fixture(autouse=True)
def resampled_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "RESAMPLED", 60)


def forecasts(games: int, heat: float) -> list[list[tuple[float, float]]]:
    """Announcements that are right if `heat` is 1; chances are further from the middle than announced if it is more."""
    rng = np.random.default_rng(7)
    told = []
    for _ in range(games):
        share = rng.uniform(0.1, 0.9)
        odds = heat * np.log(share / (1 - share))
        won = float(rng.random() < 1 / (1 + np.exp(-odds)))
        told.append([(share, won)] * PAIRS)
    return told


def test_forecasts_that_come_true_are_called_right() -> None:
    found = calibration.judged(forecasts(4000, 1.0), players=2, seed=1)
    assert found["announcements"] == 4000 * PAIRS
    assert found["ece"]["mean"] < 2 * found["ece_floor"] < 0.04
    assert found["fitted_error"]["mean"] < 0.015
    assert found["temperature"]["low"] < 1 < found["temperature"]["high"]
    assert found["shift"]["low"] < 0 < found["shift"]["high"]


def test_forecasts_that_are_too_timid_are_found_out() -> None:
    found = calibration.judged(forecasts(4000, 1.6), players=2, seed=1)
    assert found["ece"]["low"] > 2 * found["ece_floor"]
    assert found["fitted_error"]["low"] > 0.05
    assert found["temperature"]["mean"] == pytest.approx(1.6, abs=0.15)
    for row in found["bins"]:
        assert abs(row["announced"] - 0.5) < abs(row["won"]["mean"] - 0.5) + 0.05


def test_equal_shares_stay_equal_at_any_temperature() -> None:
    for players in (2, 3, 4):
        bent = calibration.tempered(np.array([1 / players]), np.array([0.0, 1.7]), players)
        assert bent[0] == pytest.approx(1 / players)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_who_wins_at_once_loses_nothing(game: str) -> None:
    """The last decision of a game that ends with it: the judge finds the winning move, and says what others cost."""
    record = {"copenhagen": "friday.nyhavn", "roll-and-write": "sunday.nyhavn"}[game]
    state = nyhavn.read_record(GAMES / record)
    moves = [entry for entry in state.history if "move" in entry]
    last, position = next(
        (entry["move"], position)
        for entry, position in reversed(list(zip(moves, (one.copy() for one in retrace(state)), strict=False)))
        if len(position.moves()) > 1 and entry["seat"] in state.winners
    )
    seen = observe(position, position.turn or 0)
    best, others = numbers(game, [last])[0], seen.numbers
    verdict = decision_losses.judge(seen, [best, *others[:2]], 400, random.Random(1))
    assert verdict.losses[0] < 0.1
    assert verdict == decision_losses.judge(seen, [best, *others[:2]], 400, random.Random(1))
    assert verdict.apart >= 0


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_random_moves_lose_more_than_those_of_a_planner(game: str) -> None:
    sample = Sample(game, 2, "planner", seed=5, seconds=60, jobs=1, most=12)
    found = decision_losses.measure(sample, ["random", "planner"], 300, lambda text: None)
    lost = {bot: one["loss"]["mean"] for bot, one in found["bots"].items()}
    assert found["decisions"] == 12
    assert lost["random"] > lost["planner"] > -0.05
    assert 0 <= found["floor"]["mean"] < lost["random"]


def test_what_is_done_in_a_given_time_is_done_in_order() -> None:
    assert [found for found, _ in until(60, str, range(3))] == ["0", "1", "2"]
    assert [found for found, _ in until(1e-9, str, range(3))] == ["0"], "one in any case"


@pytest.mark.slow
def test_several_processes_do_the_same() -> None:
    assert [found for found, _ in until(60, str, range(5), jobs=2)] == ["0", "1", "2", "3", "4"]
    for found, _ in until(60, str, iter(int, 1), jobs=2):
        assert found == "0"
        break  # what was begun is let go


@pytest.mark.slow
def test_a_learner_finds_what_is_misjudged() -> None:
    """Positions with a mark are better than they were said to be."""
    rng = np.random.default_rng(3)
    games = []
    for _ in range(600):
        marked = rng.random() < 0.5
        features = np.array([[marked, 1.0]] * 5, np.float32)
        won = float(rng.random() < (0.8 if marked else 0.5))
        games.append(best_response.Learned(features, np.full(5, 0.5), won))
    mark, constant = best_response.fit(games, np.zeros(2))
    assert mark > 0.5
    assert abs(constant) < mark


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_learner_begins_as_the_bots_equal(game: str) -> None:
    found = best_response.measure(game, "planner", 60, 3, learning=1, seconds=1, jobs=1, progress=lambda text: None)
    assert found["learning_games"] >= 1
    assert found["before"]["games"] >= 2
    assert 0 <= found["after"]["share"]["low"] <= found["after"]["share"]["high"] <= 1


@pytest.mark.long
def test_everything_is_one_document() -> None:
    done = run("bench", "strength", "--json", "--seconds", 1, "--learning", 1, "--budget", "40n", "--positions", 2)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    for game in game_names():
        assert list(figures["games"][game]) == ["nodes", "losses", "calibration", "response", "solved", "alone"]
        assert set(figures["games"][game]["calibration"]["announced_by"]) == {"search", "hints", "reviews"}
    (found,) = [one["alone"] for one in figures["games"].values() if one["alone"]]
    for one in found["solved"].values():
        assert one["turns"] > 1
        assert all(bot["more_turns"]["mean"] >= -1e-9 for bot in one["bots"].values())
    for bot in found["whole"]["bots"].values():
        assert bot["turns"]["mean"] > found["whole"]["least"] > 1


@pytest.mark.slow
def test_the_tables_show_what_was_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    given = ("--only", "losses", "--only", "calibration", "--seconds", "0.1", "--budget", "20n", "--work", "2")
    assert main(["bench", "strength", "--game", "copenhagen", *given]) == 0
    told = capsys.readouterr()
    assert "1 × 0.1 s, about" in told.err
    assert "search:20n" in told.out
    assert "reviews" in told.out


def test_games_are_not_those_of_training() -> None:
    """They are dealt by hashing: small seeds, which training takes, do not come up."""
    match = held_out.Sample("copenhagen", 2, "planner", 1, 1, 1, 1).match
    assert all(match.deal(slot) > 2**40 for slot in match.slots(50))
