"""Records: a game as a text file that replays without any random generator."""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from nyhavn.arguments import check_options
from nyhavn.errors import IllegalMove, PositionError, RecordError
from nyhavn.games import game_names, rules_of
from nyhavn.luck import Seeded, new_seed
from nyhavn.play import OWN_TAGS, State, draw_chance, parse_position
from nyhavn.position_text import Line, read_line
from nyhavn.rules import Event, Rules, Waiting, duplicate
from nyhavn.tags import Tags, is_date, read_options, read_seed, read_tags

MOVE = re.compile(r"(\d) (.+)", re.ASCII)


def read_record(path: str | os.PathLike[str]) -> State:
    """The game in a record file, at its end."""
    data = Path(path).read_bytes().removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(data[: error.start].count(b"\n") + 1, "this is not UTF-8 text") from None
    return parse_record(text)


def parse_record(text: str) -> State:
    """The game in the text of a record, at its end; RecordError names the line that the rules do not allow. A position
    written as a line is taken for a record in which nothing was played."""
    if not isinstance(text, str):
        raise TypeError(f"a record is a str, not {type(text).__name__}")
    if text.partition(" ")[0] in game_names():
        return _begin_at(text.removesuffix("\n").removesuffix("\r"))
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    tags = read_tags(lines)
    for name in ("Game", "Players", "Rules"):
        if name not in tags:
            raise RecordError(1, f"the tag {name} is missing")
    replay = Replay(_begin(tags), "Seed" in tags)
    first = len(tags) + 1
    while lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines[first:], first + 1):
        replay.take(number, line)
    result = replay.finish(len(lines))
    if "Result" in tags and tags["Result"][1] != result:
        raise RecordError(
            tags["Result"][0], f"the result is given as {tags['Result'][1]!r}, but the moves lead to {result!r}"
        )
    replay.state.tags = {name: value for name, (_, value) in tags.items() if name not in OWN_TAGS}
    return replay.state


def _begin_at(line: str) -> State:
    try:
        return parse_position(line)
    except PositionError as error:
        raise RecordError(1, str(error)) from None


