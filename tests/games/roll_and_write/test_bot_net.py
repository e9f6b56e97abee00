"""The network of the dice game: it corrects shares before a roll, and learns down the slope of its errors."""

from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from nyhavn.games.roll_and_write.bots.kernels import layout
from nyhavn.games.roll_and_write.bots.kernels import net as nets
from nyhavn.games.roll_and_write.bots.kernels.entries import NETS
from nyhavn.games.roll_and_write.bots.kernels.training_games import learn
from nyhavn.games.roll_and_write.bots.training import mirror_images, new_net, play, work
from nyhavn.games.roll_and_write.kernels.ids import DRAW, REROLL
from nyhavn.games.roll_and_write.kernels.layout import OPEN, TURN
from nyhavn.kernels.nets import Net, Pace, Positions, load_net, teach
from tests.bots.networks import follow_from_seeds, listed, looked_down, shares_of, told
from tests.games.roll_and_write.test_bot_luck import before_rolls
from tests.games.roll_and_write.test_bot_moves import game, planned, shares, workspace

pytestmark = pytest.mark.slow

correct_kernel, see_kernel = nets.correct, nets.see


@numba.njit
def correct(states, work, shares):  # type: ignore[no-untyped-def]
    correct_kernel(states[0], work[0], shares)


@numba.njit
def see(states, place, work):  # type: ignore[no-untyped-def]
    return see_kernel(states[0], place, work[0])


@cache
def net(players: int) -> Net:
    found = load_net(NETS, players)
    assert found
    return found


def new_turns(players: int) -> list[Any]:
    """Positions of a game in which a new turn begins with a roll."""
    return [states for states in before_rolls(players, 3) if states["rolled"][0] == 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_correction_is_what_the_weights_add_up_to(players: int) -> None:
    different = 0
    own, positions = workspace(players).work, new_turns(players)
    for states in positions:
        judged = shares(states, players)
        corrected = np.zeros(4)
        corrected[:players] = judged
        correct(states, own, corrected)
        strengths = np.log(judged) + told(net(players), own["seen"][0, : players + 1])
        assert corrected[:players] == pytest.approx(shares_of(strengths), abs=1e-4)
        different += abs(corrected[:players] - judged).max() > 0.02
    assert different >= len(positions) / 4


def test_a_seat_sees_its_own_sheet_and_how_soon_its_turn_comes() -> None:
    own, sheets = workspace(3).work, dict[tuple[int, ...], tuple[int, int]]()
    for states in new_turns(3):
        for seat in range(3):
            length = see(states, seat, own)
            seen = listed(own["seen"][0, seat])
            assert length % 4 == 0 <= length - len(seen) < 4
            waiting = (seat - states["active"][0]) % 3
            assert [one for one in seen if layout.SEEN_TURN <= one < layout.SEEN_GONE] == [layout.SEEN_TURN + waiting]
            cells = [int(one) for one in seen if layout.SEEN_COLUMNS <= one < layout.SEEN_SURFACE]
            sheet = int(states["filled"][0, seat]), int(states["crosses"][0, seat])
            pairs = [int(one) for one in seen if one < layout.SEEN_COLUMNS]
            assert sheets.setdefault((*cells, *pairs), sheet)[0] == sheet[0]
    assert len(sheets) > 20


def test_the_table_shows_the_tiles_that_are_gone() -> None:
    own, most = workspace(3).work, 0
    for states in new_turns(3):
        see(states, 3, own)
        gone = [int(one) - layout.SEEN_GONE for one in listed(own["seen"][0, 3])[1:]]
        assert gone == np.flatnonzero(states["tiles"][0].ravel() != OPEN).tolist()
        most = max(most, len(gone))
    assert most > 3


def test_a_network_that_is_none_corrects_nothing() -> None:
    states = new_turns(2)[3]
    found = np.zeros(4)
    found[:2] = judged = shares(states, 2)
    correct(states, work(None, 2), found)
    assert found[:2] == pytest.approx(judged)


def test_mirror_images_of_mirror_images_are_what_was_there_before() -> None:
    images = mirror_images()
    assert (images[images] == np.arange(layout.NET_ROWS)).all()
    assert (images != np.arange(layout.NET_ROWS)).mean() > 0.5


def test_what_is_seen_of_a_mirrored_sheet_is_its_mirror_image() -> None:
    own, images, moved = workspace(2).work, mirror_images(), 0
    for states in new_turns(2):
        see(states, 0, own)
        seen = listed(own["seen"][0, 0]).copy()
        other = states.copy()
        for name in ("filled", "crosses"):
            rows = [int(states[name][0, 0]) >> 5 * row & 31 for row in range(9)]
            other[name][0, 0] = sum(int(f"{cells:05b}"[::-1], 2) << 5 * row for row, cells in enumerate(rows))
        see(other, 0, own)
        assert set(listed(own["seen"][0, 0])) == set(images[seen])
        moved += set(images[seen]) != set(seen)
    assert moved > 5


def test_steps_go_down_the_slope_of_what_results_cost() -> None:
    found = play(net(2), 2, 5, 300)
    found.results[:] = 1, 0
    hidden = net(2).hidden
    rows = [(0, which, column) for which in (0, 5, 11, 30) for column in (1, 7, 12)]
    rows += [(1, which, hidden + column) for which in (4, 20, 30) for column in (2, 3, 9)] + [(2, 0, 3), (2, 0, 12)]
    dense = ((3, 0), (5, 1), (hidden, 0), (hidden, 1), (hidden + 1, 0), (hidden + 1, 1))
    assert looked_down(learn, net(2), found, (3, 50, 90), rows, dense) > 4


def test_what_seats_can_expect_adds_up_to_one_win() -> None:
    for players in (2, 3):
        found: Positions = play(net(players), players, 3, 200)
        assert shares_of(found.judged[0]).sum() == pytest.approx(1)
        assert found.results.sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert abs(found.results - np.exp(found.judged)).max() > 0.05


def test_games_follow_from_their_seed() -> None:
    assert follow_from_seeds(lambda seed: play(net(3), 3, seed, 200))


def test_learning_tells_positions_better() -> None:
    """By steps over the same positions again and again: what they cost falls."""
    costs: list[str] = []
    pace = Pace(epochs=6, batch=128, speed=0.003)
    teach(learn, new_net(2, 1), [play(None, 2, 9, 6_000)], np.random.default_rng(1), pace, costs.append)
    found = [float(one.split(": ")[1].split(",")[0]) for one in costs]
    assert found[-1] < found[0] - 0.001


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
