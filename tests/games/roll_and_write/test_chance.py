"""Dice are fair, not just legal, and the first roll of a turn is the same whatever was played before.

Every statistical test here compares with exact probabilities by chi-square, on fixed seeds; the risk of refusing fair
dice was one in a million for each when the seeds were chosen (see `tests.odds`).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from random import Random

import numpy as np
import pytest

import nyhavn
from nyhavn.games.roll_and_write.chance import waiting
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.moves import find_move
from nyhavn.kernels.batch import States
from nyhavn.luck import Luck, Seeded, fast
from tests.agreement import Policy
from tests.conftest import everything
from tests.games.roll_and_write.policies import PLAYERS
from tests.odds import assert_follows, seeded_below

FACES = "RYGBPW"
ONE = dict.fromkeys(FACES, 1.0)
TWO = dict.fromkeys(product(FACES, FACES), 1.0)


def play_out(state: nyhavn.State, policy: Policy, luck: Random) -> nyhavn.State:
    while state.turn is not None:
        state.play(policy(state.turn, state.view(state.turn), state.moves(), luck))
    return state


# Games rolled by a seed


def book_roll(seed: int, turn: int, rolled: int, dice: int) -> str:
    """Dice by the description of seeded chance: die n of all first rolls from the stream `roll`, those rolled again in
    turn t from `reroll t`."""
    numbers = range(rolled, rolled + dice)
    if rolled < 5:
        places = [seeded_below(seed, "roll", 5 * turn + number, 6) for number in numbers]
    else:
        places = [seeded_below(seed, f"reroll {turn}", number - 5, 6) for number in numbers]
    return "".join(FACES[place] for place in sorted(places))


def rolls_of(state: nyhavn.State) -> Iterator[tuple[int, int, str]]:
    """Every roll of a game: the turn it belongs to, the dice rolled in that turn before it, the faces."""
    turn, dice, again = -1, 0, False
    for entry in state.history:
        if "move" in entry:
            again = entry["move"].startswith("reroll")
        else:
            turn, dice = (turn, dice) if again else (turn + 1, 0)
            faces = entry["chance"].split()[1]
            yield turn, dice, faces
            dice += len(faces)


@pytest.mark.parametrize("policy", PLAYERS.values())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seeded_game_is_rolled_as_specified(players: int, policy: Policy) -> None:
    """Every die depends on the seed, its turn and its number in the turn alone."""
    for seed in (players, 10**30 + players):
        state = play_out(nyhavn.new_game("roll-and-write", players=players, seed=seed), policy, Random(seed))
        for turn, rolled, faces in rolls_of(state):
            assert faces == book_roll(seed, turn, rolled, len(faces))


def rerolling(policy: Policy) -> Policy:
    """The same player, who rolls all dice again first as long as there is a star for it."""
    return lambda seat, view, moves, luck: policy(
        seat, view, [move for move in moves if move == f"reroll {view['dice']}"] or moves, luck
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_roll_of_a_turn_does_not_depend_on_what_is_played(players: int) -> None:
    """No matter who plays, and with rerolls in between."""
    policies = [*PLAYERS.values(), *map(rerolling, PLAYERS.values())]
    for seed in range(3):
        games = [
            play_out(nyhavn.new_game("roll-and-write", players=players, seed=seed), policy, Random(seed))
            for policy in policies
        ]
        first = [[faces for _, dice, faces in rolls_of(game) if dice == 0] for game in games]
        again = [sum(dice > 0 for _, dice, _ in rolls_of(game)) for game in games]
        longest = max(first, key=len)
        assert [rolls == longest[: len(rolls)] for rolls in first] == [True] * len(games)
        assert len(set(again)) > 2, "these were the same games"


def test_the_same_rerolls_of_a_turn_give_the_same_faces() -> None:
    """A reroll depends on its turn and on what was rolled before in it, not on earlier turns."""
    found = set()
    for start in ("red", "blue"):
        state = nyhavn.new_game("roll-and-write", players=2, seed=6)
        state.play(f"start {start}")
        state.play("start green")
        state.play(f"reroll {state.view()['dice']}")
        found.add(state.history[-1]["chance"])
    assert len(found) == 1


# Distributions

PATTERNS = {"11111": 720, "2111": 3600, "221": 1800, "311": 1200, "32": 300, "41": 150, "5": 6}  # of 6 ** 5 rolls
OF_ONE_FACE = {0: 3125, 1: 3125, 2: 1250, 3: 250, 4: 26}  # how many of five dice show it, four and five together
PAIRS = {one + two: 1 + (one != two) for one, two in combinations_with_replacement(FACES, 2)}


def assert_fair_rolls(rolls: list[str]) -> None:
    """Five dice each: how many show the same, and how often each face comes."""
    assert_follows(("".join(map(str, sorted(Counter(roll).values(), reverse=True))) for roll in rolls), PATTERNS)
    for face in FACES:
        assert_follows((min(4, roll.count(face)) for roll in rolls), OF_ONE_FACE)


def assert_independent_rolls(rolls: list[tuple[str, str]]) -> None:
    """Five dice each, one roll after the other: a face in one says nothing about the other."""
    weights = {0: 3125.0, 1: 3125.0, 2: 1526.0}
    both = {(one, two): weights[one] * weights[two] for one, two in product(weights, weights)}
    for face, other in product(FACES, FACES):
        assert_follows(((min(2, one.count(face)), min(2, two.count(other))) for one, two in rolls), both)


@cache
def seeded_turns() -> list[list[str]]:
    """The five dice of the first roll and ten rolled again, one by one, of 20 turns of 600 seeds. That games roll so is
    tested above."""
    found = []
    weights = [1] * len(FACES)
    for seed, turn in product(range(600), range(20)):
        luck = Seeded(seed)
        events = [waiting([*weights, turn, die, 1]) for die in range(15)]
        found.append([luck.choose(event.stream, event.number, event.outcomes) for event in events])
    return found


@pytest.mark.slow
def test_each_seeded_die_is_fair() -> None:
    for die in range(15):
        assert_follows((turn[die] for turn in seeded_turns()), ONE)


@pytest.mark.slow
def test_pairs_of_seeded_dice_are_fair() -> None:
    """Two dice of one roll, a die and the same one rolled again, and dice of turns that follow each other."""
    for one, two in combinations(range(10), 2):
        assert_follows(((turn[one], turn[two]) for turn in seeded_turns()), TWO)
    following = [(turn, after) for n, (turn, after) in enumerate(pairwise(seeded_turns()), 1) if n % 20]
    for one, two in [*((die, die) for die in range(15)), (4, 0), (14, 0), (14, 5)]:
        assert_follows(((turn[one], after[two]) for turn, after in following), TWO)


@pytest.mark.slow
def test_seeded_rolls_are_fair() -> None:
    """What 7,000 seeds show at the table: the first roll, all five dice again, two of them again, the next turn."""
    rolls: list[list[str]] = []
    for seed in range(7000):
        state, luck = nyhavn.new_game("roll-and-write", players=3, seed=seed), Random(seed)
        state.play(f"reroll {state.view()['dice']}")
        state.play(f"reroll {state.view()['dice'][:2]}")
        while state.view()["active"] == 0:
            state.play(luck.choice(state.moves()))
        rolls.append([entry["chance"].split()[1] for entry in state.history if "chance" in entry])
    for number in (0, 1, -1):
        assert_fair_rolls([roll[number] for roll in rolls])
    assert_follows((roll[2] for roll in rolls), PAIRS)
    assert_independent_rolls([(roll[0], roll[1]) for roll in rolls])
    assert_independent_rolls([(roll[0], roll[-1]) for roll in rolls])


def shown(states: States) -> list[str]:
    return ["".join(map(str.__mul__, FACES, dice)) for dice in states["dice"].tolist()]


def roll_again(states: States, faces: list[str], luck: Luck) -> None:
    done = np.zeros(len(states), np.int64)
    batch.apply_all(states, np.array([find_move(f"reroll {some}") for some in faces]), luck, done)
    assert done.all()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["stream", "seed"])
def test_fast_rolls_are_fair(by: str) -> None:
    """The same for the fast generator, over 20,000 streams of one seed and over as many seeds."""
    games = 20_000
    luck = fast(7, games) if by == "stream" else np.concatenate([fast(seed) for seed in range(games)])
    states = batch.new_states(games)
    batch.begin_all(states, 3, 0, luck)
    first = shown(states)
    roll_again(states, first, luck)
    second = shown(states)
    roll_again(states, [roll[:2] for roll in second], luck)
    pairs = [
        "".join((Counter(now) - Counter(roll[2:])).elements()) for now, roll in zip(shown(states), second, strict=True)
    ]
    fits, ids, choice = batch.new_fits(), batch.new_ids(), Random(by)
    for number in range(games):
        one = states[number : number + 1]
        moves = int(batch.legal(one, fits, ids))
        while one["active"][0] == 0:
            moves = batch.step(one, int(ids[choice.randrange(moves)]), luck[number], fits, ids)
    third = shown(states)
    for rolls in (first, second, third):
        assert_fair_rolls(rolls)
    assert_follows(("".join(sorted(pair, key=FACES.index)) for pair in pairs), PAIRS)
    assert_independent_rolls(list(zip(first, second, strict=True)))
    assert_independent_rolls(list(zip(first, third, strict=True)))


# Refusals


def test_chance_from_outside_is_asked_only_when_a_move_is_played() -> None:
    """A refused move asks nothing; an answer that cannot come undoes the move."""
    asked: list[str] = []
    answers: list[str] = []

    def source(kind: str, outcomes: dict[str, int]) -> str:
        asked.append(kind)
        assert outcomes == dict.fromkeys(FACES, 1)
        return answers.pop() if answers else "R"

    state = nyhavn.new_game("roll-and-write", players=2, chance=source)
    state.play("start red")
    assert asked == []
    state.play("start blue")
    assert asked == ["roll"] * 5
    before = everything(state)
    with pytest.raises(nyhavn.IllegalMove):
        state.play("reroll W")
    assert len(asked) == 5
    answers[:] = ["X", "R"]
    with pytest.raises(ValueError, match="'X'"):
        state.play("reroll RRR")
    assert everything(state) == before
    state.play("reroll RRR")
    assert asked[7:] == ["roll"] * 3
