"""What bots of the dice game think of: legal moves only, the best ones among them, with 2 to 4 players."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from nyhavn.games.roll_and_write.bots.kernels import entries as bots
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.ids import DRAW, REROLL
from nyhavn.games.roll_and_write.kernels.layout import AFTER_DRAW, COAT, MARK, MOST_PLAYERS, OVER, ROLL, START, TURN
from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.bot_entries import Workspace
from nyhavn.luck import fast
from tests.bots.kernel_callers import callers

judge, quick_move, roll = callers(thinking)


@cache
def workspace(players: int) -> Workspace:
    return thinking.new_workspace(players)


def shares(states: States, players: int) -> Any:
    found = np.zeros(MOST_PLAYERS)
    judge(states, workspace(players).work, found)
    return found[:players]


def game(players: int, seed: int, option: int = 0) -> Iterator[States]:
    """The positions of a game of quick moves, up to its end."""
    own, luck = workspace(players), fast(seed)[0]
    states = batch.new_states()
    batch.begin(states, players, option)
    roll(states, luck)
    while states["phase"][0] != OVER:
        yield states
        assert batch.play(states, quick_move(states, own.fits, own.work, luck))  # it was legal
        roll(states, luck)
    yield states


def planned(states: States, players: int, most: int) -> tuple[Ints, Any]:
    own = workspace(players)
    own.integers[0] = states.view(np.int64)
    found = thinking.plan_moves(
        own.states, own.integers, own.fits, own.work, np.zeros(1, np.int64), own.ids, own.values, own.luck, 0, most
    )
    return own.ids[:found].copy(), own.values[:found].copy()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("option", [0, 1])
def test_quick_moves_are_legal_in_all_phases(players: int, option: int) -> None:
    seen = {int(states["phase"][0]) for seed in range(20) for states in game(players, seed, option)}
    assert seen >= {TURN, AFTER_DRAW, COAT, MARK, OVER} | ({START} if players == 2 else set())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_are_legal_and_different(players: int) -> None:
    for seed in range(5):
        for states in game(players, seed):
            if states["phase"][0] != OVER:
                moves, values = planned(states, players, 16)
                assert len(set(moves.tolist())) == len(moves) > 0
                assert all(batch.allowed(states, move) for move in moves.tolist())
                assert sorted(values, reverse=True) == values.tolist()
                assert 0 <= min(values) <= max(values) <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_in_all_phases(players: int) -> None:
    for seed in range(5):
        for states in game(players, seed):
            assert shares(states, players).sum() == pytest.approx(1)
            assert all(0 <= share <= 1 for share in shares(states, players))


def test_when_it_is_over_shares_are_what_was_won() -> None:
    *_, states = (states.copy() for states in game(3, 1))
    states["scores"][0, :3] = 12, 12, 3
    states["filled"][0, :3] = 0b111, 0b1110, 0b1111
    assert shares(states, 3).tolist() == [0.5, 0.5, 0]
    states["filled"][0, 1] = 0b11110
    assert shares(states, 3).tolist() == [0, 1, 0]


def legal(states: States) -> Ints:
    ids = batch.new_ids()
    return ids[: batch.legal(states, batch.new_fits(), ids)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_best_legal_move_is_among_those_planned(players: int) -> None:
    """Of all legal moves after which no die is rolled at once, the one that leads to the position that is judged best;
    but coats of arms that it brings are thought over by the planner only."""
    asked = found = 0
    for seed in range(100, 104):
        for states in game(players, seed):
            if states["phase"][0] == OVER:
                continue
            seat, best = int(states["turn"][0]), (-1.0, -1)
            for move in legal(states).tolist():
                after = states.copy()
                batch.play(after, move)
                if (move < REROLL or move >= DRAW) and after["phase"][0] != COAT:
                    best = max(best, (float(shares(after, players)[seat]), move))
            ids, _ = planned(states, players, 32)
            asked += 1
            same = [shares_after(states, move, players, seat) for move in ids.tolist() if move < REROLL or move >= DRAW]
            found += bool(same) and max(same) >= best[0] - 1e-9
    assert found / asked >= 0.97


def shares_after(states: States, move: int, players: int, seat: int) -> float:
    after = states.copy()
    batch.play(after, move)
    return float(shares(after, players)[seat])


def test_plans_are_judged_as_the_positions_they_lead_to() -> None:
    """A tile after which the turn is over: what is planned is what is judged when it lies, but for small things such as
    gifts to the others, which are worth a little more the nearer the end is."""
    differences = []
    for seed in range(10):
        for states in game(2, seed):
            if states["phase"][0] == TURN:
                moves, values = planned(states, 2, 4)
                for move, value in zip(moves.tolist(), values.tolist(), strict=True):
                    after = states.copy()
                    batch.play(after, move)
                    if move >= DRAW and after["phase"][0] in (MARK, ROLL) and after["scores"].max() < 12:
                        differences.append(abs(value - shares(after, 2)[states["turn"][0]]))
    assert len(differences) > 50
    assert np.mean(differences) < 0.002
    assert max(differences) < 0.04


def test_weights_are_kept_as_thousandths() -> None:
    weights = bots.load_weights(bots.WEIGHTS, 2)
    assert (bots.rounded(weights) == weights).all()
