"""What callers give: numbers, seeds and options, checked. ValueError with a sentence for what cannot be."""

import operator
from collections.abc import Mapping
from typing import Any

from nyhavn.luck import new_seed
from nyhavn.rules import Rules


def check_seed(seed: object) -> int:
    """A seed as given, or a new one; ValueError if it is not a whole number from 0."""
    if seed is None:
        return new_seed()
    number = whole_number(seed)
    if number is None or number < 0:
        raise ValueError(f"a seed is a whole number from 0, not {shorten(seed)}")
    return number


def whole_number(value: object) -> int | None:
    """An int of any kind, NumPy's too, but not a bool or a float; None for anything else."""
    if type(value) is int:  # nearly always
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return operator.index(value)


def shorten(value: object) -> str:
    """What was given instead, for a sentence: a very long number is not written out."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "one so large" if value > 0 else "one so small"
    return repr(value)[:40]


def check_options(rules: Rules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a game, as given or as it is by default; ValueError for what the game does not have."""
    for name, value in options.items():
        if name not in rules.options:
            known = ", ".join(rules.options) or "none"
            raise ValueError(f"{rules.name} has no option {name[:40]!r}; it has {known}")
        if type(value) is not rules.options[name]:
            raise ValueError(f"option {name} is {rules.options[name].__name__}, not {shorten(value)}")
    return {name: options.get(name, kind()) for name, kind in rules.options.items()}
