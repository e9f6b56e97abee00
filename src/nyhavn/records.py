"""Records: a game as a text file that replays without any random generator."""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from nyhavn.errors import RecordError
from nyhavn.games import game_names, rules_of
from nyhavn.luck import Seeded, new_seed
from nyhavn.play import OWN_TAGS, State, check_options, draw_chance, new_game
from nyhavn.rules import Event, Memory, Rules, Telling, Waiting, duplicate
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
    """The game in the text of a record, at its end; RecordError names the line that the rules do not allow."""
    if not isinstance(text, str):
        raise TypeError(f"a record is a str, not {type(text).__name__}")
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    tags = read_tags(lines)
    for name in ("Game", "Players", "Rules"):
        if name not in tags:
            raise RecordError(1, f"the tag {name} is missing")
    state = _begin(tags)
    replay = Replay(state, tags["Seed"][1] if "Seed" in tags else None)
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
    state.tags = {name: value for name, (_, value) in tags.items() if name not in OWN_TAGS}
    return state


def retrace(state: State) -> Iterator[State]:
    """The game once more: the position it began with, then the one after each move. It is one state that moves on."""
    read = state._rules.chance.read
    texts = [entry["chance"] for entry in state._history if "chance" in entry]
    outcomes = iter([event.outcome for text in texts for event in read(text) if event.outcome])
    again = new_game(state.game, state.players, chance=lambda kind, possible: next(outcomes), **state.options)
    yield again
    for entry in state._history:
        if "move" in entry:
            again.play(entry["move"])
            yield again


class Replay:
    """A record being played line by line. Chance lines are gathered until the next move, then dealt."""

    def __init__(self, state: State, seed: str | None) -> None:
        self.state = state
        self.rules: Rules = state._rules
        self.memory: Memory = state._memory
        self.seeded = Seeded(read_seed(seed)) if seed is not None else None
        self.agrees = self.seeded is not None
        self.move: tuple[dict[str, Any], Telling] | None = None
        self.chance: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """One line: a move or chance."""
        if line.startswith("> "):
            self.chance.append((number, line[2:]))
            return
        match = MOVE.fullmatch(line)
        if not match:
            raise RecordError(number, f"{line[:60]!r} is neither a move (`0 take 2 3`) nor chance (`> refill 2=R 3=B`)")
        self._settle(number)
        if self.state.over:
            raise RecordError(number, "the game is over before this line")
        if int(match[1]) != self.state.turn:
            raise RecordError(number, f"seat {self.state.turn} is to move here, not seat {match[1]}")
        move = self.rules.moves.find_move(match[2])
        self.memory = duplicate(self.state._memory)
        if move is None or not self.rules.apply(self.memory, move):
            raise RecordError(number, str(self.state.explain(match[2])))
        telling = partial(self.rules.effects.of_move, self.state._facts, self.rules.read(self.memory), move)
        self.move = {"seat": self.state.turn, "move": match[2]}, telling

    def finish(self, number: int) -> str:
        """The end of the record: a game that waits for chance gets it from its seed, or from new randomness. Gives the
        result of the record as it stands."""
        cut = not self.chance and self.rules.waiting(self.memory) is not None
        if not cut:
            self._settle(number)
        result = "*" if cut else " ".join(map(str, self.state.winners)) or "*"
        chance = self.seeded if self.seeded is not None and self.agrees else Seeded(new_seed())
        self.state._chance = chance
        self.state._seed = chance.seed if self.agrees else None
        if cut:
            self._commit(draw_chance(self.rules, self.memory, chance))
        return result

    def _settle(self, number: int) -> None:
        """Deal the chance lines gathered since the last move; they must be exactly what the rules ask for."""
        if self.seeded is not None and self.agrees:
            expected = self.rules.write_chance(draw_chance(self.rules, duplicate(self.memory), self.seeded))
            self.agrees = [text for text, _ in expected] == [text for _, text in self.chance]
        given = [(line, event) for line, text in self.chance for event in self._read(line, text)]
        events: list[Event] = []
        while (waiting := self.rules.waiting(self.memory)) is not None:
            line, event = _next(given, len(events), number, _wanted(waiting))
            if event[:2] != waiting[:2]:
                raise RecordError(line, f"here {_wanted(waiting)} must be dealt")
            if event.outcome not in waiting.outcomes:
                raise RecordError(line, f"{event.outcome} cannot come here, only {', '.join(waiting.outcomes)}")
            first, *following = self.rules.deal(self.memory, waiting, event.outcome)
            events.append(first)
            for happened in following:
                line, event = _next(given, len(events), number, happened.kind)
                if event[:3] != happened[:3]:
                    raise RecordError(line, f"here {happened.kind} must stand")
                events.append(happened)
        if len(given) > len(events):
            raise RecordError(given[len(events)][0], "nothing is dealt here")
        for (line, text), (canonical, _) in zip(self.chance, self.rules.write_chance(events), strict=False):
            if text != canonical:
                raise RecordError(line, f"this is written {canonical!r}")
        self._commit(events)

    def _read(self, line: int, text: str) -> list[Event]:
        try:
            return self.rules.chance.read(text)
        except ValueError as error:
            raise RecordError(line, str(error)) from None

    def _commit(self, events: list[Event]) -> None:
        entry, telling = self.move or (None, None)
        self.state._commit(self.memory, self.rules.read(self.memory), entry, telling, events)
        self.move = None
        self.chance = []


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
    return State(rules, int(players), options, Seeded(seed))
