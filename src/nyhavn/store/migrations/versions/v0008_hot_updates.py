"""Indexes of tables go by columns that rarely change, so that most moves change no index."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

MINUTE, DAY = 60_000, 24 * 60 * 60_000
FILLED = 80
"""Percent of a page that new rows fill: the rest is for new versions of them."""


def upgrade() -> None:
    """Both follow from what is there."""
    op.add_column("tables", sa.Column("minute", sa.BigInteger))
    op.add_column("tables", sa.Column("day", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(f"UPDATE tables SET day = updated / {DAY}, minute = wake / {MINUTE}")
    op.drop_index("tables_wake", "tables")
    op.drop_index("tables_status_updated", "tables")
    op.create_index("tables_minute", "tables", ["minute"])
    op.create_index("tables_status_day", "tables", ["status", "day"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE tables SET (fillfactor = {FILLED})")
