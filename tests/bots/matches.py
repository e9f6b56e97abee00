"""Games between bots, the same ones every time."""

import random
from collections.abc import Sequence
from typing import Any

import nyhavn
from nyhavn.bots import make_bot, observe


def match(game: str, bots: Sequence[str], seed: int, **options: Any) -> nyhavn.State:
    """A game to its end, a bot for each seat, each with random numbers of its own."""
    players = [make_bot(bot) for bot in bots]
    numbers = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    state = nyhavn.new_game(game, players=len(bots), seed=seed, **options)
    while (seat := state.turn) is not None:
        state.play(players[seat].choose(observe(state, seat), numbers[seat]))
    return state


def win_share(game: str, bot: str, others: str, seeds: range, players: int) -> float:
    """The part of the wins that a bot gets among others of one kind, from every seat with every seed; a win shared by
    several counts in parts."""
    wins = 0.0
    for seed in seeds:
        for seat in range(players):
            winners = match(game, [bot if own == seat else others for own in range(players)], seed).winners
            wins += (seat in winners) / len(winners)
    return wins / (len(seeds) * players)
