"""Tables and papers are marked before they are removed, so that a wrong clock can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing is marked yet."""
    for table in ("tables", "papers"):
        op.add_column(table, sa.Column("expired", sa.BigInteger))
        op.create_index(f"{table}_expired", table, ["expired"])
