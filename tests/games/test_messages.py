"""What games tell clients is of the types that they say, to the leaf: every view, effect and choice of real games."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

import nyhavn
from nyhavn.analysis.hints import ideas
from nyhavn.bots import observe
from nyhavn.games import components_of, find_game
from nyhavn.server.game_types import OPEN_VIEWS
from nyhavn.server.live_messages import Choices, Idea
from nyhavn.server.protocol import Statistics
from nyhavn.statistics import statistics_of
from nyhavn.table import visibility
from tests.conftest import GAMES, NAMES
from tests.server.protocol_checks import check

TABLES = pytest.mark.parametrize("table", GAMES, ids=NAMES)
Table = tuple[str, dict[str, Any]]


@cache
def typed(game: str, part: str) -> TypeAdapter[Any]:
    messages = find_game(game).messages
    assert messages is not None
    return TypeAdapter(getattr(messages, part))


def check_part(game: str, part: str, told: Any) -> None:
    """Whether something is what the game says of it, and nothing beside."""
    read = typed(game, part).validate_json(json.dumps(told), strict=True)
    assert read.model_dump(mode="json", exclude_unset=True, by_alias=True) == told


def played(table: Table, games: int = 3, seed: int = 0) -> Iterator[nyhavn.State]:
    """The positions of some games."""
    game, options = table
    for number in range(seed, seed + games):
        luck = random.Random(number)
        state = nyhavn.new_game(game, seed=number, **options)
        while not state.over:
            yield state
            state.play(luck.choice(state.moves()))
        yield state


@TABLES
def test_views_and_choices(table: Table) -> None:
    for state in played(table, games=1):
        for seat in (None, *range(state.players)):
            check_part(state.game, "view", state.look(seat))
        for seat in range(state.players):
            check(Choices, state.choices(seat))


@TABLES
def test_effects(table: Table) -> None:
    names = set()
    for state in played(table, games=6):
        if not state.over:
            continue
        for seat in (None, *range(state.players)):
            for effect in [one for event in state.events(0, seat) for one in event["effects"]]:
                check_part(state.game, "effect", effect)
                names.add(effect["effect"])
    assert {"cover", "line", "points", "coats", "turn", "over"} <= names
    assert len(names) >= 11


@TABLES
def test_endings(table: Table) -> None:
    for state in played(table):
        if state.over:
            assert state.ending is not None
            check_part(state.game, "ending", {"reason": state.ending.reason, "seats": list(state.ending.seats)})


@TABLES
def test_components_statistics_replays_and_ideas(table: Table) -> None:
    check_part(table[0], "components", components_of(table[0]))
    *_, finished = played(table, games=1)
    check(Statistics, {**statistics_of(finished), "time": [0] * finished.players})
    view = TypeAdapter(OPEN_VIEWS[table[0]])
    view.validate_json(json.dumps(visibility.replay(finished.record())["view"]), strict=True)
    state = next(played(table, games=1, seed=7))
    assert state.turn is not None
    for idea in ideas(observe(state, state.turn)):
        check(Idea, idea)


# A wrong field is found, wherever it stands


def leaves(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every value in something."""
    if path:
        yield path
    pairs = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in pairs:
        yield from leaves(value, (*path, key))


def changed(told: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = place = deepcopy(told)
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_value_of_another_type_is_found_wherever_it_stands(game: str) -> None:
    *_, state = played((game, {"players": 2}), games=1)
    view = state.look(0)
    texts = [path for path in leaves(view) if path[-1] != "options"]
    assert len(texts) > 100
    for path in texts:
        with pytest.raises(ValidationError):
            check_part(game, "view", changed(view, path, {"swim": [None]}))


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_field_too_many_or_too_few_is_found(game: str) -> None:
    *_, state = played((game, {"players": 2}), games=1)
    effects = {one["effect"]: one for event in state.events(0, 0) for one in event["effects"]}
    for effect in effects.values():
        with pytest.raises(ValidationError):
            check_part(game, "effect", effect | {"swim": 1})
        for name in effect.keys() - {"skipped", "cards"}:
            with pytest.raises(ValidationError):
                check_part(game, "effect", {key: value for key, value in effect.items() if key != name})
    view = state.look(0)
    for name in view.keys() - {"hand"}:
        with pytest.raises(ValidationError):
            check_part(game, "view", {key: value for key, value in view.items() if key != name})
    with pytest.raises(ValidationError):
        check_part(game, "view", view | {"swim": 1})


def test_what_another_game_tells_is_found() -> None:
    *_, state = played(("roll-and-write", {"players": 2}), games=1)
    with pytest.raises(ValidationError):
        check_part("copenhagen", "view", state.look(0))
