"""The documentation site is whole: every page is on it and reads as in the repository, its links lead somewhere, its
search finds, and it asks nobody else for anything."""

import json
import re
import runpy
import shutil
import subprocess
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import Page, expect

from tests.client.browsing import DESK, NARROW, Screen, chromium

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SCRIPT = runpy.run_path(str(ROOT / "docs" / "site" / "build.py"))
PAGES = {"README.md": "index.html"} | {
    path.relative_to(ROOT).as_posix(): f"{path.stem}.html"
    for path in (ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
}
# What a page is made of; links are left out, because those to folders are none on the site.
PARTS = frozenset(
    [
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "ul",
        "ol",
        "li",
        "table",
        "tr",
        "th",
        "td",
        "pre",
        "code",
        "strong",
        "em",
        "img",
        "blockquote",
        "hr",
    ]
)
ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//")
LOADED_BY_STYLES = re.compile(r"""(?:url\(|@import)\s*["']?(?:[a-z]+:)?//""")


class Html(HTMLParser):
    """A page as the tests look at it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def letters(self) -> str:
        """What is read, but for spaces and the signs that headings are linked by."""
        return re.sub(r"[\s¶]", "", self.text)

    @cached_property
    def ids(self) -> set[str]:
        return {attributes["id"] for _, attributes in self.tags if "id" in attributes}

    @property
    def addresses(self) -> list[str]:
        return [it[name] for _, it in self.tags for name in ("href", "src", "srcset", "data", "action") if name in it]

    @property
    def parts(self) -> list[str]:
        return [tag for tag, _ in self.tags if tag in PARTS]


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = {it: Html(it.read_text(encoding="utf-8")) for it in folder.rglob("*.html")}

    def article(self, name: str) -> Html:
        text = (self.folder / name).read_text(encoding="utf-8")
        return Html(text[text.index("<article") : text.index("</article>")])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("docs") / "site"
    SCRIPT["build"](folder)
    return Site(folder)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_as_in_the_repository(name: str, site: Site) -> None:
    """Not all programs understand Markdown in the same way: what we write has to mean the same to them."""
    text = MarkdownIt("commonmark").enable("table").render((ROOT / name).read_text(encoding="utf-8"))
    known = Html(SCRIPT["EMPTY_HEADING"].sub("<td></td>", text))  # the corner of a table heads nothing
    found = site.article(PAGES[name])
    assert found.parts == known.parts
    assert found.letters == known.letters


def test_links_lead_somewhere(site: Site) -> None:
    lost = []
    for path, page in site.pages.items():
        if path.name == "404.html":  # shown for any address, and therefore with absolute ones
            continue
        for address in page.addresses:
            file, _, anchor = address.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.is_file() or (anchor and anchor not in site.pages[target].ids):
                lost.append(f"{path.relative_to(site.folder)}: {address}")
    assert lost == []


def test_every_picture_is_there(site: Site) -> None:
    shown = len(re.findall(r"!\[", "".join((ROOT / name).read_text(encoding="utf-8") for name in PAGES)))
    assert shown > 50
    assert sum(site.article(name).parts.count("img") for name in PAGES.values()) == shown


def test_no_address_leads_elsewhere(site: Site) -> None:
    named = [(path.name, it) for path, page in site.pages.items() for it in page.addresses if ELSEWHERE.match(it)]
    assert named == []
    styles = [path for path in site.folder.rglob("*.css") if LOADED_BY_STYLES.search(path.read_text(encoding="utf-8"))]
    assert styles == []


def test_the_search_knows_every_page(site: Site) -> None:
    index = json.loads((site.folder / "search.json").read_text(encoding="utf-8"))
    assert {item["location"].partition("#")[0] for item in index["items"]} >= set(PAGES.values())


def test_translations_say_what_language_they_are_in(site: Site) -> None:
    told = {
        path.relative_to(site.folder).as_posix(): attributes.get("lang")
        for path, page in site.pages.items()
        for tag, attributes in page.tags
        if tag == "article"
    }
    translated = {name: match[1] for name in told if (match := re.search(r"rules/(da|de|es|fr|hu)\.html$", name))}
    assert len(translated) == 10
    assert {name: language for name, language in told.items() if language} == translated


@pytest.mark.parametrize("screen", [DESK, NARROW], ids=["desk", "narrow"])
def test_the_site_is_read_without_a_server_or_a_network(screen: Screen, site: Site) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    with chromium() as browser:
        context = browser.new_context(viewport={"width": screen.width, "height": screen.height}, color_scheme="dark")
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)

        page.goto((site.folder / "index.html").as_uri())
        assert scheme(page) == "dark", "the system is followed"
        page.get_by_title("Switch to light").click()
        assert scheme(page) == "light"
        for name in PAGES.values():
            page.goto((site.folder / name).as_uri())
            assert scheme(page) == "light", "the choice is kept"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"

        page.keyboard.press("/")
        asking = page.get_by_role("combobox", name="Search")
        asking.press_sequentially("recolour")
        found = page.get_by_role("option", name="Abilities").first
        expect(found).to_be_visible()
        expect(asking).to_have_value("recolour")
        found.click()
        page.wait_for_url("**/rules-copenhagen.html*")
    assert complaints == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def scheme(page: Page) -> Any:
    return page.evaluate("getComputedStyle(document.body).colorScheme")


# What is refused


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A small one, with two pages and a picture."""
    for path in (*SCRIPT["DRESS"], SCRIPT["SETTINGS"]):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, tmp_path / path)
    settings = tmp_path / SCRIPT["SETTINGS"]
    nav = 'nav = [{ "Start" = "index.md" }, { "Play" = [{ "Play" = "play.md" }] }]'
    text = re.sub(r"^nav = \[.*?^\]", nav, settings.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    settings.write_text(text, encoding="utf-8")
    (tmp_path / "README.md").write_text("# Start\n\n[Play](docs/play.md#how)\n\n![A house](docs/house.svg)\n")
    (tmp_path / "docs" / "play.md").write_text("# Play\n\n## How\n\n[Back](../README.md)\n")
    (tmp_path / "docs" / "house.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return tmp_path


def test_a_small_site_is_built(repository: Path) -> None:
    SCRIPT["build"](repository / "site", repository)
    assert (repository / "site" / "house.svg").is_file()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[gone](gone.md)", "docs/play.md links to gone.md, which is not in the repository"),
        ("![gone](pictures/gone.svg)", "docs/play.md links to pictures/gone.svg"),
        ("[outside](../../outside.md)", r"docs/play.md links to ../../outside.md"),
        ("[a heading](#gone)", "anchor does not exist"),
        ("[of another page](../README.md#gone)", "anchor does not exist"),
    ],
)
def test_a_link_that_leads_nowhere_fails_the_build(line: str, why: str, repository: Path) -> None:
    page, site = repository / "docs" / "play.md", repository / "site"
    SCRIPT["build"](site, repository)
    page.write_text(f"{page.read_text()}\n{line}\n")
    with pytest.raises(SCRIPT["Refused"], match=why):
        SCRIPT["build"](site, repository)
    assert (site / "index.html").is_file(), "what was built before is kept"


def test_names_that_differ_in_case_alone_are_refused(repository: Path) -> None:
    (repository / "docs" / "PLAY.md").write_text("# Play\n")
    with pytest.raises(SCRIPT["Refused"], match="would have the same name on the site"):
        SCRIPT["build"](repository / "site", repository)


def test_the_navigation_leads_to_every_page_and_to_no_other(repository: Path) -> None:
    more = repository / "docs" / "more.md"
    more.write_text("# More\n")
    with pytest.raises(SCRIPT["Refused"], match=r"more\.md has no place in the navigation"):
        SCRIPT["build"](repository / "site", repository)
    more.unlink()
    (repository / "docs" / "play.md").unlink()
    (repository / "README.md").write_text("# Start\n")
    with pytest.raises(SCRIPT["Refused"], match=r"leads to play\.md, which is not a page"):
        SCRIPT["build"](repository / "site", repository)


def test_playing_does_not_build_the_site() -> None:
    said = {
        target: subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for target in ("play", "docs")
    }
    assert "docs/site" in said["docs"]
    assert "docs/site" not in said["play"]
