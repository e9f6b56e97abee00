"""A server that the tests of one process share, and people at it."""

from collections.abc import Callable, Iterator

import pytest

from tests.server.checking import CheckedPerson
from tests.server.serving import Server, served

Meet = Callable[[str], CheckedPerson]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """On SQLite, without limits and pauses. Whatever the tests do, it has nothing to complain about."""
    folder = tmp_path_factory.mktemp("server")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as running:
        yield running
    log = running.log.read_text()
    assert "Traceback" not in log, log[-4000:]
    assert '"level": "error"' not in log, log[-4000:]


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
