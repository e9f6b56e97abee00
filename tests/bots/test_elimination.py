"""Which move is played after playouts of several: the best one, as soon as that is clear."""

import random
import time
from collections.abc import Callable

import numpy as np
import pytest

import nyhavn
from nyhavn.bots import Budget, observe
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.elimination import WORTHWHILE, Race, hope
from nyhavn.parts import Way

MOVES = np.array([11, 22, 33], np.int64)
EXPECTED = np.array([0.5, 0.5, 0.5])


def raced(found: list[list[float]], most: int = 3) -> Race:
    race = Race(MOVES, EXPECTED, 2.0, 0.05)
    race.add(np.array(found))
    race.give_up(most)
    return race


def test_hope_of_equal_moves_is_what_the_better_one_gains() -> None:
    """Of two equal moves the second turns out better by a normal error, half of the time: error / √2π on average."""
    assert hope(0.0, 0.1) == pytest.approx(0.1 / np.sqrt(2 * np.pi))


def test_hope_is_the_mean_of_what_chance_gives() -> None:
    drawn = np.random.default_rng(1).normal(-0.03, 0.05, 400_000)
    assert hope(0.03, 0.05) == pytest.approx(np.maximum(drawn, 0).mean(), rel=0.02)


def test_there_is_less_hope_further_behind() -> None:
    hopes = [hope(behind, 0.02) for behind in (0.0, 0.01, 0.05, 0.1)]
    assert hopes == sorted(hopes, reverse=True)
    assert hopes[-1] < WORTHWHILE < hopes[0]


def test_moves_that_are_clearly_behind_are_given_up() -> None:
    race = raced([[0.50, 0.52, 0.10]] * 20 + [[0.55, 0.52, 0.12]] * 20)
    assert race.moves.tolist() == [11, 22]


def test_same_luck_tells_moves_apart_that_luck_alone_would_not() -> None:
    """Every playout finds the first move better by 0.1, but all are worth anything between 0 and 1."""
    lucks = np.random.default_rng(2).random(40)
    race = raced([[luck, luck - 0.1, luck - 0.1] for luck in lucks])
    assert race.moves.tolist() == [11]
    shuffled = np.random.default_rng(3).permuted([[luck, luck - 0.1, luck - 0.1] for luck in lucks], axis=0)
    assert len(raced(shuffled.tolist()).moves) > 1


def test_no_more_are_kept_than_asked_for_and_what_was_seen_of_them_stays() -> None:
    race = raced([[0.4, 0.6, 0.5], [0.7, 0.6, 0.5], [0.3, 0.6, 0.7]], most=2)
    assert race.moves.tolist() == [22, 33]
    assert race.means() == pytest.approx([(1.0 + 1.8) / 5, (1.0 + 1.7) / 5])
    race.add(np.array([[0.0, 1.0]]))
    assert race.best() == 33


def test_what_is_expected_counts_as_playouts() -> None:
    race = Race(MOVES, np.array([0.9, 0.5, 0.1]), 2.0, 0.05)
    assert race.best() == 11
    race.add(np.array([[0.0, 1.0, 0.5]]))
    assert race.means() == pytest.approx([1.8 / 3, 2.0 / 3, 0.7 / 3])


def test_one_lost_game_is_no_reason_to_give_a_move_up() -> None:
    """Playouts to the end are won or lost: where that is the usual spread, a few of them prove nothing."""
    for spread, left in ((0.5, 3), (0.05, 1)):
        race = Race(MOVES, EXPECTED, 10.0, spread)
        race.add(np.array([[1.0, 0.0, 0.0]]))
        race.give_up(3)
        assert len(race.moves) == left


def compared(
    way: Way, wins: Callable[[np.ndarray, int], np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, float]:
    """The best move, and how many of ten seconds it took to find it, by a clock by which every playout takes a
    millisecond; `wins` says what some moves lead to in a round."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    seen = observe(nyhavn.new_game("copenhagen", seed=1), 0)
    thought = Thought(seen, Budget(seconds=10), random.Random(1))

    def play_out(moves: np.ndarray, first: int, rounds: int, turns: int) -> np.ndarray:
        now[0] += 0.001 * rounds * len(moves)
        return np.array([wins(moves, first + row) for row in range(rounds)], np.float64)

    monkeypatch.setattr(thought, "play_out", play_out)
    return thought.compare(MOVES[: way.most], EXPECTED[: way.most], way), now[0] - 100


@pytest.mark.slow
def test_the_budget_is_not_used_up_where_one_move_is_clearly_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move always leads to a win, the others never."""
    best, needed = compared(Way(3, 6, 10.0, 0.05), lambda moves, _: moves == 11, monkeypatch)
    assert best == 11
    assert needed < 1


@pytest.mark.slow
def test_the_whole_budget_is_used_where_no_move_is_clearly_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moves lead to wins by turns: up to the last playouts that there is time for."""
    _, needed = compared(Way(2, 6, 10.0, 0.5), lambda moves, number: (moves + number) % 2, monkeypatch)
    assert 9.9 < needed <= 10
