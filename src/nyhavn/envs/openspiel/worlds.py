"""Worlds that a seat could be in: what it knows stays, what is hidden from it is dealt anew.

In the card game only the starting cards of the others are hidden (C11), so a world is a way to deal these. All ways
were equally likely, and those remain in which the others held all cards that they have paid and discarded since; what
they may have meant by their moves is not considered. In the dice game there is one world only.
"""

from collections.abc import Callable, Mapping, Sequence
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nyhavn.bots.observations import Observation
from nyhavn.envs.encoding import encoding_of
from nyhavn.facade.colours import LETTERS
from nyhavn.games import rules_of
from nyhavn.games.copenhagen.components import CARDS_OF_A_COLOUR, DOCKS
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, EMPTY
from nyhavn.rules import Memory, duplicate

if TYPE_CHECKING:
    from nyhavn.envs.openspiel.states import TableState

Counts = npt.NDArray[np.int64]
Sampler = Callable[[], float]
"""Gives numbers from 0 up to 1, all equally likely."""


def resampled(state: "TableState", seat: int, sampler: Sampler) -> "TableState":
    """A state in another world, or in the same, in which the seat would have seen and done the same."""
    if not any(state.openings):
        return state.clone()  # type: ignore[no-any-return]
    openings, _ = _another(state, seat, sampler)
    dealt = [LETTERS.index(card) for card in "".join(openings)]
    actions = [item.action for item in state.full_history()]
    return _replayed(state.get_game(), [*actions[:DOCKS], *dealt, *actions[DOCKS + len(dealt) :]])


def exchanged(state: "TableState", seat: int, sampler: Sampler) -> "TableState":
    """The same in a moment, for searchers: a copy with other cards. In its list of actions, at which these do not look,
    the old ones stand."""
    other: TableState = state.clone()
    if any(state.openings):
        other.exchange(*_another(state, seat, sampler))
    return other


def _another(state: "TableState", seat: int, sampler: Sampler) -> tuple[list[str], Memory]:
    """With what all began in another world, and the position there."""
    seen, began = state.rules.knowledge.erase(state.memory, seat), _counts(state.openings)
    hidden = (state.memory[0]["hands"] - seen[0]["hands"])[: len(began)]
    while True:
        openings = _imagined(seen, began - hidden, sampler)
        openings[seat] = state.openings[seat]  # in the order in which they were dealt
        given, memory = _counts(openings) - began, duplicate(state.memory)
        memory[0]["hands"][: len(given)] += given
        memory[0]["deck"] -= given.sum(axis=0)  # nothing, in the second deck (C18)
        # Who has begun to build has cards to pay with.
        if not state.prefix or state.encoding.packed_mask(memory, state.prefix).any():
            return openings, memory


def _counts(openings: Sequence[str]) -> Counts:
    """Cards by seat and colour."""
    return np.array([[cards.count(letter) for letter in LETTERS] for cards in openings])


def believed(game: Any, observation: Observation, sampler: Sampler) -> "TableState":
    """A state that a seat may take the game for, given all that it knows."""
    encoding, chance = encoding_of(observation.game), rules_of(observation.game).chance
    history, seen = observation.view["history"], observation.memory
    actions: list[int] = []
    for entry in history:
        if "move" in entry:
            actions += encoding.text_to_action(entry["move"])
        elif not entry["chance"].startswith("hand "):
            events = chance.read(entry["chance"])
            actions += [encoding.chance_outcomes.index(event.outcome) for event in events if event.outcome]
        if entry.get("chance", "").startswith("docks "):  # C7: then the hands
            shown = _began_with(history, seen[0]["hands"][: observation.players])
            actions += [LETTERS.index(card) for card in "".join(_imagined(seen, shown, sampler))]
    return _replayed(game, actions)


def _replayed(game: Any, actions: Sequence[int]) -> "TableState":
    state: TableState = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def _imagined(seen: Memory, shown: Counts, sampler: Sampler) -> list[str]:
    """The starting cards of every seat in some world, given those that are known to have been among them.

    Hidden cards are drawn from all that the seat has not seen. In that way a hand of X hidden and r shown cards of a
    colour comes up C(X + r, r) times as often as it was dealt, because which r of them were shown makes no difference.
    So of such draws only one in C(X + r, r) is kept.
    """
    while True:
        hidden = _drawn(seen, sampler)[: len(shown)]
        ways = prod(comb(int(x + r), int(r)) for x, r in zip(hidden.flat, shown.flat, strict=True))
        if sampler() * ways < 1:
            return ["".join(letter * int(n) for letter, n in zip(LETTERS, row, strict=True)) for row in hidden + shown]


def _drawn(seen: Memory, sampler: Sampler) -> Counts:
    """Cards for what is hidden in every hand, by seat and colour. `seen` is a position without secrets: of the others
    it has the cards that everybody saw, and how many they hold."""
    table = seen[0]
    hidden: Counts = np.zeros_like(table["hands"])
    unseen = table["deck"].copy()
    if table["deck_number"] > 1:  # C18: that deck has been seen, the hidden cards lie nowhere else
        docks = np.bincount(table["docks"][table["docks"] != EMPTY], minlength=COLOUR_COUNT)
        lying = unseen + docks + table["discards"] + table["hands"].sum(axis=0)
        unseen = CARDS_OF_A_COLOUR[int(table["players"])] - lying
    for seat, missing in enumerate(table["counts"] - table["hands"].sum(axis=1)):
        for _ in range(int(missing)):
            card = int(np.searchsorted(unseen.cumsum(), int(sampler() * unseen.sum()), side="right"))
            hidden[seat, card] += 1
            unseen[card] -= 1
    return hidden


def _began_with(history: Sequence[Mapping[str, Any]], hands: Counts) -> Counts:
    """The cards with which seats must have begun if they hold these: without what they took since, with what they paid
    and discarded."""
    began = hands.copy()
    docks: dict[str, str] = {}
    for entry in history:
        kind, *words = entry.get("move", entry.get("chance", "")).split()
        if kind == "docks":
            docks = {str(dock): card for dock, card in enumerate(words[0], 1)}
        elif kind == "refill":
            docks |= dict(word.split("=") for word in words)
        elif kind == "take":
            for dock in words:
                began[entry["seat"], LETTERS.index(docks[dock])] -= 1
        elif kind in ("build", "discard"):
            for card in words[-1].strip("-"):
                began[entry["seat"], LETTERS.index(card)] += 1
    return began
