"""Taking back, and holding back."""

import random

import orjson
import pytest

from nyhavn.table import commands, visibility
from nyhavn.table.table import Table
from tests.table.random_tables import info
from tests.table.tables import (
    ANN,
    BOB,
    CEM,
    LATER,
    PERSONS,
    START,
    Log,
    everything,
    in_turn,
    kinds,
    lay,
    pick,
    play_until,
    refusal,
    step,
)

GAMES = ("copenhagen", "roll-and-write")
BLITZ = {"move": 10, "bank": None, "increment": 0, "at_zero": "bot"}


def moves_of(table: Table) -> list[str]:
    assert table.state is not None
    return [happened["move"] for happened in table.state.history if "move" in happened]


# Undo


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_step_by_step(game: str) -> None:
    table = in_turn(game, 2)
    seat, moves, record = table.turn, moves_of(table), table.playing.record()
    assert seat is not None
    for steps in (1, 2):
        commands.undo(table, LATER, PERSONS[seat], seat, False, f"undo {steps}")
        assert kinds(table.write()) == ["undo"]
        assert moves_of(table) == moves[:-steps]
        assert visibility.undoable(table, seat) == 2 - steps
    assert refusal(commands.undo, table, LATER, PERSONS[seat], seat, False, "-").code == "nothing to undo"
    commands.play(table, LATER, PERSONS[seat], seat, moves[-2:], "again")
    table.write()
    assert table.playing.record() == record
    assert everything(table.again()) == everything(table)


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_the_whole_turn(game: str) -> None:
    table = in_turn(game, 2)
    seat, moves = table.turn, moves_of(table)
    assert seat is not None
    commands.undo(table, LATER, PERSONS[seat], seat, True, "undo")
    (entry,) = table.write()
    assert (entry.kind, entry.body["moves"]) == ("undo", 2)
    assert moves_of(table) == moves[:-2]
    assert "undo" not in table.playing.record()
    assert everything(table.again()) == everything(table)


def test_the_log_goes_on_after_an_undo_and_numbers_follow() -> None:
    table = in_turn("roll-and-write", 2)
    seat = table.turn
    assert seat is not None
    commands.undo(table, LATER, PERSONS[seat], seat, True, "undo")
    table.write()
    play_until(table, lambda table: table.turn != seat)
    assert [kinds(table.log)[n - 1] for n in table.numbers] == [
        "move" if "move" in entry else "chance" for entry in table.playing.history
    ]
    assert [table.log[n - 1].body.get("move") for n in table.numbers] == [
        entry.get("move") for entry in table.playing.history
    ]


def test_what_dice_have_shown_is_not_taken_back() -> None:
    def rolled(table: Log) -> bool:
        before = table.playing.history[-2:]
        return len(before) == 2 and "chance" in before[1] and before[0].get("move", "").startswith("reroll")

    table = lay("roll-and-write")
    luck = random.Random(2)
    while not rolled(table):
        rerolls = [move for move in table.playing.moves() if move.startswith("reroll")]
        step(table, luck.choice(rerolls) if rerolls and luck.random() < 0.5 else None, luck=luck)
    seat = table.turn
    assert seat is not None
    assert seat == table.playing.history[-2]["seat"]
    assert visibility.undoable(table, seat) == 0
    assert refusal(commands.undo, table, LATER, PERSONS[seat], seat, True, "-").code == "nothing to undo"


@pytest.mark.parametrize("game", GAMES)
def test_no_turn_is_taken_back_that_is_over(game: str) -> None:
    table = lay(game)
    step(table)
    assert table.turn == 1
    assert refusal(commands.undo, table, LATER, ANN, 0, False, "-").code == "not your turn"
    assert refusal(commands.undo, table, LATER, BOB, 1, False, "-").code == "nothing to undo"


