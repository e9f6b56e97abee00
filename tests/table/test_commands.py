import inspect
import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from nyhavn.table import commands
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.table import Table
from nyhavn.tags import commitment_of
from tests.table.tables import (
    ANN,
    BOB,
    CEM,
    MINUTE,
    PERSONS,
    START,
    STRANGER,
    Log,
    everything,
    kinds,
    lay,
    lay_open,
    made,
    play_out,
    play_until,
    refusal,
    step,
)

AT = START + MINUTE
FROZEN = "this game was started under an older version of the rules and can't continue"
FORFEIT = {"move": 10, "bank": None, "increment": 0, "at_zero": "forfeit"}
BOT = {"move": 10, "bank": None, "increment": 0, "at_zero": "bot"}


def bob_plays() -> Log:
    table = lay()
    step(table)
    assert table.turn == 1
    return table


def holding() -> Log:
    """Ann has played a move that waits to be confirmed."""
    table = lay()
    commands.set_confirming(table, AT, ANN, 0, True, "1")
    commands.play(table, AT, ANN, 0, ["take 1 2"], "2")
    table.write()
    assert table.held == (0, "take 1 2")
    return table


def late(clock: dict[str, Any], players: int = 3) -> Log:
    """Ann's time has run out."""
    table = lay(players=players, clock=clock)
    commands.time_out(table, AT)
    table.write()
    return table


def away() -> Log:
    """A bot plays for Bob."""
    table = lay()
    commands.stand_in(table, AT, ANN, 1, False, "1")
    table.write()
    return table


def reserved() -> Log:
    seats = [{"person": ANN, "name": "Ann"}, {"reserved": BOB, "name": "Bob"}]
    return lay(seats=seats)


def learning() -> Log:
    """Ann learns the card game, and has come to the first thing to do."""
    table = Log()
    commands.create_lesson(table, START, ANN, "copenhagen", ["Ida", "", ""])
    commands.take_step(table, AT, ANN, 0, 1, "1")
    table.write()
    return table


def building() -> Log:
    """Ann is to build her first tile where it is shown."""
    table = learning()
    commands.take_step(table, AT, ANN, 0, 2, "3")
    table.write()
    return table


def learnt() -> Log:
    """Ann has done what was to be done, and could do more by the rules."""
    table = learning()
    commands.take_step(table, AT, ANN, 0, 6, "3")
    commands.play(table, AT, ANN, 0, ["coat special c3"], "4")
    table.write()
    assert table.turn == 0
    return table


def create_at(table: Table, seats: int, over: bool) -> None:
    position = play_out(lay()).state if over else lay().state
    assert position is not None
    commands.create_at(table, AT, ANN, [{"person": ANN, "name": "Ann"}] * seats, position, **made())


def closed() -> Log:
    table = lay_open()
    commands.leave(table, AT, ANN, 0)
    table.write()
    return table


def frozen() -> Table:
    table = lay()
    table.log[1].body["rules"] = "0"
    return table.again()


def over() -> Log:
    return play_out(lay("roll-and-write"))


