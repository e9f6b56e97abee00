"""Games at the integer-move level, of either kind, for the tests of the kernels."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import nyhavn
from nyhavn.games.copenhagen.chance import OUTCOMES as CARDS
from nyhavn.games.copenhagen.kernels import ids as card_ids
from nyhavn.games.copenhagen.kernels import layout as card_layout
from nyhavn.games.copenhagen.kernels.batch import batch as card_batch
from nyhavn.games.roll_and_write.chance import OUTCOMES as FACES
from nyhavn.games.roll_and_write.kernels import ids as dice_ids
from nyhavn.games.roll_and_write.kernels import layout as dice_layout
from nyhavn.games.roll_and_write.kernels.batch import batch as dice_batch
from nyhavn.kernels.batch import Batch, States
from nyhavn.luck import LUCK_SIZE, fast

COUNTS = (2, 3, 4)


@dataclass(frozen=True)
class Kernels:
    """The kernels of a game, with what tests must know of it."""

    game: str
    batch: Batch
    options: tuple[dict[str, Any], ...]  # number n of them is option n of `begin`
    move_count: int
    most_moves: int
    over: int
    outcomes: tuple[int, ...]  # of a chance event, in the order in which the fast generator counts them through
    eager: Callable[[int], bool]  # whether a move gets a game on

    def play_numbered(self, seed: int, first: int, games: int, players: int, option: int = 0) -> tuple[int, int, str]:
        """Random games in kernels: their moves, their points, and a digest of the last one's final state."""
        states, luck = self.batch.new_states(), np.zeros(LUCK_SIZE, np.int64)
        words, fits = states.view(np.int64), self.batch.new_fits()
        moves, points = self.batch.random_games(states, words, fits, luck, seed, first, games, players, option)
        return int(moves), int(points), hashlib.sha256(states.tobytes() + luck.tobytes()).hexdigest()

    def play_as_text(self, seed: int, players: int, option: int = 0) -> str:
        """A seeded game through the text API: a digest of its history and its final state."""
        state, luck = nyhavn.new_game(self.game, players=players, seed=seed, **self.options[option]), Random(seed)
        while not state.over:
            state.play(luck.choice(state.moves()))
        return hashlib.sha256(json.dumps(state.history).encode() + state.memory.tobytes()).hexdigest()

    def transcript(self, single: int, together: int, as_text: int) -> list[Any]:
        """Games of every number of players and with every option: one by one, many in one call, and as text."""
        return [
            [
                [self.play_numbered(players, number, 1, players, option) for number in range(single)],
                self.play_numbered(players, 0, together, players, option),
                [self.play_as_text(seed, players, option) for seed in range(as_text)],
            ]
            for players in COUNTS
            for option in range(len(self.options))
        ]

    def listed(self, states: States) -> list[int]:
        """The legal moves of one game."""
        ids = self.batch.new_ids()
        return [int(move) for move in ids[: self.batch.legal(states, self.batch.new_fits(), ids)]]

    def walk(self, players: int, games: int) -> Iterator[tuple[States, list[int]]]:
        """Every decision of some games with its legal moves; half of the moves get the game on where one can."""
        fits, ids = self.batch.new_fits(), self.batch.new_ids()
        for number in range(games):
            states, luck, choice = self.batch.new_states(), fast(number), Random(number)
            self.batch.begin_all(states, players, number % len(self.options), luck)
            moves = self.listed(states)
            while moves:
                yield states.copy(), moves
                active = [move for move in moves if self.eager(move)] if choice.random() < 0.5 else []
                found = self.batch.step(states, choice.choice(active or moves), luck[0], fits, ids)
                moves = [int(move) for move in ids[:found]]

    def checked(self, states: States, moves: list[int], near: tuple[int, ...], luck: Random) -> list[int]:
        """Ids ascend, all are legal and no others are, and they are counted right. Gives some of them."""
        legal = set(moves)
        assert moves == sorted(legal)
        counts = np.zeros(1, np.int64)
        self.batch.count_all(states, self.batch.new_fits(), counts)
        assert counts[0] == len(moves)
        some = luck.sample(moves, min(30, len(moves)))
        close = [move + step for move in some for step in (*near, *(-step for step in near))]
        for move in (*some, *close, *(luck.randrange(self.move_count) for _ in range(100))):
            assert bool(self.batch.allowed(states, move)) == (move in legal), (move, states)
        return some


CARD_GAME = Kernels(
    "copenhagen",
    card_batch,
    ({},),
    card_ids.MOVE_COUNT,
    card_ids.MOST_MOVES,
    card_layout.OVER,
    (card_layout.END, *range(len(CARDS) - 1)),
    lambda move: move >= card_ids.COAT_SPECIAL,
)
DICE_GAME = Kernels(
    "roll-and-write",
    dice_batch,
    ({"mirror": False}, {"mirror": True}),
    dice_ids.MOVE_COUNT,
    dice_ids.MOST_MOVES,
    dice_layout.OVER,
    tuple(range(len(FACES))),
    lambda move: move >= dice_ids.DRAW or dice_ids.COAT_WINDOW <= move < dice_ids.REROLL,
)
