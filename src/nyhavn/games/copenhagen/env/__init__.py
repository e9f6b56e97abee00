"""The card game for researchers: actions and observations, and the bounds that OpenSpiel asks for."""

from nyhavn.facade.cells import CELLS
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.fields import MOST_COATS, MOST_POINTS, Field, house
from nyhavn.games.copenhagen import components
from nyhavn.games.copenhagen.env import features
from nyhavn.games.copenhagen.env.kernels.environment import kernels
from nyhavn.parts import Environment

COLOUR_COUNT = len(COLOURS)
CARDS = max(components.CARDS_OF_A_COLOUR.values())
MOST_CARDS = components.HAND_LIMIT + 3  # between a take and the discard
LEAST_ACTIONS = 16  # twelve points take more, and so does the deck
COATS = components.COAT_CELLS.bit_count() + components.COAT_ROWS.bit_count()


def fields(players: int) -> list[Field]:
    """What an observation is made of."""
    many = COLOUR_COUNT * CARDS
    return [
        Field("seat", (players,), 1, "one of: the number of the seat that looks", private=True),
        Field("turn", (players,), 1, "one of: who decides, counted from the seat that looks; none when it is over"),
        Field("phase", (8,), 1, "one of: docks dealt, hands dealt, refill, action, discard, after a take, coat, over"),
        Field("hand", (COLOUR_COUNT,), MOST_CARDS, "own cards by colour", private=True),
        Field("unseen", (COLOUR_COUNT,), CARDS, "cards in the deck or hidden in other hands, by colour", private=True),
        Field("deck", (COLOUR_COUNT,), CARDS, "cards in the second deck, which all know; 0 while the first one lasts"),
        Field("discards", (COLOUR_COUNT,), CARDS, "discards by colour"),
        Field("docks", (components.DOCKS, COLOUR_COUNT), 1, "one of, for each dock: its card; none if it is empty"),
        Field("deck_left", (1,), many + 1, "cards left in the deck, the End card among them"),
        Field("second_deck", (1,), 1, "flag: the discards were shuffled"),
        Field("specials", (1,), components.SPECIALS, "special tiles left"),
        Field("coats", (1,), MOST_COATS, "coat actions owed to the seat that decides"),
        Field("end_card", (3,), 1, "one of: the End card lies beside, is in the deck, is turned up"),
        Field("supply", (len(components.KINDS),), 3, "tiles left, R2 to R5, Y2 to Y5, G, B, P"),
        Field("abilities", (len(components.ABILITIES),), 4, "ability tiles left: any extra discount recolour both"),
        Field("points", (1,), MOST_POINTS, "points", by_seat=True),
        Field("cards", (1,), MOST_CARDS, "number of cards", by_seat=True),
        Field("known", (COLOUR_COUNT,), MOST_CARDS, "of these by colour, as far as all know them", by_seat=True),
        Field("active", (len(components.ABILITIES),), 1, "flags: active ability tiles", by_seat=True),
        Field("used", (len(components.ABILITIES),), 1, "flags: used ability tiles", by_seat=True),
        *house("bricks"),
        Field(
            "kind",
            (len(components.KINDS),),
            1,
            "one of: the tile that the seat is about to build; else none",
            private=True,
            begun=True,
        ),
        Field("cells", (CELLS,), 1, "flags: its cells", private=True, begun=True),
        Field("brick", (CELLS,), 1, "flags: its brick", private=True, begun=True),
    ]


def most_chance(players: int) -> int:
    """Every card and the End card; from three players on no more than every card a second time (C18)."""
    return components.CARDS_OF_A_COLOUR[players] * COLOUR_COUNT * (1 if players == 2 else 2) + 1


def most_actions(players: int) -> int:
    """A take brings at least two cards out of the deck, and may be followed by `discard` and `end`; a tile of the rack
    is built once, in two actions."""
    takes = most_chance(players) // 2
    return takes * 3 + sum(components.COPIES[players]) * COLOUR_COUNT * 2 + players * COATS


ENVIRONMENT = Environment(kernels, fields, most_chance, most_actions, LEAST_ACTIONS, features)
