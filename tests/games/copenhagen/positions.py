"""Positions drawn as text, chance written down beforehand, and what the tests of the rules read of a game.

Houses are drawn as in `tests.positions`: capital letters are windows, small ones bricks, W is a special tile.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import nyhavn
from nyhavn.facade.colours import LETTERS
from nyhavn.games import rules_of
from nyhavn.games.copenhagen.components import ABILITIES, KINDS
from nyhavn.games.copenhagen.kernels.layout import ACTION, AFTER_TAKE, BESIDE, COAT, DISCARD, EMPTY, IN_DECK
from nyhavn.luck import Seeded
from nyhavn.rules import Position
from tests.positions import Script, covered, dull, of_seat, pictured, points

HAND_LIMIT = 7
SPECIALS = 12


def position(
    *houses: str,
    players: int = 2,
    turn: int = 0,
    hands: Sequence[str] = (),
    docks: str = "RYGBPRY",
    deck: str | None = None,
    discards: str = "",
    shuffled: bool = False,
    active: Sequence[str] = (),
    used: Sequence[str] = (),
    coats: int = 0,
    supply: Mapping[str, int] | None = None,
    specials: int | None = None,
    chance: Script | None = None,
) -> nyhavn.State:
    """A game that stands like this, with nothing played yet.

    Houses, hands and abilities are given by seat; what is not given is empty, but for the *any* tile of C9. Cards that
    are in no hand and at no dock are in the deck, or among the discards where `deck` says what is left of it.
    `shuffled` puts the End card in the deck of a game of three or four (C18). What must be decided follows from the
    drawing: more than seven cards ask for a discard, `coats` for coat actions, a free dock (`.`) for a build or the
    end of the turn, and everything else for an action.
    """
    rules = rules_of("copenhagen")
    memory = rules.begin(players, {})
    S = memory[0]
    box = Counter({letter: int(S.deck[n]) for n, letter in enumerate(LETTERS)})

    for seat in range(players):
        _draw_house(S, seat, of_seat(houses, seat))
        _deal(S.hands[seat], of_seat(hands, seat))
        S.counts[seat] = len(of_seat(hands, seat))
        turned = of_seat(used, seat)
        S.used[seat] = _bits(turned)
        S.active[seat] = _bits(active[seat] if seat < len(active) else "" if "any" in turned else "any")
    for number in range(len(ABILITIES)):
        owners = sum(int(S.active[seat] | S.used[seat]) >> number & 1 for seat in range(players))
        S.abilities[number] = players - owners
    for tile, left in (supply or {}).items():
        S.supply[KINDS.index(tile)] = left
    white = sum(house.count("W") for house in houses)
    S.specials = SPECIALS - white if specials is None else specials

    for dock, card in enumerate(docks):
        S.docks[dock] = EMPTY if card == "." else LETTERS.index(card)
    S.empty = sum(1 << dock for dock, card in enumerate(docks) if card == ".")
    rest = _without(box, docks.replace(".", "") + "".join(hands))
    assert not (deck and discards), "say what is left of the deck or what is discarded: the rest is the other"
    given = _letters(_without(rest, discards)) if deck is None else deck
    _deal(S.deck, given)
    _deal(S.discards, _letters(_without(rest, given)))
    S.end_card = IN_DECK if players == 2 or shuffled else BESIDE
    S.deck_left = len(given) + (S.end_card == IN_DECK)
    S.deck_number = 2 if shuffled else 1
    S.dealt = 0 if shuffled else box.total() - len(given)

    S.turn = turn
    S.coats = coats
    too_many = S.counts[turn] > HAND_LIMIT
    S.phase = DISCARD if too_many else COAT if coats else AFTER_TAKE if "." in docks else ACTION
    return nyhavn.State.from_position(rules, {}, Position(memory, rules.batch.new_past()), chance or Seeded(0))


def _draw_house(S: Any, seat: int, house: str) -> None:
    S.filled[seat], S.bricks[seat] = covered(house), dull(house)
    S.colours[seat] = [covered(house, letter) for letter in LETTERS]
    S.scores[seat] = points(house)


def _bits(names: str) -> int:
    return sum(1 << ABILITIES.index(name) for name in names.split())


def _deal(counts: Any, cards: str) -> None:
    counts[:] = [cards.count(letter) for letter in LETTERS]
    assert counts.sum() == len(cards), f"{cards} are not all cards"


def _without(cards: Counter[str], taken: str) -> Counter[str]:
    left = cards.copy()
    left.subtract(taken)
    assert min(left.values()) >= 0, f"the box has no {taken}: {left}"
    return left


def _letters(cards: Counter[str]) -> str:
    return "".join(letter * cards[letter] for letter in LETTERS)


# What is read of a game, as everybody may read it.


def drawn(state: nyhavn.State, seat: int = 0) -> str:
    """A house of the game as a drawing."""
    return pictured(state.view()["seats"][seat]["house"])


def hand(state: nyhavn.State, seat: int = 0) -> str:
    cards: str = state.view(seat)["hand"]
    return cards


def docks(state: nyhavn.State) -> str:
    return "".join(card or "." for card in state.view()["docks"])


def discards(state: nyhavn.State) -> str:
    return _letters(Counter(state.view()["discards"]))


def sides(state: nyhavn.State, seat: int = 0) -> dict[str, str]:
    """The ability tiles of a seat: `active` or `used`."""
    tiles: dict[str, str] = state.view()["seats"][seat]["abilities"]
    return tiles


def takes(state: nyhavn.State) -> set[str]:
    return {move for move in state.moves() if move.startswith("take ")}


def builds(state: nyhavn.State, tile: str = "") -> set[str]:
    return {move for move in state.moves() if move.startswith(f"build {tile}")}


def payments(state: nyhavn.State, placed: str) -> set[str]:
    """The ways to pay for a tile in one place: `payments(state, "R2 a1* b1")`."""
    start = f"build {placed} pay "
    return {move.removeprefix(start) for move in state.moves() if move.startswith(start)}