Command = Callable[..., object]
REFUSALS: list[tuple[Callable[[], Table], Command, tuple[Any, ...], str, str]] = [
    (lay_open, commands.sit, (AT, BOB, 0, ""), "taken", "this seat is taken"),
    (lay_open, commands.sit, (AT, ANN, 0, "", "random"), "taken", "this seat is taken"),
    (
        lay_open,
        commands.sit,
        (AT, BOB, 1, "ann"),
        "name taken",
        "somebody at this table has this name, or one that looks like it",
    ),
    (lay_open, commands.sit, (AT, BOB, 2, ""), "seat", "this table has seats 0 to 1"),
    (lay_open, commands.sit, (AT, BOB, -1, ""), "seat", "this table has seats 0 to 1"),
    (
        lay_open,
        commands.sit,
        (AT, BOB, 1, "", "random"),
        "not host",
        "only the host can put bots on seats",
    ),
    (reserved, commands.sit, (AT, CEM, 1, ""), "reserved", "this seat is reserved for a player from the last game"),
    (lay, commands.sit, (AT, CEM, 1, ""), "started", "this game has already started"),
    (closed, commands.sit, (AT, CEM, 1, ""), "closed", "everyone has left this table"),
    (lay_open, commands.leave, (AT, BOB, 0), "not yours", "this is not your seat"),
    (lay_open, commands.leave, (AT, BOB, 1), "not yours", "this is not your seat"),
    (lay, commands.play, (AT, BOB, 0, ["take 1 2"], "1"), "not yours", "this is not your seat"),
    (lay, commands.play, (AT, BOB, 1, ["take 1 2"], "1"), "not your turn", "it is seat 0's turn"),
    (lay_open, commands.play, (AT, ANN, 0, ["take 1 2"], "1"), "not started", "this game has not started"),
    (closed, commands.play, (AT, ANN, 0, ["take 1 2"], "1"), "not yours", "this is not your seat"),
    (holding, commands.play, (AT, ANN, 0, ["take 1 2"], "3"), "held", "confirm your move or undo it"),
    (holding, commands.set_confirming, (AT, ANN, 0, False, "3"), "held", "confirm your move or undo it"),
    (
        lay,
        commands.play,
        (AT, ANN, 0, ["take 1 2", "take 1 2"], "1"),
        "chance",
        "only the last of these moves may draw cards or roll dice",
    ),
    (
        lambda: lay("roll-and-write"),
        commands.play,
        (AT, ANN, 0, ["start red", "start blue"], "1"),
        "not your turn",
        "your turn ends before the last of these moves",
    ),
    (lay, commands.confirm, (AT, ANN, 0, "1"), "nothing held", "there is no move to confirm"),
    (bob_plays, commands.undo, (AT, BOB, 1, False, "1"), "nothing to undo", "there is nothing to undo"),
    (bob_plays, commands.undo, (AT, ANN, 0, True, "1"), "not your turn", "it is seat 1's turn"),
    (lay, commands.bot_play, (AT, 0, "take 1 2"), "not your turn", "it is not this bot's turn"),
    (over, commands.bot_play, (AT, 0, "pass"), "not your turn", "it is not this bot's turn"),
    (lay, commands.chat, (AT, ANN, 1, "hello", None, "1"), "not yours", "this is not your seat"),
    (lay, commands.chat, (AT, ANN, 0, "\u200b", None, "1"), "empty", "this is empty"),
    (lay, commands.chat, (AT, ANN, 0, "", "rude", "1"), "phrase", "there is no such phrase"),
    (
        lambda: lay(watch="nobody"),
        commands.chat,
        (AT, STRANGER, None, "hello", None, "1"),
        "no watching",
        "this table is private to its players",
    ),
    (
        lay,
        commands.chat,
        (AT, STRANGER, None, "", "hello", "1"),
        "chat players",
        "only players can chat at this table",
    ),
    (
        lambda: lay(chat="nobody"),
        commands.chat,
        (AT, ANN, 0, "hello", None, "1"),
        "chat closed",
        "the host has closed the chat at this table",
    ),
    (
        lay,
        commands.set_chatting,
        (AT, BOB, "nobody", "1"),
        "not host",
        "only the host decides who may chat",
    ),
    (lay, commands.stand_in, (AT, STRANGER, 1, False, "1"), "not seated", "only players at this table can do that"),
    (lay, commands.stand_in, (AT, ANN, 0, False, "1"), "no stand-in", "no bot can take this seat"),
    (lay_open, commands.stand_in, (AT, ANN, 1, False, "1"), "no stand-in", "no bot can take this seat"),
    (away, commands.stand_in, (AT, ANN, 1, False, "2"), "standin", "a bot is already playing for this seat"),
    (lay, commands.stand_in, (AT, ANN, 1, True, "1"), "present", "this player is still here, or only just left"),
    (lay, commands.come_back, (AT, ANN, 0, "1"), "no stand-in", "no bot is playing for this seat"),
    (
        lambda: late(BOT),
        commands.come_back,
        (AT, ANN, 0, "1"),
        "late",
        "your time is up: a bot will finish this turn, then you can take your seat back",
    ),
    (
        lambda: late(BOT),
        commands.play,
        (AT, ANN, 0, ["take 1 2"], "1"),
        "standin",
        "a bot is playing for you: take your seat back first",
    ),
    (lambda: late(FORFEIT), commands.come_back, (AT, ANN, 0, "1"), "forfeited", "this seat has lost on time"),
    (over, commands.play, (AT, ANN, 0, ["pass"], "-"), "over", "this game is over"),
    (over, commands.undo, (AT, ANN, 0, True, "-"), "over", "this game is over"),
    (over, commands.set_confirming, (AT, ANN, 0, True, "-"), "over", "this game is over"),
    (over, commands.stand_in, (AT, ANN, 1, False, "-"), "over", "this game is over"),
    (over, commands.come_back, (AT, ANN, 0, "-"), "over", "this game is over"),
    (frozen, commands.play, (AT, ANN, 0, ["take 1 2"], "1"), "frozen", FROZEN),
    (frozen, commands.confirm, (AT, ANN, 0, "1"), "frozen", FROZEN),
    (frozen, commands.undo, (AT, ANN, 0, True, "1"), "frozen", FROZEN),
    (frozen, commands.set_confirming, (AT, ANN, 0, True, "1"), "frozen", FROZEN),
    (frozen, commands.stand_in, (AT, ANN, 1, False, "1"), "frozen", FROZEN),
    (frozen, commands.come_back, (AT, ANN, 0, "1"), "frozen", FROZEN),
    (frozen, commands.explain, (ANN, 0, "take 1 2"), "frozen", FROZEN),
    (frozen, commands.sit, (AT, ANN, 0, ""), "frozen", FROZEN),
    (lay, commands.rematch_seats, (ANN,), "running", "you can ask for a rematch after the game"),
    (learning, commands.take_step, (AT, ANN, 0, 99, "2"), "not found", "there is no such step here"),
    (Log, create_at, (2, True), "record", "this game is over, so nobody can continue from here"),
    (Log, create_at, (3, False), "message", "this position is for 2 players"),
    (
        learning,
        commands.play,
        (AT, ANN, 0, ["take 1 2"], "2"),
        "lesson other",
        "the rules allow this, but this step is about another move",
    ),
    (
        building,
        commands.play,
        (AT, ANN, 0, ["build R2 a1* b1 pay RR"], "2"),
        "lesson place",
        "the rules allow this, but later steps need it just as shown",
    ),
    (
        learnt,
        commands.play,
        (AT, ANN, 0, ["coat decline"], "2"),
        "lesson next",
        "that's all for this step: go on to the next one",
    ),
    (over, commands.rematch_seats, (STRANGER,), "not seated", "only players at this table can do that"),
]


