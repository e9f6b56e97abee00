"""Links tell whose they are before they are taken."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Links that are under way have no name; they end within minutes."""
    op.add_column("links", sa.Column("name", sa.String, nullable=False, server_default=""))
