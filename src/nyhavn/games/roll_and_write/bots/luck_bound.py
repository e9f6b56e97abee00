"""How often a player wins the dice game that knows every roll to come: what luck leaves to be reached.

    python -m nyhavn.games.roll_and_write.bots.luck_bound --games 200

It plays against the planner, whose replies it knows as well (see `kernels.cheating_player`). It is no
bot that anybody could play against: it looks at what no seat can see.
"""

from typing import Annotated

import numpy as np
import typer
from rich.progress import track

from nyhavn.games.roll_and_write.bots.kernels import cheating_player
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.luck import fast


def ceiling(players: int, seed: int, first: int, seeds: int, tries: int) -> float:
    """What the cheat wins in games with so many seeds, each played from all seats."""
    own, won = thinking.new_workspace(players), np.zeros(1)
    ways = np.zeros((2, cheating_player.MOST_OWN), np.int64)
    memory = own.states, own.integers, own.work, own.ids, own.values, fast(0, 3), ways, won
    cheating_player.play_foreseen(*memory, seed, first, seeds, players, tries)
    return float(won[0])


def main(
    games: Annotated[int, typer.Option(help="How many games, rounded up to all seats.")] = 200,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    tries: Annotated[int, typer.Option(help="Ways to play on that are tried at each decision.")] = 40,
    seed: Annotated[int, typer.Option(help="Games differ with it.")] = 1,
) -> None:
    """Measure how often a player wins that knows every roll to come."""
    seeds = -(-games // players)
    won = sum(ceiling(players, seed, number, 1, tries) for number in track(range(seeds), "playing"))
    print(f"a cheat against planners, {players} players: {won / (seeds * players):.1%} of {seeds * players} games")


if __name__ == "__main__":
    typer.run(main)
