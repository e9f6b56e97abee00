"""The protocol: every message and every answer as a type. `docs/protocol.md` explains them; its schemas, the OpenAPI
description and the client's types are made from here.

What comes in is checked against these types. What goes out is built as plain dicts, for speed; tests hold those against
the same types.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from nyhavn.games import default_game, find_game
from nyhavn.server.move_types import MoveFields, MoveText

PROTOCOL = 1
"""Raised when a message changes its meaning; what is only added does not count."""

MOST_ENTRIES = 2**31 - 1
"""No log is longer; what a database can hold."""

Chatting = Literal["players", "anyone", "nobody"]


def _known_game(name: str) -> str:
    return find_game(name).name


Game = Annotated[str, AfterValidator(_known_game)]
Seat = Annotated[int, Field(ge=0, le=3)]
MessageId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
GivenMove = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=200)]
BotName = Annotated[str, Field(min_length=1, max_length=80)]


class Strict(BaseModel):
    """What comes in: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


# What a table is made of


class Clock(Strict):
    """How long a seat may think. Either `move` seconds for every turn, or a `bank` of seconds for the whole game with
    an `increment` for every turn. At zero a bot plays on, or the seat forfeits."""

    move: Annotated[int, Field(ge=5, le=60 * 60 * 24 * 30)] | None = None
    bank: Annotated[int, Field(ge=10, le=60 * 60 * 24)] | None = None
    increment: Annotated[int, Field(ge=0, le=3600)] = 0
    at_zero: Literal["bot", "forfeit"] = "bot"

    @model_validator(mode="after")
    def one_kind(self) -> "Clock":
        if (self.move is None) == (self.bank is None):
            raise ValueError("a clock has either seconds for every move or a bank of seconds")
        return self


class NewSeat(Strict):
    """Who shall sit there: nobody yet, a bot, or (`me`) whoever makes the table; several of these are hot-seat."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name = ""
    bot: BotName | None = None


class FromPosition(Strict):
    """Where a game goes on from: exactly one of a record (or a position as a line) as text, a finished game by its
    replay, a position that somebody shared, or a lesson. `moves` cuts a record or a finished game after so many; else
    its end is taken."""

    record: Annotated[str, Field(min_length=1, max_length=60_000)] | None = None
    replay: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    shared: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    lesson: Game | None = None
    step: Annotated[int, Field(ge=0, le=100)] = 0
    moves: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None = None

    @model_validator(mode="after")
    def one_source(self) -> "FromPosition":
        if sum(one is not None for one in (self.record, self.replay, self.shared, self.lesson)) != 1:
            raise ValueError("a position comes from exactly one of record, replay, shared and lesson")
        return self


Order = Literal["lot", "eldest", "seated", "random"]


class NewTable(Strict):
    """A table to be made. Seats that are not given are open; the first is mine if none is said to be. If it goes on
    from a position, game, players, options and order are those of the position."""

    game: Game = Field(default_factory=default_game)
    position: FromPosition | None = None
    players: Annotated[int, Field(ge=2, le=4)] = 2
    options: dict[Annotated[str, Field(max_length=40)], bool] = {}
    seats: Annotated[list[NewSeat], Field(max_length=4)] = []
    name: Name = ""
    watch: Literal["anyone", "nobody"] = "anyone"
    listed: bool = False
    show_known: bool = False
    order: Order = Field(
        default="lot", description="who begins: one drawn by lot, the eldest, the first seat; or all shuffled"
    )
    eldest: Annotated[int, Field(ge=0, le=3)] = Field(
        default=0, description="the seat of the eldest player, for that order"
    )
    hints: bool = False
    clock: Clock | None = None
    chat: Chatting = "players"


class SeatInfo(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None = Field(description="the bot that has this seat")
    person: int | None = Field(description="the first seat of the same person; null for bots and open seats")
    reserved: bool = Field(description="kept for somebody of the game before (rematch)")
    yours: bool
    present: bool
    left: bool = Field(description="its player has left the running game")
    standin: str | None = Field(description="the bot that plays for an absent player")
    forfeited: bool
    confirm: bool = Field(description="holds the last move of a turn back until it is confirmed")


class Invite(BaseModel):
    """How others come to this table."""

    code: str | None = Field(description="short code, while a seat is open")
    link: str | None = Field(description="an address that others can open; null if there is none")
    hint: Literal["", "local"] = Field(description="`local`: this server listens on its own machine only")


class Result(BaseModel):
    """How a game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    empty_cells: list[int]
    forfeited: list[int]


