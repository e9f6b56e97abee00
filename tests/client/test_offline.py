"""Without a network, and where nothing is: a second start, rules, languages and replays; kind pages that lead home."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.client.access import expect_access
from tests.client.browsing import SMALL_PHONE, Visitor, Words
from tests.client.conftest import Visit
from tests.client.proxy import Proxy
from tests.client.screens import Scenes
from tests.client.stage import Stage

pytestmark = pytest.mark.slow
FILLED = """async () => {
  await navigator.serviceWorker.ready;
  return new Promise((done) => {
    const look = () => (navigator.serviceWorker.controller ? done(true) : setTimeout(look, 20));
    look();
  });
}"""


@pytest.fixture
def proxy(stage: Stage) -> Iterator[Proxy]:
    with Proxy(stage.port) as line:
        yield line


def excuse(visitor: Visitor) -> None:
    """The browser says by itself what it could not load."""
    visitor.excused = lambda text: "Failed to load resource" in text or "ERR_" in text or "dynamically imported" in text


def start_again(visitor: Visitor, hash_: str = "") -> Page:
    """Another window of the same browser, as if it had been closed in between."""
    visitor.page.close()
    visitor.page = visitor.context.new_page()
    visitor.page.goto(f"{visitor.url}/{hash_}")
    return visitor.page


def test_a_second_start_without_network_has_rules_and_languages(visit: Visit, proxy: Proxy) -> None:
    visitor = visit(url=proxy.url, language="hu", screen=SMALL_PHONE, copies=True)
    excuse(visitor)
    page, words = visitor.home(), visitor.words
    assert page.evaluate(FILLED)
    proxy.cut()
    page = start_again(visitor)
    expect(page.get_by_role("heading", level=1)).to_have_text(words("home.title"))
    expect(page.get_by_role("alert")).to_have_text(words("refused.offline"))
    page.goto(f"{proxy.url}/#/rules/copenhagen")
    expect(page.get_by_role("search")).to_be_visible()
    # A picture is drawn when it comes near.
    picture = page.get_by_role("figure").nth(5)
    picture.scroll_into_view_if_needed()
    expect(picture.locator("svg").first).to_be_visible()
    page.evaluate("localStorage.setItem('nyhavn', JSON.stringify({ language: 'da' }))")
    page = start_again(visitor, "#/rules/roll-and-write")
    expect(page.get_by_role("searchbox", name=Words("da")("rules.search"))).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "da")


def test_a_replay_that_was_looked_at_is_kept(visit: Visit, proxy: Proxy, scenes: Scenes) -> None:
    visitor = visit(url=proxy.url, copies=True)
    excuse(visitor)
    visitor.home()
    assert visitor.page.evaluate(FILLED)
    token = scenes.replay(scenes.over)
    visitor.replay(token)
    proxy.cut()
    start_again(visitor, f"#/r/{token}").get_by_role("slider").wait_for()
    page = start_again(visitor, "#/r/another")
    expect(page.get_by_role("alert")).to_contain_text(visitor.words("refused.offline"))


@pytest.mark.parametrize(
    ("part", "hash_"), [("RulesPage", "#/rules/copenhagen"), ("copenhagen.rules.en", "#/rules/copenhagen")]
)
def test_a_part_that_cannot_be_loaded_says_so(part: str, hash_: str, visit: Visit) -> None:
    visitor = visit()
    excuse(visitor)
    page, words = visitor.page, visitor.words
    page.route(f"**/assets/{part}-*", lambda route: route.abort())
    page.goto(f"{visitor.url}/{hash_}")
    said = page.get_by_role("alert")
    expect(said).to_contain_text(words("part.missing"))
    page.unroute(f"**/assets/{part}-*")
    if part == "RulesPage":
        said.get_by_role("button", name=words("link.retry")).click()
    else:
        page.reload()
    page.get_by_role("search").wait_for()


@pytest.mark.parametrize("address", ["#/nowhere/at-all", "#/t/a%20b", "#/rules/chess", "nowhere/at-all"])
def test_an_address_that_leads_nowhere_is_named(address: str, visit: Visit) -> None:
    visitor = visit(screen=SMALL_PHONE, language="fr")
    excuse(visitor)
    page, words = visitor.page, visitor.words
    page.goto(f"{visitor.url}/{address}")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("refused.not found"))
    expect(page.get_by_role("alert")).to_contain_text(address.removeprefix("#/"))
    expect_access(page)
    page.get_by_role("link", name=words("home")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words("home.title"))


def test_an_address_that_lost_its_sign_is_found_all_the_same(visit: Visit, stage: Stage) -> None:
    host = stage.context.persons.new()
    table = stage.open("copenhagen", host, 2)
    visitor = visit(host)
    excuse(visitor)
    answer = visitor.page.goto(f"{stage.url}/t/{table}", wait_until="commit")
    assert answer is not None
    assert answer.status == 404
    visitor.page.locator("ul.seats").wait_for()


@pytest.mark.parametrize("address", ["#/review/nothing", "#/r/nothing", "#/t/nothing", "#/p/nothing"])
def test_what_is_not_there_says_so_and_leads_home(address: str, visit: Visit) -> None:
    visitor = visit(screen=SMALL_PHONE, language="de")
    excuse(visitor)
    page = visitor.page
    page.goto(f"{visitor.url}/{address}")
    heading = page.get_by_role("heading", level=1)
    known = [visitor.words(f"refused.{code}") for code in ("not found", "no table")]
    expect(heading).to_be_visible()
    visitor.until(lambda: heading.inner_text() in known, "what is wrong")
    page.get_by_role("link", name=visitor.words("home")).click()
    expect(heading).to_have_text(visitor.words("home.title"))


def test_a_broken_record_is_told_with_its_line(visit: Visit, stage: Stage, scenes: Scenes, tmp_path: Path) -> None:
    record = stage.state(scenes.over[0]).record().splitlines()
    broken = next(number for number, line in enumerate(record) if line.startswith("0 take"))
    record[broken] = "0 take 1 1 1"
    file = tmp_path / "broken.nyhavn"
    file.write_text("\n".join(record), encoding="utf-8")
    visitor = visit(screen=SMALL_PHONE, language="hu")
    excuse(visitor)
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    page.locator("input[type=file]").set_input_files(file)
    said = page.get_by_role("dialog", name=words("record.broken"))
    expect(said).to_contain_text(words("record.line", line=broken + 1))
    expect(said).to_contain_text("0 take 1 1 1")
    said.get_by_role("button", name=words("home")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_worker_keeps_every_built_file(visit: Visit, proxy: Proxy) -> None:
    visitor = visit(url=proxy.url, copies=True)
    page = visitor.home()
    assert page.evaluate(FILLED)
    kept = page.evaluate("""async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("nyhavn-"));
      const cache = await caches.open(names.at(-1));
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    }""")
    built = Path(__file__).parents[2] / "src/nyhavn/server/static/assets"
    assert set(kept) >= {"/", *(f"/assets/{file.name}" for file in built.iterdir())}, json.dumps(kept)
