"""Jobs: what bots, hints and reviews are to think, for any process that can."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

BOT = 1


def upgrade() -> None:
    """Where a game runs and somebody was to look again, its bot may be on turn: whoever takes the job finds out."""
    jobs = op.create_table(
        "jobs",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("outside", sa.Boolean, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("body", sa.String, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("process", sa.String),
        sa.Column("lease", sa.BigInteger),
        sa.Column("answer", sa.String),
        sa.Column("reason", sa.String),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_index("jobs_waiting", "jobs", ["ended", "due"])
    op.create_index("jobs_process", "jobs", ["process"])
    playing = sa.table("tables", *map(sa.column, ("id", "host", "game", "status", "wake", "updated")))
    given = sa.select(
        sa.literal("bot ") + playing.c.id,
        *(sa.literal(BOT), playing.c.host, playing.c.host, playing.c.id, sa.literal(0), sa.literal(0.0), sa.false()),
        *(playing.c.game, sa.literal(0), sa.literal("{}"), sa.literal(0), sa.literal(0), sa.literal(0)),
    ).where(playing.c.status == "playing", playing.c.wake.is_not(None))
    names = [column.name for column in jobs.columns][:14]
    op.execute(jobs.insert().from_select(names, given))
