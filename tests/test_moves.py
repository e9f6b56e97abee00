"""A move is a value: number, fields, JSON and text say the same, and nobody takes a number or a text apart by hand."""

import ast
import json
import random
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from nyhavn.facade.placements import Placement
from nyhavn.games import components_of, find_game, game_names, rules_of
from nyhavn.server.game_types import MOVE_MODELS
from tests.conftest import EAGER

SOURCE = Path(nyhavn.__file__).parent
SEEDS = range(12)


def positions(game: str, seed: int) -> Iterator[nyhavn.State]:
    """A random game that goes somewhere, decision by decision."""
    luck = random.Random(seed)
    state = nyhavn.new_game(game, players=2 + seed % 3, seed=seed)
    for _ in range(160):
        if state.over:
            return
        yield state
        legal = state.moves()
        eager = [move for move in legal if move.startswith(EAGER)]
        state.play(luck.choice(eager if eager and luck.random() < 0.6 else legal))


# Round trips


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", game_names())
def test_every_legal_move_says_the_same_in_all_its_forms(game: str, seed: int) -> None:
    """Number → fields → JSON → fields → text → number."""
    codec = rules_of(game).moves.CODEC
    models = dict(zip(codec.kinds, MOVE_MODELS[game], strict=True))
    for state in positions(game, seed):
        for text in state.moves():
            number = codec.find(text)
            assert number is not None
            move = codec.decode(number)
            told = json.loads(json.dumps(codec.to_json(move)))
            assert told == codec.fields(number) == state.fields(text)
            again = codec.from_json(told)
            assert again == move
            assert type(again) is type(move)
            assert again.text == text == codec.spell([number])[0]
            assert codec.parse(again.text) == move
            assert codec.encode(again) == number
            assert models[told["kind"]].model_validate(told).model_dump(mode="json") == told


@pytest.mark.parametrize("game", game_names())
def test_moves_of_every_kind_are_met(game: str) -> None:
    """The round trips above are those of all kinds of moves."""
    codec = rules_of(game).moves.CODEC
    met = {codec.parse(text).kind for seed in SEEDS for state in positions(game, seed) for text in state.moves()}
    assert met == codec.kinds.keys()


@pytest.mark.parametrize("game", game_names())
def test_a_placement_tells_where_the_tile_lies(game: str) -> None:
    """In the numbers of `choices` and `components`: a client need not look for it."""
    tiles = {tile["tile"]: tile["shapes"] for tile in components_of(game)["tiles"]}
    codec, seen = rules_of(game).moves.CODEC, 0
    for state in positions(game, 3):
        if state.turn is None or not (offered := state.choices(state.turn)["tiles"]):
            continue
        choices = {choice["tile"]: choice for choice in offered}
        placements = [move for move in map(codec.parse, state.moves()) if isinstance(move, Placement)]
        for move in random.Random(1).sample(placements, min(20, len(placements))):
            shape = tiles[move.tile][move.shape]
            (choice,) = (one for one in choices[move.tile]["shapes"] if one["shape"] == move.shape)
            assert choice["legal"] >> move.anchor & 1
            corner = "abcde"[move.anchor % 5], move.anchor // 5
            cells = tuple(f"{chr(ord(corner[0]) + x)}{corner[1] + y + 1}" for x, y in shape["cells"])
            assert move.cells == cells
            assert move.marked == (None if move.mark < 0 else cells[shape["marks"][move.mark]])
            ways = choices[move.tile]["touching" if choice["touching"] >> move.anchor & 1 else "payments"]
            assert move.pay in [way["pay"] for way in ways]
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("game", game_names())
def test_choices_and_events_carry_the_fields(game: str) -> None:
    for state in positions(game, 5):
        assert state.turn is not None
        choices = state.choices(state.turn)
        assert choices["fields"] == [state.fields(move) for move in choices["moves"]]
    moves = [event for event in state.events() if "move" in event]
    assert moves
    assert all(event["fields"] == state.fields(event["move"]) for event in moves)
    assert all("fields" not in event for event in state.events() if "move" not in event)


R2 = {"tile": "R2", "cells": ["a1", "b1"], "marked": "a1", "shape": 0, "anchor": 0, "mark": 0, "pay": "RR"}
BAD: list[Any] = [
    {},
    {"kind": "fly"},
    {"kind": "take"},
    {"kind": "take", "docks": [1, 1]},
    {"kind": "take", "docks": [1, 2], "more": 1},
    {"kind": "take", "docks": "1 2"},
    {"kind": "mark", "tracks": ["purple", "red"]},
    {"kind": "take", "docks": 5},
    {"kind": ["take"]},
    {"kind": "draw", **R2, "mark": 1},
    {"kind": "build", **R2, "cells": ["a1"]},
]


@pytest.mark.parametrize("told", BAD)
@pytest.mark.parametrize("game", game_names())
def test_json_that_is_no_move_is_refused(game: str, told: Any) -> None:
    """Fields that do not agree with each other included."""
    with pytest.raises(ValueError, match="isn't a move"):
        rules_of(game).moves.CODEC.from_json(told)


@pytest.mark.parametrize("text", ["", "take", "take 2 1", "build", "Take 1 2", "pay RR"])
@pytest.mark.parametrize("game", game_names())
def test_a_text_that_is_no_move_has_no_fields(game: str, text: str) -> None:
    with pytest.raises(ValueError, match="isn't a move"):
        nyhavn.new_game(game, seed=1).fields(text)


# Nobody else takes numbers and texts apart

