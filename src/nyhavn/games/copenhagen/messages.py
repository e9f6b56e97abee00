"""What the card game tells clients, as types."""

from typing import Literal

from pydantic import Field

from nyhavn.facade import messages as facade
from nyhavn.parts import Messages

Ability = Literal["any", "extra", "discount", "recolour", "both"]
CoveredCell = tuple[facade.LetterOrWhite, Literal["window", "brick"]]


class Seat(facade.Message):
    house: dict[facade.Cell, CoveredCell]
    lines: facade.Lines = Field(description="those that are complete")
    abilities: dict[Ability, Literal["active", "used"]]
    count: int = Field(description="how many cards it holds")
    known: facade.ByLetter = Field(description="those of them that all have seen")


class AbilitySupply(facade.Message):
    """How many ability tiles of each kind are left."""

    any: int
    extra: int
    discount: int
    recolour: int
    both: int


class View(facade.Standing):
    """What a seat may know."""

    game: Literal["copenhagen"]
    phase: Literal["action", "discard", "after take", "coat", "over"]
    coats: int = Field(description="coat actions that are owed")
    docks: list[facade.Letter | None]
    deck: int
    end_card: Literal["beside", "deck", "turned up"]
    end_odds: tuple[float, float, float] = Field(
        description="how likely the End card comes with the next card, the next two, the next three"
    )
    discards: facade.ByLetter
    supply: dict[facade.TileName, int]
    specials: int
    abilities: AbilitySupply
    seats: list[Seat]
    hand: str = Field("", description="the viewer's own cards, as letters; spectators have none")


class TakeEffect(facade.Message):
    effect: Literal["take"]
    seat: int
    dock: int
    card: facade.Letter


class DiscardEffect(facade.Message):
    effect: Literal["discard"]
    seat: int
    cards: str
    discards: int


class PayEffect(facade.Message):
    effect: Literal["pay"]
    seat: int
    cards: str
    discards: int


class TileSupplyEffect(facade.Message):
    """How many tiles of a kind are left."""

    effect: Literal["supply"]
    tile: facade.TileName
    left: int


class AbilitySupplyEffect(facade.Message):
    effect: Literal["supply"]
    ability: Ability
    left: int


class CoverEffect(facade.Message):
    """A tile on a house."""

    effect: Literal["cover"]
    seat: int
    tile: facade.TileName
    cells: list[facade.Cell]
    brick: facade.Cell | None


class CoatsEffect(facade.Message):
    """Coats of arms that were earned, where, and those still owed."""

    effect: Literal["coats"]
    seat: int
    earned: int
    owed: int
    cells: list[facade.Cell]
    rows: list[facade.Row]
    skipped: int = Field(0, description="those that could do nothing")


class AbilityEffect(facade.Message):
    """An ability tile that was gained or turned over."""

    effect: Literal["ability"]
    seat: int
    ability: Ability
    side: Literal["active", "used"]
    gained: bool


class DealEffect(facade.Message):
    """A card on a dock."""

    effect: Literal["deal"]
    dock: int
    card: facade.Letter
    deck: int


class HandEffect(facade.Message):
    """A starting hand; its cards are told to its owner alone."""

    effect: Literal["deal"]
    seat: int
    count: int
    cards: str = ""
    deck: int


class ShuffleEffect(facade.Message):
    effect: Literal["shuffle"]
    deck: int


class EndCardEffect(facade.Message):
    effect: Literal["end card"]
    dock: int
    deck: int


Effect = (
    TakeEffect | DiscardEffect | PayEffect | TileSupplyEffect | AbilitySupplyEffect | CoverEffect | facade.LineEffect
    | facade.PointsEffect | CoatsEffect | AbilityEffect | DealEffect | HandEffect | ShuffleEffect | EndCardEffect
    | facade.TurnEffect | facade.OverEffect
)  # fmt: skip


class Components(facade.HouseComponents):
    game: Literal["copenhagen"]
    specials: int
    uses: dict[str, list[Ability]] = Field(description="the abilities that each take uses up, by its text")
    docks: int
    plain_take: int = Field(description="cards that a take brings without abilities, and the refill after it")
    hand_limit: int
    cards: dict[str, int] = Field(description="cards of a colour, by number of players")
    starting_hands: dict[str, list[int]] = Field(description="by number of players, and seat")


class Ending(facade.HouseEnding):
    """Why the game is over."""

    reason: Literal["goal", "end card"]


MESSAGES = Messages(View, Effect, Components, Ending)
