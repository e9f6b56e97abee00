"""Templates: functions that are written once and compiled over the kernels of each game.

A template uses names that a game gives, and imports them from `requirements`, where each is declared with its meaning.
`Binding` copies functions with the game's own in their place, because Numba compiles what it can see.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from nyhavn.compiled import kernel

Function = Callable[..., Any]


class Need:
    """Stands in a template for what a game gives."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning


def copied(function: Any, names: dict[str, Any], module: str) -> Any:
    """The same function with other globals, as if it stood in another module: that of a game."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__doc__, copy.__module__ = function.__doc__, module
    return copy


class Binding:
    """The templates of one game, by the functions they were made of. Functions may stand in several modules; what one
    calls must have been bound before it."""

    def __init__(self, module: str, given: Mapping[str, Any]) -> None:
        self.module, self.given = module, given
        self.bound: dict[Function, Any] = {}
        self._names: dict[int, dict[str, Any]] = {}

    def bind(self, function: Function, compile: Callable[[Any], Any]) -> Any:
        """A copy of a function with what the game gives filled in, compiled; ValueError if something is missing."""
        own = function.__globals__
        if id(own) not in self._names:
            self._names[id(own)] = {name: self._meant(name, value) for name, value in own.items()}
        names = self._names[id(own)]
        used = function.__code__.co_names
        missing = [f"{name} ({names[name].meaning})" for name in used if isinstance(names.get(name), Need)]
        if missing:
            raise ValueError(f"{self.module} does not give what {function.__name__} needs: {', '.join(missing)}")
        made = self.bound[function] = compile(copied(function, names, self.module))
        for each in self._names.values():
            each.update({name: made for name, value in each.items() if value is function})
        return made

    def _meant(self, name: str, value: Any) -> Any:
        if isinstance(value, Need):
            return self.given.get(name, value)
        if name == "__name__":
            return self.module
        return self.bound.get(value, value) if isinstance(value, FunctionType) else value


def completed(module: str, given: Mapping[str, Any], defaults: Mapping[str, Function]) -> dict[str, Any]:
    """What a game gives, and templates for kernels that it does not bring; each may use those before it."""
    names = dict(given)
    for name, template in defaults.items():
        if name not in names:
            names[name] = Binding(module, names).bind(template, kernel)
    return names
