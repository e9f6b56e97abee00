"""Answers that are made once for everybody: kept as bytes, with an ETag so that browsers need not fetch them again."""

import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from fastapi import Request, Response

from nyhavn.server.addresses import network_of
from nyhavn.server.limits import SENDING

JSON = "application/json"
MOST_BYTES = 16 * 1024 * 1024
"""Bytes of answers that are kept, beside those that exist only once."""
REVALIDATE = "private, no-cache"
"""A browser may keep it, and asks each time whether it is still right; proxies may not."""


class Body(NamedTuple):
    content: bytes
    tag: str


def tagged(content: bytes) -> Body:
    """An answer with its ETag, which is worked out once."""
    return Body(content, f'"{sha256(content).hexdigest()[:24]}"')


class ResponseCache:
    """The last ones asked for, as many as fit."""

    def __init__(self, seconds: float, most: int = MOST_BYTES, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._now = now
        self._bodies: OrderedDict[str, tuple[float, Body]] = OrderedDict()
        self._size = 0

    def find(self, name: str) -> Body | None:
        made, body = self._bodies.get(name, (0.0, None))
        if body is None:
            return None
        if made + self._seconds < self._now():
            self._drop(name)
            return None
        self._bodies.move_to_end(name)
        return body

    def keep(self, name: str, body: Body) -> None:
        self._drop(name)
        self._bodies[name] = (self._now(), body)
        self._size += len(body.content)
        while self._size > self._most:
            self._drop(next(iter(self._bodies)))

    def _drop(self, name: str) -> None:
        found = self._bodies.pop(name, None)
        if found is not None:
            self._size -= len(found[1].content)


def answer(request: Request, body: Body) -> Response:
    """A body, which costs by its length, or that nothing has changed since it was last asked for."""
    headers = {"etag": body.tag, "cache-control": REVALIDATE}
    asked = request.headers.get("if-none-match", "")
    if any(one.strip().removeprefix("W/") in (body.tag, "*") for one in asked.split(",")):
        return Response(status_code=304, headers=headers)
    address = network_of(request.client.host if request.client else "")
    request.app.state.limits.spend("work", address, SENDING * len(body.content))
    return Response(body.content, media_type=JSON, headers=headers)
