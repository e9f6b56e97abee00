"""Actions: every move is one row of them, and masks allow exactly the legal moves."""

import hashlib
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nyhavn
from nyhavn.envs.encoding import Encoding, encoding_of
from nyhavn.rules import Memory
from tests.conftest import GAMES, play_on, sentence, share

SIZES = {"copenhagen": (3362, 424, 2), "roll-and-write": (2619, 328, 3)}


def rows(encoding: Encoding, memory: Memory, prefix: list[int]) -> list[list[int]]:
    """Every row of actions that masks allow from here on."""
    if encoding.is_complete(prefix):
        return [prefix]
    allowed = encoding.stage_actions(memory, prefix)
    assert allowed
    return [row for action in allowed for row in rows(encoding, memory, [*prefix, action])]


@settings(max_examples=share(0.25))
@given(table=st.sampled_from(GAMES), seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_masks_allow_exactly_the_legal_moves(table: tuple[str, dict[str, Any]], seed: int, moves: int) -> None:
    game, options = table
    state = play_on(nyhavn.new_game(game, seed=seed, **options), moves, random.Random(seed))
    encoding, legal = encoding_of(game), state.moves()
    if state.over:
        assert encoding.stage_actions(state.memory) == []
        return
    found = rows(encoding, state.memory, [])
    assert sorted(found) == sorted(encoding.text_to_action(move) for move in legal)
    assert sorted(encoding.action_to_text(row) for row in found) == sorted(legal)


@pytest.mark.parametrize("game", SIZES)
def test_the_numbers_are_fixed(game: str) -> None:
    """An environment's version stands for them: a change here is a new version."""
    encoding = encoding_of(game)
    assert (encoding.action_count, encoding.mask_bytes, encoding.most_stages) == SIZES[game]
    examples = {
        "copenhagen": {
            "take 1 2": [0],
            "discard RRB": [79],
            "end": [111],
            "coat special c4": [129],
            "coat decline": [163],
            "build R2 a1* b1 pay RR": [230, 170],
            "build Y4 a1 b1* b2 c2 pay YYG": [1430, 183],
            "build P5 e5 e6 e7 e8 e9* pay -": [3361, 164],
        },
        "roll-and-write": {
            "start red": [0],
            "change RR W": [14],
            "single c4": [190],
            "pass": [245],
            "coat track blue": [295],
            "mark red blue": [307],
            "reroll R": [319],
            "reroll WWWWW": [779],
            "draw R4 a1 b1* a2 b2 using RRW+": [1008, 781, 793],
            "draw P5 e5 e6 e7 e8 e9 using PPPPP": [2618, 785, 786],
        },
    }[game]
    assert {text: encoding.text_to_action(text) for text in examples} == examples
    assert {text: encoding.action_to_text(row) for text, row in examples.items()} == {text: text for text in examples}


@pytest.mark.parametrize(
    ("game", "digest"), [("copenhagen", "263d8c1ac4b16a27"), ("roll-and-write", "7894bd28129a0a4a")]
)
def test_every_action_has_a_text_of_its_own_that_does_not_change(game: str, digest: str) -> None:
    """Another digest is another version of the environments."""
    encoding = encoding_of(game)
    texts = [encoding.describe(action) for action in range(encoding.action_count)]
    assert len(set(texts)) == encoding.action_count
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest().startswith(digest)


def test_what_follows_a_placement_is_told_in_the_words_of_the_move() -> None:
    dice, cards = encoding_of("roll-and-write"), encoding_of("copenhagen")
    row = dice.text_to_action("draw R4 a1 b1* a2 b2 using RRW+")
    told = [dice.describe(action, row[:stage]) for stage, action in enumerate(row)]
    assert told == ["draw R4 a1 b1 a2 b2", "X b1", "using RRW+"]
    assert dice.describe(785, row[:1]) == "X -"
    row = cards.text_to_action("build Y4 a1 b1* b2 c2 pay YYG")
    assert [cards.describe(action, row[:stage]) for stage, action in enumerate(row)] == [
        "build Y4 a1 b1* b2 c2",
        "pay YYG",
    ]


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("copenhagen", []),
        ("copenhagen", [-1]),
        ("copenhagen", [3362]),
        ("copenhagen", [0, 164]),
        ("copenhagen", [230]),
        ("copenhagen", [230, 163]),
        ("copenhagen", [230, 230]),
        ("copenhagen", [164]),
        ("roll-and-write", [780]),
        ("roll-and-write", [804, 780]),
        ("roll-and-write", [804, 784, 786]),  # a domino has no fifth cell
        ("roll-and-write", [804, 780, 789]),  # nor takes it three white dice
    ],
)
def test_what_makes_no_move_is_refused_and_no_mask_follows_it(game: str, row: list[int]) -> None:
    encoding = encoding_of(game)
    with pytest.raises(ValueError) as refusal:
        encoding.action_to_text(row)
    assert sentence(refusal.value)
    state = nyhavn.new_game(game, players=3, seed=4)
    if row and len(row) < encoding.most_stages and row[0] not in encoding.stage_actions(state.memory):
        assert not encoding.stage_mask(state.memory, row).any()


def test_a_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        encoding_of("copenhagen").text_to_action("take 2 2")
    assert sentence(refusal.value) == "'take 2 2' isn't a move of copenhagen"


def test_a_mask_after_a_whole_move_is_empty(midway: nyhavn.State) -> None:
    encoding = encoding_of(midway.game)
    row = encoding.text_to_action(midway.moves()[-1])
    assert not encoding.stage_mask(midway.memory, row).any()
    assert not encoding.packed_mask(midway.memory, row).any()


def test_packed_masks_are_the_same_bits(midway: nyhavn.State) -> None:
    encoding = encoding_of(midway.game)
    packed = encoding.packed_mask(midway.memory)
    assert packed.shape == (encoding.mask_bytes,)
    allowed = [action for action in range(8 * encoding.mask_bytes) if packed[action // 8] >> action % 8 & 1]
    assert (
        allowed == encoding.stage_actions(midway.memory) == np.flatnonzero(encoding.stage_mask(midway.memory)).tolist()
    )


def test_a_game_is_played_by_numbers_alone(table: tuple[str, dict[str, Any]]) -> None:
    """Chance too: what comes is one of the outcomes, with probabilities that add up to 1."""
    game, options = table
    encoding, luck = encoding_of(game), random.Random(11)
    memory = nyhavn.new_game(game, seed=11, **options).memory
    events = 0
    while True:
        chances = encoding.chances(memory)
        if chances:
            assert sum(weight for _, weight in chances) == pytest.approx(1)
            assert encoding.stage_actions(memory) == []
            numbers, weights = zip(*chances, strict=True)
            with pytest.raises(ValueError):
                encoding.deal(memory, next(number for number in range(-1, 7) if number not in numbers))
            encoding.deal(memory, luck.choices(numbers, weights)[0])
            events += 1
            continue
        row: list[int] = []
        while not encoding.is_complete(row):
            allowed = encoding.stage_actions(memory, row)
            if not allowed:
                break
            row.append(luck.choice(allowed))
        if not row:
            break
        encoding.play(memory, row)
    assert events > 20
    assert encoding.chance_outcomes[:5] == ("R", "Y", "G", "B", "P")
