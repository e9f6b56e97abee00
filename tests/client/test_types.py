"""The client's types are those of the server, and nothing in the client goes around them."""

import re

from client.make_types import TYPES, types
from tests.client.test_game_folders import SOURCE, mentions, sources

UNTYPED = re.compile(r"\bas unknown as\b|\bas any\b|: any\b|<any\b|\bany\[\]|@ts-ignore|@ts-expect-error|@ts-nocheck")


def test_types_are_made_from_the_protocol() -> None:
    assert TYPES.read_text(encoding="utf-8") == types(), "run `python client/make_types.py`"


def test_nothing_is_without_a_type() -> None:
    assert [found for path in sources(SOURCE) for found in mentions(path, UNTYPED)] == []


def test_messages_are_typed_to_the_leaf() -> None:
    """But for what games of others tell, and the new values of a patch, which are parts of views."""
    unknown = {line.strip() for line in types().splitlines() if re.search(r"\bunknown\b", line)}
    assert unknown == {"[more: string]: unknown;", "export type JsonValue = unknown;"}
    plain = re.findall(r"interface (\w+) \{[^}]*\[more: string\]: unknown;", types())
    assert plain
    assert all(name.startswith("Plain") for name in plain)
