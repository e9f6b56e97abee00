"""Every screen in every language: nothing is wider than the screen, cut off, or without words."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.client.browsing import DESK, LYING_PHONE, NARROW, SMALL_PHONE, ZOOMED, Screen
from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES, WORDS
from tests.client.screens import SCREENS, Scenes

SHORT_LANGUAGES = ("de", "hu")
"""Those whose words are longest."""
SHORT_SCREENS = ("home", "card table", "placing", "coat of arms", "dice table", "drawing", "result")
LARGE = {"text": "large"}
WAYS: dict[str, tuple[Screen, dict[str, str]]] = {
    "desk": (DESK, {}),
    "320 px": (NARROW, {}),
    "lying phone": (LYING_PHONE, {}),
    "large text": (SMALL_PHONE, LARGE),
    "large text on a desk": (DESK, LARGE),
    "200 %": (ZOOMED, {}),
}
SHORT_WAYS = ("320 px", "large text")

FLAWS = """() => {
  const flaws = [];
  const wide = document.documentElement.clientWidth;
  const seen = (it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrolls = (it) => {
    for (let up = it.parentElement; up; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      if (overflowX === "auto" || overflowX === "scroll" || up.matches(".hidden, [aria-hidden=true], svg")) return true;
    }
    return false;
  };
  const told = (it) => `${it.tagName}.${it.className} «${(it.ariaLabel ?? it.textContent).trim().slice(0, 40)}»`;
  if (document.documentElement.scrollWidth > wide + 1) flaws.push("the page scrolls sideways");
  for (const it of document.querySelectorAll("body *")) {
    if (it instanceof SVGElement || !seen(it) || scrolls(it) || it.matches(".hidden, [aria-hidden=true]")) continue;
    const box = it.getBoundingClientRect();
    if (box.width > 1 && (box.right > wide + 1 || box.left < -1)) flaws.push(`beside the screen: ${told(it)}`);
  }
  for (const it of document.querySelectorAll("button, a, [role=tab], label > span")) {
    if (!seen(it) || it.closest(".hidden, svg")) continue;
    const box = it.getBoundingClientRect();
    const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      // Where a text is cut with an ellipsis on purpose, the whole of it is one tap away.
      const { textOverflow, webkitLineClamp } = getComputedStyle(node.parentElement);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") continue;
      if (!node.textContent.trim() || node.parentElement.closest(".hidden, svg") || !seen(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const text of range.getClientRects())
        if (
          text.left < box.left - 2 || text.right > box.right + 2 ||
          text.top < box.top - 3 || text.bottom > box.bottom + 3
        ) {
          flaws.push(`text leaves its button: ${told(it)}`);
          break;
        }
    }
  }
  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) words.push(texts.currentNode.textContent.trim());
  for (const it of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    words.push(it.getAttribute("aria-label"), it.getAttribute("title"), it.getAttribute("placeholder"));
  return { flaws: [...new Set(flaws)], words: [...new Set(words.filter(Boolean))] };
}"""

RAW = re.compile(r"\{\w+\}|\bundefined\b|\bNaN\b|\[object|^[a-z]+(-[a-z]+)*(\.[a-z-]+)+$")
"""A place that was not filled, or a key that has no words."""


def cases() -> Iterator[object]:
    """Each language on a desk and on the narrowest phone, the longest two in every way."""
    for language in LANGUAGES:
        for way in WAYS if language in SHORT_LANGUAGES else ("desk", "320 px"):
            for name in SCREENS:
                short = language in SHORT_LANGUAGES and way in SHORT_WAYS and name in SHORT_SCREENS
                mark = pytest.mark.slow if short else pytest.mark.long
                yield pytest.param(language, way, name, marks=mark, id=f"{language}, {way}, {name}")


@pytest.mark.parametrize(("language", "way", "name"), [*cases()])
def test_every_screen_has_its_words_and_room_for_them(
    language: str, way: str, name: str, visit: Visit, scenes: Scenes
) -> None:
    screen, settings = WAYS[way]
    page = SCREENS[name].show(scenes, partial(visit, screen=screen, language=language, **settings))
    page.wait_for_timeout(50)
    found: dict[str, Any] = page.evaluate(FLAWS)
    assert not found["flaws"]
    assert not [words for words in found["words"] if RAW.search(words)]
    assert page.locator("html").get_attribute("lang") == language


def test_there_are_six_languages() -> None:
    assert WORDS.is_dir()
    assert LANGUAGES == ["da", "de", "en", "es", "fr", "hu"]