class LessonInfo(BaseModel):
    """Where somebody is in a lesson; the client has the words for `key`."""

    name: str
    step: int
    steps: int
    key: str
    light: list[str] = Field(description="what to look at: parts of the table")
    task: bool = Field(description="whether there is something to do")
    done: bool


class Begun(BaseModel):
    """A position that somebody brought."""

    moves: int = Field(description="moves that had been played")
    dealt: Literal["anew", "given"] | None = Field(
        description="what was hidden: dealt anew, because several people play, or as it was brought; null before the"
        " start"
    )


class TableInfo(BaseModel):
    """A table as its receiver sees it, but for the position."""

    id: str
    game: Game
    players: int
    options: dict[str, bool]
    status: Literal["open", "playing", "over", "frozen", "closed"]
    frozen: str | None = Field(description="why a frozen table cannot go on: a code")
    watch: Literal["anyone", "nobody"]
    listed: bool
    show_known: bool
    order: Order
    clock: Clock | None
    chat: Chatting = Field(description="who may talk")
    seats: list[SeatInfo]
    host: bool = Field(description="whether you made this table")
    invite: Invite
    n: int = Field(description="number of the last entry of its log")
    created: int = Field(description="milliseconds since 1970")
    commitment: str | None = Field(description="SHA-256 of the seed, from the start on")
    seed: str | None = Field(description="the seed, once the game is over")
    replay: str | None = Field(description="what opens the replay, once the game is over")
    rematch: str | None = Field(description="the table of the rematch, if somebody asked for one")
    result: Result | None
    hints: bool = Field(description="whether ideas may be asked for: all have agreed, or you are alone among bots")
    position: Begun | None = Field(description="where the game began, if somebody brought a position")
    lesson: LessonInfo | None = Field(description="what is learnt here, if this is a lesson")


# Choices: see `nyhavn.play.State.choices`


class Payment(BaseModel):
    pay: str = Field(description="as it stands in the move, after `pay` or `using`")
    letters: str = Field(description="its cards or dice, as letters")
    bonuses: int = Field(description="how many bonuses it uses (dice game)")
    abilities: list[str] = Field(description="ability tiles that it uses up (card game)")


class ShapeChoice(BaseModel):
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
    gains: list[tuple[int, int, int, int]] = Field(
        description="[anchor, mark, points, coats] where a place brings something; mark is the number of the brick's or"
        " X's place in the orientation's `marks`, -1 for a tile without X"
    )


class TileChoice(BaseModel):
    tile: str
    left: int | None = Field(description="how many are left; null: there are always enough")
    price: int = Field(description="cards or dice, away from its colour")
    payments: list[Payment] = Field(description="ways to pay it where it touches nothing of its colour")
    touching: list[Payment] = Field(description="ways to pay it where it touches its colour (card game)")
    without_mark: bool = Field(description="whether it may be drawn without an X, for a blue star (dice game)")
    shapes: list[ShapeChoice]


class Choices(BaseModel):
    """What a seat can do now, or (`plan`) could do if it were its turn."""

    seat: int
    plan: bool
    phase: str
    moves: list[MoveText] = Field(description="every legal move that places no tile from the rack, as text")
    fields: list[MoveFields] = Field(description="the same moves, in the same order, as values")
    gains: dict[str, list[int]] = Field(
        description="of these, those that cover a cell and bring something: points, coats"
    )
    tiles: list[TileChoice]


# Live messages: client to server


class Subscribe(Strict):
    since: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None = None
    seat: Seat | None = None
    picture: bool = Field(
        False, description="whether every position is wanted as a picture too, for a client that cannot draw the game"
    )
    patches: bool = Field(False, description="whether choices are wanted as patches where some were told before")


class Message(Strict):
    """One thing at a time: exactly one of the fields beside `id`."""

    id: MessageId
    subscribe: Subscribe | None = None
    move: GivenMove | None = None
    moves: Annotated[list[GivenMove], Field(min_length=1, max_length=20)] | None = None
    undo: Literal["step", "turn", True] | None = None
    confirm: Literal[True] | None = None
    confirming: bool | None = None
    explain: GivenMove | None = None
    chat: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    phrase: Annotated[str, Field(pattern=r"^[a-z-]{1,20}$")] | None = None
    chatting: Chatting | None = None
    standin: Seat | None = None
    back: Literal[True] | None = None
    step: Annotated[int, Field(ge=0, le=100)] | None = None
    hint: Literal[True] | None = None
    ping: Literal[True] | None = None

    @model_validator(mode="after")
    def one_thing(self) -> "Message":
        if len(self.model_fields_set) != 2 or any(getattr(self, name) is None for name in self.model_fields_set):
            raise ValueError("a message has an id and exactly one thing to do")
        return self