@pytest.mark.parametrize(("prepare", "command", "given", "code", "sentence"), REFUSALS)
def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing(
    prepare: Callable[[], Table], command: Command, given: tuple[Any, ...], code: str, sentence: str
) -> None:
    refused = refusal(command, prepare(), *given)
    assert (refused.code, refused.sentence) == (code, sentence)


def test_every_code_is_tried() -> None:
    written = set(re.findall(r'Refusal\(\s*"([^"]+)"', inspect.getsource(commands)))
    assert written - {"options"} <= {code for _, _, _, code, _ in REFUSALS}


def test_the_engines_reason_refuses_a_move() -> None:
    table = lay()
    assert table.state is not None
    reason = table.state.explain("take 1 2 3")
    assert reason is not None
    for command, given in (
        (commands.play, (AT, ANN, 0, ["take 1 2 3"], "1")),
        (commands.explain, (ANN, 0, "take 1 2 3")),
    ):
        refused = refusal(command, table, *given)
        assert (refused.code, refused.sentence, refused.details) == (reason.code, reason.sentence, dict(reason.details))
    commands.explain(table, ANN, 0, "take 1 2")
    assert not table.pending


# Laying a table


@pytest.mark.parametrize(
    ("given", "players"),
    [({"game": "chess"}, 2), ({"options": {"mirror": True}}, 2), ({"options": {"x" * 99: True}}, 2), ({}, 1), ({}, 5)],
)
def test_what_a_game_does_not_have_is_refused(given: dict[str, Any], players: int) -> None:
    table = Table("table")
    seats = [{"person": ANN, "name": ""} for _ in range(players)]
    with pytest.raises(Refusal) as refused:
        commands.create(table, AT, ANN, seats, **made(**given))
    assert refused.value.code == "options"
    assert refused.value.sentence
    assert table.n == 0
    assert not table.pending


