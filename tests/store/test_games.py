"""The games of a person that are over: in pages, each once, along an index; and those of older databases too."""

import json
from contextlib import closing
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, create_engine, text

from nyhavn.store import Append, Entry, Store, TableSummary, open_store
from nyhavn.store.schema_version import migrate
from nyhavn.store.startup import make_engine, read_url
from nyhavn.store.statements import FINISHED
from tests.store import summary

LATEST = 2**53, ""
OUTCOME = json.dumps({"names": ["Ida", ""], "bots": [None, "easy"], "scores": [9, 12], "winners": [1]})


def over(table: str, created: int, *persons: str | None, **more: Any) -> Append:
    """A game that was played."""
    seats = tuple((person, False) for person in persons)
    fields = {"status": "over", "outcome": OUTCOME, "seats": seats, "created": created} | more
    return Append(table, (Entry(1, created, "made", {}),), summary(**fields), "me")


def pages(store: Store, person: str, limit: int) -> list[list[str]]:
    """Page after page, as a client asks for them."""
    found, place = [], LATEST
    while page := store.finished(person, place, limit):
        found.append([table for table, _ in page])
        place = page[-1][1].created, page[-1][0]
    return found


def test_games_come_in_pages_and_each_of_them_once(store: Store) -> None:
    """Also those that began at the same moment, and those at which somebody had several seats."""
    store.append([over(f"a{n}", 10 * (n // 2), "ida", None) for n in range(7)])
    store.append([over("two", 25, "ida", "ida"), over("others", 26, "bob", None), over("left", 27, "bob", "ida")])
    store.append([over("running", 28, "ida", None, status="playing", outcome=None)])
    assert pages(store, "ida", 3) == [["a6", "left", "two"], ["a5", "a4", "a3"], ["a2", "a1", "a0"]]
    assert pages(store, "nobody", 3) == []
    [(_, found)] = store.finished("ida", (26, ""), 1)
    assert isinstance(found, TableSummary)
    assert found.outcome == OUTCOME


def test_whoever_sits_down_later_has_the_game_where_it_was_begun(store: Store) -> None:
    store.append([over("a", 10, "ida", None), over("b", 20, "ida", None)])
    later = summary(status="over", seats=(("ida", False), ("eve", False)), created=10)
    store.append([Append("a", (Entry(2, 99, "sat", {}),), later, "me")])
    assert pages(store, "ida", 9) == [["b", "a"]]
    assert pages(store, "eve", 9) == [["a"]]


def plan(connection: Connection) -> str:
    """How the database would find a page."""
    page = FINISHED.params(person="ida", created=2**53, table="").limit(20)
    words = page.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
    if connection.dialect.name == "sqlite":
        return str(connection.execute(text(f"EXPLAIN QUERY PLAN {words}")).all())
    for way in ("seqscan", "bitmapscan", "hashjoin", "mergejoin"):  # what pays for a few rows only
        connection.execute(text(f"SET enable_{way} = off"))
    return "\n".join(row[0] for row in connection.execute(text(f"EXPLAIN {words}")))


def test_a_page_is_read_along_the_index(store: Store, url: str) -> None:
    """Nothing is sorted: it costs as much as its rows, however many games somebody has played."""
    store.append([over(f"a{n}", n, "ida", None) for n in range(300)])
    engine = make_engine(read_url(url))
    with closing(engine.connect()) as connection:
        found = plan(connection)
    engine.dispose()
    assert "seats_person_created" in found
    assert "TEMP B-TREE" not in found
    assert "Sort" not in found


def test_games_of_an_older_database_tell_how_they_ended(url: str) -> None:
    """Seats follow from the log: who sat down and stood up before the start, and the order that was drawn."""
    log: list[tuple[str, dict[str, Any]]] = [
        ("create", {"seats": [{"person": "ida", "name": "Ida"}, {}, {"bot": "easy", "name": "Robo"}]}),
        ("sit", {"seat": 1, "name": "Bo", "person": "bo"}),
        ("leave", {"seat": 1}),
        ("sit", {"seat": 1, "name": "Eve", "person": "eve"}),
        ("start", {"order": [2, 0, 1], "seed": "1", "rules": "1"}),
        ("leave", {"seat": 2}),
        ("over", {"result": {"scores": [3, 12, 4], "winners": [1], "ranking": [[1], [2], [0]]}, "seed": "1"}),
    ]
    engine = create_engine(make_engine(read_url(url)).url)
    with engine.begin() as connection:
        migrate(connection, "0005")
        row = "'t', 7, 'copenhagen', 3, 'over', false, 'ida', '[]', false, 100, 900"
        columns = "id, last, game, players, status, listed, host, seats, vacant, created, updated"
        connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({row})"))
        for n, (kind, body) in enumerate(log, 1):
            values = {"n": n, "kind": kind, "body": json.dumps(body)}
            connection.execute(text("INSERT INTO entries VALUES ('t', :n, :n, :kind, :body)"), values)
        for seat, person in ((1, "ida"), (2, "eve")):
            connection.execute(text("INSERT INTO seats VALUES ('t', :s, :p)"), {"s": seat, "p": person})
    engine.dispose()
    with closing(open_store(url)) as store:
        [(table, found)] = store.finished("ida", LATEST, 5)
    assert table == "t"
    told = {"names": ["Robo", "Ida", "Eve"], "bots": ["easy", None, None], "scores": [3, 12, 4], "winners": [1]}
    assert json.loads(found.outcome or "") == told


def test_pages_are_in_order_however_many_games_there_are(store: Store) -> None:
    store.append([over(f"a{n}", n * 7919 % 1009, "ida", None) for n in range(500)])
    found = [table for page in pages(store, "ida", 50) for table in page]
    assert len(found) == len(set(found)) == 500
    begun = [int(table[1:]) * 7919 % 1009 for table in found]
    assert all(earlier >= later for earlier, later in pairwise(begun))
