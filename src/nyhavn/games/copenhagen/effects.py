"""What a move did, as data: made once here, for log, statistics, animation and screen readers alike.

An effect is a dict with its name under `effect`: `take`, `discard`, `pay`, `cover`, `line`, `points`, `coats`,
`ability`, `supply`, and for chance `deal`, `shuffle`, `end card` (see `chance`). `docs/api.md` lists their fields.
"""

from nyhavn.facade.cells import COLUMNS, NAMES, ROW_MASKS, cells_of, mask_of
from nyhavn.facade.coats import CoatDecline
from nyhavn.facade.colours import LETTERS
from nyhavn.facade.effects import covered, scored
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, COAT_ROWS, KINDS
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.layout import OVER
from nyhavn.games.copenhagen.moves import (
    CODEC,
    Build,
    CoatAbility,
    CoatRefresh,
    CoatSpecial,
    Discard,
    Take,
)
from nyhavn.rules import Effect, Facts


def of_move(before: Facts, after: Facts, move: int) -> list[Effect]:
    """The effects of a move, from the position before it and the one it led to, before any card is dealt."""
    seat = before[AT.turn]
    match CODEC.decode(move):
        case Take(docks):
            taken: list[Effect] = [
                {"effect": "take", "seat": seat, "dock": dock, "card": LETTERS[before[AT.docks + dock - 1]]}
                for dock in docks
            ]
            return taken + _abilities(before, after, seat)
        case Discard(cards):
            return [{"effect": "discard", "seat": seat, "cards": cards, "discards": _discards(after)}]
        case Build(tile, cells, brick) as built:
            paid: Effect = {"effect": "pay", "seat": seat, "cards": built.cards, "discards": _discards(after)}
            supply: Effect = {"effect": "supply", "tile": tile, "left": after[AT.supply + KINDS.index(tile)]}
            placed = _covered(before, after, seat, tile, mask_of(cells), brick)
            return [paid, supply, *placed, *_abilities(before, after, seat)]
        case CoatSpecial(cell):
            supply = {"effect": "supply", "tile": "W1", "left": after[AT.specials]}
            return [supply, *_covered(before, after, seat, "W1", mask_of([cell]), None)]
        case CoatAbility(name):
            left = after[AT.abilities + ABILITIES.index(name)]
            gained: Effect = {"effect": "supply", "ability": name, "left": left}
            return [*_abilities(before, after, seat), gained, *_coats(before, after, seat, 0, 0)]
        case CoatRefresh() | CoatDecline():
            return _abilities(before, after, seat) + _coats(before, after, seat, 0, 0)
    return []


def _discards(facts: Facts) -> int:
    return sum(facts[AT.discards : AT.discards + len(LETTERS)])


def _abilities(before: Facts, after: Facts, seat: int) -> list[Effect]:
    """Ability tiles gained or turned over."""
    changed = (before[AT.active + seat] ^ after[AT.active + seat]) | (before[AT.used + seat] ^ after[AT.used + seat])
    owned = before[AT.active + seat] | before[AT.used + seat]
    return [
        {
            "effect": "ability",
            "seat": seat,
            "ability": name,
            "side": "active" if after[AT.active + seat] >> number & 1 else "used",
            "gained": not owned >> number & 1,
        }
        for number, name in enumerate(ABILITIES)
        if changed >> number & 1
    ]


def _covered(before: Facts, after: Facts, seat: int, tile: str, cells: int, brick: str | None) -> list[Effect]:
    """A tile on the house, the lines it completed and what they brought."""
    had, has = before[AT.filled + seat], after[AT.filled + seat]
    points, score = after[AT.scores + seat] - before[AT.scores + seat], after[AT.scores + seat]
    found = [covered(seat, tile, cells, {"brick": brick})]
    found += scored(seat, had, has, has & ~after[AT.bricks + seat], points, score)
    rows = sum(mask & COAT_ROWS for mask in ROW_MASKS if has & mask == mask != had & mask)
    return found + _coats(before, after, seat, cells & COAT_CELLS, rows)


def _coats(before: Facts, after: Facts, seat: int, cells: int, rows: int) -> list[Effect]:
    """Coats of arms earned, those still owed, and those that could do nothing and were skipped (C36)."""
    earned = cells.bit_count() + rows.bit_count()
    spent = 1 if before[AT.coats] else 0
    owed = after[AT.coats]
    if not earned and not spent:
        return []
    lost = before[AT.coats] - spent + earned - owed
    coats: Effect = {"effect": "coats", "seat": seat, "earned": earned, "owed": owed}
    coats["cells"] = [NAMES[cell] for cell in cells_of(cells)]
    coats["rows"] = [cell // len(COLUMNS) + 1 for cell in cells_of(rows)]
    if lost and after[AT.phase] != OVER:
        coats["skipped"] = lost
    return [coats]
