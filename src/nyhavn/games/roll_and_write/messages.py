"""What the dice game tells clients, as types."""

from typing import Literal

from pydantic import Field

from nyhavn.facade import messages as facade
from nyhavn.parts import Messages

Ability = Literal["reroll", "again", "change", "no-x", "single-x"]
CoveredCell = tuple[facade.LetterOrWhite, Literal["O", "X"]]


class Seat(facade.Message):
    sheet: dict[facade.Cell, CoveredCell]
    lines: facade.Lines = Field(description="those that are complete")
    tracks: facade.ByColour = Field(description="how many boxes are marked")
    stars: facade.ByColour = Field(description="unlocked and not used")
    bonuses: facade.ByColour = Field(description="unlocked and not used")


class Fresh(facade.Message):
    """Of the stars and bonuses of the seat whose turn it is, those of this turn: usable from the next one on."""

    stars: facade.ByColour
    bonuses: facade.ByColour


class View(facade.Standing):
    """What a seat may know: everything."""

    game: Literal["roll-and-write"]
    phase: Literal["start", "turn", "after draw", "coat", "mark", "over"]
    coats: int = Field(description="coat actions that are owed")
    active: int = Field(description="whose turn it is, even while others decide")
    round: int
    dice: str = Field(description="faces of the unused dice")
    crossed_out: dict[facade.TileName, list[bool]] = Field(description="by tile, for each of its copies")
    seats: list[Seat]
    fresh: Fresh


class DiceEffect(facade.Message):
    """Dice that were used or rolled again, and those that are left."""

    effect: Literal["dice"]
    seat: int
    used: str
    left: str


class ChangeEffect(facade.Message):
    effect: Literal["change"]
    seat: int
    dice: str
    to: facade.LetterOrWhite


class StarEffect(facade.Message):
    """A star that was used, and how many of its colour are left in this turn."""

    effect: Literal["star"]
    seat: int
    track: facade.Colour
    ability: Ability
    left: int


class BonusEffect(facade.Message):
    effect: Literal["bonus"]
    seat: int
    track: facade.Colour
    used: int
    left: int


class TileEffect(facade.Message):
    """A tile that was crossed out."""

    effect: Literal["tile"]
    tile: facade.TileName
    copy_: int = Field(alias="copy")
    crossed_out: Literal[True]


class CoverEffect(facade.Message):
    """Cells of a sheet that were filled."""

    effect: Literal["cover"]
    seat: int
    tile: facade.TileName
    cells: list[facade.Cell]
    cross: facade.Cell | None


class MarkEffect(facade.Message):
    """Boxes of a track that were marked, and what they unlocked."""

    effect: Literal["mark"]
    seat: int
    track: facade.Colour
    boxes: list[int]
    stars: int
    bonuses: int


class CoatsEffect(facade.Message):
    """Coats of arms that were earned, where, and those still owed."""

    effect: Literal["coats"]
    seat: int
    earned: int
    owed: int
    rows: list[facade.Row]
    columns: list[facade.Column]
    skipped: int = Field(0, description="those that could do nothing")


class RollEffect(facade.Message):
    effect: Literal["roll"]
    dice: str


Effect = (
    DiceEffect | ChangeEffect | StarEffect | BonusEffect | TileEffect | CoverEffect | facade.LineEffect
    | facade.PointsEffect | MarkEffect | CoatsEffect | RollEffect | facade.TurnEffect | facade.OverEffect
)  # fmt: skip


class Track(facade.Message):
    ability: Ability
    boxes: list[Literal["bonus", "star"] | None]
    stars: int = Field(description="those that everybody begins with")


class Tracks(facade.Message):
    red: Track
    yellow: Track
    green: Track
    blue: Track
    purple: Track


class Boxes(facade.Message):
    """How many boxes of a track a move marks in each phase, for every time that it names the track."""

    start: int
    coat: int
    mark: int


class Uses(facade.Message):
    """The abilities that are used up: by a tile that is taken again, by a single cell, by a piece without its X."""

    again: Ability
    single: Ability
    unmarked: Ability


class Components(facade.HouseComponents):
    game: Literal["roll-and-write"]
    dice: int
    faces: list[facade.LetterOrWhite]
    tracks: Tracks
    track_points: int
    most_bonuses: int
    boxes: Boxes
    uses: Uses
    single: facade.Tile = Field(description="a cell that is drawn by itself, as a tile")
    last_round: int


class Ending(facade.HouseEnding):
    """Why the game is over."""

    reason: Literal["goal", "last round"]


MESSAGES = Messages(View, Effect, Components, Ending)
