"""Following what others do, and coming back: by roles and names alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from nyhavn.play import State
from tests.client.browsing import DESK, SMALL_PHONE, Screen, box_of, in_view, stop_the_clock
from tests.client.conftest import Visit
from tests.client.playing import Keys, Player, player_of
from tests.client.positions import asks, phase, preferring
from tests.client.proxy import Proxy
from tests.client.screens import press
from tests.client.stage import NAMES, Stage
from tests.client.test_moves import about_to_do_both, last, offers, press_dice, press_docks
from tests.client.test_own_moves import builds_with_a_coat, lay_out
from tests.client.test_together import connection_errors

pytestmark = pytest.mark.slow

GAMES = ("copenhagen", "roll-and-write")
SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


# Coming back


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_comes_back_takes_over_from_the_bot(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, 2, lambda state: state.turn == 1 and len(state.history) > 6)
    stage.substitute(table, persons, 0)
    visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    told = page.get_by_role("status").filter(has_text=visitor.words("standin.mine"))
    expect(told).to_be_visible()
    assert in_view(page, size)
    page.get_by_role("button", name=visitor.words("standin.back"), exact=True).click()
    expect(told).to_be_hidden()
    visitor.settle()
    assert not visitor.wire.refusals
    assert in_view(page, size)


# Announcements and focus


def announced(page: Page) -> str:
    return page.locator("[aria-live=polite][aria-atomic=true]").first.inner_text()


def test_ones_own_move_does_not_announce_ones_turn(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("roll-and-write", 2, offers("reroll"), preferring("start red", "mark red"))
    move = next(move for move in stage.state(laid[0]).moves() if move.startswith("reroll"))
    visitor = visit(laid[1][0])
    page = visitor.table(laid[0])
    player = player_of(visitor)
    press_dice(player, move.split()[1])
    player.press(player.button("roll-and-write.roll", whole=False))
    assert last(player) == move
    rolled = re.compile(visitor.words.like("roll-and-write.log.rolled.you", whole=False).pattern.lstrip("^"))
    expect(page.locator("[aria-live=polite][aria-atomic=true]").first).to_have_text(rolled)
    assert visitor.words("prompt.yours") not in announced(page)


def test_going_on_after_ones_own_move_is_not_ones_turn_again(visit: Visit, stage: Stage) -> None:
    """With a coat of arms that a tile has earned, and with the tile after the cards."""
    laid = stage.lay("copenhagen", 2, lambda state: bool(builds_with_a_coat(state)))
    visitor = visit(laid[1][0])
    visitor.table(laid[0])
    player = player_of(visitor)
    lay_out(player, builds_with_a_coat(stage.state(laid[0])), "copenhagen")
    player.press(player.offered("copenhagen.build.pay"))
    assert last(player).startswith("build")
    expect(player.group("coat")).to_be_visible()
    expect(visitor.page.locator("[aria-live=polite][aria-atomic=true]").first).to_have_text(re.compile(r"\w"))
    assert visitor.words("prompt.yours") not in announced(visitor.page)
    laid, docks = about_to_do_both(stage)
    visitor = visit(laid[1][0], screen=SMALL_PHONE)
    visitor.table(laid[0])
    player = player_of(visitor)
    press_docks(player, *docks)
    player.press(player.offered("copenhagen.take.build"))
    assert last(player).startswith("take")
    expect(visitor.page.locator("[aria-live=polite][aria-atomic=true]").first).to_have_text(re.compile(r"\w"))
    assert visitor.words("prompt.yours") not in announced(visitor.page)


def focused(page: Page) -> str:
    tag: str = page.evaluate("document.activeElement.tagName")
    return tag


def test_the_focus_stays_at_the_table_after_marking(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("roll-and-write", 2, asks(0, "mark", after=20))
    visitor = visit(persons[0])
    page = visitor.table(table)
    player = Player(visitor, Keys(page))
    assert player.wait()
    player.decide()
    assert focused(page) != "BODY"


@pytest.mark.parametrize(
    ("game", "rack"), [("roll-and-write", "roll-and-write.facade"), ("copenhagen", "copenhagen.rack")]
)
def test_the_tiles_are_one_tab_stop_with_arrows_inside(game: str, rack: str, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, 2, lambda state: state.turn == 0 and len(state.history) > 6)
    visitor = visit(persons[0])
    page = visitor.table(table)
    tiles = page.get_by_role("group", name=visitor.words(rack), exact=True).get_by_role("button")
    assert tiles.count() > 15
    assert [tile.get_attribute("tabindex") for tile in tiles.all()].count("0") == 1
    keys = Keys(page)
    keys.reach(tiles.first)
    page.keyboard.press("ArrowRight")
    expect(tiles.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(tiles.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('[data-stop]')")


# Talk, and a silent line


def test_what_is_said_is_seen_at_the_sender_and_read_once(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and len(state.history) > 4)
    ida = visit(persons[1])
    ida.table(table)
    ada = visit(persons[0], screen=SMALL_PHONE)
    page = ada.table(table)
    menu = page.get_by_role("button", name=ada.words("menu"), exact=True)
    ida.page.get_by_role("tab", name=ida.words("chat"), exact=True).click()
    ida.page.get_by_role("button", name=ida.words("phrase.hello"), exact=True).click()
    bubble = page.get_by_role("status").filter(has_text=ada.words("phrase.hello"))
    expect(bubble).to_be_visible()
    said, sender = box_of(bubble), box_of(page.get_by_role("button", name=re.compile(NAMES[1])).first)
    assert sender["x"] <= said["x"] <= sender["x"] + sender["width"]
    assert sender["y"] <= said["y"] <= sender["y"] + sender["height"]
    expect(menu).to_have_text("1")
    menu.click()
    page.get_by_role("button", name=ada.words("chat.unread", n=1), exact=True).click()
    here = ada.words("chat.here", names="X").replace("X", "")
    expect(page.get_by_role("dialog").get_by_text(here)).to_contain_text("Ida")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("grid").first.wait_for()
    expect(menu).to_have_text("")  # read stays read


@SIZES
def test_a_silent_line_is_noticed_within_five_seconds(size: Screen, visit: Visit, stage: Stage) -> None:
    with Proxy(stage.port) as cable:
        table, persons = stage.lay("copenhagen", 2, offers("take 3 4"), hints=True)
        visitor = visit(persons[0], url=cable.url, screen=size)
        visitor.excused = connection_errors
        visitor.page.clock.install()
        page = visitor.table(table)
        player = player_of(visitor)
        stop_the_clock(page)
        press_docks(player, 3, 4)
        cable.deaf = True
        if not size.touch:
            player.press(player.offered("idea.ask"))  # which may take its time, unlike the line
        page.clock.run_for(5000)
        expect(page.get_by_text(visitor.words("link.silent"))).to_be_visible()
        page.clock.resume()
        player.press(player.offered("take"))
        expect(page.get_by_text(visitor.words("link.silent-queued"))).to_be_visible()
        cable.cut()
        cable.mend()
        visitor.settle()
        expect(page.get_by_text(visitor.words("link.silent-queued"))).to_be_hidden()
        assert stage.moves(table)[-1] == "take 3 4"


# Since my turn


def placed_since_mine(state: State) -> list[str]:
    """What others have built or drawn since the first seat's last move; its marks in their turns do not count."""
    moves = [entry for entry in state.history if "move" in entry]
    own = max(at for at, entry in enumerate(moves) if entry["seat"] == 0 and not entry["move"].startswith("mark"))
    return [entry["move"] for entry in moves[own + 1 :] if entry["move"].startswith(("build", "draw"))]


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_what_happened_since_my_turn_is_stepped_through(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    """Whether one was there, or the line was cut, or the page is opened again."""
    with Proxy(stage.port) as cable:
        table, persons = stage.lay(
            game, 3, lambda state: state.turn == 1 and len(state.history) > 30 and not placed_since_mine(state)
        )
        visitor = visit(persons[0], url=cable.url, screen=size)
        visitor.excused = connection_errors
        page, words = visitor.table(table), visitor.words
        before = len(stage.moves(table))
        placing = preferring("mark -", "build", "draw")
        stage.play(table, persons, lambda state: state.turn == 2, placing)
        visitor.until(lambda: any(frame.get("event", {}).get("seat") == 1 for frame in visitor.wire.received), "a move")
        cable.cut()
        stage.play(
            table,
            persons,
            lambda state: state.turn == 0 and phase(state) in ("action", "turn") and bool(placed_since_mine(state)),
            placing,
        )
        cable.mend()
        since = stage.moves(table)[before:]
        others = [move for move in since if move != "mark -"] if game == "roll-and-write" else since
        player = player_of(visitor)
        button = page.get_by_role("button", name=words.like("since"))
        menu = page.get_by_role("button", name=words("menu"), exact=True)
        on = page.get_by_role("button", name=words("replay.step"), exact=True)
        steps = page.get_by_role("status").locator("b").filter(has_text=re.compile(r"^\d+/\d+$"))
        for again in (False, True):
            if again:
                page.reload()
                page.get_by_role("grid").first.wait_for()
            assert player.wait()
            expect(page.locator(".glow").first).to_be_attached()
            if size.touch:
                menu.click()
            expect(button).to_be_visible()
            if size.touch:
                button.click()
            else:
                page.keyboard.press("ArrowLeft")
            expect(steps).to_be_visible()
            first, last_one = map(int, (steps.text_content() or "").split("/"))
            assert last_one >= len(others) - 1
            assert first == (1 if size.touch else last_one)
            assert in_view(page, size)
            while steps.is_visible():
                on.click()
            assert player.mine  # the present again, and it can be played
        player.decide()
        expect(page.locator(".glow")).to_have_count(0)
        expect(button).to_have_count(0)


def test_others_are_shown_at_the_pace_that_was_chosen(visit: Visit, stage: Stage) -> None:
    """Also to those who want no motion: it is time to read. What there was is shown again at a pace of its own."""
    table, persons = stage.lay("copenhagen", 3, lambda state: state.turn == 1 and len(state.history) > 9)
    visitor = visit(persons[0], pace="slow")
    visitor.page.clock.install()
    page, words = visitor.table(table), visitor.words
    press(visitor, "settings")
    paces = page.get_by_role("group", name=words("settings.pace")).get_by_role("radio")
    expect(paces).to_have_count(4)
    assert [choice.get_attribute("value") for choice in paces.all()] == ["slow", "normal", "fast", "none"]
    assert [choice.is_checked() for choice in paces.all()] == [True, False, False, False]
    page.keyboard.press("Escape")
    stop_the_clock(page)
    before = len(stage.moves(table))
    stage.play(table, persons, lambda state: len(stage.moves(table)) == before + 2, preferring("take 1 2", "build"))
    shown = page.get_by_role("button", name=words.like("since"))
    expect(shown).to_have_accessible_name(words("since", n=1))
    page.clock.run_for(2500)
    expect(shown).to_have_accessible_name(words("since", n=1))
    page.clock.run_for(100)
    expect(shown).to_have_accessible_name(words("since", n=2))
    shown.click()
    step = page.get_by_role("status").locator("b")
    for number in (1, 2):
        expect(step).to_have_text(f"{number}/2")
        page.clock.run_for(1500)
    expect(step).to_have_count(0)


FLOWN = """(() => {
  const { animate } = Element.prototype;
  window.flown = [];
  Element.prototype.animate = function (frames, options) {
    const at = ({ transform }) => transform.match(/-?[\\d.]+px/g).map(parseFloat);
    if (this.matches(".flight")) window.flown.push(frames.map(at));
    return animate.call(this, frames, options);
  };
})()"""
"""Keeps from where to where cards fly."""


@SIZES
def test_cards_fly_to_whoever_took_them(size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 3, lambda state: state.turn == 1 and len(state.history) > 9)
    visitor = visit(persons[0], screen=size)
    visitor.context.add_init_script(FLOWN)
    visitor.page.emulate_media(reduced_motion="no-preference")
    page = visitor.table(table)
    taken = len(stage.moves(table))
    stage.play(table, persons, lambda state: state.turn == 2, preferring("take 1 2", "discard"))
    docks = [int(word) for word in stage.moves(table)[taken].split()[1:]]
    visitor.until(lambda: page.evaluate("flown.length") == len(docks), "the cards")
    house = box_of(page.get_by_role("button", name=re.compile(f"^{NAMES[1]}|{NAMES[1]}")).first)
    places = page.get_by_role("group", name=visitor.words("copenhagen.docks"), exact=True).get_by_role("button")
    for dock, (start, end) in zip(docks, page.evaluate("flown"), strict=True):
        box = box_of(places.nth(dock - 1))
        assert box["x"] - 22 <= start[0] + 20 <= box["x"] + box["width"] + 22, "from its dock"
        assert house["x"] - 22 <= end[0] + 20 <= house["x"] + house["width"] + 22, "to the house of the taker"
        assert house["y"] - 22 <= end[1] + 20 <= house["y"] + house["height"] + 22


@SIZES
def test_without_motion_the_same_is_told_in_words(size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 3, lambda state: state.turn == 1 and len(state.history) > 9)
    visitor = visit(persons[0], screen=size)
    visitor.context.add_init_script(FLOWN)
    page = visitor.table(table)
    stage.play(table, persons, lambda state: state.turn == 2, preferring("take 1 2", "discard"))
    told = re.compile(re.escape(NAMES[1]))
    expect(page.locator("[aria-live=polite][aria-atomic=true]").first).to_contain_text(told)
    one = page.get_by_role("button", name=re.compile(NAMES[1])).first
    if size.touch:
        expect(one.locator(".last")).to_contain_text(re.compile(r"\w"))
    else:
        expect(page.get_by_text(told).first).to_be_visible()
    if size.touch:
        page.get_by_role("button", name=visitor.words("menu"), exact=True).click()
    expect(page.get_by_role("button", name=visitor.words.like("since")).first).to_be_visible()
    assert page.evaluate("flown.length") == 0
