"""What a seat remembers of the past beside the position, for the kernels that imagine what it cannot know."""

from collections.abc import Callable, Iterable

import numpy as np

from nyhavn.batch import Ints
from nyhavn.bots.observations import Observation
from nyhavn.copenhagen.components import DOCKS
from nyhavn.copenhagen.kernels.layout import COLOUR_COUNT
from nyhavn.facade.colours import LETTERS


def shown_cards(observation: Observation) -> Ints:
    """Opening cards that each seat has shown by paying or discarding more of a colour than it was seen to take, by seat
    and colour; and, after them, room to count the unseen cards in."""
    known = np.zeros((observation.players, COLOUR_COUNT), np.int64)
    shown = np.zeros_like(known)
    docks = [0] * (DOCKS + 1)

    def lay_down(seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            colour = LETTERS.index(card)
            (known if known[seat, colour] else shown)[seat, colour] += -1 if known[seat, colour] else 1

    for entry in observation.view["history"]:
        kind, *words = entry.get("chance", entry.get("move", "")).split()
        if kind == "docks":
            docks[1:] = [LETTERS.index(card) for card in words[0]]
        elif kind == "refill":
            for dock, _, card in (word.partition("=") for word in words):
                docks[int(dock)] = LETTERS.find(card)
        elif kind == "take":
            for dock in words:
                known[entry["seat"], docks[int(dock)]] += 1
        elif kind == "discard":
            lay_down(entry["seat"], words[0])
        elif kind == "build":
            lay_down(entry["seat"], words[-1].strip("-"))
    return np.concatenate([shown.ravel(), np.zeros(COLOUR_COUNT, np.int64)])


def nothing(observation: Observation) -> Ints:
    """In the dice game nothing is hidden (W5)."""
    return np.zeros(1, np.int64)


REMEMBER: dict[str, Callable[[Observation], Ints]] = {"copenhagen": shown_cards, "roll-and-write": nothing}


def remember(observation: Observation) -> Ints:
    return REMEMBER[observation.game](observation)
