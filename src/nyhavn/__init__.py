"""nyhavn: the board games Copenhagen and Copenhagen Roll & Write, as software.

>>> import nyhavn
>>> state = nyhavn.new_game("copenhagen", players=2, seed=42)
>>> state.play(state.moves()[0])
"""

from typing import TYPE_CHECKING, Any

from nyhavn.errors import IllegalMove, InvalidMove, PositionError, Reason, RecordError

if TYPE_CHECKING:
    from nyhavn.play import State, new_game, parse_position
    from nyhavn.records import parse_record, read_record

__version__ = "0.1.0"
__all__ = [
    "IllegalMove",
    "InvalidMove",
    "PositionError",
    "Reason",
    "RecordError",
    "State",
    "new_game",
    "parse_position",
    "parse_record",
    "read_record",
]

_HOME = {
    "State": "play",
    "new_game": "play",
    "parse_position": "play",
    "parse_record": "records",
    "read_record": "records",
}


def __getattr__(name: str) -> Any:
    """Numba and the games are loaded when the first game wants them, not when the package is imported."""
    if name not in _HOME:
        raise AttributeError(f"module 'nyhavn' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"nyhavn.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
