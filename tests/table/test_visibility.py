from typing import Any

import orjson
import pytest

from nyhavn.server.live_messages import Choices, EventMessage
from nyhavn.server.protocol import TableInfo
from nyhavn.table import commands, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table
from tests.table.random_tables import happened, info
from tests.table.tables import (
    ANN,
    BOB,
    CEM,
    LATER,
    PERSONS,
    START,
    STRANGER,
    Json,
    Log,
    in_turn,
    lay,
    lay_open,
    play_out,
    step,
)

SECRETS = {"by", "id", "person", "host", "code", "replay", "reserved", "seats"}


def texts(messages: list[Json]) -> list[str]:
    return [message["event"].get("move", "-") for message in happened(messages)]


# Fields


def test_every_kind_of_entry_has_its_fields_and_none_is_a_secret() -> None:
    known = {name.removeprefix("_take_") for name in vars(Table) if name.startswith("_take_")}
    assert set(visibility.FIELDS) == known
    assert not SECRETS & {name for fields in visibility.FIELDS.values() for name in fields}
    assert [kind for kind, fields in visibility.FIELDS.items() if "seed" in fields] == ["over"]


def test_an_entry_of_an_unknown_kind_is_told_to_nobody() -> None:
    table = lay_open()
    (laid,) = table.log
    dance = type(laid)(2, LATER, "dance", {"by": ANN})
    table.fold([dance])
    assert visibility.events(table, [dance], 0) == []


def test_hands_are_told_to_their_seat_only() -> None:
    table = lay(players=3)
    for seat in (None, 0, 1, 2):
        told = visibility.events(table, table.log, seat)
        hands = [message for message in told if any(effect.get("count") for effect in message["effects"])]
        assert len(hands) == 3
        shown = [message for message in hands if "chance" in message["event"]]
        assert [message["event"]["chance"][:6] for message in shown] == ([] if seat is None else [f"hand {seat}"])
        for message in hands:
            if message not in shown:
                assert message["event"] == {"kind": "chance", "at": START}


# The table


def test_a_table_is_told_without_who_and_without_what_is_secret() -> None:
    table = lay_open(players=3)
    commands.sit(table, LATER, ANN, 1, "Robo", "random")
    told = info(table, ANN)
    TableInfo.model_validate(told)
    assert told["host"]
    assert [seat["yours"] for seat in told["seats"]] == [True, False, False]
    assert [seat["kind"] for seat in told["seats"]] == ["person", "bot", "open"]
    for person in (None, STRANGER):
        other = info(table, person)
        assert not other["host"]
        assert not any(seat["yours"] for seat in other["seats"])
        assert b"person-" not in orjson.dumps(other)


def test_who_is_present_is_given_and_bots_always_are() -> None:
    table = lay(seats=[{"person": ANN, "name": ""}, {"bot": "random", "name": ""}])
    told = visibility.info(table, ANN, [False, False])
    assert [seat["present"] for seat in told["seats"]] == [False, True]


@pytest.mark.parametrize("watch", ["anyone", "nobody"])
def test_seed_and_replay_are_given_out_after_the_game(watch: str) -> None:
    table = lay("roll-and-write", watch=watch)
    told = info(table, ANN)
    assert (told["seed"], told["replay"], told["result"]) == (None, None, None)
    assert told["commitment"] == table.commitment
    play_out(table)
    table.add(LATER, "rematch", table="again")
    told = info(table, ANN)
    TableInfo.model_validate(told)
    assert (told["seed"], told["replay"]) == (str(table.seed), table.made["replay"])
    strange = info(table, STRANGER)
    shown = table.made["replay"] if watch == "anyone" else None
    assert (strange["replay"], strange["rematch"]) == (shown, shown and "again")


# Those who may not watch


