"""The two games as OpenSpiel lists them, with their parameters and bounds."""

from typing import Any

import pyspiel

from nyhavn.copenhagen import components as cards
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.openspiel.observers import TableObserver
from nyhavn.envs.openspiel.states import CopenhagenState, RollAndWriteState, TableState, player_of
from nyhavn.envs.rewards import WIN, worst
from nyhavn.facade.colours import COLOURS
from nyhavn.games import rules_of
from nyhavn.play import check_options
from nyhavn.rollwrite import components as dice
from nyhavn.rules import words

STAR = "*"
COATS = {
    "copenhagen": cards.COAT_CELLS.bit_count() + cards.COAT_ROWS.bit_count(),
    "roll-and-write": dice.COAT_ROWS.bit_count() + dice.COAT_COLUMNS.bit_count(),
}
"""The coat actions that a house can ever bring."""


def _game_type(name: str, long_name: str, information: Any, parameters: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(cards.PLAYERS),
        min_num_players=min(cards.PLAYERS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


COPENHAGEN = _game_type(
    "python_copenhagen", "Copenhagen", pyspiel.GameType.Information.IMPERFECT_INFORMATION, {"players": 2}
)
ROLL_AND_WRITE = _game_type(
    "python_roll_and_write",
    "Copenhagen Roll & Write",
    pyspiel.GameType.Information.PERFECT_INFORMATION,
    {"players": 2, "mirror": False},
)


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """Either game, for a number of players and with options."""

    listed: Any  # its GameType
    state: type[TableState]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.listed.parameter_specification, **(params or {})}
        rules = rules_of(self.state.game_name)
        players = given.pop("players")
        if players not in rules.players:
            known = ", ".join(map(str, rules.players))
            raise ValueError(f"{self.listed.short_name} is played by {known} players, not {players}")
        self.options = check_options(rules, given)
        self.beginning = words(rules.begin(players, self.options))
        self.beginner = player_of(rules, self.beginning)
        self.chance_nodes = self._most_chance(players)
        encoding = encoding_of(rules.name)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.action_count,
            max_chance_outcomes=len(encoding.chance_outcomes),
            num_players=players,
            min_utility=worst(players),
            max_utility=WIN,
            utility_sum=0.0,
            max_game_length=self._most_actions(players),
        )
        super().__init__(self.listed, info, params or {})

    def _most_chance(self, players: int) -> int:
        raise NotImplementedError

    def _most_actions(self, players: int) -> int:
        raise NotImplementedError

    def new_initial_state(self) -> TableState:
        return self.state(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class CopenhagenGame(TableGame):
    listed, state = COPENHAGEN, CopenhagenState

    def _most_chance(self, players: int) -> int:
        """Every card and the End card; from three players on no more than every card a second time (C18)."""
        return cards.CARDS_OF_A_COLOUR[players] * len(COLOURS) * (1 if players == 2 else 2) + 1

    def _most_actions(self, players: int) -> int:
        """A take brings at least two cards out of the deck, and may be followed by `discard` and `end`; a tile of the
        rack is built once, in two actions."""
        takes = self._most_chance(players) // 2
        return takes * 3 + sum(cards.COPIES[players]) * len(COLOURS) * 2 + players * COATS["copenhagen"]


class RollAndWriteGame(TableGame):
    listed, state = ROLL_AND_WRITE, RollAndWriteState

    def _stars(self, track: str) -> int:
        return dice.TRACKS[track].count(STAR) + (dice.STARTING_REROLLS if track == "red" else 0)

    def _most_chance(self, players: int) -> int:
        """Five dice a turn and as many for every star that rolls again (W6, W22, W30)."""
        return (dice.LAST_ROUND + self._stars("red")) * players * dice.DICE

    def _most_actions(self, players: int) -> int:
        """A turn is a tile in three actions and `done`, and then the others mark; a star is used once."""
        turns = dice.LAST_ROUND * players * (4 + players - 1)
        stars = sum(map(self._stars, dice.TRACKS))
        return players + turns + players * (stars + COATS["roll-and-write"])


pyspiel.register_game(COPENHAGEN, CopenhagenGame)
pyspiel.register_game(ROLL_AND_WRITE, RollAndWriteGame)
