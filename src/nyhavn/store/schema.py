"""The tables of the database as the statements see them; `migrations/` is how a database comes to have them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    and_,
    false,
)

METADATA = MetaData()
MINUTE, DAY = 60_000, 24 * 60 * 60_000
"""In milliseconds."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("last", Integer, nullable=False),  # number of the newest entry: who may write the next one holds this row
    Column("game", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String, nullable=False),
    Column("wake", BigInteger),
    Column("seats", String, nullable=False),  # JSON; `seats` below finds the tables of a person
    Column("vacant", Boolean, nullable=False),  # is any seat open?
    Column("code", String, unique=True),
    Column("replay", String, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("position", Boolean, nullable=False, server_default=false()),  # did it begin from one that was brought?
    Column("size", BigInteger, nullable=False, server_default="0"),  # bytes of its log
    Column("outcome", String),  # JSON: who sat where and how it ended, once the game is over
    Column("expired", BigInteger),  # when it was marked for removal; writing to it clears the mark
    # `wake` and `updated` change with every move. Indexes go by these, which rarely do: PostgreSQL then writes the new
    # row beside the old one and changes no index (HOT).
    Column("minute", BigInteger),  # in which it wakes, since 1970
    Column("day", BigInteger, nullable=False, server_default="0"),  # on which it was updated
    Index("tables_minute", "minute"),
    Index("tables_status_day", "status", "day"),
    Index("tables_expired", "expired"),
    Index("tables_host", "host"),
)
OPEN = and_(TABLES.c.status == "open", TABLES.c.listed, TABLES.c.vacant)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", String, nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
    sqlite_with_rowid=False,
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String, nullable=False),
    Column("created", BigInteger, nullable=False, server_default="0"),  # as in the table: a person's games in order
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_person_created", "person", "created", "table_id"),
    sqlite_with_rowid=False,
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("person", String, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("name", String, nullable=False, server_default=""),  # of its maker, for those who are to take it
    Index("links_expires", "expires"),
)

DOCUMENTS = Table(
    "papers",
    METADATA,
    Column("name", String, primary_key=True),
    Column("body", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("expired", BigInteger),
    Column("owner", String),  # the person who wrote it; none: it is everybody's
    Index("papers_owner", "owner"),
    Index("papers_at", "at"),
    Index("papers_expired", "expired"),
)
"""What is written once and can be asked for by name: positions that were shared, reviews of games."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

JOBS = Table(
    "jobs",
    METADATA,
    Column("name", String, primary_key=True),
    Column("kind", Integer, nullable=False),
    Column("address", String, nullable=False),  # whose turn it is counts by these three
    Column("person", String, nullable=False),
    Column("about", String, nullable=False),
    Column("n", Integer, nullable=False),  # the entry of the log after which it is to be done
    Column("seconds", Float, nullable=False),
    Column("outside", Boolean, nullable=False),  # does it run code of others?
    Column("game", String, nullable=False),  # whose bots must be compiled for it
    Column("due", BigInteger, nullable=False),
    Column("body", String, nullable=False),  # JSON
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("process", String),  # who works on it, and until when nobody else does
    Column("lease", BigInteger),
    Column("answer", String),  # JSON
    Column("reason", String),  # why it failed last
    Column("ended", BigInteger),  # when it was answered or set aside
    Index("jobs_waiting", "ended", "due"),
    Index("jobs_process", "process"),
)
"""What is to be thought."""
