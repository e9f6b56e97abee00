"""The games as OpenSpiel lists them, with their parameters and bounds."""

from typing import Any

import pyspiel

from nyhavn.arguments import check_options
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.openspiel.observers import TableObserver
from nyhavn.envs.openspiel.states import TableState, player_of
from nyhavn.envs.rewards import WIN, worst
from nyhavn.games import environment_of, find_game, game_names, rules_of
from nyhavn.parts import Game
from nyhavn.rules import integers


def _listed(game: Game) -> Any:
    """A game as OpenSpiel lists it."""
    information, rules = pyspiel.GameType.Information, game.rules
    return pyspiel.GameType(
        short_name=f"python_{game.identifier}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if rules.knowledge.HIDES else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.players),
        min_num_players=min(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": min(rules.players),
            **{name: kind() for name, kind in rules.options.items()},
        },
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game, for a number of players and with options."""

    game_name: str
    listed: Any  # its GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.listed.parameter_specification, **(params or {})}
        rules = rules_of(self.game_name)
        players = given.pop("players")
        if players not in rules.players:
            known = ", ".join(map(str, rules.players))
            raise ValueError(f"{self.listed.short_name} is played by {known} players, not {players}")
        self.options = check_options(rules, given)
        self.beginning = integers(rules.begin(players, self.options))
        self.beginner = player_of(rules, self.beginning)
        environment = environment_of(self.game_name)
        self.chance_nodes = environment.most_chance(players)
        encoding = encoding_of(rules.name)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.action_count,
            max_chance_outcomes=len(encoding.chance_outcomes),
            num_players=players,
            min_utility=worst(players),
            max_utility=WIN,
            utility_sum=0.0,
            max_game_length=environment.most_actions(players),
        )
        super().__init__(self.listed, info, params or {})

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _register(game: Game) -> None:
    listed = _listed(game)
    made = type(f"{game.identifier}_game", (TableGame,), {"game_name": game.name, "listed": listed})
    pyspiel.register_game(listed, made)


for name in game_names():
    if find_game(name).has("environment"):
        _register(find_game(name))
