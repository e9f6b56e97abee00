"""The log, its projections, settings, one-time links and heartbeats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("wake", sa.BigInteger),
        sa.Column("seats", sa.String, nullable=False),
        sa.Column("vacant", sa.Boolean, nullable=False),
        sa.Column("code", sa.String, unique=True),
        sa.Column("replay", sa.String, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_wake", "tables", ["wake"])
    op.create_index("tables_status_updated", "tables", ["status", "updated"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_person", "seats", ["person"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("links_expires", "links", ["expires"])
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
