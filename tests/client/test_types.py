"""The client's types are those of the server."""

from client.make_types import TYPES, types


def test_types_are_made_from_the_protocol() -> None:
    assert TYPES.read_text(encoding="utf-8") == types(), "run `python client/make_types.py`"
