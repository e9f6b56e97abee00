"""People who hold everything that the server sends against the types of the protocol: nothing missing, nothing more."""

import re
from typing import Any

import httpx
from pydantic import BaseModel

from nyhavn.server import errors, protocol
from tests.server.serving import Json, Live, Person

ANSWERS: dict[str, type[BaseModel]] = {
    r"/api/v1/me": protocol.Me,
    r"/api/v1/me/links": protocol.Link,
    r"/api/v1/links": protocol.Me,
    r"/api/v1/links/owner": protocol.LinkOwner,
    r"/api/v1/me/restore": protocol.Me,
    r"/api/v1/(me/)?tables": protocol.Tables,
    r"/api/v1/codes": protocol.TableName,
    r"/api/v1/tables/[^/]+(/seats/.)?": protocol.TableInfo,
    r"/api/v1/tables/[^/]+/rematch": protocol.TableName,
    r"/api/v1/lessons": protocol.TableInfo,
    r"/api/v1/reviews": protocol.ReviewName,
    r"/api/v1/reviews/[^/]+": protocol.Review,
    r"/api/v1/tables/[^/]+/positions": protocol.Shared,
    r"/api/v1/positions/[^/]+": protocol.Position,
    r"/api/v1/tables/[^/]+/statistics": protocol.Statistics,
    r"/api/v1/replays/[^/]+": protocol.Replay,
    r"/api/v1/bots": protocol.Bots,
    r"/healthz": protocol.Health,
}
FRAMES: dict[str, type[BaseModel]] = {
    "event": protocol.EventMessage,
    "refused": protocol.Refused,
    "presence": protocol.Presence,
}


def check(kind: type[BaseModel], told: Any) -> None:
    """Whether something is of a type, and has no field beside it."""
    read = kind.model_validate(told)
    again = read.model_dump(mode="json", exclude_unset=True)
    assert again == told, f"{kind.__name__} does not tell all of {told}"


def kind_of(frame: Json) -> type[BaseModel]:
    """The type of a frame, by its fields."""
    if "ideas" in frame:
        return protocol.Ideas
    if "more" in frame:
        return protocol.Page
    if "ack" in frame:
        return protocol.Subscribed if "table" in frame else protocol.Ack
    named: dict[str, type[BaseModel]] = {
        "event": protocol.EventMessage,
        "refused": protocol.Refused,
        "presence": protocol.Presence,
    }
    return next((kind for name, kind in named.items() if name in frame), protocol.Hello)


class CheckedLive(Live):
    """A live connection whose every frame is checked."""

    def __init__(
        self, url: str, table: str, cookie: str, seat: int | None, since: int | None, subscribe: bool = True
    ) -> None:
        self.place = (url, table, cookie, seat)
        super().__init__(url, table, cookie, seat, since, subscribe)

    def again(self) -> "CheckedLive":
        """The same person at the same seat once more."""
        return CheckedLive(*self.place, since=None)

    def receive(self, timeout: float = 20.0) -> Json:
        frame = super().receive(timeout)
        check(kind_of(frame), frame)
        return frame


class CheckedPerson(Person):
    """Somebody whose every answer is checked."""

    def __init__(self, url: str, name: str = "") -> None:
        super().__init__(url, name)
        self.http.event_hooks["response"].append(check_answer)
        self.lives: list[CheckedLive] = []

    def live(
        self, table: str, seat: int | None = None, since: int | None = None, url: str | None = None
    ) -> CheckedLive:
        self.lives.append(CheckedLive(url or str(self.http.base_url), table, self.cookie, seat, since))
        return self.lives[-1]

    def go(self) -> None:
        """Close everything."""
        for live in self.lives:
            live.close()
        self.http.close()


def check_answer(response: httpx.Response) -> None:
    response.read()
    if response.is_error:
        check(errors.Problem, response.json())
        return
    path = response.request.url.path
    made = response.request.method == "POST" and path == "/api/v1/tables"
    kinds = [kind for pattern, kind in ANSWERS.items() if re.fullmatch(pattern, path)]
    if kinds:
        check(protocol.TableInfo if made else kinds[0], response.json())
