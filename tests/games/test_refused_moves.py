"""A move that is refused leaves everything as it was, chance included."""

from random import Random

import pytest

import nyhavn
from tests.positions import everything

REFUSED = {
    "copenhagen": ["take 1 9", "", "build R2 a1* b1 pay -", "discard RRR", "end", "coat refresh"],
    "roll-and-write": ["reroll RRRRRR", "", "draw R2 a1* b1 using WW", "done", "pass", "mark red blue"],
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("copenhagen", 3), ("roll-and-write", 2)])
def test_refused_moves_do_not_change_chance(game: str, players: int) -> None:
    plain, tried = (nyhavn.new_game(game, players=players, seed=11) for _ in range(2))
    luck, elsewhere = Random(5), list(REFUSED[game])
    while plain.turn is not None:
        move = luck.choice(plain.moves())
        for wrong in luck.sample(elsewhere, 4):
            if wrong not in tried.moves():
                before = everything(tried)
                with pytest.raises(nyhavn.IllegalMove):
                    tried.play(wrong)
                assert everything(tried) == before
        elsewhere.append(luck.choice(plain.moves()))
        plain.play(move)
        tried.play(move)
    assert tried.record() == plain.record()