def test_a_table_has_a_code_and_a_secret_of_its_own() -> None:
    one, other = lay_open(), lay_open()
    assert re.fullmatch("[A-HJ-NP-Z2-9]{6}", one.made["code"])
    assert one.made["code"] != other.made["code"]
    assert len(one.made["replay"]) >= 20
    assert one.made["replay"] != other.made["replay"]
    assert one.summary.code == one.made["code"]
    assert one.summary.replay is None


def test_options_are_filled_up() -> None:
    assert lay("roll-and-write").made["options"] == {"mirror": False}


# Sitting down


def test_the_game_starts_when_nobody_is_missing() -> None:
    table = lay_open(players=3)
    commands.sit(table, AT, BOB, 1, "Bob")
    assert kinds(table.write()) == ["sit"]
    assert table.status == "open"
    commands.sit(table, AT, CEM, 2, "Cem")
    entries = table.write()
    assert kinds(entries)[:2] == ["sit", "start"]
    assert set(kinds(entries)[2:]) == {"chance"}
    assert table.status == "playing"
    assert table.seed is not None
    assert table.seed.bit_length() > 200
    assert table.commitment == commitment_of(table.seed)
    assert table.summary.code is None
    assert [seat.name for seat in table.seats] == ["Ann", "Bob", "Cem"]


def test_a_table_full_of_bots_and_one_person_starts_at_once() -> None:
    seats = [{"person": ANN, "name": "Ann"}, {"bot": "random", "name": ""}]
    table = lay(seats=seats)
    assert table.status == "playing"
    assert (table.turn, table.bot, table.thinking) == (0, None, 0)


def test_random_order_seats_people_anew() -> None:
    class Reversing:
        def shuffle(self, order: list[int]) -> None:
            order.reverse()

    with patch("secrets.SystemRandom", Reversing):
        table = lay(players=3, order="random")
    assert [seat.person for seat in table.seats] == [CEM, BOB, ANN]
    assert everything(table.again()) == everything(table)
    orders = {tuple(seat.person for seat in lay(order="random").seats) for _ in range(40)}
    assert len(orders) == 2


@pytest.mark.parametrize("first", range(3))
def test_W1_the_first_player_is_drawn_by_lot_and_the_others_follow_as_they_sit(first: int) -> None:
    with patch("secrets.randbelow", lambda below: {3: first}[below]):
        table = lay("roll-and-write", players=3, order="lot")
    assert [seat.person for seat in table.seats] == [ANN, BOB, CEM, ANN, BOB][first : first + 3]
    assert everything(table.again()) == everything(table)


def test_every_seat_can_be_drawn() -> None:
    assert {lay(order="lot").seats[0].person for _ in range(40)} == {ANN, BOB}


def test_C1_the_eldest_begins_where_the_table_wants_it() -> None:
    table = lay(players=3, order="eldest", eldest=1)
    assert [seat.person for seat in table.seats] == [BOB, CEM, ANN]
    with pytest.raises(Refusal, match="seats 0 to 2"):
        lay(players=3, order="eldest", eldest=3)


