"""Limits that hold for all processes on a database together: once a second, each tells the others what people have
taken out of its buckets, if that is worth it. It takes a notification or a few, and no row is written."""

import asyncio
from contextlib import suppress

from nyhavn.server.hub import Hub, Json
from nyhavn.server.limits import Limits
from nyhavn.server.metrics import LIMITS_HEARD
from nyhavn.table.entries import Refusal

TOLD_SECONDS = 1.0


async def share(hub: Hub, limits: Limits) -> None:
    """Tell and hear as long as the server runs."""
    limits.shared = True

    def hear(told: Json) -> None:
        limits.hear(told["origin"], told)
        LIMITS_HEARD.inc()

    hub.limits_heard = hear
    while True:
        await asyncio.sleep(TOLD_SECONDS)
        if news := limits.news():
            with suppress(Refusal):  # while the database is gone, each counts by itself
                await hub.tell(news)
