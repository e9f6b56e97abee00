"""Games played through the interface, by roles and names alone: with the mouse, with a finger, with keys."""

import pytest
from playwright.sync_api import Request, Route, expect

from tests.client.browsing import DESK, SMALL_PHONE, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Input, Keys, Mouse, Player
from tests.client.stage import Stage

GAMES = ("copenhagen", "roll-and-write")
INPUTS = ("mouse", "touch", "keys")
SOME = 6
NEARLY = 8
"""Points of the 12 that end a card game."""


def sat_down(game: str, how: str, visit: Visit, stage: Stage) -> tuple[Player, str]:
    """A player against a bot, at a table."""
    person = stage.context.persons.new()
    table = stage.bots(game, person)
    visitor: Visitor = visit(person, screen=SMALL_PHONE if how == "touch" else DESK)
    visitor.table(table)
    inputs: dict[str, Input] = {"mouse": Mouse(), "touch": Finger(), "keys": Keys(visitor.page)}
    return Player(visitor, inputs[how]), table


def to_the_end(player: Player, table: str, stage: Stage) -> None:
    player.play()
    assert stage.state(table).over
    result = player.page.get_by_role("dialog")
    for key in ("replay", "result.rematch"):
        expect(
            result.get_by_role("link").or_(result.get_by_role("button")).get_by_text(player.words(key), exact=True)
        ).to_be_visible()


@pytest.mark.slow
def test_the_end_of_a_card_game(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and max(state.scores) >= NEARLY)
    stage.substitute(table, persons, 1)
    visitor: Visitor = visit(persons[0])
    visitor.table(table)
    to_the_end(Player(visitor, Mouse()), table, stage)


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("how", INPUTS)
@pytest.mark.parametrize("game", GAMES)
def test_some_turns(game: str, how: str, visit: Visit, stage: Stage) -> None:
    player, _ = sat_down(game, how, visit, stage)
    assert player.play(SOME) == SOME
    assert len(player.visitor.wire.moves) >= SOME


@pytest.mark.long
@pytest.mark.parametrize("how", INPUTS)
@pytest.mark.parametrize("game", GAMES)
def test_whole_games(game: str, how: str, visit: Visit, stage: Stage) -> None:
    to_the_end(*sat_down(game, how, visit, stage), stage)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_two_clicks_away(game: str, visit: Visit) -> None:
    visitor = visit()
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=f"{words('home.play')}: {words(f'game.{game}')}").click()
    page.get_by_role("grid").wait_for()
    assert Player(visitor, Mouse()).play(1) == 1


@pytest.mark.slow
def test_what_a_table_needs_is_asked_for_once_and_before_the_code_is_there(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots("roll-and-write", person)
    visitor: Visitor = visit(person, language="fr")
    needed = (f"api/v1/tables/{table}", "api/v1/games", "assets/words.fr-", "assets/TablePage-", "assets/table-")
    asked: list[str] = []
    code: list[Route] = []

    def bring_the_code() -> None:
        """Only once all else was asked for: a page that asks later waits for ever."""
        if code and all(any(it.startswith(path) for it in asked) for path in needed):
            code.pop().continue_()

    def hear(request: Request) -> None:
        asked.append(request.url.removeprefix(f"{stage.url}/"))
        bring_the_code()

    def hold(route: Route) -> None:
        code.append(route)
        bring_the_code()

    visitor.context.on("request", hear)
    visitor.context.route("**/assets/index-*.js", hold)
    visitor.table(table)
    for path in needed:
        assert len([it for it in asked if it.startswith(path)]) == 1
    # Six at once, and three of the game: its part, what replays share with it, its words.
    assert len([path for path in asked if path.startswith("assets/")]) <= 9, asked
    parts = [path for path in asked if ".parts-" in path]
    assert [path.split("-and-")[0] for path in parts] == ["assets/roll"], "the part of this game, and of no other"
