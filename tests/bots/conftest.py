"""A registry that tests may change."""

from collections.abc import Iterator

import pytest

from nyhavn.bots import loading, registry


@pytest.fixture
def own_bots() -> Iterator[None]:
    """Only our own bots, as if none had been asked for yet; afterwards everything is as it was."""
    bots, searched = dict(registry._bots), list(registry._searched)
    registry._bots.clear()
    registry._bots.update({name: bots[name] for name in ("random", "greedy")})
    registry._searched[:] = [loading._load_installed]
    yield
    registry._bots.clear()
    registry._bots.update(bots)
    registry._searched[:] = searched
