"""Choices hold exactly what the rules allow, so that a client needs no rule; previews and components beside them."""

import json
import random
from collections.abc import Iterator
from itertools import accumulate
from operator import or_
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from nyhavn.facade.cells import FULL, INDEX, NAMES, cells_of
from nyhavn.games import components_of, game_names
from nyhavn.luck import Seeded, fast
from nyhavn.rules import Position
from nyhavn.server.live_messages import Choices
from tests.choice_client import PLACING, gains, move, places, shape_of, spelled_out
from tests.conftest import GAMES, everything, play_on
from tests.conftest import NAMES as TABLES
from tests.integer_games import CARD_GAME, DICE_GAME, Kernels

WHY_UNAFFORDABLE = {
    "copenhagen": {"price", "needs recolour", "not in hand"},
    "roll-and-write": {"too few", "crossed out", "put out"},
}


def walk(table: tuple[str, dict[str, Any]], games: int, stride: int = 3) -> Iterator[nyhavn.State]:
    """Positions of some games from the first to the last, both kinds of dice game among them."""
    game, options = table
    for seed in range(games):
        more = {"mirror": bool(seed & 1)} if "mirror" in options else {}
        state = nyhavn.new_game(game, seed=seed, **(options | more))
        luck = random.Random(seed)
        while not state.over:
            yield state
            play_on(state, luck.randint(1, stride), luck)
        yield state


def sample(luck: random.Random, found: list[Any], most: int) -> list[Any]:
    return luck.sample(found, min(most, len(found)))


def lines_of(effects: list[dict[str, Any]]) -> str:
    """The labels of the lines that effects complete."""
    return "".join(effect["line"].split()[1] for effect in effects if effect["effect"] == "line")


# What is legal


def check_moves(state: nyhavn.State) -> None:
    if state.turn is None:
        return
    choices, legal = state.choices(state.turn), state.moves()
    assert choices["moves"] == [text for text in legal if not text.startswith(PLACING)]
    placing = spelled_out(state, choices)
    assert len(set(placing)) == len(placing)
    assert set(placing) == {text for text in legal if text.startswith(PLACING)}


def test_choices_spell_out_every_legal_move(table: tuple[str, dict[str, Any]]) -> None:
    phases = set()
    for state in walk(table, 4):
        check_moves(state)
        phases.add(state.view()["phase"])
    assert len(phases) > 3


@pytest.mark.long
@pytest.mark.parametrize("table", GAMES, ids=TABLES)
def test_choices_spell_out_every_legal_move_of_many_games(table: tuple[str, dict[str, Any]]) -> None:
    for state in walk(table, 60, stride=1):
        check_moves(state)


def test_every_anchor_inside_the_house_is_of_one_kind(table: tuple[str, dict[str, Any]]) -> None:
    """And the reason for what is not legal is the one that `explain` gives."""
    luck = random.Random(1)
    seen = set()
    for state in walk(table, 2, stride=12):
        if state.turn is None:
            continue
        choices = state.choices(state.turn)
        for tile in choices["tiles"]:
            for shape in tile["shapes"]:
                cells = shape_of(state.game, tile["tile"], shape["shape"])["cells"]
                width, height = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
                inside = [x + 5 * y for y in range(9 - height + 1) for x in range(5 - width + 1)]
                masks = [shape[kind] for kind in ("legal", "covered", "unsupported", "unaffordable")]
                assert sum(masks) == list(accumulate(masks, or_))[-1] == sum(1 << anchor for anchor in inside)
                assert shape["touching"] & ~shape["legal"] == 0
        for kind in ("covered", "unsupported", "unaffordable"):
            for place in sample(luck, list(places(state.game, choices, kind)), 25):
                letter, price = place.tile["tile"][0], place.tile["price"]
                reason = state.explain(move(state.game, place, (place.payments() or [letter * price])[0]))
                assert reason is not None
                if place.shape["take"] == "gone":
                    assert reason.code in ("gone", "crossed out", "put out")
                else:
                    assert reason.code in (WHY_UNAFFORDABLE[state.game] if kind == "unaffordable" else {kind})
                seen.add(kind)
    assert seen == {"covered", "unsupported", "unaffordable"}


