"""Why a move cannot be played, in the words of a player at the table.

Legality itself is the kernels' business: this module is asked only about moves they refused, and finds the words.
"""

import re
from collections.abc import Callable

from nyhavn.errors import Reason
from nyhavn.facade.cells import INDEX, NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.shapes import anchor_on
from nyhavn.games.roll_and_write import facts as read
from nyhavn.games.roll_and_write.components import ABILITIES, BOXES, DICE, FACES, KINDS, MOST_BONUSES, SINGLE_USE
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels import layout
from nyhavn.games.roll_and_write.kernels.ids import SHAPE_COPIES, SHAPES
from nyhavn.games.roll_and_write.moves import BONUS
from nyhavn.rules import Facts
from nyhavn.shared_refusals import (
    bad_form,
    cells_out_of_order,
    cells_text,
    ill_placed,
    illegal,
    listed,
    no_cell,
    no_tile,
    not_shape,
    unknown_move,
    unreadable,
)

FORMS = {
    "start": "start red",
    "reroll": "reroll RRW",
    "change": "change RR W",
    "single": "single c4*",
    "draw": "draw R4 a1 b1* a2 b2 using RRW+",
    "pass": "pass",
    "done": "done",
    "coat": "coat window c4",
    "mark": "mark red",
}
FACE_NAMES = (*COLOURS, "white")


def why_not(facts: Facts, text: str) -> Reason:
    """The reason why a text that is no legal move here cannot be played."""
    words = text.split(" ")
    if problem := unknown_move(text, FORMS, "dice-game"):
        return problem
    find: dict[str, Callable[[Facts, list[str]], Reason]] = {
        "start": _start,
        "reroll": _reroll,
        "change": _change,
        "single": _single,
        "draw": _draw,
        "pass": _pass,
        "done": _done,
        "coat": _coat,
        "mark": _mark,
    }
    return find[words[0]](facts, words[1:])


def _not_now(facts: Facts) -> Reason:
    """The phase asks for something else."""
    phase, seat = facts[AT.phase], facts[AT.turn]
    if phase == layout.OVER:
        return illegal("over", "the game is over")
    if phase == layout.COAT:
        owed = facts[AT.coats]
        sentence = f"use or decline your coat actions first: {owed} left"
        return illegal("coat first", sentence, seat=seat, coats=owed)
    if phase == layout.START:
        return illegal("start first", "first choose a track to mark its first two boxes", seat=seat)
    if phase == layout.MARK:
        return illegal("mark first", f"it is seat {facts[AT.active]}'s turn: mark a track or none", seat=seat)
    if phase == layout.AFTER_DRAW:
        sentence = "you have drawn your tile: use a single or a change, or end with done"
        return illegal("after draw", sentence, seat=seat)
    sentence = "you haven't drawn a tile yet: use stars, draw one, or pass if you can't take any"
    return illegal("turn", sentence, seat=seat)


def _no_star(facts: Facts, colour: int) -> Reason | None:
    """W21, W27: no star of a colour is usable now."""
    seat = facts[AT.turn]
    if read.by_colour(facts, AT.stars, seat)[colour]:
        return None
    name = COLOURS[colour]
    fresh = facts[AT.fresh_stars + colour]
    sentence = f"you have no {name} star{_later(fresh)}"
    return illegal("no star", sentence, track=name, ability=ABILITIES[name], have=0, fresh=fresh)


def _later(fresh: int) -> str:
    """W21: what was unlocked in this turn."""
    return ": you can use what this turn unlocked from your next turn on" if fresh else ""


def _track(word: str) -> Reason | None:
    if word in COLOURS:
        return None
    return unreadable("track", f"{word[:30]!r} isn't a track: {listed(COLOURS, 'or')}", track=word[:60])


def _faces(word: str) -> list[int] | None:
    """Dice in their one spelling, counted by face."""
    return [word.count(face) for face in FACES] if re.fullmatch("R*Y*G*B*P*W*", word) and word else None


def _bad_dice(word: str, also: str = "") -> Reason:
    if re.fullmatch(rf"[{FACES}{also}]+", word):
        sentence = f"dice are written in the order {' '.join(FACES)}{', then bonuses as +' if also else ''}"
        return unreadable("dice order", sentence, dice=word[:60])
    return unreadable("dice", f"{word[:60]!r} aren't dice: the faces are {' '.join(FACES)}", dice=word[:60])


def _missing_dice(facts: Facts, counts: list[int]) -> Reason | None:
    for face, (count, have) in enumerate(zip(counts, read.dice(facts), strict=True)):
        if count > have:
            shows = "dice show" if have > 1 else "die shows"
            sentence = f"{have or 'no'} unused {shows} {FACE_NAMES[face]}{f', not {count}' if have else ''}"
            return illegal("not rolled", sentence, face=FACE_NAMES[face], dice=count, have=have)
    return None


