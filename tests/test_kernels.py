"""The integer-move level of both games: the same games compiled and not, on one thread and on two, whole and in pieces,
and nothing from outside that kernels cannot refuse. What they find is tested game by game."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from ast import literal_eval
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from nyhavn.luck import LUCK_SIZE, below, fast
from tests.integer_games import CARD_GAME, COUNTS, DICE_GAME, Kernels

ROOT = Path(__file__).parents[1]
NAMES = {"CARD_GAME": CARD_GAME, "DICE_GAME": DICE_GAME}
both_games = pytest.mark.parametrize("kernels", NAMES.values(), ids=lambda kernels: kernels.game)


def outside(kernels: Kernels) -> tuple[int, ...]:
    """Numbers that are no moves."""
    return (-1, -(2**63), 2**63 - 1, kernels.move_count, 2 * kernels.move_count, 2**32, -(2**32))


def elsewhere(call: str, **environment: str) -> Any:
    """What a call gives in another process."""
    code = f"from tests.test_kernels import *; print({call})"
    command = [sys.executable, "-W", "error", "-c", code]
    run = subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True, capture_output=True, text=True)
    return literal_eval(run.stdout)


# One source, compiled or not


@pytest.mark.parametrize(
    ("name", "single", "together", "as_text"),
    [
        pytest.param("CARD_GAME", 20, 20, 6, marks=pytest.mark.slow),
        pytest.param("DICE_GAME", 1, 2, 1, marks=pytest.mark.slow),
        pytest.param("CARD_GAME", 1000, 200, 100, marks=pytest.mark.long),
        pytest.param("DICE_GAME", 100, 20, 20, marks=pytest.mark.long),
    ],
)
def test_games_are_the_same_without_compilation(name: str, single: int, together: int, as_text: int) -> None:
    games = f"{name}.transcript({single}, {together}, {as_text})"
    assert elsewhere(games, NUMBA_DISABLE_JIT="1") == NAMES[name].transcript(single, together, as_text)


def bounds_are_checked() -> bool:
    """Whether kernels of this process notice a read beyond the end of an array."""
    try:
        numba.njit(lambda numbers: numbers[1])(np.zeros(1))
    except IndexError:
        return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_games_are_the_same_with_bounds_checks(name: str, tmp_path: Path) -> None:
    """No kernel reads or writes beside its tables, in 20,000 games of each number of players and 300 as text."""
    games = f"(bounds_are_checked(), {name}.transcript(500, 20_000, 300))"
    checked = elsewhere(games, NUMBA_BOUNDSCHECK="1", NYHAVN_CACHE_DIR=str(tmp_path))
    assert checked == (True, NAMES[name].transcript(500, 20_000, 300))


# One game, however it is cut


@both_games
@pytest.mark.parametrize("players", COUNTS)
def test_random_games_do_not_depend_on_how_they_are_split(kernels: Kernels, players: int) -> None:
    *totals, last = kernels.play_numbered(5, 0, 600, players)
    parts = [kernels.play_numbered(5, first, games, players) for first, games in ((0, 1), (1, 399), (400, 200))]
    assert [sum(column) for column in list(zip(*parts, strict=True))[:2]] == totals
    assert parts[-1][-1] == last


@both_games
@pytest.mark.parametrize("players", COUNTS)
def test_two_threads_give_the_same_games(kernels: Kernels, players: int) -> None:
    chunks = range(0, 4000, 500)
    with ThreadPoolExecutor(2) as threads:
        parallel = list(threads.map(lambda first: kernels.play_numbered(8, first, 500, players), chunks))
    assert parallel == [kernels.play_numbered(8, first, 500, players) for first in chunks]


@both_games
def test_python_goes_on_while_a_kernel_plays(kernels: Kernels) -> None:
    """Kernels let go of the GIL: another thread ticks many times during one call of them."""
    kernels.play_numbered(1, 0, 1, 4)
    kernel = threading.Thread(target=kernels.play_numbered, args=(1, 0, 10_000, 4))
    kernel.start()
    ticks = 0
    while kernel.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10


@both_games
@pytest.mark.parametrize("players", COUNTS)
def test_batches_play_the_same_games(kernels: Kernels, players: int) -> None:
    """Game n of `random_games` is game n of `begin_all` and `play_out_all`."""
    option = len(kernels.options) - 1
    states, luck = kernels.batch.new_states(50), fast(6, 50)
    kernels.batch.begin_all(states, players, option, luck)
    moves = kernels.batch.play_out_all(states, kernels.batch.new_fits(), luck)
    digests = [hashlib.sha256(states[n].tobytes() + luck[n].tobytes()).hexdigest() for n in range(50)]
    games = [kernels.play_numbered(6, number, 1, players, option) for number in range(50)]
    assert moves == sum(game[0] for game in games)
    assert int(states["scores"].sum()) == sum(game[1] for game in games)
    assert digests == [game[2] for game in games]


@both_games
@pytest.mark.parametrize("players", COUNTS)
def test_a_game_can_stop_at_each_chance_event(kernels: Kernels, players: int) -> None:
    """Cards or dice one by one, with the odds that `chances` tells, are the same game as chance inside the kernel."""
    batch = kernels.batch
    whole, pieces = batch.new_states(), batch.new_states()
    ours, theirs, choice = fast(9)[0], fast(9)[0], Random(players)
    told, ids, fits = batch.new_chance(), batch.new_ids(), batch.new_fits()
    batch.begin_all(whole, players, 0, theirs.reshape(1, LUCK_SIZE))
    batch.begin(pieces, players, 0)
    while True:
        while batch.chances(pieces, told):
            outcomes = [outcome for outcome in kernels.outcomes for _ in range(told[outcome])]
            for outcome in {-1, len(kernels.outcomes), 2**62, *kernels.outcomes} - set(outcomes):
                assert not batch.chance(pieces, outcome)
            assert kernels.listed(pieces) == []
            assert not batch.play(pieces, 0)
            assert batch.chance(pieces, outcomes[below(ours, len(outcomes))])
        assert pieces.tobytes() == whole.tobytes()
        assert not batch.chance(pieces, 0)
        if whole["phase"][0] == kernels.over:
            break
        move = choice.choice(kernels.listed(whole))
        batch.step(whole, move, theirs, fits, ids)
        assert batch.play(pieces, move)


# Refusals


@both_games
def test_any_integer_is_refused_unless_it_is_a_legal_move(kernels: Kernels) -> None:
    batch, luck = kernels.batch, fast(1)
    ids, fits = batch.new_ids(), batch.new_fits()
    for states, _ in kernels.walk(3, 1):
        before = states.tobytes() + luck.tobytes()
        for move in outside(kernels):
            assert not batch.allowed(states, move)
            assert not batch.play(states, move)
            assert batch.step(states, move, luck[0], fits, ids) == -1
        for huge in (2**63, -(2**63) - 1, 10**40):  # no int64: Python itself refuses
            with pytest.raises(OverflowError):
                batch.play(states, huge)
        assert states.tobytes() + luck.tobytes() == before


@both_games
def test_seats_and_numbers_of_players_that_do_not_exist_are_refused(kernels: Kernels) -> None:
    states, survey, luck = kernels.batch.new_states(), kernels.batch.new_survey(), fast(1)
    for players in (-1, 0, 1, 5, 2**62):
        assert not kernels.batch.begin(states, players, 0)
        assert not kernels.batch.begin_all(states, players, 0, luck)
    assert not states.tobytes().strip(b"\0")
    assert kernels.batch.begin_all(states, 3, 0, luck)
    asked = {seat: bool(kernels.batch.placements(states, seat, survey)) for seat in (-1, 3, 2**62, 2)}
    assert asked == {-1: False, 3: False, 2**62: False, 2: True}


def test_options_that_the_dice_game_does_not_have_are_refused() -> None:
    states, luck = DICE_GAME.batch.new_states(), fast(1)
    for option in (-(2**62), -1, 2, 3, 2**62):
        assert not DICE_GAME.batch.begin(states, 3, option)
        assert not DICE_GAME.batch.begin_all(states, 3, option, luck)
    assert not states.tobytes().strip(b"\0")


@both_games
@pytest.mark.parametrize("players", COUNTS)
def test_a_batch_does_legal_moves_and_leaves_the_others(kernels: Kernels, players: int) -> None:
    found = list(kernels.walk(players, 3))
    states = np.concatenate([one for one, _ in found])
    luck, done, choice = fast(4, len(states)), np.zeros(len(states), np.int64), Random(players)
    wrong = [choice.choice([*outside(kernels), choice.randrange(kernels.move_count)]) for _ in found]
    moves = np.array([choice.choice([choice.choice(legal), bad]) for (_, legal), bad in zip(found, wrong, strict=True)])
    before, luck_before, ids = states.copy(), luck.copy(), kernels.batch.new_ids()
    kernels.batch.apply_all(states, moves, luck, done)
    assert 0 < done.sum() < len(done)
    for number, (one, legal) in enumerate(found):
        assert done[number] == (moves[number] in legal)
        if done[number]:
            kernels.batch.step(one, int(moves[number]), luck_before[number], kernels.batch.new_fits(), ids)
            assert states[number].tobytes() == one.tobytes()
        else:
            assert states[number].tobytes() == before[number].tobytes()
        assert luck[number].tolist() == luck_before[number].tolist()


@both_games
def test_a_batch_lists_what_single_games_list(kernels: Kernels) -> None:
    """One after the other, as far as there is room."""
    found = list(kernels.walk(2, 2))
    states = np.concatenate([one for one, _ in found])
    starts, ids = np.zeros(len(states) + 1, np.int64), np.zeros(kernels.most_moves + 500, np.int64)
    done = kernels.batch.legal_all(states, kernels.batch.new_fits(), starts, ids)
    assert 1 < done < len(states)
    assert len(ids) - starts[done] < kernels.most_moves
    for number in range(done):
        assert ids[starts[number] : starts[number + 1]].tolist() == found[number][1]
    assert kernels.batch.legal_all(states, kernels.batch.new_fits(), starts, ids[: kernels.most_moves - 1]) == 0
