"""The Python section of the contract, line by line."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import nyhavn
from nyhavn.rules import tie_broken
from tests.conftest import everything, play_on, sentence

Table = tuple[str, dict[str, Any]]

VIEW = {"game", "players", "options", "turn", "scores", "empty_cells", "over", "winners", "ranking", "history", "moves"}
OWN_VIEW = {
    "copenhagen": {"docks", "deck", "discards", "supply", "specials", "abilities", "seats"},
    "roll-and-write": {"dice", "round", "crossed_out", "seats"},
}
SEAT_VIEW = {
    "copenhagen": {"house", "lines", "abilities", "count", "known"},
    "roll-and-write": {"sheet", "lines", "tracks", "stars", "bonuses"},
}


def new(table: Table, **more: Any) -> nyhavn.State:
    game, options = table
    return nyhavn.new_game(game, **(options | more))


def test_what_a_new_game_says_of_itself(table: Table) -> None:
    game, options = table
    state = new(table, seed=42)
    assert isinstance(state, nyhavn.State)
    assert (state.game, state.players) == (game, options["players"])
    assert state.options == {name: value for name, value in options.items() if name != "players"}
    assert state.turn == 0
    assert state.scores == (0,) * state.players
    assert all(type(cells) is int and cells > 0 for cells in state.empty_cells)
    assert len(state.empty_cells) == state.players
    assert state.over is False
    assert (state.winners, state.ranking) == ((), ())
    assert state.seed == 42


def test_moves_are_a_list_of_texts_each_once(midway: nyhavn.State) -> None:
    moves = midway.moves()
    assert type(moves) is list
    assert all(type(move) is str for move in moves)
    assert len(set(moves)) == len(moves) > 0
    assert midway.moves() == moves


def test_play_plays_the_move(state: nyhavn.State) -> None:
    move = state.moves()[0]
    state.play(move)
    assert {"seat": 0, "move": move} in state.history


def test_a_finished_game(finished: nyhavn.State) -> None:
    assert finished.over is True
    assert finished.turn is None
    assert finished.moves() == []
    assert finished.winners == finished.ranking[0] != ()
    assert sorted(sum(finished.ranking, ())) == list(range(finished.players))
    for numbers in (finished.scores, finished.empty_cells, finished.winners, *finished.ranking):
        assert type(numbers) is tuple
        assert all(type(number) is int for number in numbers)
    with pytest.raises(nyhavn.IllegalMove, match="over"):
        finished.play(next(entry["move"] for entry in finished.history if "move" in entry))


# Views


def test_a_view_has_what_the_contract_lists(midway: nyhavn.State) -> None:
    for seat in (None, *range(midway.players)):
        view = midway.view(seat)
        assert view.keys() >= VIEW | OWN_VIEW[midway.game]
        assert all(own.keys() >= SEAT_VIEW[midway.game] for own in view["seats"])
        assert len(view["seats"]) == midway.players
        assert view["moves"] == (midway.moves() if seat == midway.turn else [])
        if midway.game == "copenhagen":
            assert ("hand" in view) is (seat is not None)


def test_a_view_is_json_that_comes_back_the_same(midway: nyhavn.State, finished: nyhavn.State) -> None:
    for state in (midway, finished):
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view


def test_a_house_maps_cells_to_colour_and_side(finished: nyhavn.State) -> None:
    name, sides = ("house", {"window", "brick"}) if finished.game == "copenhagen" else ("sheet", {"O", "X"})
    cells = {cell: value for own in finished.view()["seats"] for cell, value in own[name].items()}
    assert cells
    assert all(cell[0] in "abcde" and cell[1] in "123456789" and len(cell) == 2 for cell in cells)
    assert all(letter in "RYGBPW" and side in sides for letter, side in cells.values())


def test_a_view_belongs_to_its_reader(midway: nyhavn.State) -> None:
    """What a caller does to a view, a history or events is not done to the game."""
    before = everything(midway)
    for told in (midway.view(0), midway.history, midway.events(seat=0), midway.options, midway.moves()):
        spoil(told)
    assert everything(midway) == before


def spoil(value: Any) -> None:
    for inner in list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []:
        spoil(inner)
    if isinstance(value, dict | list):
        value.clear()


def test_numpy_counts_as_a_seat(midway: nyhavn.State) -> None:
    assert json.dumps(midway.view(np.int64(1))) == json.dumps(midway.view(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 4, True, False, "0", 0.0, 1.5, [0], "spectator"])
def test_a_seat_that_does_not_exist_is_refused(midway: nyhavn.State, seat: Any) -> None:
    asks: list[Callable[[], object]] = [
        lambda: midway.view(seat),
        lambda: midway.events(seat=seat),
        lambda: midway.text(seat),
        lambda: midway.svg(seat),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="seat") as caught:
            ask()
        sentence(caught.value)


# History and events


def test_history_entries_are_moves_or_chance(finished: nyhavn.State) -> None:
    for entry in finished.history:
        assert entry.keys() in ({"seat", "move"}, {"chance"})
        assert all(type(value) in (str, int) for value in entry.values())
    assert {entry["seat"] for entry in finished.history if "seat" in entry} == set(range(finished.players))


def test_playing_the_moves_of_a_history_gives_the_same_history(table: Table, finished: nyhavn.State) -> None:
    again = new(table, seed=2019)
    for entry in finished.history:
        if "move" in entry:
            assert again.turn == entry["seat"]
            again.play(entry["move"])
    assert again == finished


def test_events_are_the_history_with_effects(finished: nyhavn.State) -> None:
    events = finished.events()
    assert [event["n"] for event in events] == list(range(len(finished.history)))
    assert finished.events(since=10) == events[10:]
    assert finished.events(since=10**6) == []
    assert all("effect" in effect for event in events for effect in event["effects"])
    for seat in range(finished.players):
        for event, entry in zip(finished.events(seat=seat), finished.history, strict=True):
            text = {name: value for name, value in event.items() if name not in ("n", "effects", "fields")}
            assert text in ({}, entry)


# Seeds and chance


def test_the_same_seed_gives_the_same_game(table: Table) -> None:
    one, other = (play_on(new(table, seed=10**5000), 60, random.Random(4)) for _ in range(2))
    assert everything(one) == everything(other)


def test_games_without_a_seed_differ(table: Table) -> None:
    states = [play_on(new(table), 10, random.Random(4)) for _ in range(4)]
    assert len({str(state.history) for state in states}) > 1
    assert len({state.seed for state in states}) == 4


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64, pytest.param(10**5000, id="huge"), np.int64(7), np.uint8(7)])
def test_any_whole_number_from_0_is_a_seed(table: Table, seed: Any) -> None:
    state = new(table, seed=seed)
    assert type(state.seed) is int
    assert state.seed == seed
    assert nyhavn.parse_record(state.record()) == state


def test_the_order_of_moves_depends_on_the_position_only() -> None:
    """Two ways to the same position, of seats that have taken different docks."""
    states = [nyhavn.new_game("copenhagen", chance=lambda kind, outcomes: next(iter(outcomes))) for _ in range(2)]
    states[0].play("take 1 2")
    states[1].play("take 2 3")
    assert states[0].history != states[1].history
    assert states[0].memory.tobytes() == states[1].memory.tobytes()
    assert states[0].moves() == states[1].moves()


def test_chance_comes_from_a_source_one_event_at_a_time(table: Table) -> None:
    asked: list[tuple[str, dict[str, int]]] = []
    luck = random.Random(3)

    def source(kind: str, outcomes: dict[str, int]) -> str:
        asked.append((kind, outcomes))
        return luck.choices(list(outcomes), list(outcomes.values()))[0]

    state = play_on(new(table, chance=source), 1000, random.Random(5))
    assert state.over
    assert state.seed is None
    for kind, outcomes in asked:
        assert {type(kind), *map(type, outcomes)} == {str}
        assert all(type(weight) is int and weight > 0 for weight in outcomes.values())
    if state.game == "copenhagen":
        assert asked[0] == ("docks", dict.fromkeys("RYGBP", 12 if state.players == 3 else 14))
        assert {kind for kind, _ in asked} == {"docks", "hand", "refill"}
        assert asked[-1][1].get("End") == 1 or max(state.scores) >= 12


def test_what_a_source_does_to_the_outcomes_is_its_own_business(table: Table) -> None:
    def source(kind: str, outcomes: dict[str, int]) -> str:
        outcome = next(iter(outcomes))
        outcomes.clear()
        return outcome

    assert play_on(new(table, chance=source), 50, random.Random(5)).history


def test_a_source_may_be_any_callable(table: Table) -> None:
    class Empty:
        """Counts as false, and is a source all the same."""

        def __len__(self) -> int:
            return 0

        def __call__(self, kind: str, outcomes: dict[str, int]) -> str:
            return next(iter(outcomes))

    states = [new(table, chance=Empty()) for _ in range(2)]
    assert states[0] == states[1]


@pytest.mark.parametrize("outcome", ["X", "", None, 0, 1.5, ["R"], "RR", " R"])
def test_an_impossible_outcome_is_refused_and_nothing_changes(table: Table, outcome: Any) -> None:
    check_failing_source(table, lambda: outcome, ValueError)


def test_what_a_source_raises_passes_through_and_nothing_changes(table: Table) -> None:
    def fail() -> str:
        raise LookupError("no more cards written down")

    check_failing_source(table, fail, LookupError)


def check_failing_source(table: Table, answer: Callable[[], Any], error: type[Exception]) -> None:
    failing, luck = False, random.Random(9)

    def source(kind: str, outcomes: dict[str, int]) -> Any:
        return answer() if failing else luck.choice(list(outcomes))

    state, failed = play_on(new(table, chance=source), 20, random.Random(2)), 0
    for _ in range(10):
        before, failing = everything(state), True
        for move in state.moves()[:: len(state.moves()) // 20 + 1]:
            with suppress(error):
                state.copy().play(move)
                continue  # a move that needs no chance
            with pytest.raises(error) as caught:
                state.play(move)
            assert not isinstance(caught.value, nyhavn.IllegalMove)
            sentence(caught.value)
            assert everything(state) == before
            failed += 1
        failing = False
        play_on(state, 1, luck)
    assert failed
    failing = True
    with pytest.raises(error):  # at the latest when two players have chosen what to start with
        play_on(new(table, chance=source), 2, luck)


# What users of the field expect beside it


def test_states_are_equal_when_the_games_are(table: Table) -> None:
    one, other = new(table, seed=1), new(table, seed=1)
    assert one == other
    other.play(other.moves()[0])
    assert one != other
    with pytest.raises(TypeError):
        hash(one)


def test_repr_is_executable_and_str_draws_the_table(midway: nyhavn.State) -> None:
    assert eval(repr(midway), {"nyhavn": nyhavn}) == midway
    assert str(midway) == midway.text(midway.turn)
    assert midway._repr_svg_() == midway.svg()
    assert midway.svg().startswith("<svg")


def test_a_move_that_was_tried_is_played_in_the_same_position_only() -> None:
    state = nyhavn.new_game("copenhagen", seed=3)
    other = state.copy()
    step = state.attempt("take 1 2")
    state.play_step(step)
    assert state.history[-2] == {"seat": 0, "move": "take 1 2"}
    before = state.record()
    with pytest.raises(ValueError, match="another position"):
        state.play_step(step)
    assert state.record() == before
    other.play("take 1 2")
    assert other == state


def test_empty_cells_are_told_where_they_decided() -> None:
    assert tie_broken(((0,), (1,), (2,)), (8, 8, 3))
    assert not tie_broken(((0,), (1,), (2,)), (8, 7, 3))
    assert not tie_broken(((0, 1), (2,)), (8, 8, 3))  # they share the win
