"""What the dice game tells clients, as types."""

from typing import Literal

from pydantic import Field

from nyhavn.facade.messages import (
    ByColour,
    Cell,
    Colour,
    Column,
    HouseComponents,
    HouseEnding,
    LetterOrWhite,
    LineEffect,
    Lines,
    Message,
    OverEffect,
    PointsEffect,
    Row,
    Standing,
    Tile,
    TileName,
    TurnEffect,
)
from nyhavn.parts import Messages

Ability = Literal["reroll", "again", "change", "no-x", "single-x"]
CoveredCell = tuple[LetterOrWhite, Literal["O", "X"]]


class Seat(Message):
    sheet: dict[Cell, CoveredCell]
    lines: Lines = Field(description="those that are complete")
    tracks: ByColour = Field(description="how many boxes are marked")
    stars: ByColour = Field(description="unlocked and not used")
    bonuses: ByColour = Field(description="unlocked and not used")


class Fresh(Message):
    """Of the stars and bonuses of the seat whose turn it is, those of this turn: usable from the next one on."""

    stars: ByColour
    bonuses: ByColour


class View(Standing):
    """What a seat may know: everything."""

    game: Literal["roll-and-write"]
    phase: Literal["start", "turn", "after draw", "coat", "mark", "over"]
    coats: int = Field(description="coat actions that are owed")
    active: int = Field(description="whose turn it is, even while others decide")
    round: int
    dice: str = Field(description="faces of the unused dice")
    crossed_out: dict[TileName, list[bool]] = Field(description="by tile, for each of its copies")
    seats: list[Seat]
    fresh: Fresh


class DiceEffect(Message):
    """Dice that were used or rolled again, and those that are left."""

    effect: Literal["dice"]
    seat: int
    used: str
    left: str


class ChangeEffect(Message):
    effect: Literal["change"]
    seat: int
    dice: str
    to: LetterOrWhite


class StarEffect(Message):
    """A star that was used, and how many of its colour are left in this turn."""

    effect: Literal["star"]
    seat: int
    track: Colour
    ability: Ability
    left: int


class BonusEffect(Message):
    effect: Literal["bonus"]
    seat: int
    track: Colour
    used: int
    left: int


class TileEffect(Message):
    """A tile that was crossed out."""

    effect: Literal["tile"]
    tile: TileName
    copy_: int = Field(alias="copy")
    crossed_out: Literal[True]


class CoverEffect(Message):
    """Cells of a sheet that were filled."""

    effect: Literal["cover"]
    seat: int
    tile: TileName
    cells: list[Cell]
    cross: Cell | None


class MarkEffect(Message):
    """Boxes of a track that were marked, and what they unlocked."""

    effect: Literal["mark"]
    seat: int
    track: Colour
    boxes: list[int]
    stars: int
    bonuses: int


class CoatsEffect(Message):
    """Coats of arms that were earned, where, and those still owed."""

    effect: Literal["coats"]
    seat: int
    earned: int
    owed: int
    rows: list[Row]
    columns: list[Column]
    skipped: int = Field(0, description="those that could do nothing")


class RollEffect(Message):
    effect: Literal["roll"]
    dice: str


Effect = (
    DiceEffect | ChangeEffect | StarEffect | BonusEffect | TileEffect | CoverEffect | LineEffect | PointsEffect
    | MarkEffect | CoatsEffect | RollEffect | TurnEffect | OverEffect
)  # fmt: skip


class Track(Message):
    ability: Ability
    boxes: list[Literal["bonus", "star"] | None]
    stars: int = Field(description="those that everybody begins with")


class Tracks(Message):
    red: Track
    yellow: Track
    green: Track
    blue: Track
    purple: Track


class Boxes(Message):
    """How many boxes of a track a move marks in each phase, for every time that it names the track."""

    start: int
    coat: int
    mark: int


class Uses(Message):
    """The abilities that are used up: by a tile that is taken again, by a single cell, by a piece without its X."""

    again: Ability
    single: Ability
    unmarked: Ability


class Components(HouseComponents):
    game: Literal["roll-and-write"]
    dice: int
    faces: list[LetterOrWhite]
    tracks: Tracks
    track_points: int
    most_bonuses: int
    boxes: Boxes
    uses: Uses
    single: Tile = Field(description="a cell that is drawn by itself, as a tile")
    last_round: int


class Ending(HouseEnding):
    """Why the game is over."""

    reason: Literal["goal", "last round"]


MESSAGES = Messages(View, Effect, Components, Ending)
