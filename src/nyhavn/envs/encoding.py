"""Moves as rows of small numbers: the action encoding that every environment shares.

A move is one to three *actions*, chosen one after the other: in the card game a placement, then a payment; in the dice
game a placement, the cell of the X, then a payment; every other move is a single action. How many actions follow
depends on the first one only, and an action means the same in every position, for every number of players and with
every option. The numbers are part of an environment's version (see `docs/research.md`): they do not change under it.

    encoding = encoding_of("copenhagen")
    prefix: list[int] = []
    while not encoding.is_complete(prefix):
        allowed = encoding.stage_mask(state.memory, prefix)  # one bool for each action
        prefix.append(int(rng.choice(np.flatnonzero(allowed))))
    state.play(encoding.action_to_text(prefix))
"""

import threading
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from nyhavn.arguments import whole_number
from nyhavn.compiled import uncompiled
from nyhavn.envs.arrays import new_choices
from nyhavn.envs.inputs import check_memory, whole_actions
from nyhavn.envs.kernels import kernels_of
from nyhavn.games import rules_of
from nyhavn.kernels.environments import BEGUN, CHOICES, COUNT, Ints
from nyhavn.rules import Memory

NONE = -1
KEPT = 1 << 16
"""Moves that are remembered with their actions: in long loops the same ones come again and again."""


class Scratch(threading.local):
    """Scratch that kernels work in, one for each thread."""

    def __init__(self, integers: int, fits: Ints, choices: Ints) -> None:
        self.fits, self.mask = np.zeros_like(fits), np.zeros(integers, np.int64)
        self.actions, self.choices = np.zeros(64 * integers, np.int64), np.zeros_like(choices)


