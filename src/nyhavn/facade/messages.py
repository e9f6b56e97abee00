"""What games tell clients, as types: views, effects and components, as far as all games have them in which houses are
built. A game's own are in its `messages`. They describe what is built as plain dicts, for speed; tests hold everything
that real games tell against them.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """What goes out: these fields, and no others."""

    model_config = ConfigDict(extra="forbid")


Letter = Literal["R", "Y", "G", "B", "P"]
LetterOrWhite = Literal["R", "Y", "G", "B", "P", "W"]
Colour = Literal["red", "yellow", "green", "blue", "purple"]
Cell = Annotated[str, Field(pattern=r"^[a-e][1-9]$")]
TileName = Annotated[str, Field(pattern=r"^([RYGBP][2-5]|W1)$")]
Row = Annotated[int, Field(ge=1, le=9)]
Column = Literal["a", "b", "c", "d", "e"]
Line = Literal[
    "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7", "row 8", "row 9",
    "column a", "column b", "column c", "column d", "column e",
]  # fmt: skip

Lines = Annotated[
    str, Field(pattern=r"^[1-9]*[a-e]*$", description="lines by their labels: rows by number, then columns by letter")
]


# Views


class ByLetter(Message):
    """Something counted by colour."""

    R: int
    Y: int
    G: int
    B: int
    P: int


class ByColour(Message):
    """The same by the names of the colours."""

    red: int
    yellow: int
    green: int
    blue: int
    purple: int


class Standing(Message):
    """What every view has."""

    players: int
    options: dict[str, bool]
    seat: int | None = Field(description="whose view it is; null: a spectator's")
    turn: int | None = Field(description="the seat that must decide; null when the game is over")
    scores: list[int]
    empty_cells: list[int]
    over: bool
    winners: list[int]
    ranking: list[list[int]]


# Effects


class LineEffect(Message):
    """A row or column that was completed."""

    effect: Literal["line"]
    seat: int
    line: Line
    points: int
    windows: bool = Field(description="whether there is no brick or X in it")


class PointsEffect(Message):
    effect: Literal["points"]
    seat: int
    points: int
    score: int


class TurnEffect(Message):
    """Another seat must decide."""

    effect: Literal["turn"]
    seat: int


class OverEffect(Message):
    effect: Literal["over"]
    winners: list[int]
    ranking: list[list[int]]


# Results


class HouseEnding(Message):
    """Why a game is over. A game's own type says which reasons there are."""

    reason: str
    seats: list[int] = Field(description="those that brought it about: with `goal`, those that have reached it")


# Choices: see `nyhavn.play.State.choices`


class Payment(Message):
    pay: str = Field(description="as it stands in the move, after `pay` or `using`")
    letters: str = Field(description="its cards or dice, as letters")
    bonuses: int = Field(description="how many bonuses it uses (dice game)")
    abilities: list[str] = Field(description="ability tiles that it uses up (card game)")


class ShapeChoice(Message):
    """A tile in one orientation. Masks are anchors: bit n is the cell in which the lower left corner of the
    orientation's bounding box lies (a1 = 0, b1 = 1, …, a2 = 5). Every anchor inside the house is in exactly one of
    `legal`, `covered`, `unsupported`, `unaffordable`; all others are outside."""

    shape: int = Field(description="number of the orientation within the tile, see `GET /api/v1/games`")
    take: Literal["open", "again", "gone"] = Field(
        description="whether a tile of this shape can be had: `open`; `again`, crossed out, for a yellow star (dice"
        " game); `gone`, whatever one pays"
    )
    legal: int
    covered: int
    unsupported: int
    unaffordable: int
    touching: int = Field(description="of the legal ones, where it touches its colour (card game)")
    gains: list[tuple[int, int, int, int, Lines]] = Field(
        [],
        description="[anchor, mark, points, coats, lines it completes] where a place brings something; mark is the"
        " number of the brick's or X's place in the orientation's `marks`, -1 for a tile without X",
    )


class TileChoice(Message):
    tile: str
    left: int | None = Field(description="how many are left; null: there are always enough")
    price: int = Field(description="cards or dice, away from its colour")
    payments: list[Payment] = Field(description="ways to pay it where it touches nothing of its colour")
    touching: list[Payment] = Field(description="ways to pay it where it touches its colour (card game)")
    copies: list[int] = Field(
        [], description="by place in `shapes`: which printed tile is crossed out for it, -1 if none can be (dice game)"
    )
    without_mark: bool = Field(description="whether it may be drawn without an X, for a blue star (dice game)")
    shapes: list[ShapeChoice]


# Components


Side = tuple[int, int]


class TileShape(Message):
    """A tile in one orientation."""

    cells: list[tuple[int, int]] = Field(description="from the lower left corner of its box")
    marks: list[int] = Field(description="the numbers of the cells that can have the brick or the X")
    turn: list[Side] = Field(description="for each mark: shape and mark when it is turned to the right")
    back: list[Side] = Field(description="the same to the left")
    flip: list[Side] = Field(description="the same turned over")
    mirrored: bool = Field(description="whether it is only there where tiles may be flipped")


class Tile(Message):
    tile: str
    colour: LetterOrWhite
    size: int
    count: dict[str, int] | None = Field(
        description="how many there are, by number of players; null: there are always enough"
    )
    printed: list[Side] = Field(description="shape and mark as it is drawn where it lies, one for each copy")
    shapes: list[TileShape]


class Coats(Message):
    """Where coats of arms are: on cells, and at the ends of rows and columns."""

    cells: list[Cell]
    rows: list[Row]
    columns: list[Column]


class LinePoints(Message):
    row: int
    column: int
    windows: int = Field(description="how many times as much a line without brick or X brings")


class HouseComponents(Message):
    """What a game of houses is played with."""

    players: list[int]
    options: dict[str, str]
    width: int
    height: int
    colours: dict[str, Colour] = Field(description="by letter")
    goal: int
    points: LinePoints
    coats: Coats
    placing: tuple[str, str] = Field(description="how a move that places a tile is written: `build … pay …`")
    tiles: list[Tile]
    abilities: list[str]
