"""Players that drive the tests: they decide from what their seat may know, in the texts of the contract.

Nothing here comes from the engine, so the same player can sit at the engine's table and at the naive one.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

View = Mapping[str, Any]
Policy = Callable[[int, View, list[str], Random], str]
"""Given its seat, its view, its legal moves in a fixed order and a generator of its own, a player names a move."""

BIT = {f"{column}{row}": 1 << (5 * (row - 1) + place) for row in range(1, 10) for place, column in enumerate("abcde")}
ROWS = [sum(BIT[f"{column}{row}"] for column in "abcde") for row in range(1, 10)]
COLUMNS = [sum(BIT[f"{column}{row}"] for row in range(1, 10)) for column in "abcde"]
COAT_CELLS = sum(BIT[cell] for cell in ("c3", "e5", "b7", "d9"))
COAT_ROWS = [ROWS[row - 1] for row in (2, 4, 6)]
FULL = sum(ROWS)
BUILD = re.compile(r"build (?P<tile>..) (?P<cells>.*) pay (?P<paid>.*)")

# What a point, a coat of arms, a card and a hole under an overhang are worth to `packing`.
POINT, COAT, CARD, HOLE = 10.0, 9.0, 2.4, 6.0
FOREIGN = 0.1
WORTH_BUILDING = 1.0
ABILITY_WORTH = {"discount": 10.0, "recolour": 9.0, "extra": 6.0, "both": 5.0, "any": 3.0}
REFRESHED = 0.4
WHIM = 6.0  # so that every coat action is seen


def random(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Any legal move, all equally likely."""
    return luck.choice(moves)


def build_eagerly(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Any build whenever there is one."""
    return luck.choice([move for move in moves if move.startswith("build")] or moves)


def packing(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Fills rows and columns without holes, pays little, keeps bricks together and likes coats of arms."""
    filled, bricks = masks(view, seat)
    verb = moves[0].split()[0]
    if verb == "coat":
        owned = view["seats"][seat]["abilities"]
        return best(moves, lambda move: coat_value(move, filled, bricks, owned) + luck.uniform(0, WHIM), luck)
    if verb == "discard":
        return best(moves, lambda move: hand_value(without(view["hand"], move.split()[1])), luck)
    now = prospect(filled, bricks)
    gains = {move: build_value(move, filled, bricks) - now for move in moves if move.startswith("build")}
    top = max(gains, key=lambda move: (gains[move], luck.random()), default="")
    takes = [move for move in moves if move.startswith("take")]
    if top and (gains[top] > WORTH_BUILDING or not takes or len(view["hand"]) > 5) and gains[top] > -POINT:
        return top
    return best(takes or ["end"], lambda move: take_value(move, view), luck)


def paving(seat: int, view: View, moves: list[str], luck: Random) -> str:
    """Packs, and lays a special tile for every coat of arms until none is left."""
    return packing(seat, view, [move for move in moves if move.startswith("coat special")] or moves, luck)


PLAYERS: dict[str, Policy] = {
    "random": random,
    "build eagerly": build_eagerly,
    "packing": packing,
    "paving": paving,
}


def best(moves: list[str], value: Callable[[str], float], luck: Random) -> str:
    """The move of the highest value; chance decides between equals."""
    return max(moves, key=lambda move: (value(move), luck.random()))


def masks(view: View, seat: int) -> tuple[int, int]:
    """The covered cells and the bricks of a house."""
    house = view["seats"][seat]["house"]
    return sum(BIT[cell] for cell in house), sum(BIT[cell] for cell, (_, what) in house.items() if what == "brick")


@lru_cache(maxsize=10_000)
def prospect(filled: int, bricks: int) -> float:
    """What a house front promises: points, coats, lines well begun, and no holes."""
    total = COAT * ((filled & COAT_CELLS).bit_count() + sum(filled & row == row for row in COAT_ROWS))
    for lines, length, points in ((ROWS, 5, 1), (COLUMNS, 9, 2)):
        for line in lines:
            covered = (filled & line).bit_count()
            worth = POINT * points * (1 if bricks & line else 2)
            total += worth if covered == length else worth * 0.5 * (covered / length) ** 2
    above = filled >> 5
    above |= above >> 5
    above |= above >> 10
    above |= above >> 20
    return total - HOLE * (above & ~filled & FULL).bit_count()


def build_value(move: str, filled: int, bricks: int) -> float:
    """What the house promises after a build, less what the cards cost; foreign ones use up an ability."""
    parts = BUILD.fullmatch(move)
    assert parts
    cells = parts["cells"].split()
    laid = sum(BIT[cell[:2]] for cell in cells)
    brick = sum(BIT[cell[:2]] for cell in cells if cell.endswith("*"))
    paid = parts["paid"].replace("-", "")
    foreign = len(paid) - paid.count(parts["tile"][0])
    return prospect(filled | laid, bricks | brick) - CARD * len(paid) - FOREIGN * foreign


def coat_value(move: str, filled: int, bricks: int, owned: Mapping[str, str]) -> float:
    """A special tile where it helps most, an ability not owned yet, or used ones turned back: a tile that is new can
    be turned back as well, so it is worth more."""
    _, action, *what = move.split()
    if action == "special":
        return prospect(filled | BIT[what[0]], bricks) - prospect(filled, bricks)
    if action == "ability":
        return ABILITY_WORTH[what[0]]
    used = [ABILITY_WORTH[kind] for kind, side in owned.items() if side == "used"]
    return REFRESHED * sum(used) if action == "refresh" else 0.0


def hand_value(hand: str) -> float:
    """Many cards of few colours."""
    return sum(float(hand.count(colour) ** 1.5) for colour in "RYGBP")


def without(hand: str, cards: str) -> str:
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


def take_value(move: str, view: View) -> float:
    """A hand that is worth more, with the abilities that it takes counted against it."""
    docks = [int(dock) for dock in move.split()[1:]]
    hand = view["hand"] + "".join(view["docks"][dock - 1] for dock in docks)
    return hand_value(hand) - 4.0 * max(0, len(hand) - 7) if docks else 0.0