def test_an_own_seat_gets_another_name_and_keeps_confirming() -> None:
    table = lay_open()
    commands.set_confirming(table, AT, ANN, 0, True, "1")
    commands.sit(table, AT, ANN, 0, "  Anna  ")
    assert (table.seats[0].name, table.seats[0].confirm) == ("Anna", True)
    commands.leave(table, AT, ANN, 0)
    assert not table.seats[0].confirm


def test_one_person_may_have_several_seats() -> None:
    table = lay_open()
    commands.sit(table, AT, ANN, 1, "Anna")
    assert table.seats_of(ANN) == [0, 1]
    assert table.status == "playing"
    commands.play(table, AT, ANN, 0, ["take 1 2"], "1")
    commands.play(table, AT, ANN, 1, ["take 1 2"], "2")


def test_the_host_puts_bots_on_seats_and_sends_them_away() -> None:
    table = lay_open(players=3)
    commands.sit(table, AT, ANN, 1, "", "random")
    assert table.seats[1].bot == "random"
    assert refusal(commands.sit, table, AT, BOB, 1, "").code == "taken"
    assert refusal(commands.leave, table, AT, BOB, 1).code == "not yours"
    commands.leave(table, AT, ANN, 1)
    assert table.seats[1].open
    commands.sit(table, AT, ANN, 1, "", "random")
    commands.sit(table, AT, ANN, 1, "", "greedy")
    assert table.seats[1].bot == "greedy"


def test_a_reserved_seat_is_for_its_person_or_a_bot_of_the_host() -> None:
    table = reserved()
    assert not table.full
    assert table.summary.seats == ((ANN, False), (BOB, False))
    commands.sit(table, AT, BOB, 1, "Bob")
    assert table.status == "playing"
    table = reserved()
    commands.sit(table, AT, ANN, 1, "", "random")
    assert table.status == "playing"


# Leaving


def test_who_leaves_before_the_start_frees_the_seat_and_the_last_closes_the_table() -> None:
    table = lay_open(players=3)
    commands.sit(table, AT, BOB, 1, "Bob")
    table.write()
    commands.leave(table, AT, ANN, 0)
    assert kinds(table.write()) == ["leave"]
    assert table.seats[0].open
    commands.leave(table, AT, BOB, 1)
    assert kinds(table.write()) == ["leave", "close"]
    assert (table.status, table.summary.code) == ("closed", None)


def test_who_leaves_a_running_game_keeps_the_seat_and_comes_back() -> None:
    table = lay()
    commands.leave(table, AT, BOB, 1)
    assert table.seats[1].left
    assert table.seats[1].person == BOB
    table.write()
    commands.leave(table, AT, BOB, 1)
    assert not table.pending
    commands.stand_in(table, AT, ANN, 1, True, "1")  # who has left is not present, whatever else is open
    assert table.seats[1].player == commands.standin(table.game)
    commands.come_back(table, AT, BOB, 1, "2")
    back = table.seats[1]
    assert (back.player, back.left) == (None, False)


def test_the_last_to_leave_a_running_game_closes_the_table() -> None:
    """A lone player against bots, or all players together: bots do not play on among themselves."""
    alone = lay(seats=[{"person": ANN, "name": ""}, {"bot": "random", "name": ""}], order="seated")
    alone.write()
    commands.leave(alone, AT, ANN, 0)
    assert kinds(alone.write()) == ["leave", "close"]
    assert (alone.status, alone.turn, alone.bot, alone.wake) == ("closed", None, None, None)
    assert everything(alone.again()) == everything(alone)
    assert refusal(commands.come_back, alone, AT, ANN, 0, "1").code == "closed"
    together = lay()
    commands.leave(together, AT, BOB, 1)
    assert together.status == "playing"
    commands.leave(together, AT, ANN, 0)
    assert together.status == "closed"


