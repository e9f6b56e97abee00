"""Where the controls of a page are: measured in the browser, on one screen and in one language after the other, without
loading the page again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, Route

from tests.client.browsing import Screen, Visitor

FINGER = 44
"""Pixels that a finger needs where it taps often."""
SETTLE = """() => new Promise((done) => {
  // What measures its own room is drawn again a few frames after the screen has changed.
  let before, alike = 0, left = 60;
  const look = () => {
    const parts = [document.documentElement, ...document.querySelectorAll("main, main *, dialog, button")];
    const now = parts.map((it) => [it.scrollWidth, it.scrollHeight, it.offsetLeft, it.offsetTop]).join();
    alike = now === before ? alike + 1 : 0;
    before = now;
    if (alike < 3 && left-- > 0) requestAnimationFrame(look);
    else done();
  };
  requestAnimationFrame(look);
})"""
MEASURE = """(finger) => {
  const CONTROLS = ["button", "a[href]", "input", "select", "textarea", ".pick",
    ...["button", "radio", "tab", "gridcell"].map((role) => `[role=${role}]`)].join();
  const OFTEN = [".bar button", ".docks button", ".rack button", ".sheet[role=group] button", ".dice button",
    ".coats > button", ".choice button", ".bubble button", ".hand button", ".ways button", ".popover button",
    ".menu button", ".menu a", "dialog button", "dialog input:not([type=checkbox], [type=radio])", ".pick",
    ".coach button", ".faces button", "button.neighbour", ".icon-button", ".strips button",
    ".phone:not(.lesson *) .tracks button"].join();
  // What lies outside it cannot be reached while it is open.
  const opened = ["dialog[open]", ".popover:popover-open", ".menu .items:not([hidden])"];
  const dialog = opened.map((one) => document.querySelector(one)).find((it) => it?.checkVisibility());
  // Below a strip, the narrowest phones and those that lie have no room for more.
  const tight = document.querySelector(".strips > p") && (innerWidth < 360 || innerHeight < 480);
  const wrong = [];
  const words = (it) => it.getAttribute("aria-label") ?? it.textContent.trim().replace(/\\s+/g, " ");
  const said = (it) => words(it).slice(0, 40) || `${it.tagName} ${it.getAttribute("class")}`;
  const tell = (it, what, ...numbers) => wrong.push([`${said(it)}: ${what}`, ...numbers.map(Math.round)].join(" "));
  const shown = (it) =>
    it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !it.closest("[inert]");
  // What covers a control, but for the bubble of the piece, which may cover cells, the ways to pay, which lie over the
  // rack, and a button on top of it.
  function cover(it, { left, top, width, height }) {
    const cell = it.matches("[role=gridcell]");
    const at = cell ? [0.5] : [0.15, 0.5, 0.85];
    const seen = at.flatMap((x) => at.map((y) => document.elementFromPoint(left + x * width, top + y * height)));
    const apart = (over) => over && !it.contains(over) && !over.contains(it);
    return seen.find((over) => apart(over) && !over.closest(cell ? ".spot" : ".standin, .ways"));
  }
  // What is too much for a dialog, a list or a page beside the table can be scrolled to.
  const page = !document.querySelector(".phone, .desk, .replay");
  const scrolls = (it) => {
    for (let box = it.parentElement; box; box = box.parentElement) {
      const more = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
      if (more && /auto|scroll/.test(getComputedStyle(box).overflow)) return true;
    }
    return page;
  };
  // Chromium may go on counting a boat where it was on a wider screen, though it is drawn where it is.
  const contents = document.createRange();
  const sticksOut = (box) => [box, ...box.querySelectorAll("*")].some((it) => {
    if (!(it instanceof HTMLElement)) return false;
    contents.selectNodeContents(it);
    const [part, whole] = [contents.getBoundingClientRect(), box.getBoundingClientRect()];
    return part.right > whole.right + 2 || part.bottom > whole.bottom + 2;
  });
  const within = dialog?.getBoundingClientRect();
  if (within && (within.left < 0 || within.top < 0 || within.right > innerWidth || within.bottom > innerHeight))
    tell(dialog, "leaves the screen", within.left, within.top, within.right, within.bottom);
  for (const found of (dialog ?? document).querySelectorAll(CONTROLS)) {
    // A tick is made by a tap on its words.
    const it = /checkbox|radio/.test(found.type) ? (found.closest("label") ?? found) : found;
    if (!shown(it) || it.closest(".log, .messages")) continue;
    if (dialog || scrolls(it)) it.scrollIntoView({ block: "center", inline: "nearest" });
    const box = it.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
      tell(it, "leaves the screen", box.left, box.top, box.right, box.bottom);
      continue;
    }
    const over = cover(it, box);
    if (over) tell(it, `lies under ${said(over)}`);
    if (it.matches(".button, .bubble button, .coats button"))
      if (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
        tell(it, "is too small for its words", it.scrollWidth, it.clientWidth, it.scrollHeight, it.clientHeight);
    const often = finger && it.matches(OFTEN) ? (tight && it.closest(".phone") ? 32 : finger) : 24;
    const least = it.matches("[role=gridcell]") ? 1 : often;
    if (Math.min(box.width, box.height) < least - 0.5) tell(it, "is small", box.width, box.height);
  }
  for (const box of document.querySelectorAll("html, .phone, .desk, .rack, .side, .left, .facade")) {
    if (!shown(box) || getComputedStyle(box).overflow === "visible" && box.localName !== "html") continue;
    const high = box.scrollHeight > box.clientHeight + 2 && !(page && box.localName === "html");
    if ((high || box.scrollWidth > box.clientWidth + 2) && sticksOut(box))
      tell(box, "holds more than it shows", box.scrollWidth, box.clientWidth, box.scrollHeight, box.clientHeight);
  }
  const cell = document.querySelector("[role=grid] [role=gridcell]")?.getBoundingClientRect();
  return { wrong, cell: cell ? Math.min(cell.width, cell.height) : 0 };
}"""

LONGER = """import real from "./{name}?real";
const more = (length) => "\\u2003" + `${"äöüßéűő".repeat(3)} `.repeat(9).slice(0, Math.ceil(length * 0.35));
const longer = (entry) =>
  typeof entry === "string" ? entry + more(entry.length) : [...entry, more(JSON.stringify(entry).length / 3)];
