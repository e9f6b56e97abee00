"""Players that drive the tests of the dice game: they decide from the texts of the contract alone.

Nothing here comes from the engine, so the same player can sit at the engine's table and at the naive one.
"""

import re
from collections import Counter
from functools import lru_cache
from random import Random

from tests.agreement import Policy, View
from tests.games.copenhagen.policies import BIT, COLUMNS, FULL, ROWS, best, random

DRAW = re.compile(r"draw (?P<tile>..) (?P<cells>.*) using (?P<used>.*)")
COATS = [ROWS[1], ROWS[3], ROWS[5], COLUMNS[1], COLUMNS[3]]
BOXES = 9
NEARLY = 3

# What a point, a coat of arms, a hole, a die left to the others and a star or a bonus are worth to `packing`.
POINT, COAT, HOLE, STAR, BONUS = 10.0, 7.0, 5.0, 2.0, 1.5
WORTH_DRAWING = 3.0
WHIM = 5.0  # so that every coat action is seen
CONSIDERED = 150  # moves at most


def draw_eagerly(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Any draw of the largest tile there is."""
    draws = [move for move in moves if move.startswith("draw")]
    largest = max((move[6] for move in draws), default="")
    return luck.choice([move for move in draws if move[6] == largest] or moves)


def packing(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Fills rows and columns without holes and keeps its X together; stars serve the same end."""
    filled, crosses = masks(view, seat)
    tracks = view["seats"][seat]["tracks"]
    verb = moves[0].split()[0]
    if verb in ("mark", "start"):
        return best(moves, lambda move: marks_value(move, tracks) + luck.uniform(0, 2), luck)
    if verb == "coat":
        return best(moves, lambda move: value(move, filled, crosses) + luck.uniform(0, WHIM), luck)
    now = prospect(filled, crosses)
    builds = [move for move in moves if move.startswith(("draw", "single"))]
    gains = {move: value(move, filled, crosses) - now for move in luck.sample(builds, min(CONSIDERED, len(builds)))}
    top = max(gains, key=lambda move: (gains[move], luck.random()), default="")
    others = [move for move in moves if not move.startswith(("draw", "single"))]
    if top and (gains[top] > WORTH_DRAWING or not others):
        return top
    choices = [move for move in others if move in ("pass", "done")] or ([top] if top else [])
    return best([*luck.sample(others, min(CONSIDERED, len(others))), *choices], lambda m: dice_value(m, view), luck)


def tracking(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Draws small tiles anywhere and lives on its tracks, the longest first."""
    tracks = view["seats"][seat]["tracks"]
    kinds = {move.split()[0] for move in moves}
    if kinds & {"mark", "start", "coat"}:
        return best(moves, lambda move: marks_value(move, tracks), luck)
    if "pass" in kinds:
        return "pass"
    smallest = min((move[6] for move in moves if move.startswith("draw")), default="")
    return luck.choice([move for move in moves if move.startswith("draw") and move[6] == smallest] or moves)


def filling(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Covers low cells first, with an X in every row, to have the whole building before it has 12 points."""
    filled, crosses = masks(view, seat)
    kinds = {move.split()[0] for move in moves}
    if "mark" in kinds or "start" in kinds or ("pass" in kinds and "draw" in kinds):
        return moves[0] if "pass" not in kinds else "pass"
    nearly = (FULL & ~filled).bit_count() <= NEARLY
    wanted = ("draw", "coat window", "single") if nearly else ("draw", "coat window")
    some = [move for move in moves if move.startswith(wanted)]
    if not some:
        return luck.choice([move for move in moves if not move.startswith("single")])
    return best(luck.sample(some, min(CONSIDERED, len(some))), lambda move: level(move, filled, crosses), luck)


def idling(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Wants no points: marks nothing, completes no line it need not complete, and passes as soon as it may."""
    for move in ("pass", "done", "mark -", "coat decline"):
        if move in moves:
            return move
    filled, crosses = masks(view, seat)
    draws = [move for move in moves if move.startswith("draw")] or moves
    some = luck.sample(draws, min(CONSIDERED, len(draws)))
    return best(some, lambda move: -value(move, filled, crosses), luck)


PLAYERS: dict[str, Policy] = {
    "random": random,
    "draw eagerly": draw_eagerly,
    "packing": packing,
    "tracking": tracking,
    "filling": filling,
}


def masks(view: View, seat: int) -> tuple[int, int]:
    """The covered cells and the X of a sheet."""
    sheet = view["seats"][seat]["sheet"]
    return sum(BIT[cell] for cell in sheet), sum(BIT[cell] for cell, (_, what) in sheet.items() if what == "X")


@lru_cache(maxsize=50_000)
def prospect(filled: int, crosses: int) -> float:
    """What a sheet promises: points, coats, lines well begun, and no holes."""
    total = COAT * sum(filled & line == line for line in COATS)
    for lines, length, points in ((ROWS, 5, 1), (COLUMNS, 9, 2)):
        for line in lines:
            covered = (filled & line).bit_count()
            worth = POINT * points * (1 if crosses & line else 2)
            total += worth if covered == length else worth * 0.5 * (covered / length) ** 2
    return total - HOLE * holes(filled)


def value(move: str, filled: int, crosses: int) -> float:
    """What the sheet promises after a move, less the stars and bonuses that it takes."""
    verb, *words = move.partition(" using ")[0].split()
    if verb == "start" or words[0] in ("track", "decline"):
        return prospect(filled, crosses) + (words[0] == "track") * WHIM / 2
    cells = [word for word in words if word[:2] in BIT]
    starred = [word for word in cells if word.endswith("*")]
    laid = sum(BIT[cell[:2]] for cell in cells)
    cost = BONUS * move.count("+") + STAR * (not starred and verb != "coat") + STAR * (verb == "single")
    return prospect(filled | laid, crosses | sum(BIT[cell[:2]] for cell in starred)) - cost


def level(move: str, filled: int, crosses: int) -> float:
    """How evenly a building grows: low cells, no holes, and an X in rows that have none yet."""
    cells = [word for word in move.partition(" using ")[0].split() if word[:2] in BIT]
    after = filled | sum(BIT[cell[:2]] for cell in cells)
    height = sum(int(cell[1]) for cell in cells) / len(cells)
    new = sum(not crosses & ROWS[int(cell[1]) - 1] for cell in cells if cell.endswith("*"))
    return len(cells) / 2 + new - height - 3 * holes(after)


def holes(filled: int) -> int:
    """Empty cells with a covered one above them."""
    above = filled >> 5
    above |= above >> 5
    above |= above >> 10
    above |= above >> 20
    return (above & ~filled & FULL).bit_count()


def marks_value(move: str, tracks: dict[str, int]) -> float:
    """Many boxes, on tracks that are far already; a window counts little."""
    boxes = Counter(word for word in move.split() if word in tracks)
    return sum(10 * count + tracks[name] + count for name, count in boxes.items())


def dice_value(move: str, view: View) -> float:
    """Dice that show much of one face; a draw that gains little is worth more than nothing, and stars cost."""
    verb, *words = move.split()
    dice: Counter[str] = Counter(view["dice"])
    if verb in ("reroll", "change"):
        dice.subtract(words[0])
        if verb == "change":
            dice[words[1]] += len(words[0])
        return max(dice[face] for face in "RYGBP") + dice["W"] + (len(words[0]) / 6 - 1.5 if verb == "reroll" else -1)
    return 2.5 if verb in ("draw", "pass") else 1.5
