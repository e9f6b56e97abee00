"""The examples that stand indented in the description of a module."""

from textwrap import dedent
from types import ModuleType
from typing import Any

INDENT = "    "


def run_example(module: ModuleType) -> dict[str, Any]:
    """Run the one that a module has, and give the names that it has made."""
    lines = (module.__doc__ or "").splitlines()
    inside = [number for number, line in enumerate(lines) if line.startswith(INDENT)]
    made: dict[str, Any] = {}
    exec(dedent("\n".join(lines[inside[0] : inside[-1] + 1])), made)
    return made
