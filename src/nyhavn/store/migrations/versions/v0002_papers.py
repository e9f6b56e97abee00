"""Papers: positions that were shared, reviews of games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From the log alone."""
    op.create_table(
        "papers",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("body", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("papers_at", "papers", ["at"])
