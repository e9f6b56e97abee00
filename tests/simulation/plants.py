"""Mistakes that a programmer may make, planted to see whether the simulation finds them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from nyhavn.server.hub import Hub
from nyhavn.server.rooms import Room, Shown
from nyhavn.store.jobs import Jobs
from nyhavn.table.table import Table

Patch = tuple[type, str, Any]


def told_too_early() -> Patch:
    """A move is acknowledged before it is written."""
    write = Hub._write

    async def early(hub: Hub, *given: Any) -> bool:
        hub.start(write(hub, *given))
        return True

    return Hub, "_write", early


def another_seat() -> Patch:
    """What one seat is told follows from what another one was shown."""
    position = Room._position

    def mixed(room: Room, table: Table, seat: int | None) -> Any:
        others = [one for one in room.shown if one != seat]
        if others:
            room.shown[seat] = Shown(room.shown[others[0]].view, None)
        return position(room, table, seat)

    return Room, "_position", mixed


def forgotten_messages() -> Patch:
    """What was asked once is not remembered."""
    note = Table._note

    def forget(table: Table, entry: Any) -> None:
        note(table, entry)
        table.accepted.clear()

    return Table, "_note", forget


def leases_ignored() -> Patch:
    """Jobs are taken from those who hold them."""
    claim = Jobs.claim
    return Jobs, "claim", lambda jobs, names, process, now, lease: claim(jobs, names, process, now + 50_000, lease)


PLANTS: dict[str, Callable[[], Patch]] = {
    plant.__name__.replace("_", "-"): plant
    for plant in (told_too_early, another_seat, forgotten_messages, leases_ignored)
}


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """With a mistake, or without."""
    if name is None:
        yield
        return
    with mock.patch.object(*PLANTS[name]()):
        yield
