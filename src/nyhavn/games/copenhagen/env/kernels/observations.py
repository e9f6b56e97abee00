"""What a seat sees in the card game, written down as small numbers. `nyhavn.envs.observations` says what they mean."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_parts
from nyhavn.facade.kinds import KIND_COUNT
from nyhavn.games.copenhagen.components import DOCKS
from nyhavn.games.copenhagen.env.kernels.actions import PLACE
from nyhavn.games.copenhagen.kernels.ids import PLACES_INSIDE, VARIANT_BRICK, VARIANT_KIND, VARIANT_MASK
from nyhavn.games.copenhagen.kernels.knowledge import FIRST_DECK, unseen
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, OVER
from nyhavn.games.copenhagen.kernels.turns import ABILITY_COUNT
from nyhavn.kernels.observations import write_cells, write_flags, write_numbers, write_one

PHASE_COUNT = OVER + 1
END_CARDS = 3


@kernel
def write_cards(S: Any, seat: int, out: Any, at: int) -> Any:
    """Own cards; those that the seat has not seen, in the deck or hidden in other hands (C11); the deck, once all know
    what is in it (C18); the discards."""
    unseen(S, seat, out[at + COLOUR_COUNT :])
    for colour in range(COLOUR_COUNT):
        out[at + colour] = S.hands[seat, colour]
        out[at + 2 * COLOUR_COUNT + colour] = 0 if S.deck_number == FIRST_DECK else S.deck[colour]
        out[at + 3 * COLOUR_COUNT + colour] = S.discards[colour]
    return at + 4 * COLOUR_COUNT


@kernel
def write_docks(S: Any, out: Any, at: int) -> Any:
    for dock in range(DOCKS):
        for colour in range(COLOUR_COUNT):
            out[at] = S.docks[dock] == colour
            at += 1
    return at


@kernel
def write_placement(first: int, out: Any, at: int) -> Any:
    """The tile that the seat is about to build: its kind, its cells, its brick."""
    variant, anchor = place_parts(PLACES_INSIDE[first - PLACE] if first >= PLACE else 0)
    begun = 1 if first >= PLACE else 0
    at = write_one(VARIANT_KIND[variant] if begun else -1, KIND_COUNT, out, at)
    at = write_cells(VARIANT_MASK[variant] * begun << anchor, out, at)
    return write_cells(VARIANT_BRICK[variant] * begun << anchor, out, at)


@kernel
def write_seen(S: Any, seat: int, first: int, second: int, out: Any) -> Any:
    """What a seat sees, itself first and then the others in the order of play. Gives how many numbers that are."""
    players = S.players
    at = write_one(seat, players, out, 0)
    at = write_one((S.turn - seat) % players if S.phase != OVER else -1, players, out, at)
    at = write_one(S.phase, PHASE_COUNT, out, at)
    at = write_cards(S, seat, out, at)
    at = write_docks(S, out, at)
    out[at] = S.deck_left
    out[at + 1] = S.deck_number != FIRST_DECK
    out[at + 2] = S.specials
    out[at + 3] = S.coats
    at = write_one(S.end_card, END_CARDS, out, at + 4)
    at = write_numbers(S.supply, KIND_COUNT, out, at)
    at = write_numbers(S.abilities, ABILITY_COUNT, out, at)
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        out[at] = S.scores[other]
        out[at + 1] = S.counts[other]
        at = write_numbers(S.known[other], COLOUR_COUNT, out, at + 2)
        at = write_flags(S.active[other], ABILITY_COUNT, out, at)
        at = write_flags(S.used[other], ABILITY_COUNT, out, at)
        at = write_cells(S.filled[other], out, at)
        at = write_cells(S.bricks[other], out, at)
        for colour in range(COLOUR_COUNT):
            at = write_cells(S.colours[other, colour], out, at)
    return write_placement(first if seat == S.turn else -1, out, at)