def test_places_bring_what_they_are_said_to_bring(table: tuple[str, dict[str, Any]]) -> None:
    luck = random.Random(2)
    seen = 0
    for state in walk(table, 4, stride=4):
        if state.turn is None:
            continue
        found = list(places(state.game, state.choices(state.turn)))
        bringing = [place for place in found if gains(place) != (0, 0, "")]
        for place in sample(luck, bringing, 12) + sample(luck, found, 12):
            effects = state.preview(move(state.game, place, luck.choice(place.payments())))
            points = sum(effect["points"] for effect in effects if effect["effect"] == "points")
            coats = sum(effect["earned"] for effect in effects if effect["effect"] == "coats")
            assert gains(place) == (points, coats, lines_of(effects))
        for place in bringing:
            listed = place.shape["gains"]
            assert len({tuple(row[:2]) for row in listed}) == len(listed)
        seen += len(bringing)
    assert seen > 60


def test_single_cells_bring_what_they_are_said_to_bring(table: tuple[str, dict[str, Any]]) -> None:
    bringing = 0
    for state in walk(table, 6, stride=2):
        if state.turn is None:
            continue
        choices = state.choices(state.turn)
        covering = [it for it in choices["moves"] if it.startswith(("single ", "coat window ", "coat special "))]
        assert choices["gains"].keys() <= set(covering)
        for one in covering:
            after = state.copy()
            after.play(one)
            points, coats, lines = choices["gains"].get(one, [0, 0, ""])
            assert after.scores[state.turn] - state.scores[state.turn] == points
            assert bool(coats) is any(it["effect"] == "coats" and it["earned"] for it in state.preview(one))
            assert lines == lines_of(state.preview(one))
        bringing += len(choices["gains"])
        other = (state.turn + 1) % state.players
        assert state.choices(other)["gains"] == {}
    assert bringing


def test_a_single_cell_is_offered_as_a_tile_where_such_moves_are_legal() -> None:
    found = 0
    for state in walk(("roll-and-write", {"players": 2}), 8, stride=2):
        if state.turn is None:
            continue
        choices = state.choices(state.turn)
        singles = [it for it in choices["fields"] if it["kind"] == "single"]
        if not singles:
            assert choices["single"] is None
            continue
        single = choices["single"]
        (shape,) = single["shapes"]
        assert cells_of(shape["legal"]) == sorted({INDEX[it["cell"]] for it in singles})
        assert single["without_mark"] is not all(it["crossed"] for it in singles)
        sheet = state.view(state.turn)["seats"][state.turn]["sheet"]
        assert shape["covered"] == sum(1 << INDEX[cell] for cell in sheet)
        assert shape["legal"] ^ shape["covered"] ^ shape["unsupported"] == FULL
        assert shape["unaffordable"] == shape["touching"] == 0
        for cell, mark, *gain in shape.get("gains", []):
            assert choices["gains"][f"single {NAMES[cell]}{'*' if mark == 0 else ''}"] == gain
        assert state.choices(1 - state.turn)["single"] is None
        found += 1
    assert found > 10


def test_what_follows_a_move_in_the_same_turn_is_what_does_follow(table: tuple[str, dict[str, Any]]) -> None:
    """Whatever is told to follow does, and nothing else but what places tiles."""
    seen = set()
    for state in walk(table, 6, stride=2):
        if state.turn is None:
            continue
        choices = state.choices(state.turn)
        assert choices["then"].keys() <= set(choices["moves"])
        for one in [it for it in choices["moves"] if it.startswith(("take ", "discard "))]:
            after = state.copy()
            phases: list[str] = []
            after.play(one)
            while after.turn == state.turn and len(phases) < len(choices["then"].get(one, [])):
                phases.append(after.view()["phase"])
                seen.add(phases[-1])
                if phases[-1] == "discard":
                    after.play(after.moves()[0])
            assert phases == choices["then"].get(one, [])
            assert after.turn != state.turn or phases[-1:] == ["after take"]
        assert state.choices((state.turn + 1) % state.players)["then"] == {}
    assert seen <= ({"discard", "after take"} if table[0] == "copenhagen" else set())


def test_views_tell_the_lines_that_are_complete(table: tuple[str, dict[str, Any]]) -> None:
    seen = 0
    for state in walk(table, 3, stride=6):
        for seat in state.view()["seats"]:
            covered = seat.get("house", seat.get("sheet"))
            rows = [label for label in "123456789" if all(f"{column}{label}" in covered for column in "abcde")]
            columns = [label for label in "abcde" if all(f"{label}{row}" in covered for row in range(1, 10))]
            assert seat["lines"] == "".join(rows + columns)
            seen += len(seat["lines"])
    assert seen > 20


