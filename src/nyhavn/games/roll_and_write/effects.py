"""What a move did, as data: made once here, for log, statistics, animation and screen readers alike.

An effect is a dict with its name under `effect`: `dice`, `change`, `star`, `bonus`, `tile`, `cover`, `line`, `points`,
`mark`, `coats`, and for chance `roll` (see `chance`). `docs/api.md` lists their fields.
"""

from functools import reduce
from operator import or_

from nyhavn.facade.cells import NAMES, cells_of, columns_of, rows_of
from nyhavn.facade.coats import Coat
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.effects import covered, scored
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.lines import completed, line_start
from nyhavn.games.roll_and_write import facts as read
from nyhavn.games.roll_and_write.components import ABILITIES, COAT_COLUMNS, COAT_ROWS, FACES, KINDS, SINGLE_USE, TRACKS
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels.layout import BLUE, GREEN, PURPLE, RED, YELLOW
from nyhavn.games.roll_and_write.moves import CODEC, Change, Draw, Reroll, Single
from nyhavn.rules import Effect, Facts


def of_move(before: Facts, after: Facts, move: int) -> list[Effect]:
    """The effects of a move, from the position before it and the one it led to, before any die is rolled."""
    seat = before[AT.turn]
    played = CODEC.decode(move)
    found: list[Effect] = []
    match played:
        case Draw() as drawn:
            found = _drawn(before, after, seat, drawn)
        case Reroll(dice):
            found = [_star(before, seat, RED), _dice(before, dice)]
        case Change(dice, to):
            found = [_star(before, seat, GREEN), {"effect": "change", "seat": seat, "dice": dice, "to": to}]
        case Single(_, crossed):
            found = [_star(before, seat, PURPLE)] + ([] if crossed else [_star(before, seat, BLUE)])
    found += _covered(before, after, seat, played.tile if isinstance(played, Draw) else "W1")
    return found + _marked(before, after, seat) + _coats(before, after, seat, isinstance(played, Coat))


def _star(before: Facts, seat: int, colour: int) -> Effect:
    """A star used; `left` counts the others of its colour that are usable in this turn."""
    name = COLOURS[colour]
    left = read.by_colour(before, AT.stars, seat)[colour] - 1
    return {"effect": "star", "seat": seat, "track": name, "ability": ABILITIES[name], "left": left}


def _dice(before: Facts, used: str) -> Effect:
    left = [count - used.count(face) for face, count in zip(FACES, read.dice(before), strict=True)]
    return {"effect": "dice", "seat": before[AT.turn], "used": used, "left": read.faces(left)}


def _drawn(before: Facts, after: Facts, seat: int, drawn: Draw) -> list[Effect]:
    """What a tile was paid with, and what became of it on the facade sheet."""
    colour, size = KIND_PARTS[KINDS.index(drawn.tile)]
    found = [_dice(before, drawn.dice)]
    if used := drawn.bonuses:
        left = read.by_colour(before, AT.bonuses, seat)[colour] - used
        found.append({"effect": "bonus", "seat": seat, "track": COLOURS[colour], "used": used, "left": left})
    if drawn.marked is None:
        found.append(_star(before, seat, BLUE))
    gone = [old != new for old, new in zip(read.copies(before, colour), read.copies(after, colour), strict=True)]
    if any(gone):
        found.append({"effect": "tile", "tile": drawn.tile, "copy": gone.index(True) % 2, "crossed_out": True})
    elif size >= SINGLE_USE[0]:
        found.append(_star(before, seat, YELLOW))
    return found


def _covered(before: Facts, after: Facts, seat: int, tile: str) -> list[Effect]:
    """Cells covered and the lines they completed."""
    had, has = before[AT.filled + seat], after[AT.filled + seat]
    cells = has & ~had
    if not cells:
        return []
    crossed = cells_of(cells & after[AT.crosses + seat])
    points, score = after[AT.scores + seat] - before[AT.scores + seat], after[AT.scores + seat]
    return [
        covered(seat, tile, cells, {"cross": NAMES[crossed[0]] if crossed else None}),
        *scored(seat, had, has, has & ~after[AT.crosses + seat], points, score),
    ]


def _marked(before: Facts, after: Facts, seat: int) -> list[Effect]:
    """Boxes marked, what they unlocked, and the points of a completed track (W15)."""
    found: list[Effect] = []
    tracks = zip(COLOURS, *(read.by_colour(facts, AT.tracks, seat) for facts in (before, after)), strict=True)
    for name, had, has in tracks:
        if has > had:
            unlocked = TRACKS[name][had:has]
            mark: Effect = {"effect": "mark", "seat": seat, "track": name, "boxes": list(range(had + 1, has + 1))}
            found.append(mark | {"stars": unlocked.count("*"), "bonuses": unlocked.count("+")})
    points = after[AT.scores + seat] - before[AT.scores + seat]
    if found and points:
        found.append({"effect": "points", "seat": seat, "points": points, "score": after[AT.scores + seat]})
    return found


def _coats(before: Facts, after: Facts, seat: int, spent: bool) -> list[Effect]:
    """Coats of arms earned and still owed; one that could do nothing is skipped (W17)."""
    lines = completed(before[AT.filled + seat], after[AT.filled + seat], 0)
    starts = reduce(or_, (line_start(name) for name, _, _ in lines), 0)  # row 1 and column a begin in one cell
    rows, columns = starts & COAT_ROWS, starts & COAT_COLUMNS
    earned = (rows | columns).bit_count()
    if not earned and not spent:
        return []
    owed = after[AT.coats]
    coats: Effect = {"effect": "coats", "seat": seat, "earned": earned, "owed": owed}
    coats |= {"rows": rows_of(rows), "columns": columns_of(columns)}
    skipped = before[AT.coats] - spent + earned - owed
    return [coats | {"skipped": skipped} if skipped else coats]
