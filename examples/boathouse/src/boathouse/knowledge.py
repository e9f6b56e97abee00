"""What a seat, or a spectator, may know (B8): the one place where that is decided."""

from collections.abc import Mapping
from typing import Any

from boathouse.chance import HAND, read
from boathouse.components import CARDS, KINDS, LETTERS, TURNS
from boathouse.kernels import DEAL, NOTHING, OVER, STATE, TURN, batch
from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Effect, Facts, Memory, Openings, duplicate, places

AT = places(STATE)
HIDES = True
PHASES = {TURN: "turn", OVER: "over"}


def _by_colour(facts: Facts, field: int, seat: int) -> Facts:
    return facts[field + seat * len(LETTERS) :][: len(LETTERS)]


def _house(facts: Facts, seat: int) -> dict[str, list[str]]:
    masks = zip(LETTERS, _by_colour(facts, AT.colours, seat), strict=True)
    return {NAMES[cell]: [letter, "window"] for letter, mask in masks for cell in cells_of(mask)}


def look(facts: Facts, seat: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    seats = range(facts[AT.players])
    known = [_by_colour(facts, AT.known, other) for other in seats]
    seen = {
        "phase": PHASES[facts[AT.phase]],
        "turns_left": TURNS - facts[AT.turns],
        "dock": None if facts[AT.dock] == NOTHING else LETTERS[facts[AT.dock]],
        "deck": CARDS - facts[AT.dealt],
        "supply": dict(zip(KINDS, facts[AT.supply :], strict=False)),
        "seats": [
            {
                "house": _house(facts, other),
                "count": len(secret(facts, other)),
                "known": dict(zip(LETTERS, known[other], strict=True)),
            }
            for other in seats
        ],
    }
    return seen if seat is None else {**seen, "hand": secret(facts, seat)}


def secret(facts: Facts, seat: int) -> str:
    """What only a seat itself sees: its hand."""
    held = list(zip(LETTERS, _by_colour(facts, AT.known, seat), strict=True))
    if facts[AT.opening + seat] != NOTHING and not facts[AT.shown + seat]:
        held.append((LETTERS[facts[AT.opening + seat]], 1))
    return "".join(sorted(letter * count for letter, count in held))


def sees_entry(entry: Mapping[str, Any], seat: int | None) -> bool:
    events = read(entry["chance"]) if "chance" in entry else []
    return all(event.kind != HAND or event.place == seat for event in events)


def seen_effect(effect: Effect, seat: int | None) -> Effect:
    if "cards" in effect and effect["effect"] == "deal" and effect["seat"] != seat:
        return {key: value for key, value in effect.items() if key != "cards"}
    return effect


def deals_secretly(facts: Facts) -> bool:
    return bool(facts[AT.phase] == DEAL)


def erase(memory: Memory, seat: int) -> Memory:
    """A position as one seat knows it."""
    seen = duplicate(memory)
    batch.erase_all(seen, seat)
    return seen


def remember(*_: object) -> Ints:
    """Nothing of the past is needed."""
    return batch.new_past()


past_of = remember


def openings(memory: Memory, past: Ints) -> Openings:
    return tuple((LETTERS[colour],) for colour in memory[0]["opening"] if colour != NOTHING)