# Seats that are not on turn


def given_the_turn(state: nyhavn.State, seat: int) -> nyhavn.State:
    """The same position as if it were this seat's turn, with nothing done yet in it."""
    rules, memory = state.rules, state.memory
    memory["turn"] = seat
    memory["phase"] = next(number for number, name in rules.knowledge.PHASES.items() if name in FIRST_PHASES)
    if state.game == "roll-and-write":
        memory["active"] = seat
    return nyhavn.State.from_position(rules, state.options, Position(memory, state.past), Seeded(0))


FIRST_PHASES = ("action", "turn")


def test_a_plan_is_what_could_be_placed_if_it_were_the_seats_turn(table: tuple[str, dict[str, Any]]) -> None:
    for state in walk(table, 2, stride=10):
        if state.turn is None:
            continue
        for seat in range(state.players):
            choices = state.choices(seat)
            assert choices["plan"] is (seat != state.turn)
            assert choices["phase"] == state.view(seat)["phase"]
            if seat == state.turn:
                continue
            own = given_the_turn(state, seat)
            check_moves(own)
            assert choices["moves"] == []
            assert choices["tiles"] == own.choices(seat)["tiles"] != []


def test_nothing_can_be_placed_where_the_phase_asks_for_something_else(table: tuple[str, dict[str, Any]]) -> None:
    seen = set()
    for state in walk(table, 2):
        phase = state.view()["phase"]
        for seat in range(state.players) if state.turn is None else (state.turn,):
            choices = state.choices(seat)
            assert (choices["seat"], choices["plan"], choices["phase"]) == (seat, False, phase)
            assert bool(choices["tiles"]) is (phase in ("action", "after take", "turn"))
            assert bool(choices["moves"]) is (phase != "over" and state.moves()[0].split()[0] not in PLACING)
        seen.add(phase)
    assert {"coat", "over"} <= seen


def test_only_seats_have_choices(midway: nyhavn.State) -> None:
    for nobody in (None, -1, midway.players, 1.0, "0", True):
        with pytest.raises(ValueError, match="seat"):
            midway.choices(nobody)  # type: ignore[arg-type]


# As data


def test_choices_are_of_the_protocols_type(midway: nyhavn.State, finished: nyhavn.State) -> None:
    for state in (midway, finished):
        for seat in range(state.players):
            choices = json.loads(json.dumps(state.choices(seat)))
            assert Choices.model_validate(choices, strict=False).model_dump(mode="json", exclude_unset=True) == choices


def test_choices_belong_to_their_reader(midway: nyhavn.State) -> None:
    def spoil(value: Any) -> None:
        for inner in list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []:
            spoil(inner)
        if isinstance(value, dict | list):
            value.clear()

    for seat in range(midway.players):
        before = json.dumps(midway.choices(seat))
        spoil(midway.choices(seat))
        assert json.dumps(midway.choices(seat)) == before
    before = json.dumps(components_of(midway.game))
    spoil(components_of(midway.game))
    assert json.dumps(components_of(midway.game)) == before


# Moves tried out


def test_a_preview_is_what_the_move_then_does(table: tuple[str, dict[str, Any]]) -> None:
    luck = random.Random(3)
    for state in walk(table, 2, stride=5):
        for text in sample(luck, state.moves(), 6):
            before = state.copy()
            told, ends = state.preview(text), state.ends_turn(text)
            assert state == before
            after = state.copy()
            after.play(text)
            event = after.events(since=len(state.history))[0]
            assert event["move"] == text
            assert told == [effect for effect in event["effects"] if effect["effect"] not in ("turn", "over")]
            same = after.turn == state.turn and after.view().get("active") == state.view().get("active")
            assert ends is not same


def test_what_cannot_be_played_cannot_be_tried(midway: nyhavn.State, finished: nyhavn.State) -> None:
    for state, text in ((midway, "fly"), (finished, next(it["move"] for it in finished.history if "move" in it))):
        before = everything(state)
        for attempt in (state.preview, state.ends_turn):
            with pytest.raises(nyhavn.IllegalMove) as refused:
                attempt(text)
            reason = state.explain(text)
            assert reason is not None
            assert (refused.value.code, str(refused.value)) == (reason.code, str(reason))
            with pytest.raises(TypeError):
                attempt(0)  # type: ignore[arg-type]
        assert everything(state) == before


