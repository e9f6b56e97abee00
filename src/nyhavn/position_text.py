"""Positions as lines of text: what all games share of them. The fields after the first four are each game's own."""

from typing import Any, NamedTuple

from nyhavn.arguments import check_options
from nyhavn.errors import PositionError
from nyhavn.facade.notation import NOTHING
from nyhavn.games import game_names, rules_of
from nyhavn.rules import Position, PositionFields, Rules
from nyhavn.tags import read_options, write_option

HEAD = ("game", "players", "options", "for")
EVERYTHING = "all"
MOST_LETTERS = 2_000


class Line(NamedTuple):
    """What a line tells: a position of a game, everything of it or what a seat knows."""

    rules: Rules
    options: dict[str, Any]
    position: Position
    seat: int | None


def write_line(line: Line) -> str:
    rules, options, position, seat = line
    given = ",".join(f"{name}={write_option(value)}" for name, value in options.items()) or NOTHING
    players = int(position.memory["players"][0])
    whose = EVERYTHING if seat is None else f"seat{seat}"
    return " ".join([rules.name, str(players), given, whose, *_fields_of(rules).write(position, seat)])


def read_line(text: str) -> Line:
    """What a line tells; PositionError if it is garbled, or tells of what cannot be."""
    if not isinstance(text, str):
        raise TypeError(f"a position is a str, not {type(text).__name__}")
    if len(text) > MOST_LETTERS:
        raise PositionError("position", text, f"a position has {MOST_LETTERS} letters at most")
    game, *rest = text.split(" ")
    if game not in game_names():
        raise PositionError("position", text, f"it begins with the name of a game: {' or '.join(game_names())}")
    rules = rules_of(game)
    parts = _fields_of(rules)
    if len(rest) < len(HEAD) - 1:
        raise PositionError("position", text, f"it begins with {', '.join(HEAD)}, with one space between them")
    players, options, seat = _read_head(rules, *rest[: len(HEAD) - 1])
    fields = rest[len(HEAD) - 1 :]
    wanted = [*parts.FIELDS, *(f"{name} of seat {seat}" for seat in range(players) for name in parts.SEAT_FIELDS)]
    if len(fields) != len(wanted):
        missing = f": {wanted[len(fields)]} is missing" if len(fields) < len(wanted) else ""
        sentence = (
            f"{len(HEAD) + len(wanted)} fields tell of {players} players, and these are {len(HEAD) + len(fields)}"
        )
        raise PositionError("position", text, sentence + missing)
    position = Position(rules.begin(players, options), rules.batch.new_past())
    parts.read(fields, *position, seat)
    line = Line(rules, options, position, seat)
    for name, given, canonical in zip([*HEAD, *wanted], text.split(" "), write_line(line).split(" "), strict=True):
        if given != canonical:
            raise PositionError(name, given, f"this is written {canonical!r}")
    facts = rules.read(position.memory)
    phase = facts[rules.at.phase]
    if phase != rules.over and rules.count(position.memory) <= (phase in parts.DECLINABLE):
        raise PositionError(wanted[0], fields[0], "no move is possible there")
    return line


def _fields_of(rules: Rules) -> PositionFields:
    if rules.position is None:
        raise ValueError(f"positions of {rules.name} cannot be written as lines")
    return rules.position


def _read_head(rules: Rules, players: str, options: str, whose: str) -> tuple[int, dict[str, Any], int | None]:
    if players not in map(str, rules.players):
        known = ", ".join(map(str, rules.players))
        raise PositionError("players", players, f"{rules.name} is played by {known}")
    try:
        given = check_options(rules, read_options(dict(rules.options), options.replace(",", " ")))
    except ValueError as error:
        raise PositionError("options", options, str(error)) from None
    seats = {f"seat{seat}": seat for seat in range(int(players))}
    if whose != EVERYTHING and whose not in seats:
        raise PositionError("for", whose, f"a position tells {EVERYTHING}, or what one of {', '.join(seats)} knows")
    return int(players), given, seats.get(whose)
