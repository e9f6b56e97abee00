"""The statements that every move needs, and those of the lists, as both databases understand them.

Made once: SQLAlchemy compiles a statement at its first use and knows it again by identity.
"""

from sqlalchemy import BigInteger, String, bindparam, delete, exists, insert, select, text, tuple_, update

from nyhavn.store.schema import ENTRIES, OPEN, SEATS, TABLES
from nyhavn.table.entries import TableSummary

SUMMARY = [TABLES.c[name] for name in TableSummary.__slots__]
LAST = select(TABLES.c.id, TABLES.c.last, TABLES.c.seats).where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
LOCKED = LAST.order_by(TABLES.c.id).with_for_update()  # always in this order: processes do not wait in a circle
CREATE = insert(TABLES)
CHANGE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("id_"))
    .values({name: bindparam(name) for name in TABLES.c.keys() if name not in ("id", "created", "size")})  # noqa: SIM118
    .values(size=TABLES.c.size + bindparam("size"))
)
WRITE = insert(ENTRIES)
STAND_UP = delete(SEATS).where(SEATS.c.table_id == bindparam("id_"))
SIT_DOWN = insert(SEATS)
TIME = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"
CLOCK = text(f"SELECT {TIME}")
NOTIFY = text(
    "SELECT pg_notify(channel, payload) "
    "FROM unnest(CAST(:channels AS text[]), CAST(:payloads AS text[])) AS told (channel, payload)"
)
READ = (
    select(ENTRIES.c.n, ENTRIES.c.at, ENTRIES.c.kind, ENTRIES.c.body)
    .where(ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.n > bindparam("after"))
    .order_by(ENTRIES.c.n)
)
LENGTHS = select(TABLES.c.id, TABLES.c.last).where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
ONE_SUMMARY = select(*SUMMARY).where(TABLES.c.id == bindparam("table"))
NEWEST = select(TABLES.c.id, *SUMMARY).order_by(TABLES.c.updated.desc(), TABLES.c.id).limit(bindparam("limit"))
OWN = NEWEST.where(TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.person == bindparam("person"))))
LOWER = SEATS.alias("lower")
FINISHED = (
    # Along the index, newest first: a page costs as much as its rows, however many games somebody has played.
    select(TABLES.c.id, *SUMMARY)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(
        SEATS.c.person == bindparam("person"),
        tuple_(SEATS.c.created, SEATS.c.table_id)
        < tuple_(bindparam("created", type_=BigInteger), bindparam("table", type_=String)),
        TABLES.c.status == "over",
        # A person with several seats at a table has one game there.
        ~exists().where(
            LOWER.c.table_id == SEATS.c.table_id, LOWER.c.seat < SEATS.c.seat, LOWER.c.person == SEATS.c.person
        ),
    )
    .order_by(SEATS.c.created.desc(), SEATS.c.table_id.desc())
    .limit(bindparam("limit"))
)
# By when they were created: nobody keeps an own table on top by changing something there.
OPEN_CARDS = (
    select(TABLES.c.id, *SUMMARY).where(OPEN).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(bindparam("limit"))
)
WAKING = (
    select(TABLES.c.id)
    .where(TABLES.c.minute <= bindparam("minute"), TABLES.c.wake <= bindparam("now"))
    .order_by(TABLES.c.wake)
    .limit(bindparam("limit"))
)
