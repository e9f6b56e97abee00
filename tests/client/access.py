"""A page that is for everybody: axe finds nothing, in either theme."""

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

ENDED = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
}"""
"""Colours on their way from one theme to the other would be judged too."""


def expect_access(page: Page) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.evaluate(ENDED)
        found = Axe().run(page).response["violations"]
        broken = [f"{one['id']}: {one['help']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
        assert not broken, f"{theme}: {broken}"
