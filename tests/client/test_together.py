"""Several browsers at one table, and what happens when the line or the server breaks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.client.browsing import LAPTOP, Visitor, Words
from tests.client.conftest import Visit
from tests.client.playing import Mouse, Player
from tests.client.positions import can_place
from tests.client.proxy import Proxy
from tests.client.stage import NAMES, Stage
from tests.server.serving import Server


def in_turn(players: list[Player], decisions: int) -> None:
    """Everybody decides when it is up to them."""
    for _ in range(decisions):
        one = players[0].visitor
        one.until(lambda: any(player.mine for player in players), "anybody's turn")
        next(player for player in players if player.mine).decide()


@pytest.mark.parametrize(
    ("game", "languages"),
    [
        pytest.param("copenhagen", ("en", "hu"), marks=pytest.mark.slow),
        pytest.param("roll-and-write", ("de", "da"), marks=pytest.mark.slow),
        pytest.param("copenhagen", ("en", "fr", "es", "da"), marks=pytest.mark.long),
        pytest.param("roll-and-write", ("hu", "de", "fr", "en"), marks=pytest.mark.long),
    ],
)
def test_everybody_in_their_own_language(game: str, languages: tuple[str, ...], visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, len(languages), lambda state: True)
    visitors = [visit(person, language=language) for person, language in zip(persons, languages, strict=True)]
    for visitor in visitors:
        visitor.table(table)
    in_turn([Player(visitor, Mouse(), seed) for seed, visitor in enumerate(visitors)], 4 * len(languages))
    for visitor in visitors:
        visitor.page.get_by_role("tab", name=visitor.words("chat"), exact=True).click()
    first = visitors[0]
    first.page.get_by_role("button", name=first.words("phrase.good-luck"), exact=True).click()
    for visitor in visitors:
        said = visitor.page.get_by_role("list", name=visitor.words("chat"), exact=True).get_by_role("listitem")
        expect(said.filter(has_text=visitor.words("phrase.good-luck"))).to_have_count(1)
        if visitor is not first:
            expect(said.filter(has_text=NAMES[0])).to_have_count(1)
    assert len(stage.moves(table)) >= 4 * len(languages)


@pytest.fixture
def proxy(stage: Stage) -> Iterator[Proxy]:
    with Proxy(stage.port) as laid:
        yield laid


def connection_errors(told: str) -> bool:
    return "ERR_" in told or "WebSocket" in told


def about_to_take(visit: Visit, stage: Stage, proxy: Proxy) -> tuple[Visitor, str]:
    """Somebody over a proxy who has picked the first of two docks."""
    table, persons = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and len(state.history) > 4)
    visitor: Visitor = visit(persons[0], url=proxy.url, screen=LAPTOP)
    visitor.excused = connection_errors
    visitor.table(table)
    dock(visitor, 3)
    return visitor, table


def dock(visitor: Visitor, number: int) -> None:
    visitor.page.get_by_role("button", name=visitor.words.like("copenhagen.dock.name")).nth(number - 1).click()


def banner(visitor: Visitor, words: str) -> None:
    expect(visitor.page.get_by_role("status").get_by_text(words)).to_be_visible()


def quiet(visitor: Visitor) -> None:
    """Nothing is said about the line any more."""
    for key in ("link.lost", "link.lost-queued"):
        expect(visitor.page.get_by_text(visitor.words(key))).to_have_count(0)


def takes(stage: Stage, table: str) -> list[str]:
    return [move for move in stage.moves(table) if move == "take 3 4"]


@pytest.mark.slow
def test_a_move_is_kept_while_the_line_is_cut(visit: Visit, stage: Stage, proxy: Proxy) -> None:
    visitor, table = about_to_take(visit, stage, proxy)
    before = len(takes(stage, table))
    proxy.cut()
    banner(visitor, visitor.words("link.lost"))
    dock(visitor, 4)
    visitor.page.get_by_role("button", name=visitor.words("take", docks="3 + 4"), exact=True).last.click()
    banner(visitor, visitor.words("link.lost-queued"))
    assert len(takes(stage, table)) == before
    proxy.mend()
    visitor.settle()
    quiet(visitor)
    assert len(takes(stage, table)) == before + 1
    assert len({message["id"] for message in visitor.wire.done}) == 1


@pytest.mark.slow
def test_a_move_whose_answer_is_lost_is_made_once(visit: Visit, stage: Stage, proxy: Proxy) -> None:
    visitor, table = about_to_take(visit, stage, proxy)
    before = len(takes(stage, table))
    proxy.deaf = True
    dock(visitor, 4)
    visitor.page.get_by_role("button", name=visitor.words("take", docks="3 + 4"), exact=True).last.click()
    visitor.until(lambda: len(takes(stage, table)) == before + 1, "the move")
    proxy.cut()
    banner(visitor, visitor.words("link.lost-queued"))
    proxy.mend()
    visitor.settle()
    quiet(visitor)
    assert len(takes(stage, table)) == before + 1
    assert [message["move"] for message in visitor.wire.done] == ["take 3 4"] * 2  # sent again, done once


@pytest.mark.slow
def test_without_a_network_the_browser_says_so(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, can_place(0, "action", after=8, tiles=1))
    visitor: Visitor = visit(persons[0])
    visitor.excused = connection_errors
    visitor.table(table)
    player = Player(visitor, Mouse())
    player.press(player.group("copenhagen.rack").get_by_role("button", disabled=False).first)
    visitor.context.set_offline(True)
    player.press(player.any_of(player.possible(player.grid("copenhagen.house.mine"))))
    player.press(player.offered("copenhagen.build.pay"))
    visitor.context.set_offline(False)
    visitor.settle()
    assert len(set(visitor.wire.moves)) == 1
    assert stage.moves(table).count(visitor.wire.moves[0]) == 1


@pytest.mark.slow
def test_the_server_is_killed_and_comes_back(visit: Visit, client: None, tmp_path: Path) -> None:
    options = ("--bot-pause", "0", "--limits", "0")
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, *options).start()
    visitor: Visitor = visit(url=server.url)
    visitor.excused = connection_errors
    page, words = visitor.home(), Words()
    page.get_by_role("button", name=f"{words('home.play')}: {words('game.copenhagen')}").click()
    page.get_by_role("grid").wait_for()
    player = Player(visitor, Mouse())
    player.play(3)
    page.evaluate("window.sameAsBefore = true")
    try:
        server.kill()
        banner(visitor, words("link.lost"))
        server.start()
        quiet(visitor)
        assert player.play(3) == 3
        assert page.evaluate("window.sameAsBefore")
    finally:
        server.stop()
