"""Who this browser is: no link changes that without a click, and the former person can be restored."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.client.browsing import Visitor
from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES
from tests.client.stage import NAMES, Stage
from tests.server.serving import Person

pytestmark = pytest.mark.slow


@pytest.fixture
def trap(stage: Stage, visit: Visit) -> Iterator["Trap"]:
    laid = Trap(stage, visit)
    yield laid
    laid.attacker.http.close()


class Trap:
    """Somebody's table, and the code of an attacker who would like to see the cards there."""

    def __init__(self, stage: Stage, visit: Visit, language: str = "en") -> None:
        self.table, (self.victim, _) = stage.lay("copenhagen", 2, lambda state: True)
        self.attacker = Person(stage.url, "Mallory")
        self.attacker.make()
        self.code = str(self.attacker.post("/api/v1/me/links")["code"])
        self.visitor: Visitor = visit(self.victim, language=language)
        self.redeemed: list[str] = []
        self.visitor.page.on(
            "request", lambda it: self.redeemed.append(it.url) if it.url.endswith("/api/v1/links") else None
        )

    def open(self, address: str) -> Page:
        self.visitor.page.goto(f"{self.visitor.url}/{address}")
        return self.visitor.page

    @property
    def whose(self) -> str:
        """The name under which this browser sits somewhere."""
        resume = self.visitor.home().get_by_role("link", name=self.visitor.words("home.resume"))
        return str(resume.inner_text())


@pytest.mark.spread(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_asks_before_it_changes_who_i_am(stage: Stage, visit: Visit, language: str) -> None:
    trap = Trap(stage, visit, language)
    words = trap.visitor.words
    page = trap.open(f"#/me/{trap.code}")
    asked = page.get_by_role("dialog", name=words("become.title"))
    expect(asked.get_by_text("Mallory")).to_be_visible()
    expect(asked).to_contain_text(words("become.text"))
    assert trap.code not in page.url
    asked.get_by_role("button", name=words("become.no")).click()
    expect(asked).to_have_count(0)
    assert NAMES[0] in trap.whose
    assert not trap.redeemed
    trap.attacker.post("/api/v1/links/owner", {"code": trap.code})  # it was not used up
    trap.attacker.http.close()


def test_a_link_to_a_table_takes_no_code_of_a_device(trap: "Trap") -> None:
    trap.visitor.excused = lambda told: "404" in told
    page = trap.open(f"#/c/{trap.code}")
    expect(page.get_by_role("alert")).to_have_text(trap.visitor.words("refused.not found"))
    assert NAMES[0] in trap.whose
    assert not trap.redeemed


def test_the_field_for_tables_takes_no_code_of_a_device(trap: "Trap") -> None:
    trap.visitor.excused = lambda told: "404" in told
    page, words = trap.visitor.home(), trap.visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    page.get_by_role("textbox", name=words("home.code")).fill(trap.code)
    page.get_by_role("button", name=words("home.enter"), exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(words("refused.not found"))
    assert NAMES[0] in trap.whose
    assert not trap.redeemed


def test_a_code_is_taken_in_the_settings_and_undone_there(trap: "Trap") -> None:
    page, words = trap.visitor.home(), trap.visitor.words

    def settings() -> None:
        page.get_by_role("button", name=words("settings")).click()

    settings()
    assert page.get_by_role("button", name=words("move.back")).count() == 0
    page.get_by_role("textbox", name=words("move.code")).fill(trap.code.lower())
    page.get_by_role("button", name=words("home.enter"), exact=True).click()
    with page.expect_event("load"):  # its address changes before
        page.get_by_role("button", name=words("become.yes")).click()
    assert "Mallory" in trap.whose
    settings()
    with page.expect_event("load"):
        page.get_by_role("button", name=words("move.back")).click()
    assert NAMES[0] in trap.whose