def test_a_bot_is_not_sent_away_from_a_running_game() -> None:
    table = lay(seats=[{"person": ANN, "name": ""}, {"bot": "random", "name": ""}])
    assert refusal(commands.leave, table, AT, ANN, 1).code == "not yours"


def test_nobody_leaves_a_game_that_is_over() -> None:
    table = over()
    commands.leave(table, table.at, ANN, 0)
    assert not table.pending


# Playing


def test_several_moves_are_all_played_or_none() -> None:
    table = play_until(lay("roll-and-write"), lambda table: table.earlier)
    last = table.playing.history[-1]
    seat, person = last["seat"], PERSONS[last["seat"]]
    commands.undo(table, AT, person, seat, True, "-1")
    table.write()
    entries: list[Entry] = []
    refused = refusal(commands.play, table, AT, person, seat, [last["move"], "nonsense"], "-2")
    assert (refused.code, refused.details["place"]) == ("unknown move", 1)
    commands.play(table, AT, person, seat, [last["move"], _quiet(table, last["move"])], "-3")
    entries = table.write()
    assert kinds(entries)[:2] == ["move", "move"]
    assert table.accepted[person, "-3"] == table.n == entries[-1].n


def _quiet(table: Table, move: str) -> str:
    """A move that can follow another."""
    after = table.playing.copy()
    after.play(move)
    return after.moves()[-1]


def test_nobody_learns_what_chance_would_bring() -> None:
    """A move after a roll would be refused or not, and tell the dice."""
    table = play_until(lay("roll-and-write"), lambda table: any(m.startswith("reroll") for m in table.playing.moves()))
    roll = next(move for move in table.playing.moves() if move.startswith("reroll"))
    seat = table.turn
    assert seat is not None
    answers = {
        refusal(commands.play, table, AT, PERSONS[seat], seat, [roll, after], "-1").code
        for after in ("pass", "nonsense", roll)
    }
    assert answers == {"chance"}


def test_what_was_asked_is_noted_with_the_last_entry_it_made() -> None:
    table = lay()
    commands.play(table, AT, ANN, 0, ["take 1 2"], "once")
    assert kinds(table.write()) == ["move", "chance"]
    assert table.accepted == {(ANN, "once"): table.n}
    commands.chat(table, AT, BOB, 1, "hello", None, "once")
    assert table.accepted == {(ANN, "once"): table.n - 1, (BOB, "once"): table.n}
    table.write()
    assert table.again().accepted == table.accepted


def test_the_move_that_ends_the_game_is_noted_with_its_end() -> None:
    table = over()
    last = [entry for entry in table.log if entry.kind == "move"][-1]
    assert table.log[-1].kind == "over"
    assert table.accepted[last.body["by"], last.body["id"]] == table.n


def test_bots_play_what_is_legal() -> None:
    table = lay(seats=[{"bot": "random", "name": ""}, {"person": BOB, "name": "Bob"}])
    assert refusal(commands.bot_play, table, AT, 1, "take 1 2").code == "not your turn"
    assert refusal(commands.bot_play, table, AT, 0, "take 1 2 3").code
    commands.bot_play(table, AT, 0, "take 1 2")
    (entry, *_) = table.write()
    assert entry.body == {"seat": 0, "move": "take 1 2"}
    assert table.turn == 1


def test_the_result_ranks_by_the_rules() -> None:
    table = play_out(lay("roll-and-write", players=3))
    state = table.state
    assert state is not None
    assert table.result == {
        "winners": list(state.winners),
        "ranking": [list(group) for group in state.ranking],
        "scores": list(state.scores),
        "empty_cells": list(state.empty_cells),
        "forfeited": [],
    }
    assert table.log[-1].body["seed"] == str(table.seed)
    assert (table.turn, table.wake, table.summary.status, table.summary.replay) == (
        None,
        None,
        "over",
        table.made["replay"],
    )