export default Object.fromEntries(Object.entries(real).map(([key, entry]) => [key, longer(entry)]));
"""


@dataclass(frozen=True)
class Measured:
    language: str
    screen: Screen
    wrong: tuple[str, ...]
    cell: float

    def __str__(self) -> str:
        return f"{self.language} {self.screen.width} × {self.screen.height}: {'; '.join(self.wrong)}"


def lengthen(visitor: Visitor) -> None:
    """Give the visitor's English a third more letters, in words of up to 21, as a language that nobody has seen yet."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        route.fulfill(content_type="text/javascript", body=LONGER.replace("{name}", name))

    visitor.context.route("**/assets/*words.en-*.js", answer)


def _speak(visitor: Visitor, other: Page, language: str) -> None:
    """Choose a language in another tab: it holds in this one too."""
    page = visitor.page
    kept = json.dumps({"language": language, "motion": "off"})
    other.evaluate("kept => localStorage.setItem('nyhavn', kept)", kept)
    visitor.until(lambda: bool(page.evaluate("document.documentElement.lang") == language), language)


def measured(visitor: Visitor, languages: list[str], screens: list[Screen]) -> Iterator[Measured]:
    """The page as it is now, in every language and on every screen."""
    page, other = visitor.page, visitor.context.new_page()
    other.goto(f"{visitor.url}/healthz")
    for language in languages:
        _speak(visitor, other, language)
        for screen in screens:
            page.set_viewport_size({"width": screen.width, "height": screen.height})
            page.evaluate(SETTLE)
            told = page.evaluate(MEASURE, FINGER if screen.touch else 0)
            yield Measured(language, screen, tuple(told["wrong"]), told["cell"])
    other.close()
