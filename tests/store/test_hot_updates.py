"""What a move costs PostgreSQL: one new version of the row of its table, in the same page, and no index."""

import psycopg

from nyhavn.store import open_store
from tests.store import added
from tests.waiting import until

SECOND, MINUTE, DAY = 1_000, 60_000, 24 * 60 * 60_000
MOVES = 100
BEGUN = 20_000 * DAY


def updates(url: str) -> tuple[int, int]:
    """How many rows of tables were updated, and how many of these without an index."""
    with psycopg.connect(url) as connection:
        asked = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'"
        found = connection.execute(asked).fetchone()
    assert found is not None
    return found[0], found[1]


def test_moves_at_a_table_with_clocks_change_an_index_once_a_minute(postgresql_url: str) -> None:
    store = open_store(postgresql_url)
    for n in range(1, MOVES + 2):
        now = BEGUN + 6 * SECOND * n
        assert store.append([added("a", n, status="playing", updated=now, wake=now + 3 * MINUTE)]) == [True]
    store.close()
    until(lambda: updates(postgresql_url)[0] == MOVES)
    assert MOVES - updates(postgresql_url)[1] <= 2 * MOVES * 6 * SECOND / MINUTE


def test_tables_wake_and_expire_to_the_millisecond(url: str) -> None:
    """Indexes know minutes and days only."""
    store = open_store(url)
    moment = BEGUN + 7 * MINUTE + 123
    store.append([added("a", 1, status="playing", updated=moment, wake=moment)])
    assert store.waking(moment - 1) == []
    assert store.waking(moment) == ["a"]
    assert store.waking(1 << 62) == ["a"]
    assert store.expire({"playing": moment}, moment, 10) == 0
    assert store.expire({"playing": moment + 1}, moment, 10) == 1
    store.close()