def test_nothing_is_taken_back_that_a_bot_went_on_from() -> None:
    table = in_turn("roll-and-write", 1)
    seat = table.turn
    assert seat is not None
    person, other = PERSONS[seat], PERSONS[1 - seat]
    commands.stand_in(table, LATER, other, seat, False, "1")
    assert visibility.undoable(table, seat) == 0
    assert refusal(commands.undo, table, LATER, person, seat, False, "-").code == "standin"
    commands.come_back(table, LATER, person, seat, "2")
    assert refusal(commands.undo, table, LATER, person, seat, False, "-").code == "nothing to undo"


def test_nobody_takes_back_what_a_bot_has_played() -> None:
    table = in_turn("roll-and-write", 1)
    seat, move = table.turn, moves_of(table)[-1]
    assert seat is not None
    person, other = PERSONS[seat], PERSONS[1 - seat]
    commands.undo(table, LATER, person, seat, False, "1")
    commands.stand_in(table, LATER, other, seat, False, "2")
    commands.bot_play(table, LATER, seat, move)
    assert table.turn == seat
    assert visibility.undoable(table, seat) == 0
    commands.come_back(table, LATER, person, seat, "3")
    assert visibility.undoable(table, seat) == 0
    assert refusal(commands.undo, table, LATER, person, seat, False, "-").code == "nothing to undo"


def test_what_others_do_meanwhile_leaves_the_own_undo() -> None:
    table = in_turn("roll-and-write", 1, players=3)
    seat = table.turn
    assert seat is not None
    other, third = (one for one in range(3) if one != seat)
    commands.chat(table, LATER, PERSONS[other], other, "hurry", None, "1")
    commands.stand_in(table, LATER, PERSONS[third], other, False, "2")
    commands.come_back(table, LATER, PERSONS[other], other, "3")
    commands.leave(table, LATER, PERSONS[seat], seat)
    commands.come_back(table, LATER, PERSONS[seat], seat, "4")
    assert visibility.undoable(table, seat) == 1
    commands.undo(table, LATER, PERSONS[seat], seat, False, "5")


# Confirming turns


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_the_same_whether_moves_were_held_or_not(game: str) -> None:
    plain = lay(game)
    held = lay(game, seats=[{"person": PERSONS[seat], "name": "", "confirm": True} for seat in range(2)])
    luck = random.Random(5)
    holds = 0
    while plain.status == "playing":
        move = pick(plain, luck)
        step(plain, move)
        holds += kinds(step(held, move)).count("hold")
    assert held.state == plain.state
    assert held.result == plain.result
    assert holds > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_of_a_turn_is_held_and_nobody_else_knows(game: str) -> None:
    table = lay(game)
    commands.set_confirming(table, LATER, ANN, 0, True, "1")
    table.write()
    before = [orjson.dumps(visibility.look(table, seat)) for seat in (None, 0, 1)]
    record = table.playing.record()
    move = table.playing.moves()[0]
    assert table.playing.ends_turn(move)
    commands.play(table, LATER, ANN, 0, [move], "2")
    entries = table.write()
    assert kinds(entries) == ["hold"]
    assert [orjson.dumps(visibility.look(table, seat)) for seat in (None, 0, 1)] == before
    assert table.playing.record() == record
    assert [visibility.events(table, entries, seat) for seat in (None, 1)] == [[], []]
    assert [visibility.held(table, seat) for seat in (None, 0, 1)] == [None, move, None]
    assert [visibility.undoable(table, seat) for seat in (None, 0, 1)] == [0, 1, 0]
    (own,) = visibility.events(table, entries, 0)
    fields = table.playing.fields(move)
    assert own["event"] == {"kind": "hold", "at": LATER, "seat": 0, "move": move, "fields": fields}
    assert own["effects"] == table.playing.preview(move)
    assert table.turn == 0


def holding() -> Log:
    """A table at which Ann's move waits to be confirmed."""
    table = lay()
    commands.set_confirming(table, LATER, ANN, 0, True, "1")
    commands.play(table, LATER, ANN, 0, ["take 1 2"], "2")
    return table


