"""Positions as OpenSpiel wants them: chance, decisions and ends, told apart by `current_player`."""

import json
import threading
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import pyspiel

from nyhavn.envs.encoding import Encoding, encoding_of
from nyhavn.envs.openspiel import resampling
from nyhavn.envs.rewards import utilities
from nyhavn.games import rules_of
from nyhavn.kernels.environments import CHANCE, REFUSED, TERMINAL
from nyhavn.rules import Event, Facts, Memory, Openings, Rules, integers

assert (int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)) == (CHANCE, TERMINAL)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, with the actions of a move that is under way.

    Its attributes are replaced and never changed in place, and there are few of them: OpenSpiel copies and writes down
    a state attribute by attribute.
    """

    def __init__(self, game: Any) -> None:
        """Only for `new_initial_state`."""
        super().__init__(game)
        self._name: str = game.game_name
        self._integers: npt.NDArray[np.int64] = game.beginning
        self._player: int = game.beginner
        self._prefix: tuple[int, ...] = ()
        self._openings: Openings = ((),) * game.num_players()
        self._secret: tuple[int, ...] = ()  # which entries of the history chance dealt secretly

    # What the position is made of

    @property
    def game_name(self) -> str:
        return self._name

    @property
    def rules(self) -> Rules:
        return parts_of(self._name).rules

    @property
    def encoding(self) -> Encoding:
        return parts_of(self._name).encoding

    @property
    def memory(self) -> Memory:
        """The position as plain memory, to be read only. It holds everything, the hidden too."""
        return self._memory(self._integers)

    def _memory(self, numbers: npt.NDArray[np.int64]) -> Memory:
        return np.ndarray(1, parts_of(self._name).record, numbers)

    @property
    def facts(self) -> Facts:
        numbers: Facts = self._integers.tolist()
        return numbers

    @property
    def prefix(self) -> tuple[int, ...]:
        """The actions of the move that is under way. Everybody sees them, one by one."""
        return self._prefix

    @property
    def openings(self) -> Openings:
        """What each seat was dealt secretly, in that order: all that is hidden. Empty where nothing is."""
        return self._openings

    @property
    def told(self) -> str:
        """All that everybody could see happen, a line each: `0 take 2 3` for a seat, `> R` for a card or a die."""
        encoding, lines = self.encoding, []
        begun: tuple[int, ...] = ()
        secret = set(self._secret)
        for number, (player, action) in enumerate((item.player, item.action) for item in self.full_history()):
            if player == CHANCE:
                lines.append(f"> {'?' if number in secret else encoding.chance_outcomes[action]}\n")
                continue
            lines.append(f"{player} {described(self._name, action, begun)}\n")
            begun = () if encoding.is_complete((*begun, action)) else (*begun, action)
        return "".join(lines)

    # What OpenSpiel asks for

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    # Loops in Python ask these directly. OpenSpiel's own would ask the methods above, once or twice each, through C++.

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self._player == TERMINAL or player not in (None, self._player):
            return []
        if self._player == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return self._choices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(odds(tuple(self._choices()))) if self._player == CHANCE else []

    def _legal_actions(self, player: int) -> list[int]:
        return self._choices()

    def _choices(self) -> list[int]:
        """The actions that are allowed, or the weights of all outcomes of chance: as the last action has left them, if
        that was one of this state."""
        _, encoding, record, last = parts_of(self._name)
        if last.entered is not self._integers:
            encoding.enter(np.ndarray(1, record, self._integers), self._prefix)
            last.entered = self._integers
        return encoding.choices()

    def _apply_action(self, action: int) -> None:
        """ValueError, and nothing changed, if it is not legal."""
        rules, encoding, record, last = parts_of(self._name)
        after = self._integers.copy()
        player, begun = encoding.act(np.ndarray(1, record, after), self._prefix, action)
        last.entered = after
        if player == REFUSED:
            last.entered = None
            raise self._refusal(action)
        if self._player != CHANCE:
            self._prefix = (*self._prefix, action) if begun else ()
        elif rules.knowledge.HIDES and rules.knowledge.deals_secretly(cast(Facts, self._integers)):
            self._deal_secretly(rules, action)
        self._integers, self._player = after, player

    def _deal_secretly(self, rules: Rules, outcome: int) -> None:
        """What only a seat sees is added to what it was dealt."""
        dealt = list(self._openings)
        dealt[self._integers[rules.at.turn]] += (self.encoding.chance_outcomes[outcome],)
        self._openings = tuple(dealt)
        self._secret += (self.move_number(),)  # it is not in the history yet

    def _refusal(self, action: int) -> ValueError:
        """Why an action, or an outcome of chance, is not possible."""
        if self._player == CHANCE:
            return ValueError(f"chance cannot bring {action} in this position of {self._name}")
        actions = (*self._prefix, action)
        complete = self.encoding.is_complete(actions)
        text = self.encoding.action_to_text(actions) if complete else described(self._name, action, self._prefix)
        return ValueError(f"{text!r} is not legal in this position")

    def _action_to_string(self, player: int, action: int) -> str:
        """What chance brings in the game's own words (`refill 2=R`); else a move, or the part that the action is."""
        if player != CHANCE:
            return described(self.game_name, action, self._prefix)
        waiting, outcome = self.rules.waiting(self.memory), self.encoding.chance_outcomes[action]
        if waiting is None:
            return outcome
        return self.rules.chance.describe(Event(waiting.kind, waiting.place, outcome))

    def returns(self) -> list[float]:
        return utilities(self.num_players(), self.rules.standing(self.facts).winners)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """Another state that the player could take this one for: what is hidden from it is dealt again."""
        return resampling.resampled(self, player, sampler)

    def exchange(self, openings: Openings, memory: Memory) -> None:
        """Stand in another world: only for `resampling.exchanged`."""
        self._integers, self._openings = integers(memory), openings

    def __str__(self) -> str:
        """Everything there is to know, for people: the table drawn, who is to act, all hands."""
        seen = self._view()
        drawn = self.rules.drawing.text({**seen, "history": []}).splitlines()
        if self._player == CHANCE:
            drawn[1] = "Chance decides."  # where it says what a seat has to do
        move = [f"move   {' '.join(seen['move'])}"] if self._prefix else []
        return "\n".join([*drawn, *move, *self.private_texts()])

    # What is to be seen

    def _view(self) -> dict[str, Any]:
        """A spectator's view, and the move under way. Views know no dealing: then the phase is any other one."""
        facts, rules, prefix = self.facts, self.rules, self._prefix
        if self._player == CHANCE:
            facts[rules.at.phase] = next(iter(rules.knowledge.PHASES))
        standing = rules.standing(facts)
        return {
            "players": self.num_players(),
            "options": self.get_game().options,
            "seat": None,
            "turn": self._player if self._player >= 0 else None,
            "scores": standing.scores,
            "empty_cells": standing.empty_cells,
            "over": standing.over,
            "winners": standing.winners,
            "ranking": standing.ranking,
            **rules.knowledge.look(facts, None),
            "move": [described(self.game_name, action, prefix[:stage]) for stage, action in enumerate(prefix)],
        }

    def public_text(self) -> str:
        """What everybody sees, as JSON."""
        return json.dumps({**self._view(), **({"phase": "chance"} if self._player == CHANCE else {})})

    def private_texts(self) -> list[str]:
        """What only its owner sees, by seat; nothing at all in a game that has nothing of that kind."""
        knowledge, facts = self.rules.knowledge, self.facts
        if not knowledge.HIDES:
            return []
        return [f"hand of {seat}: {knowledge.secret(facts, seat) or '-'}" for seat in range(self.num_players())]

    def opening_texts(self) -> list[str]:
        """The same as it was at the beginning, which with `told` is all that there ever was to see."""
        if not self.rules.knowledge.HIDES:
            return []
        return [f"seat {seat} began with {''.join(dealt) or '-'}" for seat, dealt in enumerate(self._openings)]


class Parts(NamedTuple):
    """What a game is played with, found by its name: states that kept it would copy it and write it down."""

    rules: Rules
    encoding: Encoding
    record: np.dtype[Any]
    last: "Last"


class Last(threading.local):
    """The position whose choices the encoding tells, in each thread."""

    entered: npt.NDArray[np.int64] | None = None


@cache
def parts_of(game: str) -> Parts:
    return Parts(rules_of(game), encoding_of(game), rules_of(game).batch.given["STATE"], Last())


def player_of(rules: Rules, numbers: npt.NDArray[np.int64]) -> int:
    """Who acts in a position: a seat, chance, or nobody any more."""
    phase = numbers.item(rules.at.phase)
    if phase <= rules.dealing:
        return CHANCE
    return TERMINAL if phase == rules.over else numbers.item(rules.at.turn)


@lru_cache(maxsize=1 << 16)
def odds(weights: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """What chance can bring, each with its probability."""
    total = sum(weights)
    return tuple((outcome, weight / total) for outcome, weight in enumerate(weights) if weight)


@lru_cache(maxsize=1 << 16)
def described(game: str, action: int, prefix: tuple[int, ...]) -> str:
    return encoding_of(game).describe(action, prefix)
