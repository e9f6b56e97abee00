"""A turn that is over, taken back with the others' leave: two browsers, by roles and names alone."""

import re

import pytest
from playwright.sync_api import expect

from nyhavn.play import State
from tests.client.browsing import DESK, SMALL_PHONE, Visitor
from tests.client.conftest import Visit
from tests.client.positions import can_place, preferring
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.slow

GAMES = ("copenhagen", "roll-and-write")


def ended(state: State) -> bool:
    """The first seat has just built or drawn, and nothing followed."""
    last = state.history[-1]
    return last.get("seat") == 0 and last["move"].startswith(("build", "draw")) and state.turn == 1


def undo(visitor: Visitor, key: str = "undo.ask") -> None:
    visitor.page.get_by_role("button", name=visitor.words(key), exact=True).click()


def strip(visitor: Visitor, key: str, **values: object) -> re.Pattern[str]:
    return re.compile(re.escape(visitor.words(key, **values)))


@pytest.fixture(params=GAMES)
def two(request: pytest.FixtureRequest, visit: Visit, stage: Stage) -> tuple[str, Visitor, Visitor]:
    wide = request.param == "copenhagen"
    table, persons = stage.lay(request.param, 2, lambda state: len(state.history) > 20 and ended(state))
    visitors = [visit(persons[0], screen=DESK if wide else SMALL_PHONE), visit(persons[1], screen=SMALL_PHONE)]
    for visitor in visitors:
        visitor.table(table)
    return table, visitors[0], visitors[1]


def test_a_friend_lets_me_undo_my_turn(two: tuple[str, Visitor, Visitor], stage: Stage) -> None:
    table, ada, ida = two
    moves = stage.moves(table)
    undo(ada)
    status = ada.page.get_by_role("status").first
    expect(status).to_contain_text(ada.words("undo.waiting", names="Ida"))
    asked = ida.page.get_by_role("status").first
    expect(asked).to_contain_text(ida.words("undo.asked", name="Ada"))
    for one in (ada, ida):  # and so it is after a new connection
        one.page.reload()
        one.page.get_by_role("grid").first.wait_for()
    expect(status).to_contain_text(ada.words("undo.waiting", names="Ida"))
    box = asked.bounding_box()
    assert box is not None
    assert box["width"] <= ida.screen.width
    ida.page.get_by_role("button", name=ida.words("undo.grant"), exact=True).click()
    expect(ada.page.get_by_role("strong").filter(has_text=ada.words("prompt.yours")).first).to_be_visible()
    expect(asked).not_to_contain_text(ida.words("undo.asked", name="Ada"))
    assert stage.moves(table) == moves[:-1]
    assert not ada.wire.refusals + ida.wire.refusals


def test_a_friend_says_no_and_i_change_my_mind(two: tuple[str, Visitor, Visitor], stage: Stage) -> None:
    table, ada, ida = two
    moves = stage.moves(table)
    undo(ada)
    ida.page.get_by_role("button", name=ida.words("undo.refuse"), exact=True).click()
    button = ada.page.get_by_role("button", name=ada.words("undo.ask"), exact=True)
    expect(ada.page.get_by_role("button", name=ada.words("undo.withdraw"), exact=True)).to_be_hidden()
    expect(button).to_be_enabled()
    undo(ada)
    expect(ida.page.get_by_role("button", name=ida.words("undo.grant"), exact=True)).to_be_visible()
    ada.page.get_by_role("button", name=ada.words("undo.withdraw"), exact=True).click()
    expect(ida.page.get_by_role("button", name=ida.words("undo.grant"), exact=True)).to_be_hidden()
    assert stage.moves(table) == moves


def test_a_request_ends_with_the_next_move(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: len(state.history) > 20 and ended(state))
    ada, ida = visit(persons[0]), visit(persons[1])
    for visitor in (ada, ida):
        visitor.table(table)
    undo(ada)
    grant = ida.page.get_by_role("button", name=ida.words("undo.grant"), exact=True)
    expect(grant).to_be_visible()
    stage.play(table, persons, can_place(0, "action", tiles=0))
    expect(grant).to_be_hidden()
    expect(ada.page.get_by_role("button", name=ada.words("undo.withdraw"), exact=True)).to_be_hidden()


def test_all_friends_have_to_agree_and_what_was_hidden_stays_shown(visit: Visit, stage: Stage) -> None:
    """Of two friends one is not enough; and cards that came from the deck are not taken back at all."""
    table, persons = stage.lay("copenhagen", 3, lambda state: len(state.history) > 20 and ended(state))
    ada, ida, mads = (visit(person, screen=SMALL_PHONE) for person in persons)
    for visitor in (ada, ida, mads):
        visitor.table(table)
    moves = stage.moves(table)
    undo(ada)
    status = ada.page.get_by_role("status").first
    for friend in (ida, mads):
        expect(status).to_contain_text(NAMES[2])
        assert stage.moves(table) == moves
        friend.page.get_by_role("button", name=friend.words("undo.grant"), exact=True).click()
    expect(ada.page.get_by_role("strong").filter(has_text=ada.words("prompt.yours")).first).to_be_visible()
    assert stage.moves(table) == moves[:-1]
    stage.play(table, persons, lambda state: state.turn == 1, preferring("take 1 2", "discard"))
    expect(ida.page.get_by_role("strong").filter(has_text=ida.words("prompt.yours")).first).to_be_visible()
    for key in ("undo", "undo.ask"):
        offered = ada.page.get_by_role("button", name=ada.words(key), exact=True, disabled=False)
        expect(offered).to_have_count(0)
