"""What the browser client costs: a real browser, made slow, opens tables of a real server."""

import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nyhavn.bench.server.load import Progress, started
from nyhavn.client import Json, Person
from nyhavn.games import game_names
from nyhavn.server.app import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DELAY_MS = 200
SLOWER = 4
LOADS = 3
LONG_TASK_MS = 50
MOST_TABLES = 40
"""How many tables are opened to find one at which a tile can be placed with the first cards."""
LANGUAGE = "en"
SCREEN = (1280, 800)
PATIENCE_MS = 60_000
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Something to pick at the docks, or a die: it is my turn and the table waits for me.
USABLE = "[role=group] button[aria-disabled=false], button.die:not([aria-disabled=true])"
TILE = "button.can:has(.tile)"
"""A tile of the rack or the facade sheet that can be placed."""
HOUSE = "[role=grid]"
MOST_TAPS = 4
"""On cards or dice; then on a tile."""
SETTLED_MS = 1000
"""After a tap: others are ignored for half of it where something has changed its place."""
TASK, PAGE_THREAD = "ThreadControllerImpl::RunTask", "CrRendererMain"
WATCH = f"""
const look = () => {{
    if (document.querySelector("{USABLE}")) window.usable = performance.now();
    else requestAnimationFrame(look);
}};
look();
"""
"""Notes when the table can be used, in the page itself: asking from outside would be late."""
LEAST_MS = 16
"""The browser times what takes longer, to 8 ms."""
TIMES = f"""
window.times = [];
const keep = (list) => list.getEntries().forEach((it) => it.interactionId && window.times.push(it.duration));
new PerformanceObserver(keep).observe({{type: "event", durationThreshold: {LEAST_MS}}});
"""
"""Notes how long it takes from each touch until the next picture, as the browser counts it."""


def measure(progress: Progress) -> Json:
    """The figures of each game's table page, and what they ask for elsewhere."""
    if not (STATIC / "index.html").is_file():
        raise ValueError("the client is not built: `make client` builds it")
    with browser() as chromium, started(None, progress) as (server, _):
        base = f"http://127.0.0.1:{server.port}/"
        figures: Json = {"browser": chromium.version, "delay_ms": DELAY_MS, "slower": SLOWER}
        elsewhere: set[str] = set()
        for game in game_names():
            progress(f"{game}: opening a table, {DELAY_MS} ms away, {SLOWER} × slower")
            loads = [_load(chromium, base, game) for _ in range(LOADS)]
            elsewhere.update(*(asked for _, _, asked in loads))
            progress(f"{game}: dragging a tile, and tapping")
            figures[game] = {
                "kilobytes": round(loads[0][1] / 1000, 1),
                "usable_seconds": round(min(took for took, _, _ in loads), 2),
                **_drag(chromium, base, game),
            }
        figures["external_requests"] = len(elsewhere)
        return figures


