"""People who hold everything that the server sends against the types of the protocol: nothing missing, nothing more."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
from pydantic import BaseModel

from nyhavn.games import find_game, game_names
from nyhavn.server import errors, live_messages, protocol
from nyhavn.server.game_types import PLAIN
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
    r"/api/v1/games": protocol.Games,
    r"/healthz": protocol.Health,
}
FRAMES: dict[str, type[BaseModel]] = {
    "event": live_messages.EventMessage,
    "refused": live_messages.Refused,
    "presence": live_messages.Presence,
}


def check(kind: type[BaseModel], told: Any) -> None:
    """Whether something is of a type, to the leaf: no field is missing, none is there beside, and none is another."""
    read = kind.model_validate_json(json.dumps(told), strict=True)
    again = read.model_dump(mode="json", exclude_unset=True, by_alias=True)
    assert again == told, f"{kind.__name__} does not tell all of {told}"
    if all(find_game(game).has("messages") for game in game_names()):  # a guest may tell plain JSON
        assert not [*plain(read)], f"a game of ours tells what it does not say in {told}"


def plain(read: object) -> Iterator[BaseModel]:
    """What was read as if it were of a game that does not say what it tells."""
    if isinstance(read, PLAIN):
        yield read
    if isinstance(read, BaseModel):
        yield from plain([value for _, value in read])
    elif isinstance(read, dict):
        yield from plain([*read.values()])
    elif isinstance(read, list | tuple):
        for one in read:
            yield from plain(one)


def kind_of(frame: Json) -> type[BaseModel]:
    """The type of a frame, by its fields."""
    if "ideas" in frame:
        return live_messages.Ideas
    if "more" in frame:
        return live_messages.Page
    if "ack" in frame:
        return live_messages.Subscribed if "table" in frame else live_messages.Ack
    named: dict[str, type[BaseModel]] = {
        "event": live_messages.EventMessage,
        "refused": live_messages.Refused,
        "presence": live_messages.Presence,
    }
    return next((kind for name, kind in named.items() if name in frame), live_messages.Hello)


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

    def receive(self, timeout: float | None = 20.0) -> Json:
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