def _start(facts: Facts, words: list[str]) -> Reason:
    if len(words) != 1:
        return bad_form("start", FORMS)
    return _track(words[0]) or _not_now(facts)


def _reroll(facts: Facts, words: list[str]) -> Reason:
    if len(words) != 1:
        return bad_form("reroll", FORMS)
    counts = _faces(words[0])
    if counts is None:
        return _bad_dice(words[0])
    if facts[AT.phase] == layout.AFTER_DRAW:
        return illegal("reroll late", "you can only reroll before drawing your tile", seat=facts[AT.turn])
    if facts[AT.phase] != layout.TURN:
        return _not_now(facts)
    return _missing_dice(facts, counts) or _no_star(facts, layout.RED) or _not_now(facts)


def _change(facts: Facts, words: list[str]) -> Reason:
    if len(words) != 2 or len(words[1]) != 1:
        return bad_form("change", FORMS)
    counts = _faces(words[0])
    if counts is None:
        return _bad_dice(words[0])
    if words[1] not in FACES:
        return _bad_dice(words[1])
    if len(set(words[0])) > 1 or words[1] == words[0][0]:
        sentence = "a change turns dice of one face to one other face"
        return illegal("change", sentence, dice=words[0][:DICE], to=words[1])
    if facts[AT.phase] not in (layout.TURN, layout.AFTER_DRAW):
        return _not_now(facts)
    return _missing_dice(facts, counts) or _no_star(facts, layout.GREEN) or _not_now(facts)


def _single(facts: Facts, words: list[str]) -> Reason:
    if len(words) != 1:
        return bad_form("single", FORMS)
    cell = words[0].removesuffix("*")
    if cell not in INDEX:
        return no_cell(cell)
    if facts[AT.phase] not in (layout.TURN, layout.AFTER_DRAW):
        return _not_now(facts)
    placed = ill_placed("a single cell", 1 << INDEX[cell], facts[AT.filled + facts[AT.turn]])
    blue = None if words[0].endswith("*") else _no_star(facts, layout.BLUE)
    return placed or _no_star(facts, layout.PURPLE) or blue or _not_now(facts)


def _pass(facts: Facts, words: list[str]) -> Reason:
    if words:
        return bad_form("pass", FORMS)
    if facts[AT.phase] != layout.TURN:
        return _not_now(facts)
    sentence = "you can take and place a tile with these dice, so you must take one"
    return illegal("must take", sentence, dice=read.faces(read.dice(facts)))


def _done(facts: Facts, words: list[str]) -> Reason:
    return bad_form("done", FORMS) if words else _not_now(facts)


def _coat(facts: Facts, words: list[str]) -> Reason:
    kind = words[0] if words else ""
    if kind not in ("window", "track", "decline") or len(words) != (1 if kind == "decline" else 2):
        sentence = "a coat action is written like this: coat window c4, coat track blue or coat decline"
        return unreadable("form", sentence, form=FORMS["coat"])
    if kind == "window" and words[1] not in INDEX:
        return no_cell(words[1])
    if kind == "track" and (problem := _track(words[1])):
        return problem
    seat = facts[AT.turn]
    if facts[AT.phase] in (layout.TURN, layout.AFTER_DRAW):
        return illegal("no coat", "you have no coat action to use now", seat=seat)
    if facts[AT.phase] != layout.COAT:
        return _not_now(facts)
    if kind == "track":
        return illegal("track full", f"the {words[1]} track is full", track=words[1], boxes=BOXES)
    return ill_placed("a single cell", 1 << INDEX[words[1]], facts[AT.filled + seat]) or _not_now(facts)


def _mark(facts: Facts, words: list[str]) -> Reason:
    if words == ["-"]:
        return _not_now(facts)
    if not 1 <= len(words) <= 2:
        return bad_form("mark", FORMS)
    for word in words:
        if problem := _track(word):
            return problem
    tracks = [COLOURS.index(word) for word in words]
    if tracks != sorted(tracks):
        return unreadable("tracks order", f"list tracks in the order {', '.join(COLOURS)}", tracks=words)
    if facts[AT.phase] != layout.MARK:
        return _not_now(facts)
    if len(words) == 2 and facts[AT.players] != 2:
        return illegal("one mark", "you may mark one box, or two in a two-player game", tracks=words)
    boxes = read.by_colour(facts, AT.tracks, facts[AT.turn])
    for track in tracks:
        if boxes[track] + tracks.count(track) > BOXES:
            left = "has one empty box, not two" if boxes[track] < BOXES else "is full"
            sentence = f"the {COLOURS[track]} track {left}"
            return illegal("track full", sentence, track=COLOURS[track], boxes=boxes[track])
    dice = read.faces(read.dice(facts))
    sentence = f"no unused die shows {words[0]} or white"
    if len(words) == 2:
        sentence = f"no two of the unused dice {' '.join(dice)} let you mark {listed(words, 'and')}"
    return illegal("no die", sentence, tracks=words, dice=dice)


