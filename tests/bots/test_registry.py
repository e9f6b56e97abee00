"""Bots by name: registered, found, given a budget, and held to the rules."""

import random

import pytest

import nyhavn
from nyhavn.bots import Budget, Observation, bot_names, find_bot, make_bot, observe, register
from tests.conftest import sentence


@pytest.mark.usefixtures("own_bots")
def test_our_own_bots_play_both_games() -> None:
    assert bot_names() == ["random", "greedy"]
    assert bot_names("copenhagen") == bot_names("roll-and-write") == ["random", "greedy"]
    assert find_bot("greedy").games == ("copenhagen", "roll-and-write")


@pytest.mark.usefixtures("own_bots")
def test_a_function_becomes_a_bot_and_stays_a_function() -> None:
    @register("first", games=["copenhagen"])
    def first(observation: Observation, budget: Budget, rng: random.Random) -> str:
        assert budget == Budget(nodes=7)
        return observation.moves[0]

    assert find_bot("first").choose is first
    assert bot_names("copenhagen") == ["random", "greedy", "first"]
    assert bot_names("roll-and-write") == ["random", "greedy"]
    state = nyhavn.new_game("copenhagen", seed=1)
    assert make_bot("first:7n").choose(observe(state, 0), random.Random(1)) == state.moves()[0]


def test_a_spec_is_a_name_and_perhaps_a_budget() -> None:
    assert make_bot("greedy:500ms").budget == Budget(seconds=0.5)
    assert make_bot("greedy:500ms").bot == find_bot("greedy")
    assert make_bot("greedy") == make_bot("greedy:100ms")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", "there is no bot 'gredy': choose random, greedy"),
        ("", "there is no bot ''"),
        ("Greedy", "there is no bot 'Greedy'"),
        ("x" * 1000, f"there is no bot '{'x' * 40}'"),
        ("greedy:", "'' isn't a valid budget: give a time such as 500ms or 2s, or work such as 2000n"),
        ("greedy:fast", "'fast' isn't a valid budget"),
        ("greedy:2s:3s", "'2s:3s' isn't a valid budget"),
    ],
)
@pytest.mark.usefixtures("own_bots")
def test_a_spec_that_means_nothing_is_refused(spec: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        make_bot(spec)
    assert sentence(caught.value).startswith(said)


@pytest.mark.parametrize("name", ["", "Greedy", "two words", "a:b", "-a", "a-", "a--b", "1st", "größe", 7])
@pytest.mark.usefixtures("own_bots")
def test_a_name_that_no_spec_could_hold_is_refused(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        register(name)
    assert "isn't a bot name" in sentence(caught.value)


@pytest.mark.usefixtures("own_bots")
def test_a_name_is_taken_once() -> None:
    with pytest.raises(ValueError) as caught:
        register("greedy")
    assert sentence(caught.value) == "there is already a bot called greedy"


@pytest.mark.parametrize("games", [["chess"], "chess", []])
@pytest.mark.usefixtures("own_bots")
def test_a_game_that_does_not_exist_is_refused(games: list[str]) -> None:
    with pytest.raises(ValueError) as caught:
        register("player", games)
    assert "there are copenhagen and roll-and-write" in sentence(caught.value)


def test_names_are_asked_for_by_a_game_that_exists() -> None:
    with pytest.raises(ValueError) as caught:
        bot_names("chess")
    assert sentence(caught.value) == "there is no game 'chess': choose copenhagen or roll-and-write"


@pytest.mark.usefixtures("own_bots")
def test_a_bot_is_asked_for_what_it_plays_and_on_its_turn_only() -> None:
    @register("cards", games="copenhagen")
    def cards(observation: Observation, budget: Budget, rng: random.Random) -> str:
        return observation.moves[0]

    with pytest.raises(ValueError) as caught:
        make_bot("cards").choose(observe(nyhavn.new_game("roll-and-write", seed=1), 0), random.Random(1))
    assert sentence(caught.value) == "cards does not play roll-and-write, only copenhagen"
    with pytest.raises(ValueError) as caught:
        make_bot("cards").choose(observe(nyhavn.new_game("copenhagen", seed=1), 1), random.Random(1))
    assert sentence(caught.value) == "cards has no move to choose: it is not the turn of seat 1"


@pytest.mark.parametrize("answer", ["take 1 9", "", None, 7, ["take 1 2"], "take 1 2 " * 1000])
@pytest.mark.usefixtures("own_bots")
def test_a_move_that_is_none_is_refused(answer: str) -> None:
    @register("liar")
    def liar(observation: Observation, budget: Budget, rng: random.Random) -> str:
        return answer

    with pytest.raises(ValueError) as caught:
        make_bot("liar").choose(observe(nyhavn.new_game("copenhagen", seed=1), 0), random.Random(1))
    assert sentence(caught.value).startswith("liar chose ")
    assert "isn't a legal move" in str(caught.value)
