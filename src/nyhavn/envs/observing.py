"""What a seat sees, as an array of small numbers: the observation that every environment shares.

It holds own cards, everything public, and what follows from both; nothing that is hidden from the seat. It is a row of
`uint8`, made of named fields one after the other (`Observing.fields`), each with its shape, the largest number that can
stand in it, and whether only this seat may know it. Seats are counted from the one that looks: 0 is itself, 1 the next
in the order of play. Cells are counted from a1, row by row. A *flag* is 0 or 1; *one of* means flags of which one is 1.

    observing = observing_of("copenhagen")
    seen = observing.observe(state.memory, seat=0)
    observing.split(seen)["hand"]  # array of five numbers
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nyhavn.copenhagen import components as cards
from nyhavn.envs.compiling import kernels_of
from nyhavn.envs.inputs import check_memory
from nyhavn.envs.kernels.batch import Bytes
from nyhavn.facade.cells import CELLS
from nyhavn.facade.colours import COLOURS
from nyhavn.games import rules_of
from nyhavn.rollwrite import components as dice
from nyhavn.rules import Memory

KINDS = len(cards.KINDS)
COLOUR_COUNT = len(COLOURS)
MOST_POINTS = 99
MOST_COATS = 45
CARDS = max(cards.CARDS_OF_A_COLOUR.values())
NOTHING = -1


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int
    """No number in it is larger."""
    meaning: str
    private: bool = False
    """Only the seat that looks may know it; a spectator sees all the others."""
    by_seat: bool = False
    """One for each seat: all such fields of a seat stand together, and the next seat's follow."""

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


def _house(mark: str) -> list[Field]:
    return [
        Field("covered", (CELLS,), 1, "flags: covered cells", by_seat=True),
        Field(mark, (CELLS,), 1, f"flags: of these the {mark}", by_seat=True),
        Field("colours", (COLOUR_COUNT, CELLS), 1, "flags: cells covered by each colour", by_seat=True),
    ]


def _card_game(players: int) -> list[Field]:
    many = COLOUR_COUNT * CARDS
    return [
        Field("seat", (players,), 1, "one of: the number of the seat that looks", private=True),
        Field("turn", (players,), 1, "one of: who decides, counted from the seat that looks; none when it is over"),
        Field("phase", (8,), 1, "one of: docks dealt, hands dealt, refill, action, discard, after a take, coat, over"),
        Field("hand", (COLOUR_COUNT,), 7 + 3, "own cards by colour", private=True),
        Field("unseen", (COLOUR_COUNT,), CARDS, "cards in the deck or hidden in other hands, by colour", private=True),
        Field("deck", (COLOUR_COUNT,), CARDS, "cards in the second deck, which all know; 0 while the first one lasts"),
        Field("discards", (COLOUR_COUNT,), CARDS, "discards by colour"),
        Field("docks", (cards.DOCKS, COLOUR_COUNT), 1, "one of, for each dock: its card; none if it is empty"),
        Field("deck_left", (1,), many + 1, "cards left in the deck, the End card among them"),
        Field("second_deck", (1,), 1, "flag: the discards were shuffled"),
        Field("specials", (1,), cards.SPECIALS, "special tiles left"),
        Field("coats", (1,), MOST_COATS, "coat actions owed to the seat that decides"),
        Field("end_card", (3,), 1, "one of: the End card lies beside, is in the deck, is turned up"),
        Field("supply", (KINDS,), 3, "tiles left, R2 to R5, Y2 to Y5, G, B, P"),
        Field("abilities", (len(cards.ABILITIES),), 4, "ability tiles left: any extra discount recolour both"),
        Field("points", (1,), MOST_POINTS, "points", by_seat=True),
        Field("cards", (1,), 7 + 3, "number of cards", by_seat=True),
        Field("known", (COLOUR_COUNT,), 7 + 3, "of these by colour, as far as all know them", by_seat=True),
        Field("active", (len(cards.ABILITIES),), 1, "flags: active ability tiles", by_seat=True),
        Field("used", (len(cards.ABILITIES),), 1, "flags: used ability tiles", by_seat=True),
        *_house("bricks"),
        Field("kind", (KINDS,), 1, "one of: the tile that the seat is about to build; else none", private=True),
        Field("cells", (CELLS,), 1, "flags: its cells", private=True),
        Field("brick", (CELLS,), 1, "flags: its brick", private=True),
    ]


