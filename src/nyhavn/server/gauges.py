"""What is measured from time to time rather than counted: how late the event loop is, and how full everything is that
can fill up."""

import asyncio

from nyhavn.server import metrics
from nyhavn.server.hub import Hub

TICK = 0.5


async def watch(hub: Hub) -> None:
    """Measure as long as the server runs."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        metrics.LOOP_LAG.observe(max(0.0, loop.time() - due))
        measure(hub)


def measure(hub: Hub) -> None:
    queue = hub.workers.places.queue
    metrics.THOUGHTS_RUNNING.set(len(queue.running))
    metrics.THOUGHTS_MOST.set(queue.places)
    metrics.WRITES_WAITING.set(hub.writer.waiting)
    pool = hub.store.pool
    metrics.POOL.labels("used").set(pool.used)
    metrics.POOL.labels("idle").set(pool.idle)
    metrics.POOL_MOST.set(pool.most)
