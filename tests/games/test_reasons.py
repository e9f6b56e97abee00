"""Why a move cannot be played: for every reason a position, a move and the sentence a player reads. They stand in
`unreadable_moves.txt` and `illegal_moves.txt` of each game."""

from types import ModuleType

import pytest

import nyhavn
from tests.games.copenhagen import refusals as card_game
from tests.games.roll_and_write import refusals as dice_game
from tests.refusals import (
    Case,
    check_legal_moves_have_no_reason,
    check_refusal,
    check_refused_shortly,
    check_unreadable_anywhere,
    codes,
    named,
)

GAMES = {"copenhagen": card_game, "roll_and_write": dice_game}
BOTH = pytest.mark.parametrize(("name", "game"), GAMES.items(), ids=GAMES)
ODD = [(game, text, f"{name} {text!r}") for name, game in GAMES.items() for text in game.ODD]
LONG = [(game, text, f"{name}, long {what}") for name, game in GAMES.items() for what, text in game.LONG.items()]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_unreadable_moves_are_unreadable_in_every_phase(game: ModuleType) -> None:
    for case in game.UNREADABLE:
        check_unreadable_anywhere(case, game.PHASES)


@named(card_game.UNREADABLE + dice_game.UNREADABLE)
def test_what_cannot_be_read_is_an_invalid_move(case: Case) -> None:
    check_refusal(case, nyhavn.InvalidMove)


@named(card_game.ILLEGAL + dice_game.ILLEGAL)
def test_what_is_not_allowed_here_is_an_illegal_move(case: Case) -> None:
    check_refusal(case, nyhavn.IllegalMove)


def test_an_invalid_move_is_an_illegal_move_is_a_value_error() -> None:
    assert issubclass(nyhavn.InvalidMove, nyhavn.IllegalMove)
    assert issubclass(nyhavn.IllegalMove, ValueError)


@BOTH
def test_every_reason_has_a_test(name: str, game: ModuleType) -> None:
    assert codes(name) > game.SOME_CODES
    assert codes(name) == {case.code for case in game.UNREADABLE + game.ILLEGAL}


@BOTH
def test_a_legal_move_has_no_reason(name: str, game: ModuleType) -> None:
    check_legal_moves_have_no_reason(game.PHASES[1:])


@pytest.mark.parametrize(("game", "text"), [pytest.param(game, text, id=what) for game, text, what in ODD + LONG])
def test_odd_texts_are_refused_in_a_short_sentence(game: ModuleType, text: str) -> None:
    check_refused_shortly(text, game.PHASES)