# With what the games are played


@pytest.mark.parametrize("game", game_names())
def test_tiles_can_be_turned_and_flipped_without_geometry(game: str) -> None:
    for tile in components_of(game)["tiles"]:
        shapes = tile["shapes"]
        assert len({json.dumps(shape["cells"]) for shape in shapes}) == len(shapes)
        for number, shape in enumerate(shapes):
            cells = shape["cells"]
            assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))
            assert len(cells) == tile["size"]
            assert [min(cell[axis] for cell in cells) for axis in (0, 1)] == [0, 0]
            height = max(y for _, y in cells)
            for mark, place in enumerate(shape["marks"]):
                x, y = cells[place]
                after, its_mark = shape["turn"][mark]  # a quarter clockwise: up becomes right
                turned = shapes[after]
                assert sorted(turned["cells"]) == sorted([y, max(x for x, _ in cells) - x] for x, y in cells)
                assert turned["cells"][turned["marks"][its_mark]] == [y, max(x for x, _ in cells) - x]
                assert turned["back"][its_mark] == [number, mark]
                over, its_mark = shape["flip"][mark]
                flipped = shapes[over]
                assert sorted(flipped["cells"]) == sorted([max(x for x, _ in cells) - x, y] for x, y in cells)
                assert flipped["cells"][flipped["marks"][its_mark]] == [max(x for x, _ in cells) - x, y]
                assert flipped["flip"][its_mark] == [number, mark]
            assert height < 5


@pytest.mark.parametrize("game", game_names())
def test_components_say_what_a_new_game_has(game: str) -> None:
    components = components_of(game)
    assert json.loads(json.dumps(components)) == components
    assert components["game"] == game
    assert components["goal"] == 12
    assert set(components["coats"]["cells"]) <= set(NAMES)
    for players in components["players"]:
        state = nyhavn.new_game(game, players=players, seed=1)
        counts = {tile["tile"]: tile["count"] and tile["count"][str(players)] for tile in components["tiles"]}
        view = state.view(0)
        if game == "copenhagen":
            assert counts == view["supply"]
            assert components["specials"] == view["specials"]
            assert set(components["abilities"]) == set(view["abilities"])
            assert components["starting_hands"][str(players)] == [seat["count"] for seat in view["seats"]]
            assert components["docks"] == len(view["docks"])
        else:
            gone = view["crossed_out"]
            assert counts == {tile: gone[tile].count(False) if tile in gone else None for tile in counts}
            assert components["options"] == {"mirror": "bool"}
        assert {tile["tile"]: tile["left"] for tile in state.choices(1)["tiles"]} == counts


def test_components_of_a_game_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no game"):
        components_of("chess")


# The kernel


@pytest.mark.parametrize("kernels", [CARD_GAME, DICE_GAME], ids=lambda kernels: kernels.game)
def test_the_kernel_refuses_seats_that_do_not_exist(kernels: Kernels) -> None:
    states, arrays = kernels.batch.new_states(), kernels.batch.new_choices()
    assert kernels.batch.begin_all(states, 3, 0, fast(1))
    for seat in (-1, 3, 2**62):
        assert kernels.batch.choices(states, seat, *arrays) == (-1, -1)
        assert not any(array.any() for array in arrays)
    paid, _ = kernels.batch.choices(states, 2, *arrays)
    assert paid > 0
    survey = kernels.batch.new_survey()
    assert kernels.batch.placements(states, 2, survey)
    assert survey.tolist() == arrays[0].tolist()


# Described


@pytest.mark.parametrize("game", game_names())
def test_every_key_is_described(game: str) -> None:
    """Under *What a seat can do* and *Components* of the documentation."""
    page = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
    told = page[page.index("\n## What a seat can do\n") : page.index("\n## Why a move is refused\n")]
    choices, components = nyhavn.new_game(game, players=3, seed=1).choices(1), components_of(game)
    tile, known = choices["tiles"][0], components["tiles"][0]
    parts = (choices, tile, tile["shapes"][0], components, known, known["shapes"][0], components["coats"])
    keys = {key for part in (*parts, components["points"], *tile["payments"][:1]) for key in part}
    assert sorted(key for key in keys if f"`{key}`" not in told) == []
