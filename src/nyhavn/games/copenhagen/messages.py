"""What the card game tells clients, as types."""

from typing import Literal

from pydantic import Field

from nyhavn.facade.messages import (
    ByLetter,
    Cell,
    HouseComponents,
    Letter,
    LetterOrWhite,
    LineEffect,
    OverEffect,
    PointsEffect,
    Row,
    Standing,
    TileName,
    Told,
    TurnEffect,
)
from nyhavn.parts import Messages

Ability = Literal["any", "extra", "discount", "recolour", "both"]
CoveredCell = tuple[LetterOrWhite, Literal["window", "brick"]]


class Seat(Told):
    house: dict[Cell, CoveredCell]
    abilities: dict[Ability, Literal["active", "used"]]
    count: int = Field(description="how many cards it holds")
    known: ByLetter = Field(description="those of them that all have seen")


class AbilitySupply(Told):
    """How many ability tiles of each kind are left."""

    any: int
    extra: int
    discount: int
    recolour: int
    both: int


class View(Standing):
    """What a seat may know."""

    game: Literal["copenhagen"]
    phase: Literal["action", "discard", "after take", "coat", "over"]
    coats: int = Field(description="coat actions that are owed")
    docks: list[Letter | None]
    deck: int
    end_card: Literal["beside", "deck", "turned up"]
    end_odds: tuple[float, float, float] = Field(
        description="how likely the End card comes with the next card, the next two, the next three"
    )
    discards: ByLetter
    supply: dict[TileName, int]
    specials: int
    abilities: AbilitySupply
    seats: list[Seat]
    hand: str = Field("", description="the viewer's own cards, as letters; spectators have none")


class TakeEffect(Told):
    effect: Literal["take"]
    seat: int
    dock: int
    card: Letter


class DiscardEffect(Told):
    effect: Literal["discard"]
    seat: int
    cards: str
    discards: int


class PayEffect(Told):
    effect: Literal["pay"]
    seat: int
    cards: str
    discards: int


class TileSupplyEffect(Told):
    """How many tiles of a kind are left."""

    effect: Literal["supply"]
    tile: TileName
    left: int


class AbilitySupplyEffect(Told):
    effect: Literal["supply"]
    ability: Ability
    left: int


class CoverEffect(Told):
    """A tile on a house."""

    effect: Literal["cover"]
    seat: int
    tile: TileName
    cells: list[Cell]
    brick: Cell | None


class CoatsEffect(Told):
    """Coats of arms that were earned, where, and those still owed."""

    effect: Literal["coats"]
    seat: int
    earned: int
    owed: int
    cells: list[Cell]
    rows: list[Row]
    skipped: int = Field(0, description="those that could do nothing")


class AbilityEffect(Told):
    """An ability tile that was gained or turned over."""

    effect: Literal["ability"]
    seat: int
    ability: Ability
    side: Literal["active", "used"]
    gained: bool


class DealEffect(Told):
    """A card on a dock."""

    effect: Literal["deal"]
    dock: int
    card: Letter
    deck: int


class HandEffect(Told):
    """A starting hand; its cards are told to its owner alone."""

    effect: Literal["deal"]
    seat: int
    count: int
    cards: str = ""
    deck: int


class ShuffleEffect(Told):
    effect: Literal["shuffle"]
    deck: int


class EndCardEffect(Told):
    effect: Literal["end card"]
    dock: int
    deck: int


Effect = (
    TakeEffect | DiscardEffect | PayEffect | TileSupplyEffect | AbilitySupplyEffect | CoverEffect | LineEffect
    | PointsEffect | CoatsEffect | AbilityEffect | DealEffect | HandEffect | ShuffleEffect | EndCardEffect | TurnEffect
    | OverEffect
)  # fmt: skip


class Components(HouseComponents):
    game: Literal["copenhagen"]
    specials: int
    uses: dict[str, list[Ability]] = Field(description="the abilities that each take uses up, by its text")
    docks: int
    hand_limit: int
    cards: dict[str, int] = Field(description="cards of a colour, by number of players")
    starting_hands: dict[str, list[int]] = Field(description="by number of players, and seat")


MESSAGES = Messages(View, Effect, Components)
