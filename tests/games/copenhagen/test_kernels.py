"""Moves of the card game listed, counted, checked and surveyed by different kernels that must all agree."""

from collections import Counter
from random import Random

import pytest

from nyhavn.facade.cells import CELLS, cells_of
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.ids import BUILD, PAYMENT_COUNT, SHAPE_START
from nyhavn.games.copenhagen.kernels.layout import ACTION, AFTER_TAKE
from nyhavn.games.copenhagen.kernels.options import FREE, INSIDE, PAYABLE_APART, PAYABLE_TOUCHING, SUPPORTED, TOUCHES
from nyhavn.games.copenhagen.moves import find_move, format_moves
from tests.integer_games import CARD_GAME, COUNTS

NEAR = (1, PAYMENT_COUNT, CELLS * PAYMENT_COUNT)


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_moves_listed_counted_and_checked_agree(players: int) -> None:
    """Ids ascend, all are legal and no others are, and each has a text that leads back to it."""
    luck = Random(players)
    for states, moves in CARD_GAME.walk(players, 40):
        some = CARD_GAME.checked(states, moves, NEAR, luck)
        assert [move for move in range(BUILD) if batch.allowed(states, move)] == [m for m in moves if m < BUILD]
        texts = format_moves(some)
        assert [find_move(text) for text in texts] == some
        assert len(set(texts)) == len(texts)


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_the_survey_tells_what_every_seat_could_build(players: int) -> None:
    """For the seat to move, and for the others as if it were theirs."""
    for states, _ in CARD_GAME.walk(players, 12):
        for seat in range(players):
            own = states.copy()
            if not (seat == own["turn"][0] and own["phase"][0] in (ACTION, AFTER_TAKE)):
                own["turn"], own["phase"] = seat, ACTION
            survey = batch.new_survey()
            batch.placements(states, seat, survey)
            places: dict[int, int] = {}  # a variant at an anchor, and in how many ways it can be paid
            for shape, row in enumerate(survey.tolist()):
                assert row[TOUCHES] & ~row[SUPPORTED] == row[SUPPORTED] & ~row[FREE] == row[FREE] & ~row[INSIDE] == 0
                for anchor in cells_of(row[SUPPORTED]):
                    ways = row[PAYABLE_TOUCHING if row[TOUCHES] >> anchor & 1 else PAYABLE_APART]
                    variants = range(SHAPE_START[shape], SHAPE_START[shape + 1]) if ways else range(0)
                    places |= {variant * CELLS + anchor: ways for variant in variants}
            assert Counter((move - BUILD) // PAYMENT_COUNT for move in CARD_GAME.listed(own) if move >= BUILD) == places