def outcomes_in(rules: Rules, history: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What chance brought, single event by single event."""
    for entry in history:
        if "chance" in entry:
            yield from (event.outcome for event in rules.chance.read(entry["chance"]) if event.outcome)


def retrace(state: State) -> Iterator[State]:
    """The game once more: the position it began with, then the one after each move. It is one state that moves on."""
    outcomes = outcomes_in(state.rules, state.history)
    again = state.restart(lambda kind, possible: next(outcomes))
    yield again
    for entry in state.history:
        if "move" in entry:
            again.play(entry["move"])
            yield again


def count_moves(state: State) -> int:
    """How many moves a game has until now."""
    return sum("move" in entry for entry in state.history)


class Replay:
    """A record being played line by line. Chance lines are gathered until the next move, then dealt. If the state has a
    seed, it is compared with what the record tells: chance goes on from it only if all agrees."""

    def __init__(self, state: State, agrees: bool) -> None:
        self.state, self.rules = state, state.rules
        self.agrees = agrees
        self.seeded = Seeded(state.seed or 0)
        self.step = state.first_step()
        self.chance: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """One line: a move or chance."""
        if line.startswith("> "):
            self.chance.append((number, line[2:]))
            return
        match = MOVE.fullmatch(line)
        if not match:
            raise RecordError(
                number, f"{line[:60]!r} is neither a move, after the number of its seat, nor chance, after `>`"
            )
        self._settle(number)
        if self.state.over:
            raise RecordError(number, "the game is over before this line")
        if int(match[1]) != self.state.turn:
            raise RecordError(number, f"it is seat {self.state.turn}'s turn here, not seat {match[1]}'s")
        try:
            self.step = self.state.attempt(match[2])
        except IllegalMove as error:
            raise RecordError(number, str(error)) from None

    def finish(self, number: int) -> str:
        """The end of the record: a game that waits for chance gets it from its seed, or from new randomness. Gives the
        result of the record as it stands."""
        cut = not self.chance and self.rules.waiting(self.step.memory) is not None
        if not cut:
            self._settle(number)
        result = "*" if cut else " ".join(map(str, self.state.winners)) or "*"
        chance = self.seeded if self.agrees else Seeded(new_seed())
        if not self.agrees:
            self.state = self.state.with_chance(chance)
        if cut:
            self.state.commit(self.step, draw_chance(self.rules, self.step.memory, chance))
        return result

    def _settle(self, number: int) -> None:
        """Deal the chance lines gathered since the last move; they must be exactly what the rules ask for."""
        memory = self.step.memory
        if self.agrees:
            expected = self.rules.write_chance(draw_chance(self.rules, duplicate(memory), self.seeded))
            self.agrees = [text for text, _ in expected] == [text for _, text in self.chance]
        given = [(line, event) for line, text in self.chance for event in self._read(line, text)]
        events: list[Event] = []
        while (waiting := self.rules.waiting(memory)) is not None:
            line, event = _next(given, len(events), number, _wanted(waiting))
            if event[:2] != waiting[:2]:
                raise RecordError(line, f"here {_wanted(waiting)} must be dealt")
            if event.outcome not in waiting.outcomes:
                raise RecordError(line, f"{event.outcome} cannot come here, only {', '.join(waiting.outcomes)}")
            first, *following = self.rules.deal(memory, waiting, event.outcome)
            events.append(first)
            for happened in following:
                line, event = _next(given, len(events), number, happened.kind)
                if event[:3] != happened[:3]:
                    raise RecordError(line, f"a {happened.kind} belongs here")
                events.append(happened)
        if len(given) > len(events):
            raise RecordError(given[len(events)][0], "nothing is dealt here")
        for (line, text), (canonical, _) in zip(self.chance, self.rules.write_chance(events), strict=False):
            if text != canonical:
                raise RecordError(line, f"this is written {canonical!r}")
        self.state.commit(self.step, events)
        self.chance = []

    def _read(self, line: int, text: str) -> list[Event]:
        try:
            return self.rules.chance.read(text)
        except ValueError as error:
            raise RecordError(line, str(error)) from None


def _next(given: list[tuple[int, Event]], place: int, number: int, wanted: str) -> tuple[int, Event]:
    """The next event of a record and the line it stands in; an error at line `number` if there is none."""
    if place == len(given):
        raise RecordError(number, f"{wanted} is missing")
    return given[place]


def _wanted(waiting: Waiting) -> str:
    return f"{waiting.kind} {waiting.place}"


def _begin(tags: Tags) -> State:
    """The game that the tags tell of, before its first line."""
    line, game = tags["Game"]
    if game not in game_names():
        raise RecordError(line, f"there is no game {game[:60]!r}: {' or '.join(game_names())}")
    rules = rules_of(game)
    line, version = tags["Rules"]
    if version != rules.version:
        raise RecordError(line, f"rules version {version[:60]!r} isn't the one this program knows ({rules.version!r})")
    line, players = tags["Players"]
    if players not in map(str, rules.players):
        raise RecordError(
            line, f"{game} is played by {', '.join(map(str, rules.players))} players, not {players[:60]!r}"
        )
    line, text = tags.get("Date", (0, "2000-01-01"))
    if not is_date(text):
        raise RecordError(line, f"a date is written YYYY-MM-DD, not {text[:60]!r}")
    line, text = tags.get("Options", (0, "-"))
    try:
        options = check_options(rules, read_options(dict(rules.options), text))
    except ValueError as error:
        raise RecordError(line, str(error)) from None
    line, text = tags.get("Seed", (0, "0"))
    try:
        seed = read_seed(text)
    except ValueError as error:
        raise RecordError(line, str(error)) from None
    if "Position" in tags:
        told = _read_position(*tags["Position"])
        if (told.rules.name, int(told.position.memory["players"][0]), told.options) != (game, int(players), options):
            raise RecordError(tags["Position"][0], "this position is of another game, number of players or option")
        return State.from_position(rules, options, told.position, Seeded(seed))
    return State(rules, int(players), options, Seeded(seed))


def _read_position(number: int, text: str) -> Line:
    """The position that a record begins from."""
    try:
        told = read_line(text)
    except PositionError as error:
        raise RecordError(number, str(error)) from None
    if told.seat is not None:
        raise RecordError(number, "a record starts from a full position, not from what a seat knows")
    return told
