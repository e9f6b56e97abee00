"""Positions of the dice game as fields of a line, both ways: `docs/notation.md` shows them. Nothing is hidden (W5).

What is read is held to the set-up and to what play can lead to: stars, bonuses and tiles are counted. Points and what
W4 puts out are not written: they follow."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from nyhavn.errors import PositionError
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.lines import line_start
from nyhavn.facade.notation import (
    NOTHING,
    Decision,
    House,
    fields_by_seat,
    read_house,
    read_letters,
    read_number,
    read_parts,
    write_house,
    write_letters,
)
from nyhavn.facade.tilings import Pieces, Tiling, can_stand, pieces_of, tilings
from nyhavn.games.roll_and_write import facts as read_facts
from nyhavn.games.roll_and_write.components import (
    BOXES,
    COAT_COLUMNS,
    COAT_ROWS,
    DICE,
    FACES,
    GOAL,
    LAST_ROUND,
    MOST_BONUSES,
    STARTING_BOXES,
    STARTING_REROLLS,
    TRACK_POINTS,
    TRACKS,
)
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels import layout
from nyhavn.games.roll_and_write.kernels.ids import SHAPE_COPIES, SHAPES
from nyhavn.games.roll_and_write.knowledge import PHASES, redeal
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Facts, Memory, Position, integers

__all__ = ["DECLINABLE", "FIELDS", "SEAT_FIELDS", "read", "redeal", "write"]

FIELDS: Sequence[str] = ("decision", "round", "dice", "crossed out", "fresh")
SEAT_FIELDS: Sequence[str] = ("sheet", "tracks", "abilities")
DECLINABLE: Sequence[int] = (layout.AFTER_DRAW, layout.COAT, layout.MARK)

DECISION = Decision(PHASES, "0:turn or 1:coat2")
ROUND = re.compile(r"([0-9]{1,3})\.([0-3])(\+?)")
COPY_NAMES = ("4a", "4b", "5")
CROSSED_OUT = re.compile(rf"{NOTHING}|(?:[{LETTERS}](?:{'|'.join(COPY_NAMES)}))+")
ABILITIES = ("stars", "bonuses")


def write(position: Position, seat: int | None) -> list[str]:
    """The fields of a position."""
    facts: Facts = integers(position.memory).tolist()
    again = facts[AT.rolled] - DICE
    crossed = [
        f"{letter}{copy}"
        for colour, letter in enumerate(LETTERS)
        for copy, state in zip(COPY_NAMES, read_facts.copies(facts, colour), strict=True)
        if state == layout.CROSSED
    ]
    fresh = [write_letters(facts[at : at + layout.COLOUR_COUNT]) for at in (AT.fresh_stars, AT.fresh_bonuses)]
    fields = [
        DECISION.write(facts[AT.turn], facts[AT.phase], facts[AT.coats]),
        f"{facts[AT.round_number]}.{facts[AT.active]}{'+' if facts[AT.drawn] else ''}",
        write_letters(read_facts.dice(facts), FACES) + (f"@{again}" if again > 0 else ""),
        "".join(crossed) or NOTHING,
        "/".join(fresh),
    ]
    for other in range(facts[AT.players]):
        masks = read_facts.by_colour(facts, AT.colours, other)
        left = [write_letters(read_facts.by_colour(facts, at, other)) for at in (AT.stars, AT.bonuses)]
        fields += [
            write_house(House(facts[AT.filled + other], facts[AT.crosses + other], tuple(masks))),
            "".join(map(str, read_facts.by_colour(facts, AT.tracks, other))),
            "/".join(left),
        ]
    return fields


def read(fields: Sequence[str], memory: Memory, past: Ints, seat: int | None) -> None:
    """Read a position into the memory of a game that is set up."""
    S = memory[0]
    decision, round_, dice, crossed, fresh = fields[: len(FIELDS)]
    by_seat = fields_by_seat(fields, len(FIELDS), len(SEAT_FIELDS))
    _read_decision(S, decision)
    _read_round(S, round_, decision)
    _read_crossed(S, crossed)
    S.fresh_stars[:], S.fresh_bonuses[:] = (
        read_letters("fresh", part, fresh) for part in read_parts("fresh", fresh, ABILITIES)
    )
    if S.phase not in (layout.TURN, layout.AFTER_DRAW, layout.COAT) and (S.fresh_stars.any() or S.fresh_bonuses.any()):
        raise PositionError("fresh", fresh, "what a turn unlocked becomes usable when it ends (W21)")
    sheets = []
    for number, (sheet, tracks, left) in enumerate(by_seat):
        used = _read_abilities(S, number, tracks, left)
        sheets.append(_read_sheet(S, number, sheet, used))
        _check_used(S, number, sheet, left, sheets[-1])
    _check_drawn(S, crossed, sheets)
    _read_dice(S, dice, int(sheets[int(S.active)].used[layout.RED]))
    _check_scores(S, decision)
    if S.phase == layout.START:
        _check_start(S, fields, sheets)


def _read_decision(S: Any, text: str) -> None:
    DECISION.read(S, text)
    if (S.phase == layout.COAT) != (S.coats > 0):
        raise PositionError("decision", text, "the coat actions that are owed stand after coat, and only there")
    if S.phase == layout.START and S.players != 2:
        raise PositionError("decision", text, "only two players choose a track to start with (W4)")


def _read_round(S: Any, text: str, decision: str) -> None:
    """The round, the seat whose turn it is, and whether it has drawn its tile."""
    match = ROUND.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= LAST_ROUND or int(match[2]) >= S.players:
        sentence = f"this is a round from 1 to {LAST_ROUND}, a point, the active seat, and + once its tile is drawn"
        raise PositionError("round", text, sentence)
    S.round_number, S.active, S.drawn = int(match[1]), int(match[2]), bool(match[3])
    if (S.phase == layout.MARK) == (S.turn == S.active) and S.phase != layout.START:
        raise PositionError(
            "decision", decision, f"seat {S.active} is active: the others mark, and it does all else (W18)"
        )
    if S.phase == layout.OVER and S.active != S.players - 1:
        raise PositionError("round", text, "a game ends with the turn of the last seat (W28)")
    if (S.phase in (layout.TURN, layout.START) and S.drawn) or (S.phase == layout.AFTER_DRAW and not S.drawn):
        raise PositionError("round", text, "a + says that the active seat has drawn its tile in this turn")


def _read_dice(S: Any, text: str, rerolls: int) -> None:
    unused, at, again = text.partition("@")
    S.dice[:] = read_letters("dice", unused, text, FACES)
    rolled_again = read_number("dice", again, text) if at else 0
    left = int(S.dice.sum())
    if S.phase == layout.START:
        S.rolling = S.rolled = 0
        if left or rolled_again:
            raise PositionError("dice", text, "nothing is rolled before the first turn (W4)")
        return
    S.rolling, S.rolled = 0, DICE + rolled_again
    if left > DICE or (not S.drawn and left < DICE):
        raise PositionError("dice", text, f"there are {DICE} dice, all of them unused until a tile is drawn (W7)")
    if rolled_again > DICE * rerolls:
        raise PositionError("dice", text, f"seat {S.active} has not used enough red stars to reroll that many (W22)")


def _read_crossed(S: Any, text: str) -> None:
    if not CROSSED_OUT.fullmatch(text):
        sentence = f"single-use tiles are written R4a, R4b and R5, one after the other, or {NOTHING}"
        raise PositionError("crossed out", text, sentence)
    for tile in re.findall(r"[A-Z][0-9][ab]?", text):
        colour, copy = LETTERS.index(tile[0]), COPY_NAMES.index(tile[1:])
        if S.tiles[colour, copy] == layout.PUT_OUT:
            raise PositionError("crossed out", text, f"{tile} is put out of a game of two (W4)")
        S.tiles[colour, copy] = layout.CROSSED


# Seats


class Sheet(NamedTuple):
    """What is known of a seat: the stars and bonuses that it has used, by colour, and the tiles that its sheet can be
    made of."""

    used: Ints
    bonuses: Ints
    house: House
    tiles: list[list[Tiling] | None]


def _unlocked(colour: str, boxes: int, mark: str) -> int:
    """What boxes of a track unlock (W3, W20)."""
    return TRACKS[colour][:boxes].count(mark) + (
        STARTING_REROLLS if (colour, mark) == (COLOURS[layout.RED], "*") else 0
    )


def _read_abilities(S: Any, seat: int, tracks: str, left: str) -> list[Ints]:
    """Tracks, stars and bonuses; gives the stars and the bonuses that were used."""
    if not re.fullmatch(rf"[0-{BOXES}]{{{layout.COLOUR_COUNT}}}", tracks):
        raise PositionError(
            f"tracks of seat {seat}", tracks, f"this is a digit from 0 to {BOXES} for each of {LETTERS}"
        )
    S.tracks[seat] = list(map(int, tracks))
    if S.players == 2 and S.phase != layout.START and S.tracks[seat].max() < STARTING_BOXES:
        raise PositionError(
            f"tracks of seat {seat}", tracks, "with two players all begin with two boxes of a track (W4)"
        )
    name = f"abilities of seat {seat}"
    used = []
    parts = read_parts(name, left, ABILITIES)
    for part, kind, mark, own, new in zip(
        parts, ABILITIES, "*+", (S.stars, S.bonuses), (S.fresh_stars, S.fresh_bonuses), strict=True
    ):
        own[seat] = read_letters(name, part, left)
        unlocked = [_unlocked(colour, int(boxes), mark) for colour, boxes in zip(COLOURS, tracks, strict=True)]
        gone = np.array(unlocked) - own[seat] - (new if seat == S.active else 0)
        for colour, number in zip(COLOURS, gone, strict=True):
            if number < 0:
                raise PositionError(name, left, f"the {colour} track has not unlocked that many {kind} (W20)")
        used.append(gone)
    return used


@cache
def _pieces(colour: int) -> Pieces:
    return pieces_of(
        (number, one.mask, 0, one.fit) for number, (kind, one) in enumerate(SHAPES) if KIND_PARTS[kind][0] == colour
    )


def _read_sheet(S: Any, seat: int, text: str, used: list[Ints]) -> Sheet:
    name = f"sheet of seat {seat}"
    house = read_house(name, text)
    allowed = SHAPE_COPIES[int(S.mirror)]
    found = [
        tilings(cells, _pieces(colour), lambda one: bool(allowed[one.kind]) and _crosses(house, one.cells) <= 1)
        for colour, cells in enumerate(house.colours)
    ]
    for colour, ways in zip(COLOURS, found, strict=True):
        if ways == []:
            raise PositionError(name, text, f"no {colour} tiles with one X at most make up its {colour} cells (W13)")
    if not can_stand(found, house.white):
        raise PositionError(
            name, text, "a tile hangs in the air: none of its cells had support when it was drawn (W12)"
        )
    S.filled[seat], S.crosses[seat], S.colours[seat] = house.filled, house.marked, house.colours
    full = int((S.tracks[seat] == BOXES).sum())
    S.scores[seat] = house.points + TRACK_POINTS * full
    return Sheet(used[0], used[1], house, found)


def _crosses(house: House, cells: int) -> int:
    return (house.marked & cells).bit_count()


def _check_used(S: Any, seat: int, text: str, left: str, sheet: Sheet) -> None:
    """W16, W21 to W24: single cells come from purple stars, with a blue one too if they have an O, and from coats of
    arms; every other blue star has made a tile without X; and nobody draws more tiles than one a turn."""
    stars, house = f"abilities of seat {seat}", sheet.house
    single_x, single_o = _crosses(house, house.white), (house.white & ~house.marked).bit_count()
    without_x = int(sheet.used[layout.PURPLE]) - single_x
    if without_x < 0:
        raise PositionError(stars, left, "every single cell with an X took a purple star (W24)")
    if without_x > min(single_o, sheet.used[layout.BLUE]):
        raise PositionError(stars, left, "purple stars were used for no single cell of its sheet (W24)")
    earned = sum(_carries_coat(name) for name, _, _ in house.lines)
    owed = int(S.coats) if seat == S.active else 0
    fresh = seat == S.active and bool(S.fresh_stars.any() or S.fresh_bonuses.any())
    if single_o - without_x + owed + fresh > earned:
        sentence = "it has too few coats of arms for its single cells and for what is owed or fresh (W16)"
        raise PositionError(f"sheet of seat {seat}", text, sentence)
    turns = int(S.round_number) - 1 + (seat < S.active or (seat == S.active and bool(S.drawn)))
    plain = int(sheet.used[layout.BLUE]) - without_x  # tiles without X
    for colour, ways in enumerate(sheet.tiles):
        if ways is not None:
            sheet.tiles[colour] = [tiling for tiling in ways if _without_x(house, tiling) <= plain]
    known = [ways for ways in sheet.tiles if ways is not None]
    sums = {sum(one) for one in product(*({_without_x(house, tiling) for tiling in ways} for ways in known))}
    if plain not in sums and (len(known) == layout.COLOUR_COUNT or not sums):
        raise PositionError(stars, left, "its tiles and single cells do not show the blue stars that were used (W23)")
    if sum(min(map(len, ways)) for ways in known) > turns:
        raise PositionError(f"sheet of seat {seat}", text, f"it has more tiles than there were turns, {turns}")
    for colour, ways in enumerate(sheet.tiles):
        if ways is not None and max(map(len, ways)) * MOST_BONUSES < sheet.bonuses[colour]:
            raise PositionError(stars, left, f"that many {COLOURS[colour]} bonuses cannot have been used (W7)")


def _without_x(house: House, tiling: Tiling) -> int:
    """The tiles that have no X."""
    return sum(not _crosses(house, one.cells) for one in tiling)


def _carries_coat(line: str) -> bool:
    return bool(line_start(line) & (COAT_ROWS if line.startswith("row") else COAT_COLUMNS))


# Single-use tiles


def _check_drawn(S: Any, text: str, sheets: Sequence[Sheet]) -> None:
    """W2, W9, W11, W26: what is drawn is crossed out, what is crossed out was drawn, and more was drawn only by yellow
    stars."""
    again = sum(int(sheet.used[layout.YELLOW]) for sheet in sheets)
    copies = SHAPE_COPIES[int(S.mirror)]
    for colour, name in enumerate(COLOURS):
        ways = [sheet.tiles[colour] for sheet in sheets]
        if None in ways:
            continue
        drawn = _totals([{_copies_drawn(copies, tiling) for tiling in way} for way in ways if way is not None])
        crossed = tuple(int(state == layout.CROSSED) for state in S.tiles[colour])
        open_ = tuple(state != layout.PUT_OUT for state in S.tiles[colour])
        if not any(_crossing(one, open_) == crossed and sum(one) - sum(crossed) <= again for one in drawn):
            raise PositionError(
                "crossed out", text, f"this does not follow from the {name} tiles on the sheets (W2, W26)"
            )


Drawn = tuple[int, int, int, int]
"""Tiles of a colour that were drawn: those that only the first of size 4 allows, only the second, both; those of 5."""


def _copies_drawn(copies: Ints, tiling: Tiling) -> Drawn:
    """The single-use tiles in a tiling."""
    sizes = [(SHAPES[one.kind][1].size, int(copies[one.kind])) for one in tiling]
    first, second, both = (sizes.count((4, allowed)) for allowed in (1, 2, 3))
    return first, second, both, sizes.count((5, 1))


def _totals(ways: Iterable[set[Drawn]]) -> set[Drawn]:
    totals: set[Drawn] = {(0, 0, 0, 0)}
    for counts in ways:
        totals = {
            (one[0] + more[0], one[1] + more[1], one[2] + more[2], one[3] + more[3])
            for one in totals
            for more in counts
        }
    return totals


def _crossing(drawn: Drawn, open_: tuple[bool, ...]) -> tuple[int, ...] | None:
    """Which tiles are crossed out after so many were drawn; None if they could not be drawn."""
    first, second, both, five = drawn
    if second and not open_[1]:
        return None
    return int(first + both > 0), int(open_[1] and (second > 0 or both > 1)), int(five > 0)


# The end, the beginning


def _check_scores(S: Any, text: str) -> None:
    """W28, W30."""
    reached = [seat for seat in range(S.players) if S.scores[seat] >= GOAL]
    if S.phase == layout.OVER and not reached and S.round_number < LAST_ROUND:
        raise PositionError("decision", text, f"nobody has {GOAL} points, so the game goes on (W28)")
    if S.phase in (layout.TURN, layout.AFTER_DRAW, layout.COAT) and S.active == 0 and set(reached) - {0}:
        sentence = f"seat {max(reached)} has {GOAL} points or more, so the game ended with the round before (W28)"
        raise PositionError("decision", text, sentence)


def _check_start(S: Any, fields: Sequence[str], sheets: Sequence[Sheet]) -> None:
    """W4: before the first turn only the seats that have chosen have marked two boxes, and nothing else happened."""
    used = any(sheet.used.any() or sheet.bonuses.any() for sheet in sheets)
    if S.round_number != 1 or S.active or S.filled.any() or used:
        raise PositionError("decision", fields[0], "the tracks to start with are chosen before anything else (W4)")
    for seat in range(S.players):
        boxes = sorted(S.tracks[seat])
        if boxes[:-1] != [0] * (layout.COLOUR_COUNT - 1) or boxes[-1] != (STARTING_BOXES if seat < S.turn else 0):
            raise PositionError(
                f"tracks of seat {seat}", "".join(map(str, S.tracks[seat])), "those who have chosen have two boxes (W4)"
            )
