"""OpenSpiel's own conformance tests, and that its games are those of `nyhavn`.

The playthroughs were made by OpenSpiel's generator. After a change that is meant, they are made again by

    python -c "
    import nyhavn.envs.openspiel
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import update_path
    flags.FLAGS([''])
    update_path('tests/envs/playthroughs')"
"""

import random
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import nyhavn
import nyhavn.envs.openspiel
from nyhavn.bots import load_code
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.openspiel import resampling
from nyhavn.facade.colours import LETTERS
from tests.conftest import sentence
from tests.envs.examples import run_example

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
BOTS = Path(resampling.__file__).with_name("bots.py")
NAMES = ["python_copenhagen", "python_roll_and_write"]
TABLES = [
    *("python_copenhagen(players=2)", "python_copenhagen(players=3)", "python_copenhagen(players=4)"),
    *("python_roll_and_write(players=2)", "python_roll_and_write(players=3,mirror=True)"),
]
ALL_TABLES = [
    *TABLES[:3],
    *(f"python_roll_and_write(players={players},mirror={mirror})" for players in (2, 3, 4) for mirror in (False, True)),
]
SINGLE, NONE, ALL = (getattr(pyspiel.PrivateInfoType, kind) for kind in ("SINGLE_PLAYER", "NONE", "ALL_PLAYERS"))
every_table = pytest.mark.parametrize("name", TABLES)


def act(state: Any, luck: random.Random) -> int:
    """An action of the player to act, chance included, all equally likely."""
    action: int = luck.choice(state.legal_actions())
    state.apply_action(action)
    return action


def midway(name: str, actions: int, luck: random.Random) -> Any:
    """A state after so many actions, at a decision."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.move_number() < actions or state.is_chance_node():
        act(state, luck)
    return state


def seen_by(game: Any, state: Any, player: int) -> tuple[Any, ...]:
    """All that a player gets to see of a state, by all flags that do not show what others hide."""
    kinds = [
        pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        for recall in (False, True)
        for public in (False, True)
        for private in (SINGLE, NONE)
    ]
    observers = [make_observation(game, kind) for kind in kinds]
    for observer in observers:
        if observer.tensor is not None:
            observer.set_from(state, player)
    tensors = tuple(observer.tensor.tobytes() for observer in observers if observer.tensor is not None)
    return tensors + tuple(observer.string_from(state, player) for observer in observers)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["python_copenhagen(players=3)", "python_roll_and_write"])
def test_random_games_keep_the_rules_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL_TABLES)
def test_many_random_games_keep_the_rules_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.fixture
def parsed_flags() -> Iterator[None]:
    """OpenSpiel's tests are programs with options."""
    flags.FLAGS(["", f"--test_only_games={'|'.join(NAMES)}$"])
    yield
    flags.FLAGS.unparse_flags()


@pytest.mark.slow
@pytest.mark.usefixtures("parsed_flags")
def test_the_api_is_that_of_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_test, "_GAMES_TO_TEST", set(NAMES))  # the games that were registered when it was imported
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    assert suite.countTestCases() == 5 * len(NAMES)
    random.seed(1)
    result = unittest.TestResult()
    suite.run(result)
    assert (result.failures, result.errors, result.skipped) == ([], [], [])
    assert result.testsRun == 5 * len(NAMES)


@pytest.mark.slow
@pytest.mark.usefixtures("parsed_flags")
@pytest.mark.parametrize("name", NAMES)
def test_playthroughs_have_not_drifted(name: str) -> None:
    before, now = generate_playthrough.replay(PLAYTHROUGHS / f"{name}.txt")
    assert now.splitlines() == before.splitlines()


@every_table
def test_games_are_those_of_nyhavn(name: str) -> None:
    """The same chance and the same moves lead to the same end, by way of the same positions."""
    game, luck = pyspiel.load_game(name), random.Random(name)
    state = game.new_initial_state()
    encoding = encoding_of(state.game_name)
    chances: list[tuple[str, dict[str, float]]] = []
    moves: list[str] = []
    actions: list[int] = []
    while not state.is_terminal():
        if state.is_chance_node():
            odds = {encoding.chance_outcomes[outcome]: chance for outcome, chance in state.chance_outcomes()}
            chances.append((encoding.chance_outcomes[act(state, luck)], odds))
            continue
        actions.append(act(state, luck))
        if encoding.is_complete(actions):
            moves.append(encoding.action_to_text(actions))
            actions = []
    coming = iter(chances)

    def source(kind: str, outcomes: dict[str, int]) -> str:
        outcome, odds = next(coming)
        assert odds == {text: pytest.approx(weight / sum(outcomes.values())) for text, weight in outcomes.items()}
        return outcome

    again = nyhavn.new_game(state.game_name, players=game.num_players(), chance=source, **game.options)
    for move in moves:
        again.play(move)
    assert next(coming, None) is None
    assert state.memory.tobytes() == again.memory.tobytes()
    best = max(state.returns())
    assert tuple(seat for seat, utility in enumerate(state.returns()) if utility == best) == again.winners
    assert sum(state.returns()) == pytest.approx(0)


