"""The rules, compiled. Moves are numbers: 0 takes, 1 + colour * 8 + place builds."""

from typing import Any

import numpy as np

from boathouse.components import CARDS, CARDS_OF_A_COLOUR, COLOURS, KINDS, LINES, ONE_COLOUR, PLACES, PLAYERS, TURNS
from nyhavn.compiled import kernel
from nyhavn.facade.anchors import supporting
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import mask_of
from nyhavn.kernels.batch import Batch
from nyhavn.luck import Luck, below

SEATS = PLAYERS[-1]
COLOUR_COUNT = OUTCOME_COUNT = len(COLOURS)
FIELDS = [
    ("players", np.int64),
    ("turn", np.int64),  # the seat that decides, or that a card is dealt to
    ("phase", np.int64),
    ("turns", np.int64),  # that were played
    ("dealt", np.int64),  # cards
    ("deck", np.int64, COLOUR_COUNT),  # cards of each colour, in no order
    ("dock", np.int64),  # a colour, or NOTHING
    ("supply", np.int64, len(KINDS)),
    # by seat
    ("filled", np.int64, SEATS),
    ("colours", np.int64, (SEATS, COLOUR_COUNT)),  # cells that each colour covers
    ("scores", np.int64, SEATS),
    ("opening", np.int64, SEATS),  # the colour of its first card, or NOTHING
    ("shown", np.int64, SEATS),  # whether all have seen it
    ("known", np.int64, (SEATS, COLOUR_COUNT)),  # cards that all have seen being taken
]
STATE = np.dtype((np.record, FIELDS))
NOTHING = -1
DEAL, TURN_UP, TURN, OVER = range(4)  # phase: the first two wait for a card

TAKE, BUILD = 0, 1
# The colour and the cells of each build, in the order of their numbers.
BUILDS = tuple((colour, mask_of(place)) for colour in range(COLOUR_COUNT) for place in PLACES)
MOVE_COUNT = BUILD + len(BUILDS)
FIRST_CELL = mask_of(["a1"])
LINE_MASKS = np.array([mask for mask, _ in LINES], np.int64)
LINE_POINTS = np.array([points for _, points in LINES], np.int64)


@kernel
def set_up(S: Any, players: int, option: int) -> None:
    """B1, B2: before the first card."""
    S.players = players
    S.phase = DEAL
    S.deck[:] = CARDS_OF_A_COLOUR
    S.supply[:] = 1
    S.dock = NOTHING
    S.opening[:] = NOTHING


@kernel
def waits(S: Any) -> Any:
    return S.phase <= TURN_UP


@kernel
def weight(S: Any, outcome: int) -> Any:
    return S.deck[outcome]


@kernel
def deal(S: Any, outcome: int) -> None:
    """B2, B3: a card comes from the deck."""
    S.deck[outcome] -= 1
    S.dealt += 1
    if S.phase == TURN_UP:
        S.dock = outcome
        S.phase = TURN
    else:
        S.opening[S.turn] = outcome
        S.turn = (S.turn + 1) % S.players
        S.phase = DEAL if S.turn else TURN_UP


@kernel
def cards(S: Any, seat: int, colour: int) -> Any:
    """How many a seat holds, those that others have not seen among them."""
    return S.known[seat, colour] + (S.opening[seat] == colour and not S.shown[seat])


@kernel
def is_legal(S: Any, move: int) -> Any:
    """B3, B4, B5."""
    if S.phase != TURN or move < TAKE or move >= MOVE_COUNT:
        return False
    if move == TAKE:
        return True
    colour, cells = BUILDS[move - BUILD]
    size, filled = popcount(cells), S.filled[S.turn]
    return (
        S.supply[2 * colour + size - 1] > 0
        and cards(S, S.turn, colour) >= size
        and cells & filled == 0
        and cells & supporting(filled) != 0
        and (filled | cells) & FIRST_CELL != 0
    )


@kernel
def points(S: Any, seat: int) -> Any:
    """B6: what the lines of a house bring."""
    total = 0
    for line in range(len(LINE_MASKS)):
        if S.filled[seat] & LINE_MASKS[line] == LINE_MASKS[line]:
            total += LINE_POINTS[line]
            for colour in range(COLOUR_COUNT):
                if S.colours[seat, colour] & LINE_MASKS[line] == LINE_MASKS[line]:
                    total += LINE_POINTS[line] * (ONE_COLOUR - 1)
    return total


@kernel
def apply(S: Any, move: int) -> None:
    """Play a legal move; then it is the next seat's turn, or the game is over (B7)."""
    seat = S.turn
    if move == TAKE:
        S.known[seat, S.dock] += 1
        S.dock = NOTHING
    else:
        colour, cells = BUILDS[move - BUILD]
        size = popcount(cells)
        S.supply[2 * colour + size - 1] -= 1
        S.filled[seat] |= cells
        S.colours[seat, colour] |= cells
        S.scores[seat] = points(S, seat)
        if S.known[seat, colour] < size:  # B8
            S.shown[seat] = 1
            size -= 1
        S.known[seat, colour] -= size
    S.turns += 1
    S.turn = (seat + 1) % S.players
    S.phase = OVER if S.turns == TURNS else TURN_UP if S.dock == NOTHING else TURN


@kernel
def unseen(S: Any, seat: int, colour: int) -> Any:
    """B8: how many cards are in the deck or hidden in other hands, for all that a seat knows."""
    count = S.deck[colour]
    for other in range(S.players):
        count += other != seat and S.opening[other] == colour and not S.shown[other]
    return count


@kernel
def erase(S: Any, seat: int) -> None:
    """B8: put the hidden cards of others into the deck, where a seat may suppose them as well."""
    for colour in range(COLOUR_COUNT):
        S.deck[colour] = unseen(S, seat, colour)
    for other in range(S.players):
        if other != seat and not S.shown[other]:
            S.opening[other] = NOTHING


@kernel
def imagine(S: Any, seat: int, past: Any, luck: Luck) -> None:
    """Draw them from it. Nothing but what was shown says which they are, so that no past is needed."""
    for other in range(S.players):
        left = S.deck[0] + S.deck[1]
        if left > CARDS - S.dealt and S.opening[other] == NOTHING and (S.phase != DEAL or other < S.turn):
            colour = 0 if below(luck, left) < S.deck[0] else 1
            S.opening[other] = colour
            S.deck[colour] -= 1


batch = Batch(__name__, globals())
