"""What a seat, or a spectator, may know: everything (W5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.facade.lines import complete_lines
from nyhavn.games.roll_and_write import facts as read
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.layout import AFTER_DRAW, COAT, MARK, OPEN, OVER, START, TURN
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Effect, Facts, Memory, Openings, Position

HIDES = False
PHASES = {START: "start", TURN: "turn", AFTER_DRAW: "after draw", COAT: "coat", MARK: "mark", OVER: "over"}


def sheet(facts: Facts, seat: int) -> dict[str, list[str]]:
    """Covered cells with their colour letter and O or X; cells drawn singly are white."""
    crosses = facts[AT.crosses + seat]
    masks = read.by_colour(facts, AT.colours, seat)
    letter = {cell: LETTERS[colour] for colour, mask in enumerate(masks) for cell in cells_of(mask)}
    letter |= dict.fromkeys(cells_of(facts[AT.filled + seat] & ~sum(masks)), WHITE)
    return {NAMES[cell]: [letter[cell], "X" if crosses >> cell & 1 else "O"] for cell in sorted(letter)}


def crossed_out(facts: Facts) -> dict[str, list[bool]]:
    """The single-use tiles: true where a tile is gone, crossed out in play or put out by W4."""
    found: dict[str, list[bool]] = {}
    for colour, letter in enumerate(LETTERS):
        gone = [copy != OPEN for copy in read.copies(facts, colour)]
        found |= {f"{letter}4": gone[:2], f"{letter}5": gone[2:]}
    return found


def look(facts: Facts, seat: int | None) -> dict[str, Any]:
    """The dice game's own part of a view, the same for everybody."""
    return {
        "phase": PHASES[facts[AT.phase]],
        "coats": facts[AT.coats],
        "active": facts[AT.active],
        "round": facts[AT.round_number],
        "dice": read.faces(read.dice(facts)),
        "crossed_out": crossed_out(facts),
        "seats": [
            {
                "sheet": sheet(facts, other),
                "lines": complete_lines(facts[AT.filled + other]),
                "tracks": read.named(read.by_colour(facts, AT.tracks, other)),
                "stars": read.named(_unlocked(facts, AT.stars, AT.fresh_stars, other)),
                "bonuses": read.named(_unlocked(facts, AT.bonuses, AT.fresh_bonuses, other)),
            }
            for other in range(facts[AT.players])
        ],
        "fresh": {
            "stars": read.named(facts[AT.fresh_stars : AT.fresh_stars + len(COLOURS)]),
            "bonuses": read.named(facts[AT.fresh_bonuses : AT.fresh_bonuses + len(COLOURS)]),
        },
    }


def _unlocked(facts: Facts, field: int, fresh: int, seat: int) -> Facts:
    """Unlocked and not used, what this turn unlocked (`fresh`, usable from the next on, W21) included."""
    own = read.by_colour(facts, field, seat)
    new = facts[fresh : fresh + len(COLOURS)] if seat == facts[AT.active] else [0] * len(COLOURS)
    return [one + other for one, other in zip(own, new, strict=True)]


def sees_entry(entry: Mapping[str, Any], seat: int | None) -> bool:
    return True


def seen_effect(effect: Effect, seat: int | None) -> Effect:
    return effect


def erase(memory: Memory, seat: int) -> Memory:
    return memory


def remember(history: Sequence[Mapping[str, Any]], players: int, begun: Position | None = None) -> Ints:
    return batch.new_past()


def past_of(memory: Memory, openings: Openings) -> Ints:
    return batch.new_past()


def redeal(position: Position, openings: Openings) -> Position:
    return position


def openings(memory: Memory, past: Ints) -> Openings:
    return ((),) * int(memory[0]["players"])


def secret(facts: Facts, seat: int) -> str:
    return ""


def deals_secretly(facts: Facts) -> bool:
    return False