CODECS = ("moves.py", "reasons.py", "kernels/ids.py")
"""Of a game: the codec, the numbers, and the module that explains what is wrong with a text that is no move."""
SHARED = ("notation.py", "facade/placements.py", "facade/kinds.py")
PACKING = {"PAYMENT_COUNT", "X_CHOICES", "FACE_BASE", "SIZE_COUNT", "CELLS"}
TAKING_APART = ("split", "rsplit", "partition", "rpartition", "startswith", "removeprefix", "fullmatch", "match")
WORDS = {word for game in game_names() for kind in rules_of(game).moves.CODEC.kinds for word in kind.split()[:1]}
PAYING = {"pay", "using"}
FIRSTS = {
    *("TAKE", "DISCARD_CARDS", "END_TURN", "COAT_SPECIAL", "COAT_ABILITY", "COAT_REFRESH", "COAT_DECLINE", "BUILD"),
    *("START_TRACK", "CHANGE", "SINGLE", "PASS", "DONE", "COAT_WINDOW", "COAT_TRACK", "MARK_TRACKS", "REROLL", "DRAW"),
}
"""Where the numbers of each kind of move begin."""


def sources() -> list[Path]:
    """Every module that has to ask the codec."""
    codecs = {path for game in (SOURCE / "games").iterdir() for path in map(game.joinpath, CODECS)}
    shared = {SOURCE / name for name in SHARED}
    return [path for path in sorted(SOURCE.rglob("*.py")) if path not in codecs | shared]


def texts_of(node: ast.AST) -> set[str]:
    """The words of all strings in a part of a program."""
    strings = [it.value for it in ast.walk(node) if isinstance(it, ast.Constant) and isinstance(it.value, str)]
    return {word for text in strings for word in text.replace("\\b", " ").split()[:1]}


def splits_moves(function: ast.AST) -> bool:
    """Whether a function takes a text apart and looks for the words of moves in it."""
    calls = [
        it
        for it in ast.walk(function)
        if isinstance(it, ast.Call) and isinstance(it.func, ast.Attribute) and it.func.attr in TAKING_APART
    ]
    if any(texts_of(argument) & (WORDS | PAYING) for call in calls for argument in call.args):
        return True
    compared = [it for it in ast.walk(function) if isinstance(it, ast.Compare | ast.MatchValue)]
    splitting = [call for call in calls if isinstance(call.func, ast.Attribute) and "split" in call.func.attr]
    return bool(splitting) and any(texts_of(it) & (WORDS - {"end", "start"}) for it in compared)


def names_in(*nodes: ast.AST) -> set[str]:
    return {it.id for node in nodes for it in ast.walk(node) if isinstance(it, ast.Name)}


def packs(node: ast.AST) -> bool:
    """Whether the number of a move is put together or taken apart here."""
    match node:
        case ast.BinOp(ast.AST() as left, ast.FloorDiv() | ast.Mod(), ast.Name(name)):
            return name in PACKING
        case ast.BinOp(ast.AST() as left, ast.Add() | ast.Sub(), ast.AST() as right):
            return any(isinstance(side, ast.Name) and side.id in FIRSTS for side in (left, right))
        case ast.Call(ast.Name("divmod"), arguments):
            return bool(names_in(*arguments) & PACKING)
    return False


def packed_lines(code: str) -> list[int]:
    return [getattr(node, "lineno", 0) for node in ast.walk(ast.parse(code)) if packs(node)]


def test_nobody_takes_the_text_of_a_move_apart() -> None:
    found = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and splits_moves(node):
                found.append(f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}")
    assert found == []


def test_nobody_packs_the_number_of_a_move() -> None:
    found = []
    for path in sources():
        lines = packed_lines(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(SOURCE)}:{line}" for line in lines]
    assert found == []


def spelled(told: Any, kinds: Container[str]) -> list[str]:
    """Texts in JSON that begin like a move and are more than the name of its kind."""
    match told:
        case str() if " " in told and told.split()[0] in WORDS and told not in kinds:
            return [told]
        case dict() | list():
            parts = told.values() if isinstance(told, dict) else told
            return [text for part in parts for text in spelled(part, kinds)]
    return []


@pytest.mark.parametrize("game", game_names())
def test_lessons_want_moves_by_their_fields(game: str) -> None:
    kinds = rules_of(game).moves.CODEC.kinds
    for path in SOURCE.glob(f"games/{find_game(game).identifier}/**/*.json"):
        assert spelled(json.loads(path.read_text(encoding="utf-8")), kinds) == [], path


def test_the_test_finds_patterns_of_moves() -> None:
    told = {"steps": [{"key": "build", "want": {"move": "build R2 .*"}}, {"kind": "coat special"}]}
    assert spelled(told, ["coat special"]) == ["build R2 .*"]


@pytest.mark.parametrize(
    "code",
    [
        'def f(move):\n    return move.startswith("build ")',
        'def f(move):\n    return move.startswith(("coat special ", "single "))',
        'def f(move):\n    verb, *rest = move.split(" ")\n    return verb == "reroll"',
        'def f(text):\n    return text.partition(" pay ")',
        'def f(event):\n    match event["move"].split():\n        case ["coat", use]:\n            return use',
        'def f(move):\n    return re.fullmatch("take .*", move)',
    ],
)
def test_the_test_finds_texts_taken_apart(code: str) -> None:
    assert splits_moves(ast.parse(code).body[0])


@pytest.mark.parametrize(
    "code",
    [
        "place = move - BUILD",
        "move = COAT_SPECIAL + cell",
        "place = number // PAYMENT_COUNT",
        "size = kind % SIZE_COUNT + 2",
        "anchor = place % CELLS",
        "bonuses, white = divmod(payment, FACE_BASE)",
    ],
)
def test_the_test_finds_numbers_taken_apart(code: str) -> None:
    assert packed_lines(code)
