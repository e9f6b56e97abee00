"""The network of the dice game: it corrects shares before a roll, and learns down the slope of its errors."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import pytest
from rich.console import Console

from nyhavn.games.roll_and_write.bots.kernels import layout, training_games
from nyhavn.games.roll_and_write.bots.kernels import net as nets
from nyhavn.games.roll_and_write.bots.kernels.entries import NETS, WEIGHTS, load_net, load_weights, work_with
from nyhavn.games.roll_and_write.bots.training import as_kept, learn, net_from, new_net, play_games, win_share
from nyhavn.games.roll_and_write.kernels.ids import DRAW, REROLL
from nyhavn.games.roll_and_write.kernels.layout import OPEN, TURN
from tests.games.roll_and_write.test_bot_luck import before_rolls
from tests.games.roll_and_write.test_bot_moves import game, planned, shares, workspace

pytestmark = pytest.mark.slow

correct_kernel, see_kernel = nets.correct, nets.see


@numba.njit
def correct(states, work, shares):  # type: ignore[no-untyped-def]
    correct_kernel(states[0], work[0], shares)


@numba.njit
def see(states, seat, seen):  # type: ignore[no-untyped-def]
    return see_kernel(states[0], seat, seen)


def seen_by(states: Any, seat: int) -> list[int]:
    seen = np.zeros(layout.MOST_SEEN, np.int64)
    return list(map(int, seen[: see(states, seat, seen)]))


def new_turns(players: int) -> list[Any]:
    """Positions of a game in which a new turn begins with a roll."""
    return [states for states in before_rolls(players, 3) if states["rolled"][0] == 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_correction_is_what_the_rows_of_the_network_add_up_to(players: int) -> None:
    net = load_net(NETS, players)
    different = 0
    positions = new_turns(players)
    for states in positions:
        judged = shares(states, players)
        corrected = np.zeros(4)
        corrected[:players] = judged
        correct(states, workspace(players).work, corrected)
        hidden = [np.maximum(0, net[seen_by(states, seat)].sum(axis=0)) for seat in range(players)]
        odds = judged * np.exp(np.array(hidden) @ net[layout.LAST])
        assert corrected[:players] == pytest.approx(odds / odds.sum())
        different += abs(corrected[:players] - judged).max() > 0.02
    assert different >= len(positions) / 4


def test_a_seat_sees_its_own_sheet_all_others_the_tiles_that_are_gone_and_whose_turn_it_is() -> None:
    for states in new_turns(3):
        gone = int((states["tiles"][0] != OPEN).sum())
        for seat in range(3):
            seen = seen_by(states, seat)
            assert sum(number < layout.OTHERS for number in seen) == layout.ACTIVE
            assert sum(layout.OTHERS <= number < layout.GONE for number in seen) == 2 * layout.ACTIVE
            assert sum(layout.GONE <= number < layout.ON_TURN for number in seen) == gone
            assert (layout.ON_TURN in seen) == (states["active"][0] == seat)
            assert seen[-1] == layout.ALWAYS


def test_a_network_that_is_none_corrects_nothing() -> None:
    work = work_with(load_weights(WEIGHTS, 2))
    states = new_turns(2)[3]
    found = np.zeros(4)
    found[:2] = judged = shares(states, 2)
    correct(states, work, found)
    assert found[:2] == pytest.approx(judged)


def step(net: Any, positions: Any, order: Sequence[int], mean: Any) -> float:
    """Look at some positions without learning from them: their mean slope, and the square of the errors."""
    seen, judged, results = positions
    alike = np.tile(np.arange(layout.NET_ROWS), (2, 1))
    found = training_games.learn(
        net.astype(np.float32), np.zeros_like(mean), mean, np.zeros_like(mean), seen, judged, results,
        np.array(order), np.zeros(len(seen), np.int64), alike, 1, 0, 1, 0.0, 0.0,
    )  # fmt: skip
    return float(found[1])


def error_of(net: Any, positions: Any, number: int) -> float:
    """How badly a network tells one position: the cross entropy that steps go down by."""
    seen, judged, results = (part[number] for part in positions)
    rows = [net[seat[: int(np.argmin(seat))]].sum(axis=0) for seat in seen]
    odds = judged * np.exp(np.maximum(0, rows) @ net[layout.LAST])
    return float(-(results * np.log(odds / odds.sum())).sum())


def test_steps_go_down_the_slope_of_the_error() -> None:
    """After one step the mean of all slopes is a tenth of the first: compared with a slope found by trying."""
    positions: Any = play_games(load_net(NETS, 2).astype(np.float32), 2, 5, 200, 0.5)
    net = load_net(NETS, 2)
    looked = 0
    for number in np.argsort(-abs(positions[2] - positions[1]).max(axis=1))[:3]:
        mean = np.zeros(net.shape, np.float32)
        step(net, positions, [number], mean)
        slope = mean / training_games.MEAN
        for row in (*positions[0][number, 0, :4], layout.ALWAYS, layout.LAST):
            for hidden in range(0, layout.HIDDEN, 5):
                more, less = net.copy(), net.copy()
                more[row, hidden] += 1e-4
                less[row, hidden] -= 1e-4
                tried = (error_of(more, positions, number) - error_of(less, positions, number)) / 2e-4
                assert slope[row, hidden] == pytest.approx(tried, abs=2e-3)
                looked += abs(tried) > 0.01
    assert looked > 10


def test_what_seats_can_expect_adds_up_to_one_win() -> None:
    for players in (2, 3):
        _, judged, results = play_games(load_net(NETS, players).astype(np.float32), players, 3, 200, 0.5)
        assert judged.sum(axis=1) == pytest.approx(1, abs=1e-3)
        assert results.sum(axis=1) == pytest.approx(1)
        assert abs(results - judged).max() > 0.05


@pytest.mark.long
def test_learning_tells_positions_better() -> None:
    """From nothing, by one round of a few games."""
    console, rng = Console(quiet=True), np.random.default_rng(1)
    net = new_net(1)
    positions = play_games(net, 2, 9, 20_000, 0.5)
    learned = learn(net, positions, rng, console)
    assert np.isfinite(learned).all()

    held_out = range(19_100, len(positions[0]))

    def squared(one: Any) -> float:
        return step(one, positions, held_out, np.zeros_like(net))

    assert squared(learned) < 0.96 * squared(net)


@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.long) for players in (3, 4))])
def test_the_network_plays_better_than_the_planner(players: int) -> None:
    assert win_share(load_net(NETS, players).astype(np.float32), players, 77, 300 // players) > 1 / players + 0.02


def test_a_network_for_more_players_begins_with_what_all_others_together_count() -> None:
    two, four = load_net(NETS, 2), net_from(NETS, 2, 4)
    assert four[layout.OTHERS : layout.GONE] * 3 == pytest.approx(two[layout.OTHERS : layout.GONE], rel=1e-6)
    assert (four[: layout.OTHERS] == two[: layout.OTHERS]).all()
    assert (four[layout.GONE :] == two[layout.GONE :]).all()
    assert (net_from(NETS, 3, 3) == load_net(NETS, 3)).all()


def test_networks_are_kept_small() -> None:
    for players in (2, 3, 4):
        net = load_net(NETS, players)
        assert net.shape == (layout.NET_ROWS, layout.HIDDEN)
        assert (as_kept(net.astype(np.float32)).astype(np.float64) == net).all()


def test_few_ways_to_roll_again_are_thought_of() -> None:
    """So that tiles have room beside them."""
    rerolled = 0
    for states in game(2, 8):
        if states["phase"][0] == TURN:
            moves, _ = planned(states, 2, 64)
            again = int(((moves >= REROLL) & (moves < DRAW)).sum())
            assert again <= 2
            rerolled += again
    assert rerolled > 4