class Encoding:
    """The actions of one game: what `encoding_of` gives.

    - `action_count`: actions are the numbers below it, in all stages together.
    - `most_stages`: no move has more actions.
    - `mask_bytes`: the size of a packed mask (whole integers of 64 bits, the bits behind the last action are 0).
    - `chance_outcomes`: the texts of what chance can bring, by number: `R Y G B P End` for a card, `R Y G B P W` for a
      die. Chance is single cards and single dice.
    """

    def __init__(self, game: str) -> None:
        rules, given = rules_of(game), kernels_of(game).given
        self.game = game
        self.action_count: int = given["ACTIONS"]
        self.most_stages: int = given["MOST_STAGES"]
        self.mask_bytes: int = given["MASK_INTEGERS"] * 8
        self.chance_outcomes: tuple[str, ...] = tuple(rules.chance.OUTCOMES)
        # The ranges of actions that make moves of several stages, from the last one down, and the simplest rest of one.
        self._parts: list[tuple[str, int]] = [*given["PARTS"]]
        self._simplest: tuple[int, ...] = given["SIMPLEST"]
        self._rules, self._record, self._moves = rules, given["STATE"], given["MOVE_COUNT"]
        choices = new_choices(rules.batch, given["MASK_INTEGERS"])
        self._kernels = kernels_of(game)
        self._scratch = Scratch(given["MASK_INTEGERS"], rules.batch.new_fits(), choices)
        # Called from Python one move at a time, where the uncompiled functions are quicker to have.
        self._stages, self._join, self._split = map(uncompiled, (given["stages"], given["join"], given["split"]))
        self._joined, self._spelled = lru_cache(KEPT)(self._find_move), lru_cache(KEPT)(self._find_text)

    # Moves

    def stage_count(self, first: int) -> int:
        """How many actions a move has that begins with this one; 0 if none does."""
        return int(self._stages(first)) if 0 <= first < self.action_count else 0

    def is_complete(self, actions: Sequence[int]) -> bool:
        """Whether these are all actions of a move, if they are allowed."""
        return bool(actions) and len(actions) == self.stage_count(actions[0])

    def move_to_action(self, move: int) -> list[int]:
        """The actions of a move given by its number (see "Moves as numbers" in the API); ValueError if it is none."""
        number = whole_number(move)
        if number is not None and 0 <= number < self._moves:
            actions = [int(action) for action in self._split(number)]
            if self._join(*actions) == number:
                return [action for action in actions if action != NONE]
        raise ValueError(f"{str(move)[:40]} is not the number of a move of {self.game}")

    def action_to_move(self, actions: Sequence[int]) -> int:
        """The number of the move that all these actions make; ValueError if they make none."""
        return self._joined(whole_actions(actions))

    def _find_move(self, actions: tuple[int, ...]) -> int:
        if self.is_complete(actions) and all(0 <= action < self.action_count for action in actions):
            three = (*actions, NONE, NONE)[:3]
            move = int(self._join(*three))
            if 0 <= move < self._moves and self._split(move) == three:
                return move
        raise ValueError(f"{list(actions)[:4]} are not the actions of a move of {self.game}")

    def text_to_action(self, text: str) -> list[int]:
        """The actions of a move in its one spelling, legal now or not; ValueError if a text is no move."""
        if type(text) is not str:
            raise TypeError(f"a move is a str, not {type(text).__name__}")
        move = self._rules.moves.find_move(text)
        if move is None:
            raise ValueError(f"{text[:60]!r} isn't a move of {self.game}")
        return self.move_to_action(move)

    def action_to_text(self, actions: Sequence[int]) -> str:
        """The move that all these actions make, as text; ValueError if they make none."""
        return self._spelled(whole_actions(actions))

    def _find_text(self, actions: tuple[int, ...]) -> str:
        move, moves = self._joined(actions), self._rules.moves
        try:
            return moves.format_moves([move])[0]
        except KeyError:  # an X in a cell that the tile does not have, or more dice than it takes
            raise ValueError(f"{list(actions)} are not the actions of a move of {self.game}") from None

    def describe(self, action: int, prefix: Sequence[int] = ()) -> str:
        """One action as text for people: a whole move, a placement (`build R2 a1* b1`), or what follows a placement,
        given as `prefix` (`pay YYG`, `X c3`, `X -` for none, `using RRW`). Without the prefix that is only numbered
        (`pay 17`, `X 0`), so that all actions have different texts. ValueError if there is no such action."""
        if self.stage_count(action) == 1:
            return self.action_to_text([action])
        if not 0 <= action < self.action_count:
            raise ValueError(f"{action} isn't an action of {self.game}")
        name, first = next(part for part in self._parts if action >= part[1])
        begins = self.stage_count(action) > 1
        if not begins and not prefix:
            return f"{name} {action - first}"
        before = [] if begins else [*prefix]
        text = self.action_to_text([*before, action, *self._simplest[len(before) :]])
        return f"{name} {self._rules.moves.CODEC.parse(text).stages()[name]}"

    # Masks

    def packed_mask(self, memory: Memory, prefix: Sequence[int] = ()) -> npt.NDArray[np.uint8]:
        """Which actions may come next, after those of `prefix`, as bits: bit a % 8 of byte a // 8 (NumPy's
        `bitorder="little"`) is 1 if and only if some legal move of the position begins with `prefix` and then `a`.

        `memory` is a position as plain memory (`state.memory`, `observation.memory`). All bits are 0 if the prefix
        begins no legal move, is a whole move, or if nobody decides (a card or a die is to come, the game is over)."""
        mask = self._mask(memory, prefix).copy()
        return mask.view(np.uint8)

    def stage_mask(self, memory: Memory, prefix: Sequence[int] = ()) -> npt.NDArray[np.bool_]:
        """The same as an array of `action_count` bools."""
        packed = self._mask(memory, prefix).view(np.uint8)
        return np.unpackbits(packed, count=self.action_count, bitorder="little").view(np.bool_)

    def stage_actions(self, memory: Memory, prefix: Sequence[int] = ()) -> list[int]:
        """The same as the numbers of the allowed actions, ascending."""
        actions = self._scratch.actions
        found: list[int] = actions[: self._kernels.listed(self._mask(memory, prefix), actions)].tolist()
        return found

    def begins(self, memory: Memory, prefix: Sequence[int]) -> bool:
        """Whether some legal move of the position begins with these actions, and goes on."""
        return self._kernels.listed(self._mask(memory, prefix), self._scratch.actions) > 0

    def _mask(self, memory: Memory, prefix: Sequence[int]) -> Ints:
        check_memory(memory, self._record, self.game)
        scratch, prefix = self._scratch, whole_actions(prefix)
        if not prefix or (len(prefix) < self.most_stages and min(prefix) >= 0):
            first, second = (*prefix, NONE, NONE)[:2]
            self._kernels.write_mask(memory, first, second, scratch.fits, scratch.mask)
        else:
            scratch.mask[:] = 0
        return scratch.mask

    # Actions and single chance events alike, for those who play by both

    def act(self, memory: Memory, prefix: tuple[int, ...], action: int) -> tuple[int, int]:
        """Take an action after those of `prefix`, or let chance bring an outcome, in the memory given, which is
        believed to be a position of this game. Gives who acts then (a seat, CHANCE, TERMINAL), and how many actions of
        a move have been taken; REFUSED, and nothing done, if it is not allowed."""
        scratch = self._scratch
        first, second = (*prefix, NONE, NONE)[:2]
        player = self._kernels.act(memory, first, second, action, scratch.fits, scratch.mask, scratch.choices)
        return player, scratch.choices.item(BEGUN)

    def enter(self, memory: Memory, prefix: tuple[int, ...]) -> int:
        """Who acts in a position. `chosen` gives what can be chosen there."""
        scratch = self._scratch
        first, second = (*prefix, NONE, NONE)[:2]
        return self._kernels.enter(memory, first, second, scratch.fits, scratch.mask, scratch.choices)

    def choices(self) -> list[int]:
        """After `act` or `enter`, and before anything else is asked: the actions that are allowed, ascending, or the
        weights of all outcomes."""
        choices = self._scratch.choices
        found: list[int] = choices[CHOICES : CHOICES + choices.item(COUNT)].tolist()
        return found

    # Chance

    def chances(self, memory: Memory) -> list[tuple[int, float]]:
        """What chance can bring now, each with its probability: numbers of `chance_outcomes`, ascending. Empty if the
        position waits for no card and no die. `deal` lets one of them happen."""
        weights = self._rules.weights(memory)
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights) if weight]

    def deal(self, memory: Memory, outcome: int) -> None:
        """Let a card or a die come, in the memory given; ValueError if it cannot."""
        if not self._rules.batch.chance(memory, outcome):
            raise ValueError(f"chance cannot bring {outcome} in this position of {self.game}")

    def play(self, memory: Memory, actions: Sequence[int]) -> None:
        """Play the move that all these actions make, in the memory given, up to the next card, die or decision;
        ValueError, and nothing done, if it is not legal."""
        if not self._rules.apply(memory, self.action_to_move(actions)):
            raise ValueError(f"{self.action_to_text(actions)!r} is not legal in this position")


_encoding = cache(Encoding)


def encoding_of(game: str) -> Encoding:
    """The actions of a game, by its name; ValueError if there is none of that name."""
    return _encoding(rules_of(game).name)
