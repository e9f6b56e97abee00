"""People with browsers: what they ask for, what they send, and what their browsers complain about is kept."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    WebSocket,
    expect,
    sync_playwright,
)

from nyhavn.bench.client import BROWSERS
from tests.client.messages import entries, filled, read, variants

Json = dict[str, Any]
Theme = Literal["light", "dark"]
PATIENCE = 25_000
"""Milliseconds for whatever has to appear: only what never comes takes so long, and a busy machine may be slow."""


@dataclass(frozen=True)
class Screen:
    width: int
    height: int
    touch: bool = False
    scale: float = 1


DESK = Screen(1440, 900)
LAPTOP = Screen(1024, 768)
PHONE = Screen(390, 844, touch=True)
SMALL_PHONE = Screen(360, 640, touch=True)
NARROW = Screen(320, 568, touch=True)
LYING_PHONE = Screen(844, 390, touch=True)
ZOOMED = Screen(720, 450, scale=2)
"""What 200 % zoom makes of a desk: half as many CSS pixels, twice as large."""


class Words:
    """The words of a language, by key, as somebody who reads the screen knows them."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The entry with its values, in languages that have one form for one and another for more."""
        return filled(read(entries(self.language)[key]), values)

    def colour(self, letter: str) -> Callable[[str], str]:
        """A colour in whichever form a sentence needs."""
        return lambda form: self(f"colour.{letter}", form=form)

    def tile(self, tile: str) -> str:
        """A tile by its name, such as R3."""
        return self("tile.name", colour=self.colour(tile[0]), size=tile[1], form="")

    def like(self, key: str, whole: bool = True) -> re.Pattern[str]:
        """Whatever the entry can become, in any of its forms; `whole` means nothing may follow."""
        forms = variants(read(entries(self.language)[key]))
        texts = ["".join(".+?" if part[:1] == "{" else _escaped(part) for part in _parts(form)) for form in forms]
        return re.compile(f"^(?:{'|'.join(texts)}){'$' if whole else ''}")


def _escaped(text: str) -> str:
    """The text in a pattern, with any space for each of its spaces: names have plain ones where French has others."""
    return re.sub(r"\\?\s", r"\\s", re.escape(text))


def _parts(form: str) -> list[str]:
    return [part for part in re.split(r"(\{\w+\})", form) if part]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without its windows if it can be had so."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium on this machine"
    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--mute-audio"]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*quiet, *root])
        yield browser
        browser.close()


@dataclass
class Wire:
    """What goes over the live connections of a page."""

    sent: list[Json] = field(default_factory=list)
    received: list[Json] = field(default_factory=list)

    def watch(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))

    @property
    def done(self) -> list[Json]:
        """What was asked for, but for subscriptions and pings."""
        return [message for message in self.sent if not {"subscribe", "ping"} & message.keys()]

    @property
    def moves(self) -> list[str]:
        return [move for message in self.done for move in message.get("moves") or [message.get("move")] if move]

    @property
    def refusals(self) -> list[Json]:
        return [frame for frame in self.received if "refused" in frame]

    @property
    def settled(self) -> bool:
        """Whether everything that was asked for is answered, and everything that came of it is here."""
        answers = {frame["ack"]: frame["n"] for frame in self.received if "ack" in frame}
        answers |= {frame["refused"]: 0 for frame in self.refusals}
        here = max((frame["n"] for frame in self.received if "n" in frame and "refused" not in frame), default=0)
        # An answer's own number does not count as having come.
        here = max((frame["n"] for frame in self.received if "event" in frame or "events" in frame), default=here)
        return all(message["id"] in answers and answers[message["id"]] <= here for message in self.done)


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        cookie: dict[str, str] | None = None,
        screen: Screen = DESK,
        language: str = "en",
        theme: Theme = "light",
        copies: bool = False,
        **settings: object,
    ) -> None:
        self.url = url
        self.words = Words(language)
        self.screen = screen
        self.context: BrowserContext = browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            device_scale_factor=screen.scale,
            has_touch=screen.touch,
            is_mobile=screen.touch,
            locale=language,
            timezone_id="Europe/Copenhagen",
            color_scheme=theme,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        kept = json.dumps(json.dumps({"pace": "none", **settings}))  # tests do not need time to read
        self.context.add_init_script(f"localStorage.getItem('nyhavn') ?? localStorage.setItem('nyhavn', {kept})")
        if not copies:  # each new browser would ask for all files, to have them without a network
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        if cookie:
            self.context.add_cookies([cookie])  # type: ignore[list-item]
        self.complaints: list[str] = []
        self.excused: Callable[[str], bool] = lambda _: False
        self.strangers: list[str] = []
        self.context.on("request", lambda request: self._ask(request.url))
        self.page: Page = self.context.new_page()
        self.wire = Wire()
        self.page.on("websocket", self.wire.watch)
        self.page.on("websocket", lambda socket: self._ask(socket.url))
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _ask(self, address: str) -> None:
        host = self.url.split("//")[1]
        if not re.match(rf"(data|blob):|(http|ws)://{re.escape(host)}/", address):
            self.strangers.append(address)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def home(self) -> Page:
        self.page.goto(f"{self.url}/")
        self.page.get_by_role("heading", level=1).wait_for()
        return self.page

    def table(self, table: str) -> Page:
        self.page.goto(f"{self.url}/#/t/{table}")
        self.page.get_by_role("grid").first.wait_for()
        return self.page

    def replay(self, token: str) -> Page:
        self.page.goto(f"{self.url}/#/r/{token}")
        self.page.get_by_role("slider").wait_for()
        return self.page

    def settle(self) -> None:
        """Until everything that was sent is answered, and shown."""
        self.until(lambda: self.wire.settled, "an answer")
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Until something holds that is not on the page."""
        for _ in range(PATIENCE // 10):
            if true():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{what} did not come")

    def close(self) -> None:
        """Nobody else was asked for anything, and nothing went wrong."""
        self.context.close()
        complaints = [one for one in self.complaints if not self.excused(one)]
        assert not self.strangers, f"somebody else was asked: {self.strangers}"
        assert not complaints, f"the browser complains: {complaints}"


def box_of(part: Locator) -> FloatRect:
    """Where something lies on the screen."""
    box = part.bounding_box()
    assert box, f"{part} is not to be seen"
    return box


def stop_the_clock(page: Page) -> None:
    """Time goes on when it is told to: on a busy machine no other clock tells what comes before what. The page's own
    must have been installed before it was opened."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def in_view(page: Page, screen: Screen) -> bool:
    """Whether the page ends where the screen does."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"))
