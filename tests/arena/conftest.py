"""The registry that tests of bots may change."""

from tests.bots.conftest import own_bots

__all__ = ["own_bots"]
