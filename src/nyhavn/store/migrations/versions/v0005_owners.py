"""Tables tell whether they began from a position, and how large their logs are; papers, whose they are."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Positions that were shared before are nobody's."""
    op.add_column("tables", sa.Column("position", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("size", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tables SET size = (SELECT coalesce(sum(length(body)), 0) FROM entries WHERE table_id = tables.id)"
    )
    op.create_index("tables_host", "tables", ["host"])
    op.add_column("papers", sa.Column("owner", sa.String))
    op.create_index("papers_owner", "papers", ["owner"])