def _dice_game(players: int) -> list[Field]:
    return [
        Field("seat", (players,), 1, "one of: the number of the seat that looks", private=True),
        Field("turn", (players,), 1, "one of: who decides, counted from the seat that looks; none when it is over"),
        Field("active", (players,), 1, "one of: whose turn it is, in which others mark; none when it is over"),
        Field("phase", (7,), 1, "one of: roll, start, turn, after the tile, coat, mark, over"),
        Field("mirror", (1,), 1, "flag: tiles may be flipped"),
        Field("round", (1,), dice.LAST_ROUND, "the round, from 1"),
        Field("drawn", (1,), 1, "flag: the tile of this turn is drawn"),
        Field("coats", (1,), MOST_COATS, "coat actions owed to the seat whose turn it is"),
        Field("rolling", (1,), dice.DICE, "dice still to be rolled"),
        Field("dice", (len(dice.FACES),), dice.DICE, "unused dice by face, R Y G B P W"),
        Field("tiles", (COLOUR_COUNT, 3, 3), 1, "one of, for the two tiles of size 4 and that of size 5 of each colour:"
              " open, crossed out, put out of the game"),
        Field("fresh_stars", (COLOUR_COUNT,), dice.BOXES, "stars of this turn, usable from their owner’s next"),
        Field("fresh_bonuses", (COLOUR_COUNT,), dice.BOXES, "bonuses likewise"),
        Field("points", (1,), MOST_POINTS, "points", by_seat=True),
        Field("tracks", (COLOUR_COUNT,), dice.BOXES, "marked boxes", by_seat=True),
        Field("stars", (COLOUR_COUNT,), dice.BOXES, "stars that can be used", by_seat=True),
        Field("bonuses", (COLOUR_COUNT,), dice.BOXES, "bonuses that can be used", by_seat=True),
        *_house("crosses"),
        Field("kind", (KINDS,), 1, "one of: the tile that the seat is about to draw; else none", private=True),
        Field("cells", (CELLS,), 1, "flags: its cells", private=True),
        Field("cross", (CELLS,), 1, "flags: its X, once that is chosen", private=True),
        Field("no_cross", (1,), 1, "flag: it is drawn without an X", private=True),
    ]  # fmt: skip


GAMES = {"copenhagen": _card_game, "roll-and-write": _dice_game}


class Observing:
    """The observations of one game: what `observing_of` gives. `players` is always how many play."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._rules, self._kernels = rules_of(game), kernels_of(game)

    def fields(self, players: int) -> list[Field]:
        """The parts of an observation in their order. Those `by_seat` are repeated: see `places`. ValueError if so many
        do not play."""
        if players not in self._rules.players:
            known = ", ".join(map(str, self._rules.players))
            raise ValueError(f"{self.game} is played by {known} players, not {players}")
        return GAMES[self.game](players)

    @cache  # noqa: B019 - there are two of these objects, and they live as long as the program
    def places(self, players: int) -> dict[str, tuple[slice, tuple[int, ...], Field]]:
        """Where each part stands and its shape, by its name; those of a seat are named `points 0`, `points 1` …"""
        fields, found, at = self.fields(players), {}, 0
        by_seat = [field for field in fields if field.by_seat]
        first = fields.index(by_seat[0])
        ordered = [(field.name, field) for field in fields[:first]]
        ordered += [(f"{field.name} {seat}", field) for seat in range(players) for field in by_seat]
        ordered += [(field.name, field) for field in fields[first + len(by_seat) :]]
        for name, field in ordered:
            found[name] = slice(at, at + field.size), field.shape, field
            at += field.size
        return found

    @cache  # noqa: B019
    def size(self, players: int) -> int:
        """How many numbers an observation has."""
        return sum(field.size for _, _, field in self.places(players).values())

    def most(self, players: int) -> Bytes:
        """The largest number that can stand at each place; divide by it to get numbers from 0 to 1."""
        parts = [np.full(field.size, field.most, np.uint8) for _, _, field in self.places(players).values()]
        return np.concatenate(parts)

    def private(self, players: int) -> npt.NDArray[np.bool_]:
        """Which places only the seat that looks may know."""
        return np.concatenate([np.full(field.size, field.private) for _, _, field in self.places(players).values()])

    def split(self, seen: npt.NDArray[Any], players: int | None = None) -> dict[str, npt.NDArray[Any]]:
        """An observation, or rows of them, as its parts by name."""
        sizes = {self.size(many): many for many in self._rules.players}
        if players is None:
            players = sizes.get(seen.shape[-1], 0)
        if players not in sizes.values() or self.size(players) != seen.shape[-1]:
            known = ", ".join(map(str, sizes))
            raise ValueError(f"an observation of {self.game} has {known} numbers, by the players, not {seen.shape[-1]}")
        parts = self.places(players).items()
        return {name: seen[..., place].reshape(*seen.shape[:-1], *shape) for name, (place, shape, _) in parts}

    def observe(self, memory: Memory, seat: int, prefix: "list[int] | tuple[int, ...]" = ()) -> Bytes:
        """What a seat sees of a position, given as plain memory; `prefix` are the actions of the move that is begun,
        which only the seat that decides gets to see."""
        seen = self.observe_all(memory, np.array([seat]), np.array([[*prefix, NOTHING, NOTHING][:2]]))
        return seen.reshape(-1)

    def observe_all(
        self, memory: Memory, seats: npt.NDArray[np.int64], prefix: npt.NDArray[np.int64], out: Bytes | None = None
    ) -> Bytes:
        """The same for many positions with equally many players, a row each."""
        check_memory(memory, self._kernels.given["STATE"], self.game)
        players = int(memory["players"][0])
        if seats.dtype.kind not in "iu" or ((seats < 0) | (seats >= players)).any():
            raise ValueError(f"there is no such seat: seats are the numbers from 0 to {players - 1}")
        if out is None:
            out = np.zeros((len(memory), self.size(players)), np.uint8)
        self._kernels.observe(memory, seats, prefix, out)
        return out

    def space(self, players: int) -> Any:
        """The same as a space of Gymnasium, which must be installed."""
        from gymnasium.spaces import Box

        most = self.most(players)
        return Box(np.zeros_like(most), most, most.shape, np.uint8)


def observing_of(game: str) -> Observing:
    """The observations of a game by its name; ValueError if there is none of that name."""
    return _load(rules_of(game).name)


@cache
def _load(game: str) -> Observing:
    return Observing(game)