def test_who_may_not_watch_sees_who_waits_and_nothing_of_the_game() -> None:
    table = lay_open(watch="nobody")
    visibility.check_looking(table, STRANGER)
    assert [message["event"]["kind"] for message in visibility.events(table, table.log, None)] == ["create"]
    commands.sit(table, LATER, BOB, 1, "Bob")
    table.write()
    step(table, "take 1 2")
    commands.chat(table, LATER, ANN, 0, "hello", None, "1")
    commands.chat(table, LATER, ANN, None, "from aside", None, "2")
    commands.leave(table, LATER, BOB, 1)
    table.write()
    assert visibility.events(table, table.log, None) == []
    assert (visibility.look(table, None), visibility.choices(table, None)) == (None, None)
    kinds = [message["event"]["kind"] for message in visibility.events(table, table.log, 1)]
    assert kinds.count("chat") == 2
    assert visibility.look(table, 1) is not None
    for stranger in (STRANGER, None):
        with pytest.raises(Refusal, match="private to its players"):
            visibility.check_looking(table, stranger)
    visibility.check_looking(table, BOB)


def test_who_may_not_watch_gets_no_seed_no_result_and_no_rematch() -> None:
    table = play_out(lay(watch="nobody"))
    table.add(LATER, "rematch", table="another")
    table.write()
    secret = ("seed", "result", "rematch", "replay", "commitment")
    for stranger in (STRANGER, None):
        told = visibility.info(table, stranger, [True, True])
        assert {name: told[name] for name in secret} == dict.fromkeys(secret)
    told = visibility.info(table, ANN, [True, True])
    assert all(told[name] is not None for name in secret)
    replayed = visibility.info(table, None, [True, True], replayed=True)
    assert replayed["result"] == told["result"], "people with the link to the replay see it all"


# Where one looks from


def test_one_looks_from_ones_own_seat_only() -> None:
    table = lay_open(players=3)
    commands.sit(table, LATER, BOB, 1, "Bob")
    entries = table.write()
    assert [visibility.seat_now(table, entries, ANN, seat) for seat in (None, 0, 1)] == [None, 0, None]
    commands.leave(table, LATER, BOB, 1)
    assert visibility.seat_now(table, table.write(), BOB, 1) is None
    commands.sit(table, LATER, CEM, 1, "Cem")
    entries = table.write()
    assert visibility.seat_now(table, entries, BOB, 1) is None
    assert visibility.seat_now(table, entries, CEM, 1) == 1


def test_one_follows_ones_seat_when_the_order_is_random() -> None:
    orders = set()
    for _ in range(30):
        table = lay(players=3, order="random")
        for before, person in enumerate(PERSONS[:3]):
            after = visibility.seat_now(table, table.log, person, before)
            assert after is not None
            assert table.seats[after].person == person
            orders.add((before, after))
        assert visibility.seat_now(table, table.log, STRANGER, 0) is None
    assert len(orders) == 9


def test_who_has_two_seats_follows_the_right_one() -> None:
    for _ in range(10):
        seats = [{"person": ANN, "name": name} for name in ("one", "two", "three")]
        table = lay(seats=seats, order="random")
        for before, name in enumerate(("one", "two", "three")):
            after = visibility.seat_now(table, table.log, ANN, before)
            assert after is not None
            assert table.seats[after].name == name


# Choices


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_choices_are_for_seats_while_a_game_is_played(game: str) -> None:
    table = lay(game)
    for seat in (0, 1):
        offered = visibility.choices(table, seat)
        assert offered is not None
        found = orjson.loads(orjson.dumps(offered.whole()))
        Choices.model_validate(found)
        assert found["plan"] == (seat != table.turn)
    assert visibility.choices(table, None) is None
    assert visibility.choices(lay_open(game), 0) is None
    assert visibility.choices(play_out(lay("roll-and-write")), 0) is None


# Catching up


