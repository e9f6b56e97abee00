"""Tables tell how their games ended, and seats when their tables were made, for lists of games in pages."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

KINDS = ("create", "sit", "leave", "start", "over")


def upgrade() -> None:
    """Games that are over already tell it too: who sat where follows from a few entries of their logs."""
    op.add_column("tables", sa.Column("outcome", sa.String))
    op.add_column("seats", sa.Column("created", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE seats SET created = (SELECT created FROM tables WHERE id = seats.table_id)")
    op.drop_index("seats_person", "seats")
    op.create_index("seats_person_created", "seats", ["person", "created", "table_id"])
    connection = op.get_bind()
    over = connection.execute(sa.text("SELECT id FROM tables WHERE status = 'over'")).scalars().all()
    read = sa.text("SELECT kind, body FROM entries WHERE table_id = :id AND kind IN :kinds ORDER BY n")
    read = read.bindparams(sa.bindparam("kinds", expanding=True))
    write = sa.text("UPDATE tables SET outcome = :outcome WHERE id = :id")
    for table in over:
        entries = [(kind, json.loads(body)) for kind, body in connection.execute(read, {"id": table, "kinds": KINDS})]
        connection.execute(write, {"id": table, "outcome": json.dumps(outcome(entries))})


def outcome(entries: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Names and bots by seat, and how it ended, as the log tells it."""
    seats: list[tuple[str, str | None]] = []
    result: dict[str, Any] = {}
    started = False
    for kind, body in entries:
        if kind == "create":
            seats = [(seat.get("name", ""), seat.get("bot")) for seat in body["seats"]]
        elif kind == "sit":
            seats[body["seat"]] = (body["name"], body.get("bot"))
        elif kind == "leave" and not started:
            seats[body["seat"]] = ("", None)
        elif kind == "start":
            started = True
            seats = [seats[seat] for seat in body["order"]]
        elif kind == "over":
            result = body["result"]
    told = {"scores": result.get("scores", []), "winners": result.get("winners", [])}
    return {"names": [name for name, _ in seats], "bots": [bot for _, bot in seats], **told}
