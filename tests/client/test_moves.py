"""Everything that can be done at the tables, done through the interface in a position where it is offered."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from nyhavn.play import State
from tests.client.browsing import DESK, LAPTOP, SMALL_PHONE, Screen, box_of
from tests.client.conftest import Visit
from tests.client.playing import Finger, Mouse, Player
from tests.client.positions import asks, phase, preferring
from tests.client.screens import Laid
from tests.client.stage import Stage

pytestmark = pytest.mark.slow


def seated(laid: Laid, visit: Visit) -> Player:
    table, persons = laid
    visitor = visit(persons[0])
    visitor.table(table)
    return Player(visitor, Mouse())


def offers(beginning: str) -> Callable[[State], bool]:
    """Whether the first seat can make a move of a kind."""
    return lambda state: state.turn == 0 and any(move.startswith(beginning) for move in state.moves())


def last(player: Player) -> str:
    """The move that was just made, and taken."""
    player.visitor.settle()
    assert not player.visitor.wire.refusals
    return player.visitor.wire.moves[-1]


def ability_of(stage: Stage, table: str, name: str) -> str:
    state: str = stage.state(table).view(0)["seats"][0]["abilities"][name]
    return state


# The card game


def press_docks(player: Player, *docks: int) -> None:
    for dock in docks:
        player.press(player.group("copenhagen.docks").get_by_role("button").nth(dock - 1))


def test_any_cards(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, offers("take 2 6"))
    player = seated(laid, visit)
    press_docks(player, 2, 6)
    expect(player.page.get_by_text(player.words("prompt.ready")).first).to_be_visible()  # there is no third dock
    name = player.words("copenhagen.take.using", docks="2 + 6", abilities=player.words("copenhagen.ability.any"))
    player.press(player.actions.get_by_role("button", name=name, exact=True))
    assert last(player) == "take 2 6"
    assert ability_of(stage, laid[0], "any") == "used"


def test_extra_card(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, offers("take 3 4 5"), preferring("coat ability extra"))
    player = seated(laid, visit)
    press_docks(player, 3, 4)
    expect(player.page.get_by_text(player.words("copenhagen.prompt.take-ready")).first).to_be_visible()
    press_docks(player, 5)
    name = player.words("copenhagen.take.using", docks="3 + 4 + 5", abilities=player.words("copenhagen.ability.extra"))
    take = player.actions.get_by_role("button", name=name, exact=True)
    player.press(take)
    assert last(player) == "take 3 4 5"
    assert ability_of(stage, laid[0], "extra") == "used"


def only_with(name: str) -> Callable[[State], list[str]]:
    """Tiles that can be paid with the help of one ability only."""

    def tiles(state: State) -> list[str]:
        if state.turn != 0 or phase(state) != "action":
            return []
        found = []
        for tile in state.choices(0)["tiles"]:
            ways = [way["abilities"] for way in (*tile["payments"], *tile["touching"])]
            if any(shape["legal"] for shape in tile["shapes"]) and ways and all(way == [name] for way in ways):
                found.append(tile["tile"])
        return found

    return tiles


@pytest.mark.parametrize("name", ["discount", "recolour"])
def test_cheaper_and_recoloured(name: str, visit: Visit, stage: Stage) -> None:
    wanted = only_with(name)
    laid = stage.lay("copenhagen", 2, lambda state: bool(wanted(state)), preferring(f"coat ability {name}"))
    tile = wanted(stage.state(laid[0]))[0]
    player = seated(laid, visit)
    player.build(player.group("copenhagen.rack").get_by_role("button", name=player.words.tile(tile)))
    assert last(player).startswith(f"build {tile}")
    assert ability_of(stage, laid[0], name) == "used"


def pair_that_leads_to_a_build(state: State) -> tuple[int, ...]:
    """Docks from which one can take and then build, with both actions."""
    if state.turn != 0 or phase(state) != "action" or state.view(0)["seats"][0]["abilities"].get("both") != "active":
        return ()
    for move in state.moves():
        docks = tuple(map(int, move.split()[1:])) if move.startswith("take") else ()
        if len(docks) == 2 and docks[1] == docks[0] + 1:
            then = state.copy()
            then.play(move)
            if then.turn == 0 and phase(then) == "after take" and any(one.startswith("build") for one in then.moves()):
                return docks
    return ()


def about_to_do_both(stage: Stage) -> tuple[Laid, tuple[int, ...]]:
    laid = stage.lay(
        "copenhagen", 2, lambda state: bool(pair_that_leads_to_a_build(state)), preferring("coat ability both")
    )
    return laid, pair_that_leads_to_a_build(stage.state(laid[0]))


def test_both_actions(visit: Visit, stage: Stage) -> None:
    laid, docks = about_to_do_both(stage)
    player = seated(laid, visit)
    press_docks(player, *docks)
    player.press(player.offered("copenhagen.take.build"))
    assert last(player) == f"take {docks[0]} {docks[1]}"
    player.build(player.group("copenhagen.rack").get_by_role("button", disabled=False).first)
    assert last(player).startswith("build")
    assert ability_of(stage, laid[0], "both") == "used"


@pytest.mark.spread(2)
@pytest.mark.parametrize(("screen", "language"), [(DESK, "hu"), (LAPTOP, "hu"), (LAPTOP, "fr"), (SMALL_PHONE, "en")])
def test_docks_stay_free_while_they_are_picked(screen: Screen, language: str, visit: Visit, stage: Stage) -> None:
    """With both actions two docks lead to two buttons, in places of their own."""
    laid, docks = about_to_do_both(stage)
    visitor = visit(laid[1][0], screen=screen, language=language)
    visitor.table(laid[0])
    player = Player(visitor, Finger() if screen.touch else Mouse())
    press_docks(player, *docks)
    pair = f"{docks[0]} + {docks[1]}"
    for key in ("take", "copenhagen.take.build"):
        button = player.actions.get_by_role("button", name=player.words(key, docks=pair), exact=True)
        button.click(trial=True)  # nothing lies over it
        assert button.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight")
    jetties = player.group("copenhagen.docks").get_by_role("button").all()
    lowest = max(box["y"] + box["height"] for box in map(box_of, jetties))
    assert all(box_of(button)["y"] >= lowest - 1 for button in player.actions.get_by_role("button").all())


def test_both_actions_but_only_one_wanted(visit: Visit, stage: Stage) -> None:
    laid, docks = about_to_do_both(stage)
    player = seated(laid, visit)
    press_docks(player, *docks)
    take = player.words("take", docks=f"{docks[0]} + {docks[1]}")
    player.press(player.actions.get_by_role("button", name=take, exact=True))
    assert last(player) == "end"
    assert stage.state(laid[0]).turn == 1


def test_discard_to_seven(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, asks(0, "discard"), preferring("take"))
    excess = stage.state(laid[0]).view(0)["seats"][0]["count"] - 7
    player = seated(laid, visit)
    assert excess > 0
    player.discard()
    assert last(player).startswith("discard ")
    assert stage.state(laid[0]).view(0)["seats"][0]["count"] == 7


@pytest.mark.parametrize("kind", ["special", "ability", "refresh", "decline"])
def test_coat_actions(kind: str, visit: Visit, stage: Stage) -> None:
    # Far docks first, which use an ability up, so that there is something to refresh.
    laid = stage.lay("copenhagen", 2, offers(f"coat {kind}"), preferring("take 2 6"))
    player = seated(laid, visit)
    coats = player.group("coat")
    before = stage.state(laid[0]).view(0)
    match kind:
        case "special":
            player.choose(player.possible(player.grid("copenhagen.house.mine")).first)
        case "ability":
            name = next(move for move in stage.state(laid[0]).moves() if move.startswith("coat ability")).split()[2]
            player.choose(coats.get_by_role("button").filter(has_text=player.words(f"copenhagen.ability.{name}")))
        case "refresh":
            player.choose(coats.get_by_role("button", name=player.words("copenhagen.coat.refresh")))
        case _:
            player.choose(player.offered("coat.decline"))
    assert last(player).startswith(f"coat {kind}")
    assert stage.state(laid[0]).view(0) != before


def test_a_special_tile_on_a_phone(visit: Visit, stage: Stage) -> None:
    """The choices stand beside the house, and cover neither it nor docks and hand."""
    laid = stage.lay("copenhagen", 2, offers("coat special"), preferring("take 2 6"))
    visitor = visit(laid[1][0], screen=SMALL_PHONE)
    visitor.table(laid[0])
    player = Player(visitor, Finger())
    coats = player.group("coat")
    house, panel, docks = (
        part.bounding_box() for part in (player.grid("copenhagen.house.mine"), coats, player.group("copenhagen.docks"))
    )
    assert house
    assert panel
    assert docks
    assert house["x"] + house["width"] <= panel["x"]
    assert panel["y"] + panel["height"] <= docks["y"]
    player.press(coats.get_by_role("button").filter(has_text=player.words("copenhagen.coat.special")))
    player.choose(player.possible(player.grid("copenhagen.house.mine")).last)
    assert last(player).startswith("coat special")


def test_spectators_choose_whose_house_is_in_front(visit: Visit, stage: Stage) -> None:
    for game, key in (("copenhagen", "house.of"), ("roll-and-write", "roll-and-write.sheet.of")):
        table, _ = stage.lay(game, 3, lambda state: state.turn == 0)
        visitor = visit()
        page = visitor.table(table)
        for name in ("Ida", "Mads", "Ada"):
            page.get_by_role("group", name=visitor.words("watch")).get_by_role("button", name=name).click()
            expect(page.get_by_role("grid", name=visitor.words(key, name=name))).to_be_visible()
            assert (
                page.get_by_role("button", name=visitor.words.like("copenhagen.neighbour"))
                .filter(has_text=name)
                .count()
                == 0
            )


@pytest.mark.parametrize("by_key", [False, True], ids=["button", "key"])
def test_undo(by_key: bool, visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, asks(0, "coat", after=4))
    moves = stage.moves(laid[0])
    player = seated(laid, visit)
    coats = player.group("coat")
    expect(coats).to_be_visible()
    if by_key:
        player.page.keyboard.press("z")
    else:
        player.press(player.page.get_by_role("button", name=player.words("undo"), exact=True))
    player.visitor.settle()
    expect(coats).to_be_hidden()
    assert stage.moves(laid[0]) == moves[:-1]


def test_a_turn_waits_to_be_confirmed(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and "take 1 2" in state.moves())
    player = seated(laid, visit)
    words, page = player.words, player.page
    page.get_by_role("button", name=words("settings"), exact=True).click()
    page.get_by_role("checkbox", name=words("settings.confirm")).check()
    page.keyboard.press("Escape")
    player.visitor.settle()
    before = len(stage.moves(laid[0]))
    press_docks(player, 1, 2)
    player.press(player.offered("take"))
    player.visitor.settle()
    assert len(stage.moves(laid[0])) == before
    player.press(player.offered("confirm"))
    player.visitor.settle()
    assert stage.moves(laid[0])[before:] == ["take 1 2"]


def test_a_place_that_is_not_allowed_says_why(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and "build" in str(state.moves()))
    player = seated(laid, visit)
    tile = player.group("copenhagen.rack").get_by_role("button", disabled=False).first
    top = player.grid("copenhagen.house.mine").get_by_role("gridcell").nth(2)
    tile.drag_to(top)
    expect(player.page.get_by_text(player.words("place.unsupported")).first).to_be_visible()
    assert player.offered("build").count() == 0
    # Half beside the house: on the way there and where it is let go.
    corner = player.grid("copenhagen.house.mine").get_by_role("gridcell").first.bounding_box()
    assert corner
    page = player.page
    tile.hover()
    page.mouse.down()
    page.mouse.move(corner["x"], corner["y"], steps=4)
    expect(page.get_by_text(player.words("place.outside"))).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_text(player.words("place.outside"))).to_have_count(1)  # said once
    assert player.offered("build").count() == 0
    assert not player.visitor.wire.done


def test_a_tile_is_dragged_turned_and_built(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("copenhagen", 2, lambda state: state.turn == 0 and "build" in str(state.moves()))
    player = seated(laid, visit)
    ground = player.grid("copenhagen.house.mine").get_by_role(
        "gridcell", name=player.words("cell.place", row=1, column="b")
    )
    player.group("copenhagen.rack").get_by_role("button", disabled=False).first.drag_to(ground)
    planned = player.grid("copenhagen.house.mine").get_by_role("gridcell", name=player.words("cell.planned"))
    before = [cell.get_attribute("aria-label") for cell in planned.all()]
    assert before
    player.page.keyboard.press("r")
    assert before != [cell.get_attribute("aria-label") for cell in planned.all()]
    player.press(player.offered("copenhagen.build.pay"))
    assert last(player).startswith("build")


# The dice game


def press_dice(player: Player, letters: str) -> None:
    dice = player.group("roll-and-write.dice")
    for colour in (player.words(f"colour.{letter}") for letter in letters):
        player.press(dice.get_by_role("button", name=colour, pressed=False, disabled=False).first)


def dice_laid(stage: Stage, track: str, until: Callable[[State], bool]) -> Laid:
    """A dice table at which everybody is fond of one track."""
    fond = preferring(f"start {track}", f"mark {track}", f"coat track {track}")
    return stage.lay("roll-and-write", 2, until, fond)


def test_reroll(visit: Visit, stage: Stage) -> None:
    laid = dice_laid(stage, "red", offers("reroll"))
    move = next(move for move in stage.state(laid[0]).moves() if move.startswith("reroll"))
    player = seated(laid, visit)
    press_dice(player, move.split()[1])
    player.press(player.button("roll-and-write.roll", whole=False))
    assert last(player) == move


def test_change(visit: Visit, stage: Stage) -> None:
    laid = dice_laid(stage, "green", offers("change"))
    move = next(move for move in stage.state(laid[0]).moves() if move.startswith("change"))
    _, dice, face = move.split()
    player = seated(laid, visit)
    press_dice(player, dice)
    turned = player.words("roll-and-write.turn.to", colour=player.words.colour(face))
    player.choose(player.page.get_by_role("button", name=turned))
    assert last(player) == move


def test_single_cell(visit: Visit, stage: Stage) -> None:
    laid = dice_laid(stage, "purple", offers("single"))
    player = seated(laid, visit)
    player.press(player.offered("roll-and-write.ability.single-x"))
    player.press(player.possible(player.grid("roll-and-write.sheet.mine")).first)
    player.press(player.offered("roll-and-write.draw").first)
    assert last(player).startswith("single ")


def tiles_where(true: Callable[[dict[str, Any], dict[str, Any]], bool]) -> Callable[[State], bool]:
    """Whether the first seat has a tile and an orientation of it of a kind."""

    def found(state: State) -> bool:
        if state.turn != 0:
            return False
        return any(
            shape["legal"] and true(tile, shape) for tile in state.choices(0)["tiles"] for shape in tile["shapes"]
        )

    return found


def test_tile_without_x(visit: Visit, stage: Stage) -> None:
    laid = dice_laid(stage, "blue", tiles_where(lambda tile, _: tile["without_mark"]))
    player = seated(laid, visit)
    player.pick(
        player.group("roll-and-write.facade").get_by_role("button", disabled=False).first, "roll-and-write.sheet.mine"
    )
    player.press(player.page.get_by_role("button", name=player.words("roll-and-write.ability.no-x"), exact=True).first)
    player.press(player.offered("roll-and-write.draw").first)
    assert last(player).startswith("draw ")
    assert "*" not in last(player)


def test_crossed_out_tile_again(visit: Visit, stage: Stage) -> None:
    laid = dice_laid(stage, "yellow", tiles_where(lambda _, shape: shape["take"] == "again"))
    player = seated(laid, visit)
    tile = player.group("roll-and-write.facade").get_by_role("button", name=player.words("roll-and-write.by-again"))
    player.pick(tile.first, "roll-and-write.sheet.mine")
    player.press(player.offered("roll-and-write.draw").first)
    assert last(player).startswith("draw ")


@pytest.mark.parametrize("kind", ["window", "track"])
def test_coats_of_the_dice_game(kind: str, visit: Visit, stage: Stage) -> None:
    laid = stage.lay("roll-and-write", 2, offers(f"coat {kind}"))
    player = seated(laid, visit)
    if kind == "window":
        player.choose(player.possible(player.grid("roll-and-write.sheet.mine")).first)
    else:
        tracks = player.page.get_by_role(
            "button", name=player.words.like("roll-and-write.track", whole=False), disabled=False
        )
        player.press(tracks.first)
        player.press(player.offered("roll-and-write.mark").last)
    assert last(player).startswith(f"coat {kind}")


def tiles_for_bonuses(state: State) -> list[str]:
    """Tiles that no dice pay for alone."""
    if state.turn != 0 or phase(state) != "turn":
        return []
    found = [tile for tile in state.choices(0)["tiles"] if any(shape["legal"] for shape in tile["shapes"])]
    return [tile["tile"] for tile in found if all("+" in way["pay"] for way in tile["payments"])]


def test_bonuses_pay(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("roll-and-write", 2, lambda state: bool(tiles_for_bonuses(state)))
    tile = tiles_for_bonuses(stage.state(laid[0]))[0]
    player = seated(laid, visit)
    name = player.words.tile(tile)
    player.draw(player.group("roll-and-write.facade").get_by_role("button", name=name, disabled=False).first)
    assert last(player).startswith(f"draw {tile}")
    assert "+" in last(player)