def test_a_held_move_is_taken_back_or_confirmed() -> None:
    table = holding()
    commands.undo(table, LATER, ANN, 0, False, "3")
    assert table.held is None
    assert moves_of(table) == []
    table.write()
    assert visibility.events(table, table.log[-1:], 1) == []
    (own,) = visibility.events(table, table.log[-1:], 0)
    assert own["event"] == {"kind": "undo", "at": LATER, "seat": 0, "moves": 0}
    commands.play(table, LATER, ANN, 0, ["take 2 3"], "4")
    table.write()
    commands.confirm(table, LATER, ANN, 0, "5")
    assert kinds(table.write()) == ["move", "chance"]
    assert table.held is None
    assert moves_of(table) == ["take 2 3"]
    assert everything(table.again()) == everything(table)


def test_undo_of_the_turn_takes_the_held_move_and_those_before() -> None:
    seats = [{"person": PERSONS[seat], "name": "", "confirm": True} for seat in range(2)]
    table = in_turn("roll-and-write", 1, seats=seats)
    seat = table.turn
    assert seat is not None
    last = next(move for move in table.playing.moves() if table.playing.ends_turn(move))
    commands.play(table, LATER, PERSONS[seat], seat, [last], "1")
    table.write()
    count = len(moves_of(table))
    assert visibility.undoable(table, seat) == 2
    commands.undo(table, LATER, PERSONS[seat], seat, True, "2")
    assert table.held is None
    assert len(moves_of(table)) == count - 1
    (entry,) = table.write()
    (told,) = visibility.events(table, [entry], 1 - seat)
    assert told["event"]["moves"] == 1


def test_a_held_move_that_ends_the_game_ends_it_when_it_is_confirmed() -> None:
    seats = [{"person": PERSONS[seat], "name": "", "confirm": True} for seat in range(2)]
    table = lay("roll-and-write", seats=seats)
    luck = random.Random(3)
    while True:
        seat, move = table.turn, pick(table, luck)
        assert seat is not None
        after = table.playing.copy()
        after.play(move)
        if after.over:
            break
        step(table, move)
    commands.play(table, LATER, PERSONS[seat], seat, [move], "last")
    assert kinds(table.write()) == ["hold"]
    assert table.status == "playing"
    assert info(table, None)["seed"] is None
    assert table.again().held == (seat, move)
    commands.confirm(table, LATER, PERSONS[seat], seat, "really")
    assert kinds(table.write()) == ["move", "over"]
    assert table.status == "over"
    assert table.accepted[PERSONS[seat], "really"] == table.n


def test_a_held_move_counts_when_time_is_up() -> None:
    table = lay(clock=BLITZ)
    commands.set_confirming(table, START, ANN, 0, True, "1")
    commands.play(table, START, ANN, 0, ["take 1 2"], "2")
    table.write()
    commands.time_out(table, LATER)
    assert kinds(table.write()) == ["move", "chance"]
    assert moves_of(table) == ["take 1 2"]
    assert table.seats[0].standin is None


def test_a_held_move_is_dropped_when_a_bot_takes_over() -> None:
    table = holding()
    commands.stand_in(table, LATER, BOB, 0, False, "3")
    assert table.held is None
    commands.bot_play(table, LATER, 0, "take 2 3")
    assert moves_of(table) == ["take 2 3"]


def test_others_may_stop_confirming_while_a_move_is_held() -> None:
    table = holding()
    commands.set_confirming(table, LATER, BOB, 1, False, "3")
    assert table.held == (0, "take 1 2")


def test_a_stand_in_for_another_leaves_what_is_held() -> None:
    table = lay(players=3)
    commands.set_confirming(table, LATER, ANN, 0, True, "1")
    commands.play(table, LATER, ANN, 0, ["take 1 2"], "2")
    commands.stand_in(table, LATER, CEM, 1, False, "3")
    commands.confirm(table, LATER, ANN, 0, "4")
    assert moves_of(table) == ["take 1 2"]
