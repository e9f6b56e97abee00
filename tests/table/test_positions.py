"""Tables at which a game goes on from a position."""

import random
from typing import Any

import pytest

import nyhavn
from nyhavn.table import commands, positions, visibility
from nyhavn.table.entries import Refusal
from tests.table.tables import NAMES, PERSONS, START, Json, Log, kinds, lay, made, play_out, play_until, seeded, step

GAMES = ("copenhagen", "roll-and-write")


def lay_at(position: nyhavn.State, seed: int = 5, people: int = 4, **other: Any) -> Log:
    """A table where a game goes on, with a person on each seat, or fewer people who have several."""
    table = Log()
    seats: list[Json] = [
        {"person": PERSONS[seat % people], "name": NAMES[seat % people]} for seat in range(position.players)
    ]
    with seeded(seed):
        commands.create_at(table, START, PERSONS[0], seats, position, **made(position.game, **other))
    table.write()
    return table


def finished(game: str) -> str:
    return visibility.record(play_out(lay(game, 3, seed=2)))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_any_move_of_a_finished_one(game: str) -> None:
    text = finished(game)
    before = positions.read(text, 10)
    table = lay_at(before, people=1)
    assert table.state is not None
    assert table.state.history == before.history
    assert kinds(table.log) == ["create", "start"]
    step(table)
    step(table)
    assert table.again().state == table.state
    assert len(table.numbers) == len(table.state.history)
    play_out(table)
    record = nyhavn.parse_record(visibility.record(table))
    assert record.history[: len(before.history)] == before.history
    assert record.seed is None
    assert record.over


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whole", [True, False])
def test_a_game_goes_on_from_a_line(game: str, whole: bool) -> None:
    """Everything about it is as at other tables: the log, what is shared of it, the record."""
    before = positions.read(finished(game), 25)
    line = before.position(None if whole else 1)
    table = lay_at(positions.read(line, 0 if whole else None))
    assert table.state is not None
    assert (table.before, table.state.look(1)) == (0, before.look(1))
    for _ in range(6):
        step(table)
    assert table.again().state == table.state
    for seat in range(3):
        state, _ = positions.kept(visibility.share(table, PERSONS[seat], seat))
        assert state.view(seat) == table.state.view(seat)
        assert visibility.events(table, table.log, seat)
    record = nyhavn.parse_record(visibility.record(play_out(table)))
    assert record.start is not None
    assert record.start.startswith(line.partition(" all " if whole else " seat1 ")[0])
    assert record.over


def test_where_several_people_play_nobody_knows_what_the_host_brought() -> None:
    """C11: hands that were never shown to all are dealt anew; all that was shown stays, and so does every move."""
    before = positions.read(finished("copenhagen"), 4)
    hands = set()
    for seed in range(12):
        table = lay_at(before, seed, people=2)
        assert table.state is not None
        assert table.state.look(None) == before.look(None)
        assert [entry for entry in table.state.history if "move" in entry] == [
            entry for entry in before.history if "move" in entry
        ]
        hands.add(tuple(table.state.look(seat)["hand"] for seat in range(3)))
        assert table.again().state == table.state
    assert all(len(set(cards)) > 2 for cards in zip(*hands, strict=True))
    again = lay_at(before, 11, people=3).state
    assert again == table.state, "it follows from the promised seed, no matter who sits there"


def test_one_person_plays_on_with_the_cards_of_the_record() -> None:
    """Nobody else is there from whom something could be hidden, bots apart, who believe nothing."""
    before = positions.read(finished("copenhagen"), 4)
    for people in (lay_at(before, people=1), lay_at_with_bots(before)):
        assert people.state is not None
        assert people.state.history == before.history


def lay_at_with_bots(position: nyhavn.State) -> Log:
    table = Log()
    seats: list[Json] = [{"person": PERSONS[0], "name": "Ann"}, {"bot": "random"}, {"bot": "random"}]
    commands.create_at(table, START, PERSONS[0], seats, position, **made(position.game))
    table.write()
    return table


def test_hands_are_dealt_anew_when_the_second_person_sits_down() -> None:
    before = positions.read(finished("copenhagen"), 0)
    table = Log()
    seats: list[Json] = [{"person": PERSONS[0], "name": "Ann"}, {}, {"bot": "random"}]
    commands.create_at(table, START, PERSONS[0], seats, before, **made("copenhagen", listed=True))
    assert visibility.info(table, None, [True] * 3)["position"] == {"moves": 0, "dealt": None}
    with seeded(3):
        commands.sit(table, START, PERSONS[1], 1, "Bob")
    table.write()
    assert table.state is not None
    assert table.state.history != before.history
    assert visibility.info(table, None, [True] * 3)["position"] == {"moves": 0, "dealt": "anew"}