# Live messages: server to client


class Hello(BaseModel):
    """The first message of every connection."""

    protocol: int
    version: str
    now: int = Field(description="the server's clock, milliseconds since 1970")


class ClockState(BaseModel):
    left: list[int] = Field(description="milliseconds by seat, at the time `at`")
    running: int | None
    at: int


Path = list[str | int]


class LoggedEvent(BaseModel):
    """An entry of the log as the receiver may know it; `kind` says which fields there are."""

    model_config = ConfigDict(extra="allow")

    kind: Literal[
        "create", "sit", "leave", "start", "step", "move", "chance", "hold", "undo", "chat", "chatting", "confirming",
        "standin", "failed", "back", "clock", "forfeit", "over", "rematch", "close",
    ]  # fmt: skip
    at: int
    seat: int | None = None
    move: MoveText | None = None
    fields: MoveFields | None = Field(None, description="the move as a value")


class EventMessage(BaseModel):
    """Something happened. `patch` brings the last view to the present one: each part is a path with the new value, or a
    path alone where something is gone. Events that belong together come one after the other and the last has it."""

    n: int
    event: LoggedEvent
    effects: list[dict[str, Any]] = []
    patch: list[tuple[Path, Any] | tuple[Path]] = []
    held: MoveText | None = Field(None, description="your move that waits to be confirmed")
    undo: int = Field(0, description="how many moves you can take back now")
    view: dict[str, Any] | None = Field(None, description="the whole view instead of a patch, when the game starts")
    choices: Choices | None = None
    choices_patch: list[tuple[Path, Any]] = Field([], description="what changed in the choices, if patches are wanted")
    clock: ClockState | None = None
    table: TableInfo | None = Field(None, description="when something about the table has changed")
    picture: str | None = Field(None, description="the position as SVG, if pictures are wanted")


class Subscribed(BaseModel):
    """The answer to `subscribe`: what is missing since the number given, and where things stand now."""

    ack: str
    n: int
    table: TableInfo
    events: list[EventMessage]
    view: dict[str, Any] | None = Field(description="null before the start")
    held: MoveText | None = Field(description="your move that waits to be confirmed")
    undo: int = Field(description="how many moves you can take back now")
    choices: Choices | None
    clock: ClockState | None
    picture: str | None = Field(None, description="the position as SVG, if pictures are wanted; null before the start")


class Page(BaseModel):
    """The answer to `subscribe` where much is missing: the first of it. Subscribe again, since `n`."""

    ack: str
    n: int = Field(description="number of the last entry that is told")
    events: list[EventMessage]
    more: Literal[True]


class Ack(BaseModel):
    """Done, and written down: `n` is the number of the last entry it made (or the last of the log, if it made none)."""

    ack: str
    n: int


class Idea(BaseModel):
    """A move that a bot finds good, what it does, and what speaks for it."""

    move: MoveText
    fields: MoveFields = Field(description="the move as a value, with where its tile lies")
    share: float | None = Field(
        description="share of a win after it, as far as playouts tell; null if there is no other"
    )
    effects: list[dict[str, Any]]
    reasons: list[dict[str, Any]] = Field(description="a code with values each, the weightiest first")


class Ideas(Ack):
    """The answer to `hint`, best first."""

    ideas: list[Idea]


class Refused(BaseModel):
    """Not done, and nothing was changed."""

    refused: str | None = Field(description="the message's id; null if it could not be read")
    code: str
    details: dict[str, Any] = {}
    sentence: str


class Presence(BaseModel):
    presence: list[bool] = Field(description="by seat: somebody is there")
    watchers: int


# HTTP


class SitDown(Strict):
    """Take a seat, or put a bot there."""

    name: Name = ""
    bot: BotName | None = None


class Code(Strict):
    code: Annotated[str, Field(min_length=1, max_length=40)]


class TableName(BaseModel):
    table: str


class NewLesson(Strict):
    """Somebody wants to learn a game; `names` are those of the others at the table."""

    lesson: Game
    names: Annotated[list[Name], Field(max_length=3)] = []


class Share(Strict):
    """Which seat's view is shared."""

    seat: Seat


class Shared(BaseModel):
    """A position that can be opened by its name, or by the link if others can reach this server."""

    position: str
    link: str | None


class Position(BaseModel):
    """A position that was shared, as the seat knew it that shared it."""

    game: Game
    players: int
    seat: int
    turn: int | None
    moves: int
    view: dict[str, Any]
    effects: list[dict[str, Any]] = Field(description="what was built, oldest first")