def _draw(facts: Facts, words: list[str]) -> Reason:
    if len(words) < 4 or words[-2] != "using":
        return bad_form("draw", FORMS)
    tile, marked, used = words[0], words[1:-2], words[-1]
    if tile not in KINDS:
        return no_tile(tile)
    names = [word.removesuffix("*") for word in marked]
    if problem := cells_out_of_order(names):
        return problem
    if not re.fullmatch(r"R*Y*G*B*P*W*\+*", used):
        return _bad_dice(used, also=BONUS)
    if facts[AT.phase] != layout.TURN:
        return _not_now(facts)
    cells = sum(1 << INDEX[name] for name in names)
    crosses = [name for name, word in zip(names, marked, strict=True) if word.endswith("*")]
    return (
        _untakeable(facts, tile, cells)
        or ill_placed(tile, cells, facts[AT.filled + facts[AT.turn]])
        or _unpaid(facts, tile, used)
        or _crosses(facts, tile, crosses)
        or _not_now(facts)
    )


def _untakeable(facts: Facts, tile: str, cells: int) -> Reason | None:
    """W9, W11, W26: no tile of this shape, or none left."""
    kind = KINDS.index(tile)
    names = [NAMES[cell] for cell in cells_of(cells)]
    laid = (n for n, (own, shape) in enumerate(SHAPES) if own == kind and anchor_on(shape, cells) is not None)
    number = next(laid, None)
    if number is None:
        return illegal("shape", f"{not_shape(cells)} of {tile}", tile=tile, cells=names)
    fits = int(SHAPE_COPIES[facts[AT.mirror], number])
    if not fits:
        sentence = f"{cells_text(cells)} are {tile} flipped, which this table doesn't allow"
        return illegal("mirrored", sentence, tile=tile, cells=names)
    size = int(tile[1])
    if size not in SINGLE_USE:
        return None
    copies = read.copies(facts, LETTERS.index(tile[0]))
    matching = [copy for n, copy in enumerate(copies[:2] if size == SINGLE_USE[0] else copies[2:]) if fits >> n & 1]
    if layout.OPEN in matching:
        return None
    if all(copy == layout.PUT_OUT for copy in matching):
        return illegal("put out", f"this {tile} is out of the game in a two-player game", tile=tile, cells=names)
    if star := _no_star(facts, layout.YELLOW):
        return illegal("crossed out", f"{tile} is crossed out, and {star}", tile=tile, have=0)
    return None


def _unpaid(facts: Facts, tile: str, used: str) -> Reason | None:
    """W7: exactly n of the colour, white and at most two bonuses."""
    seat, colour, size = facts[AT.turn], LETTERS.index(tile[0]), int(tile[1])
    name, letter = COLOURS[colour], tile[0]
    dice, bonuses = read.dice(facts), read.by_colour(facts, AT.bonuses, seat)[colour]
    spent = used.count(BONUS)
    if spent > MOST_BONUSES:
        return illegal("two bonuses", "you may use two bonuses at most", tile=tile, bonuses=spent)
    others = sorted(set(used) - {letter, FACES[layout.WHITE_FACE], BONUS}, key=FACES.index)
    if others:
        names = [COLOURS[LETTERS.index(other)] for other in others]
        sentence = f"{tile} takes {name} and white dice, not {listed(names, 'and')}"
        return illegal("wrong colour", sentence, tile=tile, dice=used[:DICE])
    have = dice[colour] + dice[layout.WHITE_FACE] + min(MOST_BONUSES, bonuses)
    numbers = ("no", "one", "two", "three", "four", "five")
    needs = f"{tile} needs {numbers[size]} {name}, white or +"
    details = {"tile": tile, "needed": size, "used": len(used), "have": have}
    if have < size:
        return illegal("too few", f"{needs}, but you have {have}", **details)
    if len(used) != size:
        return illegal("count", f"{needs}, not {len(used)}", **details)
    if spent > bonuses:
        fresh = facts[AT.fresh_bonuses + colour]
        sentence = f"you have {bonuses or 'no'} {name} bonus{f', not {spent}' if bonuses else ''}{_later(fresh)}"
        return illegal("no bonus", sentence, tile=tile, bonuses=spent, have=bonuses)
    return _missing_dice(facts, [used.count(face) for face in FACES])


def _crosses(facts: Facts, tile: str, crosses: list[str]) -> Reason | None:
    """W13, W23: one X, or none with a blue star."""
    if len(crosses) > 1:
        return illegal("one x", f"one cell of {tile} gets an X, not {len(crosses)}", tile=tile, cells=crosses)
    if not crosses and (star := _no_star(facts, layout.BLUE)):
        sentence = f"mark the X of {tile} with *: leaving it out takes a blue star, and {star}"
        return illegal("no x", sentence, tile=tile, have=0)
    return None
