"""What all tests share: the games themselves, a way through them, a registry of bots, and the size of property tests.

Property tests run in `make test` with examples that are always the same, and once more in `make verify`, many more of
them and different every time. `NYHAVN_HYPOTHESIS=test|verify` chooses the size whatever else is asked for.
"""

import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, is_hypothesis_test, settings

import nyhavn
from nyhavn.bots import plugins, registry

GAMES: list[tuple[str, dict[str, Any]]] = [
    *(("copenhagen", {"players": players}) for players in (2, 3, 4)),
    *(("roll-and-write", {"players": players, "mirror": players == 3}) for players in (2, 3, 4)),
]
"""Every table that the generic tests play at: a game, and what `new_game` is to be given beside it."""

NAMES = ["-".join([game, *map(str, options.values())]) for game, options in GAMES]
EAGER = ("build", "draw", "coat", "single")

settings.register_profile(
    "test",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate, Phase.target, Phase.shrink],
)
settings.register_profile("verify", settings.get_profile("test"), derandomize=False, max_examples=3000, print_blob=True)


def _profile(config: pytest.Config) -> str:
    return os.environ.get("NYHAVN_HYPOTHESIS") or ("verify" if config.option.markexpr == "long" else "test")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(_profile(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With the larger size, property tests are long tests, so that `-m long` finds them."""
    values: dict[tuple[object, str], list[object]] = defaultdict(list)
    for item in items:
        spread = item.get_closest_marker("spread")
        if spread and isinstance(item, pytest.Function) and _variant(item, values) % spread.args[0]:
            item.add_marker("long")
    if _profile(config) == "verify":
        for item in items:
            if is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker("long")


def _variant(item: pytest.Function, values: Mapping[tuple[object, str], list[object]]) -> int:
    """A number for the parameters of a test, one higher with the next value of any of them: so one in n of the variants
    has every game, every screen and every language in turn. `values` keeps what was seen of each parameter."""
    number = 0
    for mark in item.iter_markers("parametrize"):
        names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
        value, seen = [item.callspec.params[name.strip()] for name in names], values[item.function, names[0]]
        if value not in seen:
            seen.append(value)
        number += seen.index(value)
    return number


@pytest.fixture
def own_bots() -> Iterator[None]:
    """Only our own bots, as if none had been asked for yet; afterwards everything is as it was."""
    bots, searched = dict(registry._bots), list(registry._searched)
    registry._bots.clear()
    registry._bots.update({name: bots[name] for name in ("random", "greedy")})
    registry._searched[:] = [plugins._load_installed]
    yield
    registry._bots.clear()
    registry._bots.update(bots)
    registry._searched[:] = searched


def share(part: float) -> int:
    """A part of the usual number of examples, for tests that need fewer or more of them."""
    return max(1, int(settings().max_examples * part))


def play_on(state: nyhavn.State, moves: int, luck: random.Random, eagerness: float = 0.5) -> nyhavn.State:
    """The same state some moves later, or at the end of the game; so many of the moves build where one can."""
    for _ in range(moves):
        if state.over:
            break
        legal = state.moves()
        eager = [move for move in legal if move.startswith(EAGER)]
        state.play(luck.choice(eager if eager and luck.random() < eagerness else legal))
    return state


def everything(state: nyhavn.State) -> tuple[object, ...]:
    """All there is to a state, to the bit, as a value that stays what it is."""
    seats = (None, *range(state.players))
    seen = json.dumps([[state.view(seat), state.events(seat=seat)] for seat in seats])
    return state.memory.tobytes(), state.record(), seen, state.seed


def sentence(error: object) -> str:
    """What an error says, which must be one short line for a reader."""
    text = str(error)
    assert text
    assert "\n" not in text
    assert len(text) < 400
    return text


@pytest.fixture(params=GAMES, ids=NAMES)
def table(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """Each table in turn."""
    found: tuple[str, dict[str, Any]] = request.param
    return found


@pytest.fixture
def state(table: tuple[str, dict[str, Any]]) -> nyhavn.State:
    """A new game at each table in turn, always the same one."""
    game, options = table
    return nyhavn.new_game(game, seed=2019, **options)


@pytest.fixture
def midway(state: nyhavn.State) -> nyhavn.State:
    """The same some moves later."""
    return play_on(state.copy(), 40, random.Random(7))


@pytest.fixture
def finished(midway: nyhavn.State) -> nyhavn.State:
    """The same at its end."""
    return play_on(midway.copy(), 1000, random.Random(8))
