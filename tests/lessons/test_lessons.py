"""Every lesson, replayed through the engine: each step is a position of its game, each answer among the choices."""

import re
from importlib.resources import files

import pytest

import nyhavn
from nyhavn.games import find_game
from nyhavn.lessons import SEAT, Step, lesson_names, steps_of
from nyhavn.table import commands
from nyhavn.table.entries import Refusal
from tests.table.tables import PERSONS, START, Json, Log

STEPS = [
    pytest.param(lesson, step, id=f"{lesson} {step.key}") for lesson in lesson_names() for step in steps_of(lesson)
]
TASKS = [
    pytest.param(lesson, step, id=f"{lesson} {step.key}")
    for lesson in lesson_names()
    for step in steps_of(lesson)
    if step.want and step.key != "end"
]
PARTS = {"house", "rack", "docks", "hand", "deck", "abilities", "score", "dice", "tracks"}


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_each_step_can_be_done(lesson: str, step: Step) -> None:
    state = step.begin()
    assert (state.game, state.over) == (lesson, False)
    assert set(step.light) <= PARTS
    answer = step.answer()
    if answer is None:
        assert step.want is None
        return
    assert state.turn == SEAT
    assert answer in state.moves()
    assert step.accepts(state, answer)


@pytest.mark.parametrize(("lesson", "step"), TASKS)
def test_each_step_teaches_something(lesson: str, step: Step) -> None:
    """Not everything that is legal is accepted, but when the game ends."""
    state = step.begin()
    assert [move for move in state.moves() if not step.accepts(state, move)]


@pytest.mark.parametrize("lesson", lesson_names())
def test_a_lesson_from_the_first_step_to_the_last(lesson: str) -> None:
    """At a table: what is right is played and chance comes as it is written, and the log replays."""
    table = Log()
    commands.create_lesson(table, START, PERSONS[0], lesson, ["Ida", "Mads", "Emil"])
    table.write()
    assert [seat.bot is None for seat in table.seats].index(True) == SEAT
    for number, step in enumerate(steps_of(lesson)):
        if number:
            commands.take_step(table, table.at + 1000, PERSONS[0], SEAT, number, f"step-{number}")
            table.write()
        assert (table.step, table.step_done, table.status) == (number, False, "playing")
        assert table.bot is None
        answer = step.answer()
        assert table.state is not None
        if answer is None:
            if table.turn == SEAT:
                some = table.playing.moves()[0]
                assert refused(table, some) == "lesson next"
            continue
        for wrong in [move for move in table.playing.moves() if not step.accepts(table.playing, move)][:3]:
            assert refused(table, wrong) == "lesson other"
        commands.play(table, table.at + 1000, PERSONS[0], SEAT, [answer], f"move-{number}")
        table.write()
        assert table.step_done
        assert table.state.history == written(step)
        if table.turn == SEAT:
            assert refused(table, table.playing.moves()[0]) == "lesson next"
    again = table.again()
    assert again.frozen is None
    assert again.state == table.state
    assert (again.step, again.step_done) == (table.step, table.step_done)
    commands.leave(table, table.at + 1000, PERSONS[0], SEAT)
    assert table.status == "closed"


def refused(table: Log, move: str) -> str:
    with pytest.raises(Refusal) as refusal:
        commands.play(table, table.at, PERSONS[0], SEAT, [move], "wrong")
    assert re.fullmatch(r"[^.]+", refusal.value.sentence)
    assert not table.pending
    return refusal.value.code


def written(step: Step) -> list[Json]:
    """What the record has up to the answer, and the chance after it."""
    text = files(find_game(step.lesson).package).joinpath("lesson", f"{step.record}.nyhavn").read_text(encoding="utf-8")
    told: list[Json] = []
    moves = 0
    for entry in nyhavn.parse_record(text).history:
        moves += "move" in entry
        if moves <= step.moves + 1:
            told.append(entry)
    return told


def test_there_is_no_other_lesson() -> None:
    with pytest.raises(LookupError):
        steps_of("chess")


@pytest.mark.parametrize(("lesson", "step"), TASKS)
def test_what_was_played_stays(lesson: str, step: Step) -> None:
    """Every answer that a step takes is still there in the next step of the same game."""
    state = step.begin()
    taken = [move for move in state.moves() if step.accepts(state, move) and step.leads_on(move, {})]
    assert step.answer() in taken
    later = [other for other in steps_of(lesson) if other.record == step.record and other.moves > step.moves]
    for move in taken:
        for other in later[:1]:
            after = other.begin({(step.record, step.moves): move})
            assert [entry["move"] for entry in after.history if "move" in entry][step.moves] == move


def test_a_house_is_the_same_in_the_next_step() -> None:
    """At a table: the brick of my tile stays where I put it, and a place that the lesson cannot use is refused."""
    table = Log()
    commands.create_lesson(table, START, PERSONS[0], "copenhagen", ["Ida"])
    keys = [step.key for step in steps_of("copenhagen")]
    commands.take_step(table, START, PERSONS[0], SEAT, keys.index("build"), "build")
    table.write()
    assert refused(table, "build R2 a1* b1 pay RR") == "lesson place"
    commands.take_step(table, START, PERSONS[0], SEAT, keys.index("row"), "row")
    commands.play(table, START, PERSONS[0], SEAT, ["build Y2 d1 e1* pay YY"], "play")
    assert table.playing.view(SEAT)["seats"][SEAT]["house"]["e1"] == ["Y", "brick"]
    commands.take_step(table, START, PERSONS[0], SEAT, keys.index("windows"), "windows")
    table.write()
    assert table.playing.view(SEAT)["seats"][SEAT]["house"]["e1"] == ["Y", "brick"]
    assert table.again().state == table.state


@pytest.mark.parametrize(("lesson", "step"), TASKS)
def test_a_tile_is_shown_where_it_is_wanted(lesson: str, step: Step) -> None:
    """Wherever only one place is accepted, it is shown."""
    state = step.begin()
    cells = set()
    for move in state.moves():
        if step.accepts(state, move) and step.leads_on(move, {}):
            cells |= {tuple(one["cells"]) for one in state.preview(move) if one["effect"] == "cover"}
    place = step.place()
    if len(cells) == 1:
        assert place is not None
        assert {tuple(place["cells"])} == cells
