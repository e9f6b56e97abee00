"""An append as the rows that it makes."""

from typing import Any

import orjson

from nyhavn.store import jobs
from nyhavn.store.model import Append
from nyhavn.store.schema import DAY, MINUTE
from nyhavn.table.entries import TableSummary


class Draft:
    """An append as rows. What cannot be written is refused here, before there is a transaction."""

    def __init__(self, append: Append) -> None:
        numbers = [entry.n for entry in append.entries]
        if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))) or numbers[0] < 1:
            raise ValueError(f"entries are numbered one after the other, not {numbers}")
        self.id = append.table
        self.first = numbers[0]
        self.last = numbers[-1]
        self.summary = append.summary
        self.origin = append.origin
        self.job = None if append.job is None else jobs.row(append.job)
        self.dropped = append.dropped
        self.at = append.at
        self.seats = orjson.dumps(append.summary.seats).decode()
        bodies = [orjson.dumps(it.body) for it in append.entries]
        self.size = sum(map(len, bodies))
        self.entries = [
            {"table_id": append.table, "n": it.n, "at": it.at, "kind": it.kind, "body": body.decode()}
            for it, body in zip(append.entries, bodies, strict=True)
        ]

    def row(self, size: int) -> dict[str, Any]:
        row = {name: getattr(self.summary, name) for name in TableSummary.__slots__}
        vacant = any(is_open for _, is_open in self.summary.seats)
        return row | {
            "id": self.id,
            "last": self.last,
            "seats": self.seats,
            "vacant": vacant,
            "size": size,
            "expired": None,
            "minute": None if self.summary.wake is None else self.summary.wake // MINUTE,
            "day": self.summary.updated // DAY,
        }

    def persons(self) -> list[dict[str, Any]]:
        taken = [(seat, person) for seat, (person, _) in enumerate(self.summary.seats) if person is not None]
        row = {"table_id": self.id, "created": self.summary.created}
        return [{**row, "seat": seat, "person": person} for seat, person in taken]

    def note(self) -> dict[str, Any]:
        return {"table": self.id, "n": self.last, "origin": self.origin}
