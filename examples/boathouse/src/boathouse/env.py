"""The game for researchers: what a seat observes, and the bounds that OpenSpiel asks for."""

from typing import Any

from boathouse.components import CARDS, CARDS_OF_A_COLOUR, CELLS, COLOURS, KINDS, TURNS
from boathouse.kernels import COLOUR_COUNT, NOTHING, OVER, batch, cards, unseen
from nyhavn.compiled import kernel
from nyhavn.facade.cells import INDEX
from nyhavn.facade.fields import Field
from nyhavn.kernels.environments import plain_environment
from nyhavn.kernels.observations import write_numbers, write_one
from nyhavn.parts import Environment

PHASE_COUNT, KIND_COUNT = OVER + 1, len(KINDS)
BITS = tuple(INDEX[cell] for cell in CELLS)


def fields(players: int) -> list[Field]:
    colours, cells = len(COLOURS), len(CELLS)
    return [
        Field("seat", (players,), 1, "one of: the number of the seat that looks", private=True),
        Field("turn", (players,), 1, "one of: who decides, counted from the seat that looks; none when it is over"),
        Field("phase", (PHASE_COUNT,), 1, "one of: hands dealt, a card turned up, turn, over"),
        Field("hand", (colours,), CARDS, "own cards by colour", private=True),
        Field("unseen", (colours,), CARDS_OF_A_COLOUR, "cards in the deck or hidden in another hand", private=True),
        Field("dock", (colours,), 1, "one of: the card on the dock; none if it is empty"),
        Field("turns", (1,), TURNS, "turns played"),
        Field("supply", (KIND_COUNT,), 1, "flags: tiles left, R1 R2 Y1 Y2"),
        Field("points", (1,), 8, "points", by_seat=True),
        Field("known", (colours,), CARDS, "cards by colour, as far as all know them", by_seat=True),
        Field("shown", (1,), 1, "flag: all have seen its first card", by_seat=True),
        Field("colours", (colours, cells), 1, "flags: cells covered by each colour", by_seat=True),
    ]


@kernel
def write_seen(S: Any, seat: int, first: int, second: int, out: Any) -> Any:
    """What a seat sees, itself first. Gives how many numbers that are."""
    at = write_one(seat, S.players, out, 0)
    at = write_one((S.turn - seat) % S.players if S.phase != OVER else NOTHING, S.players, out, at)
    at = write_one(S.phase, PHASE_COUNT, out, at)
    for colour in range(COLOUR_COUNT):
        out[at + colour] = cards(S, seat, colour)
        out[at + COLOUR_COUNT + colour] = unseen(S, seat, colour)
    at = write_one(S.dock, COLOUR_COUNT, out, at + 2 * COLOUR_COUNT)
    out[at] = S.turns
    at = write_numbers(S.supply, KIND_COUNT, out, at + 1)
    for step in range(S.players):
        other = (seat + step) % S.players
        out[at] = S.scores[other]
        at = write_numbers(S.known[other], COLOUR_COUNT, out, at + 1)
        out[at] = S.shown[other]
        at += 1
        for colour in range(COLOUR_COUNT):
            for bit in BITS:
                out[at] = S.colours[other, colour] >> bit & 1
                at += 1
    return at


# At most so many chance events and actions, and no game has fewer actions either.
ENVIRONMENT = Environment(plain_environment(batch, write_seen), fields, lambda _: CARDS, lambda _: TURNS, TURNS)