@pytest.mark.parametrize(("people", "dealt"), [(1, "given"), (2, "anew")])
def test_a_table_says_that_it_began_from_a_position(people: int, dealt: str) -> None:
    """Lists, waiting room, table and record; and no list invites others to it."""
    table = lay_at(positions.read(finished("copenhagen"), 7), people=people, listed=True)
    told = visibility.info(table, PERSONS[0], [True] * 3)
    assert (told["position"], told["listed"]) == ({"moves": 7, "dealt": dealt}, False)
    assert visibility.listed("table", table.summary)["position"]
    assert not table.summary.listed
    record = nyhavn.parse_record(visibility.record(play_out(table)))
    assert (record.tags["Begun"], record.tags["Dealt"]) == ("move 7", dealt)
    usual = lay("copenhagen", 3)
    assert visibility.info(usual, PERSONS[0], [True] * 3)["position"] is None
    assert not visibility.listed("table", usual.summary)["position"]
    assert "[Begun" not in visibility.record(play_out(usual))


def test_chance_is_new() -> None:
    """The same position twice: another seed, other cards; the seed of the finished game is in no log."""
    text = finished("copenhagen")
    position = positions.read(text, 0)
    cards = set()
    for seed in range(8):
        table = lay_at(position, seed)
        step(table, "take 1 2")
        assert table.state is not None
        cards.add(table.state.history[-1]["chance"])
    assert len(cards) > 1
    assert "[Seed " in text
    assert "[Seed " not in str(table.log)


def test_late_comers_see_what_was_built_before() -> None:
    table = lay_at(positions.read(finished("copenhagen"), 20))
    told = visibility.events(table, table.log, 0)
    start = next(one for one in told if one["event"]["kind"] == "start")
    assert {effect["effect"] for effect in start["effects"]} == {"cover"}
    assert "record" not in start["event"]
    assert table.state is not None
    covered = [cell for effect in start["effects"] if effect["seat"] == 0 for cell in effect["cells"]]
    assert sorted(covered) == sorted(table.state.look(0)["seats"][0]["house"])


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        ("hello", None, "line 1"),
        ('[Game "copenhagen"]\n[Players "2"]\n[Rules "0"]\n\n', None, "rules version '0'"),
        ('[Game "chess"]\n[Players "2"]\n[Rules "1"]\n\n', None, "no game 'chess'"),
        (nyhavn.new_game("copenhagen", seed=1).record() + "1 take 1 2\n", None, "it is seat 0's turn"),
        (nyhavn.new_game("copenhagen", seed=1).record(), 3, "0 moves"),
        (nyhavn.new_game("copenhagen", seed=1).position(), 1, "0 moves"),
        ("copenhagen 2 - all", None, "15 fields tell of 2 players, and these are 4: decision is missing"),
    ],
)
def test_a_bad_record_is_refused_with_a_sentence(text: str, moves: int | None, words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        positions.read(text, moves)
    assert refused.value.code == "record"


def test_nobody_plays_on_from_the_end() -> None:
    with pytest.raises(Refusal, match="over"):
        lay_at(positions.read(finished("copenhagen"), None))


def test_a_shared_position_is_what_its_seat_knows() -> None:
    """C11: nothing hidden of the running game leaves, not even by its seed."""
    table = play_until(lay("copenhagen", 3, seed=8), lambda table: table.n > 30)
    assert table.state is not None
    for seat in range(3):
        bodies = [visibility.share(table, PERSONS[seat], seat) for _ in range(12)]
        hands = set()
        for body in bodies:
            assert str(table.seed) not in body
            assert "Seed" not in body
            state, shared_by = positions.kept(body)
            assert shared_by == seat
            assert state.view(seat) == table.state.view(seat)
            hands.add(tuple(state.view(other)["hand"] for other in range(3) if other != seat))
            shown = visibility.shared(body)
            assert shown["view"] == table.state.look(seat)
        known = table.state.look(seat)["seats"]
        hidden = sum(one["count"] - sum(one["known"].values()) for other, one in enumerate(known) if other != seat)
        assert (len(hands) > 1) == (hidden > 0)
    with pytest.raises(Refusal, match="not your seat"):
        visibility.share(table, PERSONS[0], 1)


def test_a_position_can_be_shared_at_any_moment() -> None:
    luck = random.Random(4)
    table = lay("copenhagen", 4, seed=3)
    while table.status == "playing":
        seat = luck.randrange(4)
        state, _ = positions.kept(visibility.share(table, PERSONS[seat], seat))
        assert table.state is not None
        assert state.view(seat) == table.state.view(seat)
        step(table, luck=luck)
