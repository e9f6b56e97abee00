"""Who is at which table, at this process and at others, and since when somebody is gone.

Processes tell each other what changes, many tables in one message, and now and then only that they are still there. A
process that may have missed something asks the others to tell everything again.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
Here = tuple[frozenset[str], int]
"""Persons who sit at a table and are connected, and how many others watch it."""

NOBODY: Here = (frozenset(), 0)
SILENT_SECONDS = 60.0
"""A process that has been silent for this long is gone."""
LARGEST = 6000
"""Bytes of a message: PostgreSQL's notifications have less than 8000."""


class Presence:
    """What one process knows."""

    def __init__(self, process: str, alone: bool, gone_after: float, steady: Callable[[], float]) -> None:
        self._process = process
        self._alone = alone  # are there no other processes to be told?
        self._gone_after = gone_after
        self._steady = steady
        self._began = steady()
        self._heard: dict[str, float] = {}  # by process: when it was last heard of
        self._there: dict[str, dict[str, Here]] = {}  # by table, by process
        self._left: dict[tuple[str, str], float] = {}  # by table and person: when they were last seen
        self._changed: dict[str, Here] = {}  # by table: what others are to be told
        self._words: set[str] = set()  # what else: "asks", "alive"

    # Who is there

    def elsewhere(self, table: str) -> tuple[set[str], int]:
        """Who is connected to another process."""
        there = self._there.get(table, {}).values()
        return {person for persons, _ in there for person in persons}, sum(watchers for _, watchers in there)

    def leave(self, table: str, person: str) -> None:
        """Somebody has been here until now."""
        self._left[table, person] = self._steady()

    def away(self, table: str, person: str) -> float:
        """For how many seconds an absent person may have been gone: no longer than this process has run."""
        return self._steady() - max(self._began, self._left.get((table, person), self._began))

    def tidy(self) -> set[str]:
        """Forget what no longer matters; gives the tables at which somebody is gone with their process."""
        now = self._steady()
        self._left = {who: since for who, since in self._left.items() if since > now - self._gone_after}
        silent = [process for process, heard in self._heard.items() if heard < now - SILENT_SECONDS]
        return {table for process in silent for table in self._forget(process)}

    # Telling others

    def change(self, table: str, here: Here) -> None:
        if not self._alone:
            self._changed[table] = here

    def say(self, word: str) -> None:
        """`alive`: still there; `asks`: tell me everything."""
        if not self._alone:
            self._words.add(word)

    def messages(self) -> list[str]:
        """What others are to be told by now, once."""
        told: list[Json] = [{word: True} for word in sorted(self._words)]
        told += [{"presence": part} for part in self._parts()]
        self._words.clear()
        self._changed.clear()
        return [json.dumps({"origin": self._process, **message}, separators=(",", ":")) for message in told]

    def _parts(self) -> Iterator[Json]:
        part: Json = {}
        length = 0
        for table, (persons, watchers) in self._changed.items():
            if length > LARGEST:
                yield part
                part, length = {}, 0
            part[table] = [sorted(persons), watchers]
            length += len(table) + sum(len(person) + 4 for person in persons) + 20
        if part:
            yield part

    # Hearing of others

    def hear(self, told: Json) -> set[str]:
        """Take in what another process tells; gives the tables at which something has changed."""
        origin = told["origin"]
        self._heard[origin] = self._steady()
        if "left" in told:
            return self._forget(origin)
        tables: Json = told.get("presence", {})
        for table, (persons, watchers) in tables.items():
            self._hear(table, origin, (frozenset(persons), watchers))
        return set(tables)

    def knows(self, origin: str) -> bool:
        return origin in self._heard

    def _hear(self, table: str, origin: str, here: Here) -> None:
        there = self._there.setdefault(table, {})
        for person in there.pop(origin, NOBODY)[0] - here[0]:
            self._left[table, person] = self._heard.get(origin, self._steady())
        if here != NOBODY:
            there[origin] = here
        if not there:
            del self._there[table]

    def _forget(self, origin: str) -> set[str]:
        tables = {table for table, there in self._there.items() if origin in there}
        for table in tables:
            self._hear(table, origin, NOBODY)
        self._heard.pop(origin, None)
        return tables
