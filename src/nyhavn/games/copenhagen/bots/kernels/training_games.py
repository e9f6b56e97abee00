"""Whole games of the card game in kernels, which its weights are tuned by."""

from typing import Any

import numpy as np

from nyhavn.compiled import allocating
from nyhavn.games.copenhagen.bots.kernels.judge import describe, judge
from nyhavn.games.copenhagen.bots.kernels.layout import apply, deal_all, pick_move
from nyhavn.games.copenhagen.bots.kernels.policy import quick_move
from nyhavn.games.copenhagen.kernels.layout import MOST_PLAYERS, OVER
from nyhavn.games.copenhagen.kernels.turns import set_up
from nyhavn.luck import Luck, fraction, next_number
from nyhavn.luck import start as start_luck

EVERY = 3
"""One of so many positions is described."""


@allocating
def sample(
    states: Any,
    integers: Any,
    fits: Any,
    work: Any,
    described: Any,
    results: Any,
    games: Any,
    luck: Luck,
    seed: int,
    first: int,
    wild: float,
    players: int,
) -> Any:
    """Games numbered from `first` until `described` is full: about one of `EVERY` positions at the beginning of a turn
    is described, with the result of its game; a part of the moves (`wild`) is random, so that unusual positions are
    among them. Gives the number of positions; `games` says of which game each is."""
    S = states[0]
    won = np.zeros(MOST_PLAYERS)
    found = 0
    number = first
    while True:
        start_luck(luck, seed, number)
        integers[0, :] = 0
        set_up(S, players, 0)
        deal_all(S, luck)
        begun = found
        seat = -1
        while S.phase != OVER:
            if S.turn != seat:
                seat = S.turn
                if next_number(luck) % EVERY == 0:
                    if found == len(described):
                        return begun
                    describe(S, work[0], described[found])
                    games[found] = number
                    found += 1
            if fraction(luck) < wild:
                move = pick_move(S, fits, luck)
            else:
                move = quick_move(S, fits, work[0], luck)
            apply(S, move)
            deal_all(S, luck)
        judge(S, work[0], won)
        for place in range(begun, found):
            for other in range(players):
                results[place, other] = won[other]
        number += 1
