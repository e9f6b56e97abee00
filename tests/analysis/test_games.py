"""Games judged move by move, from what each seat could know."""

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import nyhavn
from nyhavn.analysis.games import _compare_with_before, _see_further, analyse, curves, judge, turning_points
from nyhavn.analysis.hints import numbers
from nyhavn.analysis.moves import assess, error_of, gain, play_out, suggest
from nyhavn.arena.reviews import plot, review, rows, turns
from nyhavn.bots import Budget, Observation, observe
from nyhavn.games import game_names
from nyhavn.kernels.playouts import WHOLE_GAME
from nyhavn.records import retrace

GAMES = Path(__file__).parents[2] / "docs" / "games"
RECORDS = {"copenhagen": "friday.nyhavn", "roll-and-write": "sunday.nyhavn"}
LITTLE = Budget(nodes=64)


def decisions(game: str) -> list[tuple[Observation, str]]:
    """What each seat saw in the game of the documentation, and what it played."""
    state = nyhavn.read_record(GAMES / RECORDS[game])
    moves = [entry for entry in state.history if "move" in entry]
    seen = zip(retrace(state), moves, strict=False)
    return [(observe(position, entry["seat"]), entry["move"]) for position, entry in seen]


def begun(game: str, moves: int) -> nyhavn.State:
    """The same game, left after some moves."""
    state = nyhavn.read_record(GAMES / RECORDS[game])
    for number, position in enumerate(retrace(state)):
        if number == moves:
            return position.copy()
    raise AssertionError("the game is shorter than that")


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_who_has_won_is_sure_of_it(game: str) -> None:
    """The last decision of a game, by whoever makes it."""
    state = nyhavn.read_record(GAMES / RECORDS[game])
    seen, move = decisions(game)[-1]
    (worth,) = assess(seen, numbers(game, [move]), LITTLE, random.Random(1))
    assert worth.win_share == (seen.seat in state.winners) / len(state.winners)
    assert worth.error == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_work_gives_the_same_judgement_again(game: str) -> None:
    seen, move = decisions(game)[20]
    once, again, other = (judge(seen, move, LITTLE, random.Random(seed)) for seed in (1, 1, 2))
    assert once == again
    assert 0 <= once["win_share"] <= 1
    assert once.keys() == other.keys()
    assert once["best"] in seen.moves
    json.dumps(once)


@pytest.mark.slow
def test_moves_are_compared_with_the_same_luck() -> None:
    seen, move = decisions("copenhagen")[20]
    (number,) = numbers("copenhagen", [move])
    same = gain(seen, number, number, Budget(nodes=200), random.Random(1))
    assert (same.gained, same.gain_error) == (0, 0)
    assert same.error > 0
    hints = suggest(seen, LITTLE, random.Random(1), most=3)
    assert len(hints) == 3
    assert hints == sorted(hints, key=lambda hint: -hint.win_share)


@pytest.mark.slow
def test_luck_of_the_dice_is_taken_out_of_what_moves_are_worth() -> None:
    """Compared with games that are played to their ends as the dice fall."""
    errors = []
    for seen, move in decisions("roll-and-write")[4:40:6]:
        ids = numbers("roll-and-write", [move])
        both = [play_out(seen, ids, Budget(nodes=160), random.Random(1), turns) for turns in (None, WHOLE_GAME)]
        assert abs(both[0].mean() - both[1].mean()) < 0.35
        errors.append([error_of(parts) for parts in both])
    freed, raw = np.mean(errors, axis=0)
    assert freed < 0.5 * raw


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_game_that_is_not_over(game: str) -> None:
    state = begun(game, 5)
    told: list[tuple[int, int]] = []
    found = analyse(state, LITTLE, bot="greedy", progress=lambda *done: told.append(done))
    assert told == [(number, 5) for number in range(1, 6)]
    assert [one["move"] for one in found["decisions"]] == [it["move"] for it in state.history if "move" in it]
    assert (found["over"], found["winners"]) == (False, [])
    assert found == analyse(state, LITTLE, bot="greedy")
    assert found == json.loads(json.dumps(found))
    assert sum(len(places) for _, places, _ in curves(found)) == 5
    assert "<svg" in plot(found)
    assert len(rows(found["decisions"])) == 5
    assert "greedy" not in review(found)
    assert analyse(nyhavn.new_game(game, seed=1), LITTLE)["decisions"] == []


def decision(number: int, seat: int, share: float, lost: float = 0.0, clear: bool = False) -> dict[str, Any]:
    return {
        "number": number,
        "seat": seat,
        "move": "take 1 2",
        "fields": {"kind": "take", "docks": [1, 2]},
        "best": "take 3 4" if lost else "take 1 2",
        "win_share": share,
        "lost": lost,
        "clear": clear,
    }


def test_a_decision_at_once_knows_better_what_the_one_before_was_worth() -> None:
    history = [{"seat": 0, "move": "build"}, {"seat": 0, "move": "coat"}, {"chance": "refill"}]
    history += [{"seat": 0, "move": "take"}, {"seat": 1, "move": "take"}]
    state = cast(nyhavn.State, SimpleNamespace(history=history))
    found = [decision(1, 0, 0.2, 0.3, True), decision(2, 0, 0.5, 0.1), decision(3, 0, 0.9), decision(4, 1, 0.1)]
    _see_further(found, state)
    assert [one["win_share"] for one in found] == [0.6, 0.5, 0.9, 0.1], "not across chance, not across seats"
    assert (found[0]["lost"], found[0]["best"], found[0]["clear"]) == (0, "take 1 2", False)


def test_games_turn_by_slips_and_by_fortune() -> None:
    found = [
        decision(1, 0, 0.5),
        decision(2, 1, 0.4, 0.2, True),
        decision(3, 0, 0.7),
        decision(4, 1, 0.38, 0.04, True),
        decision(5, 0, 0.3, 0.3),
        decision(6, 1, 0.1),
    ]
    _compare_with_before(found)
    assert [one["before"] for one in found] == [None, None, 0.5, 0.4, 0.7, 0.38]
    told = [(turn["number"], turn["kind"], turn["size"]) for turn in turning_points(found)]
    assert told == [(2, "slip", -0.2), (3, "fortune", 0.2), (6, "fortune", -0.28)]
    sentences = turns({"decisions": found, "turning_points": turning_points(found)})
    assert sentences[0] == "Move 2: seat 1 lost 20 % with take 1 2; better: take 3 4."
    assert "fell by 28 %" in sentences[2]