class Me(BaseModel):
    """Who you are, for this server: nothing but whether it knows you."""

    known: bool
    protocol: int
    version: str
    local: bool = Field(description="this server can be reached from its own machine only")
    before: bool = Field(description="you were somebody else in this browser, who can be restored")


class Link(BaseModel):
    """Moves you to another device, once."""

    code: str
    link: str | None
    expires: int = Field(description="milliseconds since 1970")


class LinkOwner(BaseModel):
    """Whom a code would make of this device."""

    name: str = Field(description="under which they last sat down; empty if they have none")
    tables: int = Field(description="how many they have, 50 at most")
    yours: bool = Field(description="that is you already")


class TableLine(BaseModel):
    """A table in a list; of those that are not over, the first few tell who sits there and how it stands."""

    id: str
    game: str
    players: int
    status: str
    open_seats: int
    created: int
    updated: int
    names: list[str] = Field([], description="by seat; empty where nobody sits, or has no name")
    scores: list[int] = Field([], description="by seat, once the game has started, for those who sit there")
    your_turn: bool = False
    position: bool = Field(False, description="whether the game began from a position that somebody brought")


class Tables(BaseModel):
    tables: list[TableLine]


class BotLine(BaseModel):
    name: str
    games: list[str]


class Bots(BaseModel):
    bots: list[BotLine]


class Statistics(BaseModel):
    """What each seat did, see `docs/api.md`; `time` is milliseconds of thinking, by seat."""

    turns: int
    moves: int
    seats: list[dict[str, Any]]
    time: list[int]


class ReplayStep(BaseModel):
    n: int
    seat: int | None = None
    move: MoveText | None = None
    fields: MoveFields | None = Field(None, description="the move as a value")
    chance: str | None = None
    effects: list[dict[str, Any]]
    patch: list[tuple[Path, Any] | tuple[Path]]


class Replay(BaseModel):
    """A game that is over, with all hands open."""

    table: TableInfo
    record: str
    view: dict[str, Any]
    steps: list[ReplayStep]
    statistics: Statistics


class NewReview(Strict):
    """A game to be reviewed: a finished one by its replay, or any as the text of its record."""

    record: Annotated[str, Field(min_length=1, max_length=60_000)] | None = None
    replay: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None

    @model_validator(mode="after")
    def one_source(self) -> "NewReview":
        if (self.record is None) == (self.replay is None):
            raise ValueError("a review needs a record or a replay")
        return self


class ReviewName(BaseModel):
    review: str


class ReplaySteps(BaseModel):
    """A game with all hands open, step by step."""

    record: str
    view: dict[str, Any]
    steps: list[ReplayStep]


class Decision(BaseModel):
    """A decision as it is judged from what its seat could know."""

    number: int = Field(description="which move of the game it is, from 1")
    seat: int
    move: MoveText
    fields: MoveFields | None = Field(None, description="the move as a value; not in reviews of earlier versions")
    legal: int = Field(description="how many moves there were")
    win_share: float = Field(description="share of a win after it")
    error: float
    best: MoveText = Field(description="the best move that was found, which may be the one played")
    best_fields: MoveFields | None = None
    lost: float = Field(description="what the move played lost against it")
    clear: bool = Field(description="whether that is more than noise")
    before: float | None
    change: float | None


class TurningPoint(BaseModel):
    number: int
    seat: int
    kind: Literal["slip", "fortune"]
    size: float


class Analysis(BaseModel):
    """As `nyhavn analyse --json` gives it."""

    model_config = ConfigDict(extra="allow")

    game: Game
    players: int
    names: list[str]
    budget: str
    decisions: list[Decision]
    turning_points: list[TurningPoint]
    lost: list[float]
    over: bool
    winners: list[int]


class Review(BaseModel):
    """How far a review is; when all is done, what it found, and the game to step through."""

    review: str
    done: int
    total: int
    analysis: Analysis | None
    replay: ReplaySteps | None


class Health(BaseModel):
    status: Literal["ok", "unavailable"]
    sentence: str = ""


class PreparationStep(BaseModel):
    """Kernels that are compiled once on a machine, before the first game."""

    game: str
    room: str = Field(description="`rules`, without which nobody plays, or `bots`")
    part: float = Field(description="how much of it is done, 0 to 1")
    seconds: int = Field(description="how long it will take from now on, as far as one can tell")


class PreparationInfo(BaseModel):
    """How far the games are, while the server says `preparing`."""

    playable: bool = Field(description="whether the rules of all games are ready")
    steps: list[PreparationStep]
