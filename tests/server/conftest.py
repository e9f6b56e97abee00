"""A server that the tests of one process share, and people at it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.persistent_players import Launch, Visit, launching, visiting
from tests.server.protocol_checks import CheckedPerson
from tests.server.serving import Server, served_without_complaint

Meet = Callable[[str], CheckedPerson]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """On SQLite, without limits and pauses. Whatever the tests do, it has nothing to complain about."""
    with served_without_complaint(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    with launching(tmp_path) as ready:
        yield ready


@pytest.fixture
def visit() -> Iterator[Visit]:
    with visiting() as ready:
        yield ready


@pytest.fixture
def meet(server: Server) -> Iterator[Meet]:
    """Somebody new at the server."""
    people: list[CheckedPerson] = []

    def person(name: str) -> CheckedPerson:
        people.append(CheckedPerson(server.url, name))
        return people[-1]

    yield person
    for one in people:
        one.go()
