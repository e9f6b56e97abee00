"""Tests of the store, on both databases wherever both can do it."""

from typing import Any

from nyhavn.store import Append, Entry, TableSummary

OPEN = TableSummary(
    game="copenhagen",
    players=2,
    status="open",
    listed=True,
    host="Ida",
    wake=None,
    seats=(("ida", False), (None, True)),
    code=None,
    replay=None,
    created=1_000,
    updated=1_000,
)


def summary(**changes: Any) -> TableSummary:
    """A table that waits for its second player, or what else is said."""
    fields = {name: getattr(OPEN, name) for name in TableSummary.__slots__}
    return TableSummary(**fields | changes)


def added(table: str, *numbers: int, word: str = "move", **changes: Any) -> Append:
    """Entries with these numbers for a table, all of one kind."""
    entries = tuple(Entry(n, 1_000 + n, word, {"seat": 0, "move": f"take {n}"}) for n in numbers)
    return Append(table, entries, summary(**changes), "me")