@every_table
def test_copies_and_what_was_written_down_go_on_by_themselves(name: str) -> None:
    game, luck = pyspiel.load_game(name), random.Random(1)
    state = midway(name, 40, luck)
    copies = [state.clone(), pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]]
    before = str(state), state.history(), seen_by(game, state, 1)
    for other in copies:
        assert (str(other), other.history(), seen_by(game, other, 1)) == before
        for _ in range(10):
            act(other, random.Random(3))
    assert (str(state), state.history(), seen_by(game, state, 1)) == before
    assert str(copies[0]) == str(copies[1]) != str(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("actions", [30, 60, 170])
def test_what_a_player_cannot_know_makes_no_difference(players: int, actions: int) -> None:
    luck, different = random.Random(players * actions), 0
    state = midway(f"python_copenhagen(players={players})", min(actions, 40 * players), luck)
    game = state.get_game()
    for player in range(players):
        seen = seen_by(game, state, player)
        for _ in range(5):
            other = state.resample_from_infostate(player, luck.random)
            assert seen_by(game, other, player) == seen
            different += str(other) != str(state)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
    assert different or actions > 30


def test_flags_choose_what_is_seen() -> None:
    state = midway("python_copenhagen(players=3)", 15, random.Random(2))
    game, hands = state.get_game(), [text.split()[-1] for text in state.private_texts()]

    def observer(public: bool, private: Any, recall: bool = False) -> Any:
        kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        return make_observation(game, kind)

    assert [observer(False, SINGLE).string_from(state, seat) for seat in range(3)] == [
        f"hand of {seat}: {hands[seat]}" for seat in range(3)
    ]
    public = observer(True, NONE)
    assert len({public.string_from(state, seat) for seat in range(3)}) == 1
    assert "hand" not in public.string_from(state, 1)
    assert {"hand", "unseen"}.isdisjoint(public.dict)
    assert observer(False, NONE).string_from(state, 1) == ""
    assert observer(True, SINGLE).string_from(state, 1) == state.observation_string(1)
    everything = observer(True, ALL)
    everything.set_from(state, 1)
    for step in range(3):
        cards = "".join(letter * int(n) for letter, n in zip(LETTERS, everything.dict[f"hand {step}"], strict=True))
        assert cards == hands[(1 + step) % 3]
    assert everything.string_from(state, 1).count("hand of") == 3
    private = observer(False, SINGLE)
    assert set(private.dict) == {"seat", "hand", "unseen"}
    assert observer(True, SINGLE, recall=True).string_from(state, 2) == state.information_state_string(2)
    assert observer(True, SINGLE, recall=True).tensor is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_nothing_is_private_in_the_dice_game() -> None:
    state = midway("python_roll_and_write", 30, random.Random(2))
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=SINGLE)
    private = make_observation(state.get_game(), kind)
    assert private.string_from(state, 0) == ""
    assert state.observation_string(0) == state.observation_string(1)
    assert state.information_state_string(0) == state.information_state_string(1)


def test_everybody_sees_a_move_that_is_under_way() -> None:
    luck = random.Random(4)
    state = midway("python_roll_and_write", 30, luck)
    while len(state.prefix) < 2:
        act(state, luck)
    other = make_observation(state.get_game())
    other.set_from(state, 1 - state.current_player())
    parts = encoding_of("roll-and-write").describe(state.prefix[0]).split()
    assert other.dict["cells"].sum() == len(parts) - 2
    assert other.dict["cross"].sum() + other.dict["no_cross"].sum() == 1
    assert " ".join(parts) in state.observation_string(0)


def test_actions_have_words() -> None:
    state = pyspiel.load_game("python_copenhagen").new_initial_state()
    assert state.action_to_string(0) == "docks 1=R"
    for card in "RYGBPRR" + "BB" + "RRR":
        state.apply_action(LETTERS.index(card))
    assert state.action_to_string(state.string_to_action("take 2 3")) == "take 2 3"
    state.apply_action(state.string_to_action("build B2 a1* b1"))
    assert state.current_player() == 0
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["pay BB"]
    assert state.information_state_string(1).splitlines()[-1] == "0 build B2 a1* b1"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_legal_changes_nothing(name: str) -> None:
    luck = random.Random(6)
    state = midway(name, 30, luck)
    while not state.prefix:
        for action in (0, 17, 170, 790, 2000, state.num_distinct_actions()):
            if action not in state.legal_actions():
                before = str(state), state.serialize()
                with pytest.raises(ValueError) as refused:
                    state.apply_action(action)
                sentence(refused.value)
                assert (str(state), state.serialize()) == before
        act(state, luck)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("python_copenhagen(players=5)", "2, 3, 4 players, not 5"),
        ("python_roll_and_write(players=1)", "2, 3, 4 players, not 1"),
    ],
)
def test_what_cannot_be_played_is_refused(table: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        pyspiel.load_game(table)
    sentence(refused.value)


def test_the_example_is_a_whole_game() -> None:
    assert run_example(nyhavn.envs.openspiel)["state"].is_terminal()


def test_bots_for_openspiel_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "nyhavn.envs.openspiel")
    with pytest.raises(ValueError, match=r"nyhavn\[openspiel\]"):
        load_code(BOTS)
