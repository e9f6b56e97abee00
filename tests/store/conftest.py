"""An empty database of each kind, and a store that is open on it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nyhavn.store import Store, open_store
from tests.databases import KINDS, new_database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as made:
        yield made


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(open_store(url)) as opened:
        yield opened


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'nyhavn.db'}"


@pytest.fixture
def postgresql_url(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as made:
        yield made
