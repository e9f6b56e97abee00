"""Games judged move by move, from what each seat could know."""

import json
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import nyhavn
from nyhavn.analysis.decisions import SMALLEST, judge
from nyhavn.analysis.games import MOST_TURNS, _see_further, advise, analyse, curves, turning_points
from nyhavn.analysis.hints import MOST, compared, ideas
from nyhavn.analysis.moves import assess, error_of, gain, play_out
from nyhavn.arena.reviews import plot, review, rows, turns
from nyhavn.bots import Budget, Observation, observe
from nyhavn.games import game_names
from nyhavn.kernels.playouts import WHOLE_GAME
from nyhavn.records import retrace
from nyhavn.server.protocol import Analysis
from tests.choice_client import numbers

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "docs" / "games"
WORDS = ROOT / "client" / "src" / "words" / "en.json"
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
    """The last decision of a game, no matter whose."""
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
    hints = compared(seen, LITTLE)
    assert len(hints) > 1
    assert hints == sorted(hints, key=lambda hint: -hint.win_share)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_whoever_asks_the_same_gets_the_same_answer(game: str) -> None:
    """Hints, whenever they are asked for, and `nyhavn analyse` of the position."""
    state = begun(game, 20)
    seen = observe(state, state.turn or 0)
    hints, advice = ideas(seen), advise(state)["suggestions"]
    assert hints == ideas(seen) == ideas(seen.in_numbers())
    shares = {one["move"]: one["win_share"] for one in advice}
    assert 1 < len(hints) <= MOST < len(shares)
    for hint in hints:
        assert hint["share"] == pytest.approx(shares[hint["move"]], abs=0.0006), "rounded to fewer digits"
    assert advise(state, seed=1)["suggestions"] != advice, "other luck"


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


@pytest.fixture(scope="module")
def analysed() -> dict[str, dict[str, Any]]:
    """The games of the documentation, judged as on a server."""
    return {game: analyse(nyhavn.read_record(GAMES / file)) for game, file in RECORDS.items()}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_nothing_is_lost_by_the_best_move(game: str, analysed: dict[str, dict[str, Any]]) -> None:
    found = analysed[game]["decisions"]
    assert any(one["clear"] for one in found), "people make mistakes"
    for one in found:
        assert 0 <= one["win_share"] <= 1
        assert one["clear"] == (one["lost"] > 0) == (one["best"] != one["move"])
        assert one["lost"] == 0 or one["lost"] >= SMALLEST, "never better by 0 %"
        assert bool(one["best_effects"]) <= one["clear"]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_costly_decisions_are_explained(game: str, analysed: dict[str, dict[str, Any]]) -> None:
    found = analysed[game]
    by_number = {one["number"]: one for one in found["decisions"]}
    slips = [turn for turn in found["turning_points"] if turn["kind"] == "slip"]
    assert slips
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    for turn in slips:
        one = by_number[turn["number"]]
        lost = {option["move"]: option["lost"] for option in one["options"]}
        assert lost[one["best"]] == 0 == min(lost.values()), "no worse move is called best"
        assert lost[one["move"]] == one["lost"] == -turn["size"]
        assert len(lost) >= 2
        assert list(lost) == sorted(lost), "their order tells nothing"
        assert all(f"idea.{reason['code']}" in words for reason in one["reasons"])
        assert all(step["effects"] is not None for step in one["continuation"])
    kinds = Counter((turn["seat"], turn["kind"]) for turn in found["turning_points"])
    assert max(kinds.values()) <= MOST_TURNS


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_an_analysis_is_typed_to_the_leaf(game: str, analysed: dict[str, dict[str, Any]]) -> None:
    found = json.loads(json.dumps(analysed[game]))
    assert Analysis.model_validate(found).model_dump(mode="json", by_alias=True, exclude_unset=True) == found


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_luck_is_what_chance_gave_and_took(game: str, analysed: dict[str, dict[str, Any]]) -> None:
    """What one seat gains the others lose, and over a game it evens out more or less."""
    state = nyhavn.read_record(GAMES / RECORDS[game])
    happened = state.history
    moves = [place for place, entry in enumerate(happened) if "move" in entry]
    for one, place in zip(analysed[game]["decisions"], moves, strict=True):
        followed = place + 1 < len(happened) and "chance" in happened[place + 1]
        assert (one["luck"] is not None) == followed
    lucks = np.array([one["luck"] for one in analysed[game]["decisions"] if one["luck"]])
    assert np.abs(lucks).max() > 0.01, "chance matters"
    assert np.abs(lucks.mean(axis=0)).max() < 0.05, "nobody is lucky all the time"


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_blunder_is_found_and_the_better_move_is_better(game: str) -> None:
    """The worst of the moves that can be made, in the middle of a game; the better one is compared anew."""
    for seen, _ in decisions(game)[24:]:
        ids = seen.numbers[:40]
        if len(ids) < 12:
            continue
        worths = assess(seen, ids, Budget(nodes=20 * len(ids)), random.Random(3))
        worst, top = (pick(worths, key=lambda worth: worth.win_share) for pick in (min, max))
        if top.win_share - worst.win_share > 0.1:
            break
    move = seen.text(worst.move)
    found = judge(seen, move, Budget(nodes=800), random.Random(4))
    assert found["clear"]
    assert found["lost"] > 0.02
    again = gain(seen, worst.move, numbers(game, [found["best"]])[0], Budget(nodes=600), random.Random(5))
    assert again.gained > 0


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
        "luck": None,
    }


def test_a_decision_at_once_knows_better_what_the_one_before_was_worth() -> None:
    history = [{"seat": 0, "move": "build"}, {"seat": 0, "move": "coat"}, {"chance": "refill"}]
    history += [{"seat": 0, "move": "take"}, {"seat": 1, "move": "take"}]
    state = cast(nyhavn.State, SimpleNamespace(history=history))
    found = [decision(1, 0, 0.2, 0.3, True), decision(2, 0, 0.5, 0.1), decision(3, 0, 0.9), decision(4, 1, 0.1)]
    _see_further(found, state)
    assert [one["win_share"] for one in found] == [0.6, 0.5, 0.9, 0.1], "not across chance, not across seats"
    assert (found[0]["lost"], found[0]["best"], found[0]["clear"]) == (0, "take 1 2", False)


def test_games_turn_by_slips_and_by_luck() -> None:
    found = [
        decision(1, 0, 0.5),
        decision(2, 1, 0.4, 0.2, True) | {"luck": [0.2, -0.2]},
        decision(3, 0, 0.7) | {"luck": [0.04, -0.04]},
        decision(4, 1, 0.38, 0.01, True),
        decision(5, 0, 0.3, 0.3),
        *(decision(number, 1, 0.5, number / 100, True) for number in (6, 7, 8)),
    ]
    told = [(turn["number"], turn["seat"], turn["kind"], turn["size"]) for turn in turning_points(found)]
    assert told == [
        (2, 0, "luck", 0.2),
        (2, 1, "luck", -0.2),
        (2, 1, "slip", -0.2),
        (7, 1, "slip", -0.07),
        (8, 1, "slip", -0.08),
    ], "the largest three of a kind, in the order of the game"
    sentences = turns({"decisions": found, "turning_points": turning_points(found)})
    assert sentences[:3] == [
        "After move 2: chance gave seat 0 20 %.",
        "After move 2: chance cost seat 1 20 %.",
        "Move 2: seat 1 lost 20 % with take 1 2; better: take 3 4.",
    ]
