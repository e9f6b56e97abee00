"""Moves of the dice game listed, counted, picked, checked and surveyed by different kernels that must all agree."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from nyhavn.compiled import kernel, uncompiled
from nyhavn.facade.cells import CELLS, cells_of
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.ids import (
    DRAW,
    MOVE_COUNT,
    PAYMENT_COUNT,
    REROLL,
    SHAPES,
    X_CHOICES,
    draw_parts,
)
from nyhavn.games.roll_and_write.kernels.layout import AFTER_DRAW, BLUE, COAT, MARK, START, TURN
from nyhavn.games.roll_and_write.kernels.options import FREE, INSIDE, PAYABLE, SUPPORTED, TAKEABLE, pick_move
from nyhavn.games.roll_and_write.moves import CODEC, find_move, format_moves
from nyhavn.kernels.batch import Ints, States
from nyhavn.luck import Luck, fast
from tests.integer_games import COUNTS, DICE_GAME
from tests.odds import assert_follows

NEAR = (1, PAYMENT_COUNT, X_CHOICES * PAYMENT_COUNT, CELLS * X_CHOICES * PAYMENT_COUNT)
PHASES = {"turn": TURN, "after draw": AFTER_DRAW, "coat": COAT, "mark": MARK}


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_moves_listed_counted_and_checked_agree(players: int) -> None:
    """Ids ascend, all are legal and no others are, and each has a text that leads back to it."""
    luck, phases = Random(players), set()
    for states, moves in DICE_GAME.walk(players, 24):
        phases.add(int(states["phase"][0]))
        some = DICE_GAME.checked(states, moves, NEAR, luck)
        assert [move for move in range(REROLL) if batch.allowed(states, move)] == [m for m in moves if m < REROLL]
        texts = format_moves(some)
        assert [find_move(text) for text in texts] == some
        assert len(set(texts)) == len(texts)
    assert phases == {*PHASES.values()} | ({START} if players == 2 else set())


@pytest.mark.slow
def test_every_number_that_has_a_text_is_found_by_it() -> None:
    """Each text is one move's: every placement, X and payment, and every move of another kind."""
    numbers = [*CODEC.table]
    for first, lying in CODEC.lying.items():
        numbers += [first + paid for paid, text in enumerate(CODEC.payments[lying.kind]) if text is not None]
    assert min(numbers) >= 0
    assert max(numbers) < MOVE_COUNT
    texts = format_moves(numbers)
    assert len(set(texts)) == len(set(numbers)) == len(numbers)
    assert [find_move(text) for text in texts] == numbers


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_the_survey_tells_what_every_seat_could_draw(players: int) -> None:
    """For the seat to move, and for the others as if it were theirs, with the dice that lie there."""
    for states, _ in DICE_GAME.walk(players, 8):
        for seat in range(players):
            own = states.copy()
            own["turn"], own["phase"] = seat, TURN
            survey = batch.new_survey()
            batch.placements(states, seat, survey)
            no_x = int(states["stars"][0, seat, BLUE] > 0)
            places: dict[tuple[int, int], int] = {}  # a shape at an anchor, and in how many ways it can be drawn there
            for shape, row in enumerate(survey.tolist()):
                assert row[SUPPORTED] & ~row[FREE] == row[FREE] & ~row[INSIDE] == 0
                ways = row[PAYABLE] * (SHAPES[shape][1].size + no_x) if row[TAKEABLE] else 0
                places |= {(shape, anchor): ways for anchor in cells_of(row[SUPPORTED]) if ways}
            draws = [uncompiled(draw_parts)(move) for move in DICE_GAME.listed(own) if move >= DRAW]
            assert Counter((shape, anchor) for shape, anchor, _, _ in draws) == places


# Moves picked at random


@kernel
def pick_many(states: States, fits: Ints, luck: Luck, out: Luck) -> None:
    for number in range(len(out)):
        out[number] = pick_move(states[0], fits, luck)


@pytest.mark.slow
def test_picked_moves_are_legal() -> None:
    """At every decision of some games, and as many of them as there can be."""
    fits, luck = batch.new_fits(), fast(2)[0]
    for players in COUNTS:
        for states, moves in DICE_GAME.walk(players, 5):
            picked = np.zeros(100, np.int64)
            pick_many(states, fits, luck, picked)
            assert set(picked.tolist()) <= set(moves)
            assert len(moves) > 8 or set(picked.tolist()) == set(moves)


DECISIONS = {"start", *PHASES, "turn with everything", "turn without bonuses", "turn with pass"}


def positions() -> dict[str, tuple[States, list[int]]]:
    """A position of each kind of decision, and turns with every kind of move, with and without bonuses."""
    found: dict[str, tuple[States, list[int]]] = {}
    for states, moves in DICE_GAME.walk(2, 40):
        texts = format_moves(moves) if 3 < len(moves) < 1500 else []
        kinds = {text.split()[0] for text in texts}
        if texts:
            phase = next((name for name, number in PHASES.items() if states["phase"][0] == number), "start")
            found.setdefault(phase, (states, moves))
        if kinds >= {"draw", "reroll", "single", "change"}:
            bonuses = any("+" in text for text in texts)
            found.setdefault("turn with everything" if bonuses else "turn without bonuses", (states, moves))
        if kinds >= {"draw", "pass"}:
            found.setdefault("turn with pass", (states, moves))
        if found.keys() == DECISIONS:
            break
    return found


@pytest.mark.slow
def test_a_picked_move_is_any_legal_one() -> None:
    """Uniform random play is uniform over the legal moves: 50 picks for each of them."""
    found = positions()
    assert found.keys() == DECISIONS
    for states, moves in found.values():
        picked = np.zeros(50 * len(moves), np.int64)
        pick_many(states, batch.new_fits(), fast(3)[0], picked)
        assert_follows(picked.tolist(), dict.fromkeys(moves, 1))
