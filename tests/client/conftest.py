"""The client as it is built, the system's Chromium, the real server on a stage, and people with browsers."""

import fcntl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

import tests.client.states  # noqa: F401 - its screens are among those of `screens`, whichever tests are run
from client.build import CannotBuild, build
from tests.client.browsing import Visitor, chromium
from tests.client.screens import Scenes
from tests.client.stage import Stage

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The client of this checkout; one process builds it and the others wait."""
    with (tmp_path_factory.getbasetemp().parent / "client.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            build()
        except CannotBuild as error:
            pytest.fail(str(error))


# Not for the whole session: Playwright's loop runs in the main thread, and other tests want to run theirs.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def stage(client: None) -> Iterator[Stage]:
    with Stage(7, bot_pause=0.0) as running:
        yield running


@pytest.fixture(scope="package")
def scenes(stage: Stage) -> Scenes:
    return Scenes(stage)


@pytest.fixture
def visit(browser: Browser, stage: Stage) -> Iterator[Visit]:
    """Somebody comes, as one of those at a table if `person` is given; in the end nobody has any complaints."""
    visitors: list[Visitor] = []

    def come(person: str | None = None, url: str | None = None, **more: Any) -> Visitor:
        url = url or stage.url
        cookie = None if person is None else {**stage.cookie(person), "url": url}
        visitors.append(Visitor(browser, url, cookie, **more))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
