"""What a seat, or a spectator, may know (C11): the one place where the card game decides that."""

from collections.abc import Mapping
from typing import Any

from nyhavn.copenhagen import facts as read
from nyhavn.copenhagen.components import ABILITIES, DOCKS, KINDS, UNDER_THE_DECK
from nyhavn.copenhagen.facts import AT
from nyhavn.copenhagen.kernels.layout import ACTION, AFTER_TAKE, COAT, DISCARD, EMPTY, IN_DECK, OVER
from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.rules import Effect, Facts

PHASES = {ACTION: "action", DISCARD: "discard", AFTER_TAKE: "after take", COAT: "coat", OVER: "over"}
LONGEST_TAKE = 3
END_CARD = ("beside", "deck", "turned up")


def house(facts: Facts, seat: int) -> dict[str, list[str]]:
    """Covered cells with their colour letter and `window` or `brick`."""
    bricks = facts[AT.bricks + seat]
    masks = read.colours(facts, seat)
    white = facts[AT.filled + seat] & ~sum(masks)
    letter = {cell: LETTERS[colour] for colour in range(len(COLOURS)) for cell in cells_of(masks[colour])}
    letter |= dict.fromkeys(cells_of(white), WHITE)
    return {NAMES[cell]: [letter[cell], "brick" if bricks >> cell & 1 else "window"] for cell in sorted(letter)}


def abilities(facts: Facts, seat: int) -> dict[str, str]:
    active, used = facts[AT.active + seat], facts[AT.used + seat]
    return {name: "used" if name in read.abilities_of(used) else "active" for name in read.abilities_of(active | used)}


def end_odds(facts: Facts) -> list[float]:
    """How likely it is that the End card comes with the next card, the next two, the next three (C7, C18)."""
    left = facts[AT.deck_left]
    if facts[AT.end_card] != IN_DECK:
        return [0.0] * LONGEST_TAKE
    under = min(left, UNDER_THE_DECK)
    return [round(min(1.0, max(0, cards - (left - under)) / under), 4) for cards in range(1, LONGEST_TAKE + 1)]


def look(facts: Facts, seat: int | None) -> dict[str, Any]:
    """The card game's own part of a view."""
    seen: dict[str, Any] = {
        "phase": PHASES[facts[AT.phase]],
        "coats": facts[AT.coats],
        "docks": [None if card == EMPTY else LETTERS[card] for card in facts[AT.docks : AT.docks + DOCKS]],
        "deck": facts[AT.deck_left],
        "end_card": END_CARD[facts[AT.end_card]],
        "end_odds": end_odds(facts),
        "discards": read.by_letter(facts[AT.discards : AT.discards + len(COLOURS)]),
        "supply": dict(zip(KINDS, facts[AT.supply : AT.supply + len(KINDS)], strict=True)),
        "specials": facts[AT.specials],
        "abilities": dict(zip(ABILITIES, facts[AT.abilities : AT.abilities + len(ABILITIES)], strict=True)),
        "seats": [
            {
                "house": house(facts, other),
                "abilities": abilities(facts, other),
                "count": facts[AT.counts + other],
                "known": read.by_letter(read.known(facts, other)),
            }
            for other in range(facts[AT.players])
        ],
    }
    if seat is not None:
        seen["hand"] = read.letters(read.hand(facts, seat))
    return seen


def sees_entry(entry: Mapping[str, Any], seat: int | None) -> bool:
    """Whether a history entry is known to a seat: starting hands are their owner's (C11)."""
    text = entry.get("chance", "")
    return not text.startswith("hand ") or text.split()[1] == str(seat)


def seen_effect(effect: Effect, seat: int | None) -> Effect:
    """An effect as a seat may know it: of another seat's starting hand, only how many cards (C11)."""
    if "cards" in effect and effect["effect"] == "deal" and effect["seat"] != seat:
        return {key: value for key, value in effect.items() if key != "cards"}
    return effect
