"""Templates: what a game gives is filled in, what it lacks is named."""

import sys
from types import ModuleType
from typing import Any

import pytest

from nyhavn.kernels.binding import Binding, Need

SHARED = """
from nyhavn.kernels.binding import Need
STEP = Need("how far one goes")
def walk(steps):
    return steps * STEP
def twice(steps):
    return walk(walk(steps))
"""


def module(name: str, source: str) -> Any:
    made = ModuleType(name)
    exec(source, made.__dict__)
    return made


def test_each_game_gets_copies_with_its_own_in_place() -> None:
    shared = module("shared", SHARED)
    for step in (2, 3):
        binding = Binding("some.game", {"STEP": step, "walk": "is no need of the template"})
        for function in (shared.walk, shared.twice):
            binding.bind(function, lambda copy: copy)
        assert binding.bound[shared.twice](5) == 5 * step * step
        assert binding.bound[shared.twice].__module__ == "some.game"
    assert isinstance(shared.STEP, Need)


def test_functions_of_another_module_call_what_was_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = module("shared", SHARED)
    monkeypatch.setitem(sys.modules, "shared", shared)
    other = module("other", "from shared import twice\ndef far(steps):\n    return twice(steps) + 1\n")
    binding = Binding("some.game", {"STEP": 10})
    for function in (shared.walk, shared.twice, other.far):
        binding.bind(function, lambda copy: copy)
    assert binding.bound[other.far](1) == 101


def test_what_a_game_does_not_give_is_named_with_its_meaning() -> None:
    shared = module("shared", SHARED)
    with pytest.raises(ValueError, match=r"some\.game does not give what walk needs: STEP \(how far one goes\)"):
        Binding("some.game", {}).bind(shared.walk, lambda copy: copy)