def undone(table: Log, whole: bool) -> tuple[int, int, int]:
    """Somebody takes moves back; the seat, the number of moves before, and the log's number before."""
    seat, since = table.turn, table.n
    assert seat is not None
    count = len([one for one in table.playing.history if "move" in one])
    commands.undo(table, LATER, PERSONS[seat], seat, whole, f"undo-{table.n}")
    table.write()
    return seat, count, since


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_what_was_taken_back_meanwhile_is_left_out(game: str) -> None:
    table = in_turn(game, 2)
    seat, count, since = undone(table, whole=True)
    for receiver in (None, 0, 1):
        everything = visibility.events(table, table.log, receiver)
        assert len([one for one in texts(everything) if one != "-"]) == count - 2
        undos = [message for message in everything if message["event"]["kind"] == "undo"]
        assert [message["event"]["moves"] for message in undos] == ([0] if receiver == seat else [])
        (seen_before,) = visibility.events(table, table.log[since:], receiver)
        assert seen_before["event"]["moves"] == 2
        (one_was_seen,) = visibility.events(table, table.log[since - 1 :], receiver)
        assert one_was_seen["event"]["moves"] == 1


def test_a_held_move_is_told_again_to_its_seat_as_long_as_it_is_held() -> None:
    table = lay()
    commands.set_confirming(table, LATER, ANN, 0, True, "1")
    commands.play(table, LATER, ANN, 0, ["take 1 2"], "2")
    table.write()

    def holds(seat: int | None) -> list[Any]:
        return [
            one["event"]["move"] for one in visibility.events(table, table.log, seat) if one["event"]["kind"] == "hold"
        ]

    assert [holds(seat) for seat in (None, 0, 1)] == [[], ["take 1 2"], []]
    commands.confirm(table, LATER, ANN, 0, "3")
    table.write()
    assert [holds(seat) for seat in (None, 0, 1)] == [[], [], []]
    for seat in (None, 0, 1):
        assert [one for one in texts(visibility.events(table, table.log, seat)) if one != "-"] == ["take 1 2"]


def test_what_another_held_and_took_back_stays_a_secret() -> None:
    table = lay()
    for seat, person in enumerate((ANN, BOB)):
        commands.set_confirming(table, LATER, person, seat, True, f"on-{seat}")
    commands.play(table, LATER, ANN, 0, ["take 1 2"], "1")
    commands.undo(table, LATER, ANN, 0, False, "2")
    commands.play(table, LATER, ANN, 0, ["take 2 3"], "3")
    commands.confirm(table, LATER, ANN, 0, "4")
    commands.play(table, LATER, BOB, 1, ["take 1 2"], "5")
    table.write()
    holds = [one["event"] for one in visibility.events(table, table.log, 1) if one["event"]["kind"] == "hold"]
    assert [(hold["seat"], hold["move"]) for hold in holds] == [(1, "take 1 2")]


def test_an_undo_of_what_was_seen_after_one_of_what_was_not() -> None:
    table = in_turn("roll-and-write", 2)
    seat, since = table.turn, table.n - 1
    assert seat is not None
    commands.undo(table, LATER, PERSONS[seat], seat, False, "1")
    commands.undo(table, LATER, PERSONS[seat], seat, False, "2")
    table.write()
    told = visibility.events(table, table.log[since:], None)
    assert [(message["n"], message["event"]["moves"]) for message in told] == [(table.n, 1)]


def test_nothing_is_missing_for_who_has_seen_everything() -> None:
    table = lay()
    assert visibility.events(table, [], 0) == []


def test_what_happened_carries_effects_and_the_end_its_result() -> None:
    table = play_out(lay("roll-and-write"))
    told = visibility.events(table, table.log, None)
    for message in told:
        EventMessage.model_validate(message)
    assert table.state is not None
    effects = [message["effects"] for message in happened(told)]
    assert effects == [event["effects"] for event in table.state.events()]
    last = told[-1]["event"]
    assert (last["kind"], last["result"], last["seed"]) == ("over", visibility.result(table), str(table.seed))
    assert table.result is not None
    assert last["result"] == {**table.result, "ending": last["result"]["ending"], "tie_break": None}
    assert last["result"]["ending"]["reason"] == "goal"
    start = next(message["event"] for message in told if message["event"]["kind"] == "start")
    assert start == {
        "kind": "start",
        "at": START,
        "order": [0, 1],
        "rules": table.log[1].body["rules"],
        "commitment": table.commitment,
    }