@contextmanager
def browser() -> "Iterator[Browser]":
    """Chromium: the system's, or Playwright's own."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise ValueError("this needs Playwright: install it with `pip install playwright`") from None
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as play:
        try:
            chromium = play.chromium.launch(executable_path=found)
        except Error:
            raise ValueError("this needs Chromium: install it with `playwright install chromium`") from None
        try:
            yield chromium
        except Error as error:
            raise ValueError(f"the browser gave up: {error.message.splitlines()[0]}") from None
        finally:
            chromium.close()


def _open(chromium: "Browser", slow: bool) -> "Page":
    """A page that nobody has visited before."""
    width, height = SCREEN
    context = chromium.new_context(viewport={"width": width, "height": height}, locale=LANGUAGE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    if slow:
        devtools = context.new_cdp_session(page)
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", {**unlimited, "latency": DELAY_MS})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def _table(page: "Page", base: str, game: str) -> str:
    """The address of a table at which I begin, with two others who are not there; of three nobody chooses a track first
    (W4). A device with several seats would show a cover before the table."""
    wanted = {"game": game, "players": 3, "order": "seated", "seats": [{"kind": "me"}]}
    table = page.request.post(f"{base}api/v1/tables", data=wanted).json()["id"]
    for seat in (1, 2):
        other = Person(base.rstrip("/"))
        other.sit(table, seat)
        other.close()
    return f"{base}#/t/{table}"


def _load(chromium: "Browser", base: str, game: str) -> tuple[float, int, set[str]]:
    """Seconds until a table can be used, bytes of JavaScript and CSS as gzip makes them, and foreign addresses."""
    page = _open(chromium, slow=True)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    page.add_init_script(WATCH)
    page.goto(_table(page, base, game))
    page.wait_for_selector(USABLE)
    took: float = page.evaluate("window.usable")
    code = [url for url in asked if urlsplit(url).path.endswith((".js", ".css")) and not url.endswith("/sw.js")]
    size = sum(len(gzip.compress(page.request.get(url).body())) for url in code)
    page.context.close()
    # Pictures that are part of the page have addresses that go nowhere.
    return took / 1000, size, {url for url in asked if not url.startswith((base, "data:", "blob:"))}


def _drag(chromium: "Browser", base: str, game: str) -> Json:
    """Drag a tile all over the house, at this machine's speed and slower; which tasks held up the page meanwhile."""
    page = _open(chromium, slow=False)
    for _ in range(MOST_TABLES):
        page.goto("about:blank")
        page.goto(_table(page, base, game))
        page.wait_for_selector(USABLE)
        if page.locator(TILE).count():
            break
    else:
        raise ValueError(f"there was nothing to drag at any of {MOST_TABLES} tables")
    here = _tasks(chromium, page)
    page.keyboard.press("Escape")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    slower = _tasks(chromium, page)
    page.keyboard.press("Escape")
    answer = _tap(page)
    page.context.close()
    return {
        "long_tasks": sum(task > LONG_TASK_MS for task in here),
        "longest_task_ms": round(max(here)),
        "long_tasks_slower": sum(task > LONG_TASK_MS for task in slower),
        "longest_task_slower_ms": round(max(slower)),
        "tap_slower_ms": round(answer),
    }


def _tap(page: "Page") -> float:
    """Milliseconds from a tap to its visible answer, the slowest of some: on what can be picked, and on a tile."""
    page.evaluate(TIMES)
    for number, wanted in enumerate((*[USABLE] * MOST_TAPS, TILE)):
        targets, before = page.locator(wanted), page.inner_html("body")
        box = targets.nth(number % targets.count()).bounding_box()
        if not box:
            raise ValueError("what can be picked is out of sight")
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(SETTLED_MS)
        if page.inner_html("body") == before:
            raise ValueError("a tap changed nothing on the page")
    return float(max(page.evaluate("window.times"), default=LEAST_MS))


def _tasks(chromium: "Browser", page: "Page") -> list[float]:
    """Milliseconds of processor time of every task of the page while a tile is dragged: what a busy machine takes away
    in between is left out."""
    tile, house = page.locator(TILE).first.bounding_box(), page.locator(HOUSE).first.bounding_box()
    if not tile or not house:
        raise ValueError("the tile or the house is out of sight")
    chromium.start_tracing(page=page, categories=["toplevel"])
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    for part in range(1, 11):
        across, up = (0.9, 0.1)[part % 2], part / 10
        page.mouse.move(house["x"] + house["width"] * across, house["y"] + house["height"] * (1 - up), steps=12)
    page.mouse.up()
    page.wait_for_timeout(200)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    names = {(it["pid"], it["tid"]): it["args"]["name"] for it in events if it["name"] == "thread_name"}
    tasks = (it for it in events if it["name"] == TASK and names.get((it["pid"], it["tid"])) == PAGE_THREAD)
    return [it.get("tdur", 0) / 1000 for it in tasks]
