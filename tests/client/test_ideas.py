"""Ideas drawn on the house, and reviews of finished games, by roles and names alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from nyhavn.play import State
from tests.client.browsing import DESK, PHONE, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Input, Keys, Mouse, Player
from tests.client.screens import THINKING, Scenes
from tests.client.stage import Stage

pytestmark = pytest.mark.long  # the kernels that bots think with are compiled first


def hand(visitor: Visitor) -> Input:
    return Finger() if visitor.screen.touch else Mouse()


def ask(player: Player) -> None:
    """For an idea, and wait until it is told."""
    player.press(player.offered("idea.ask"))
    told = player.page.get_by_role("strong").filter(has_text=player.words("idea"))
    expect(told).to_be_visible(timeout=THINKING)


# The buttons that play what an idea has laid out.
READY = {
    "copenhagen": ("take", "copenhagen.build.pay", "discard", "idea.do"),
    "roll-and-write": ("roll-and-write.draw", "roll-and-write.roll", "roll-and-write.mark", "idea.do"),
}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", READY)
def test_ideas_are_laid_out_and_can_be_played(game: str, screen: Screen, visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots(game, person)
    visitor = visit(person, screen=screen)
    visitor.table(table)
    player = Player(visitor, hand(visitor))
    for _ in range(5):
        assert player.wait()
        before = stage.moves(table)
        ask(player)
        ideas = [idea["move"] for frame in visitor.wire.received for idea in frame.get("ideas", ())]
        assert set(ideas[-3:]) & set(stage.state(table).moves())
        another = player.offered("idea.next")
        if another.is_visible():
            player.press(another)
        ready = re.compile("|".join(visitor.words.like(key, whole=False).pattern for key in READY[game]))
        player.press(player.actions.get_by_role("button", name=ready, disabled=False).last)
        visitor.settle()
        after = stage.moves(table)
        assert after[len(before)] in ideas
    assert not visitor.wire.refusals


def can_score(after: int) -> Callable[[State], bool]:
    """Whether a tile brings points, after so much of the game."""

    def found(state: State) -> bool:
        if state.turn != 0 or len(state.history) < after:
            return False
        tiles = [move for move in state.moves() if move.startswith(("build", "draw"))]
        return any(effect["effect"] == "points" for move in tiles for effect in state.preview(move))

    return found


@pytest.mark.parametrize("game", READY)
def test_an_idea_is_drawn_and_put_back(game: str, visit: Visit, stage: Stage) -> None:
    """By keyboard: asked for, looked at on the house, and put back with Escape; nothing was played. What bots like best
    may change, so the first position counts in which a tile is among it."""
    for after in range(10, 60, 10):
        table, persons = stage.lay(game, 2, can_score(after), hints=True)
        visitor = visit(persons[0])
        page = visitor.table(table)
        player = Player(visitor, Keys(page))
        ask(player)
        ideas = [idea["move"] for frame in visitor.wire.received for idea in frame.get("ideas", ())]
        if place := [number for number, move in enumerate(ideas) if move.startswith(("build", "draw"))]:
            break
    before = stage.moves(table)
    drawn = page.get_by_role("gridcell", name=visitor.words("cell.planned"))
    for _ in range(place[0]):
        player.press(player.offered("idea.next"))
    expect(drawn).to_have_count(int(ideas[place[0]].split()[1][1]))
    page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)
    assert player.wait()
    assert stage.moves(table) == before


def test_between_people_nobody_is_offered_ideas(visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.card
    visitor = visit(persons[0])
    page = visitor.table(table)
    expect(page.get_by_role("button", name=visitor.words("idea.ask"), exact=True)).not_to_be_visible()
