"""The protocol: every message and every answer as a type. `docs/protocol.md` explains them; its schemas, the OpenAPI
description and the client's types are made from here.

What comes in is checked against these types. What goes out is built as plain dicts, for speed; tests hold those against
the same types.
"""

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator
from typing_extensions import TypeAliasType

from nyhavn.games import default_game, find_game
from nyhavn.server.errors import Values
from nyhavn.server.game_types import Components, Effect, Ending, MoveFields, MoveText, OpenView, Patch, View

PROTOCOL = 1
"""Raised when a message changes its meaning; additions do not raise it."""

MOST_ENTRIES = 2**31 - 1
"""No log is longer; what a database can hold."""

SomeModel = TypeVar("SomeModel", bound=BaseModel)
Chatting = Literal["players", "anyone", "nobody"]


def _known_game(name: str) -> str:
    return find_game(name).name


Game = Annotated[str, AfterValidator(_known_game)]
Seat = Annotated[int, Field(ge=0, le=3)]
MessageId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
GivenMove = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=200)]
BotName = Annotated[str, Field(min_length=1, max_length=80)]


if TYPE_CHECKING:
    Counts = dict[str, JsonValue]
else:
    Counts = TypeAliasType("Counts", "dict[str, int | Counts]")
    """Numbers by name, some of them grouped."""


class Strict(BaseModel):
    """What comes in: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


def one_of(model: SomeModel, first: str, second: str, sentence: str) -> SomeModel:
    """A model that has one of two fields; else a ValueError with the sentence."""
    if (getattr(model, first) is None) == (getattr(model, second) is None):
        raise ValueError(sentence)
    return model


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
        return one_of(self, "move", "bank", "a clock has either seconds for every move or a bank of seconds")


class NewSeat(Strict):
    """Who will sit there: nobody yet, a bot, or (`me`) whoever creates the table; several `me` share a device."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name = ""
    bot: BotName | None = None


class FromPosition(Strict):
    """Where a game continues from: exactly one of a record (or a position as a line) as text, a finished game by its
    replay, a position that somebody shared, or a lesson. `moves` cuts a record or a finished game after that many
    moves; otherwise its end is taken."""

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
    """A table to be created. Seats that are not given are open; if none is `me`, the first open one is. If the game
    continues from a position, game, players, options and order are those of the position."""

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
    reserved: bool = Field(description="kept for a player of the previous game (rematch)")
    yours: bool
    present: bool
    left: bool = Field(description="its player has left the running game")
    standin: str | None = Field(description="the bot that plays for an absent player")
    forfeited: bool
    confirm: bool = Field(description="holds the last move of a turn back until it is confirmed")


class Invite(BaseModel):
    """How others join this table."""

    code: str | None = Field(description="short code, while a seat is open")
    link: str | None = Field(description="an address that others can open; null if there is none")
    hint: Literal["", "local", "lan", "opened"] = Field(
        description="`local`: this server listens on its own machine only; `lan`: and you can open it to your network;"
        " `opened`: you can close it again"
    )


class TimeEnding(BaseModel):
    """The game ended before its rules would have ended it: all but one seat have lost on time."""

    reason: Literal["time"]
    seats: list[int] = Field(description="those that have lost on time")


class Result(BaseModel):
    """How a game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    empty_cells: list[int]
    forfeited: list[int]
    ending: TimeEnding | Ending | None = Field(description="why the game is over; null if the game gives no reason")
    tie_break: Literal["empty cells"] | None = Field(description="what decided between seats with equal points")


class LessonInfo(BaseModel):
    """Where somebody is in a lesson; the client has the words for `key`."""

    name: str
    step: int
    steps: int
    key: str
    light: list[str] = Field(description="what to look at: parts of the table")
    place: Effect | None = Field(description="the tile to place, and where, as an effect of its move")
    task: bool = Field(description="whether there is something to do")
    done: bool


class Begun(BaseModel):
    """A position that somebody brought."""

    moves: int = Field(description="moves that had been played")
    dealt: Literal["anew", "given"] | None = Field(
        description="hidden cards: dealt anew, because several people play, or as they were brought; null before the"
        " start"
    )


class TableInfo(BaseModel):
    """A table as its receiver sees it, except for the position."""

    id: str
    game: Game
    players: int
    options: dict[str, bool]
    status: Literal["open", "playing", "over", "frozen", "closed"]
    frozen: str | None = Field(description="why a frozen table cannot continue: a code")
    watch: Literal["anyone", "nobody"]
    listed: bool
    show_known: bool
    order: Order
    clock: Clock | None
    chat: Chatting = Field(description="who may chat")
    seats: list[SeatInfo]
    host: bool = Field(description="whether you made this table")
    host_seat: int | None = Field(description="the host's seat")
    invite: Invite
    n: int = Field(description="number of the last entry of its log")
    created: int = Field(description="milliseconds since 1970")
    commitment: str | None = Field(description="SHA-256 of the seed, from the start on")
    seed: str | None = Field(description="the seed, once the game is over")
    replay: str | None = Field(description="what opens the replay, once the game is over")
    rematch: str | None = Field(description="the table of the rematch, if somebody asked for one")
    result: Result | None
    hints: bool = Field(description="whether hints may be asked for: all have agreed, or you play against bots only")
    position: Begun | None = Field(description="where the game began, if somebody brought a position")
    lesson: LessonInfo | None = Field(description="what is taught here, if this is a lesson")


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
    """A shared position, as the seat that shared it knew it."""

    game: Game
    players: int
    seat: int
    turn: int | None
    moves: int
    view: View
    effects: list[Effect] = Field(description="what was built, oldest first")


class Me(BaseModel):
    """Who you are to this server: only whether it knows you."""

    known: bool
    protocol: int
    version: str
    local: bool = Field(description="this server can be reached from its own machine only")
    before: bool = Field(description="this browser had another identity before, which can be restored")


class Lan(BaseModel):
    """Where others on the same network reach this server; null: nowhere."""

    base: str | None


class Link(BaseModel):
    """Moves you to another device, once."""

    code: str
    link: str | None
    expires: int = Field(description="milliseconds since 1970")


class LinkOwner(BaseModel):
    """Whose identity a code would give this device."""

    name: str = Field(description="under which they last took a seat; empty if they have none")
    tables: int = Field(description="how many they have, 50 at most")
    yours: bool = Field(description="that is you already")


class TableLine(BaseModel):
    """A table in a list; the first few unfinished ones include who sits there and the score."""

    id: str
    game: str
    players: int
    status: str
    open_seats: int
    created: int
    updated: int
    names: list[str] = Field([], description="by seat; empty where nobody sits, or has no name")
    scores: list[int] = Field([], description="by seat, once the game has started, for its players")
    your_turn: bool = False
    host_seat: int | None = Field(None, description="the host's seat; this and the next come with names")
    clock: Clock | None = None
    options: dict[str, bool] = {}
    show_known: bool = False
    hints: bool = False
    bots: list[str | None] = Field([], description="by seat; null where a person sits, or nobody")
    mine: list[int] = Field([], description="your seats")
    left: bool = Field(False, description="you have left the running game, and may come back")
    position: bool = Field(False, description="whether the game began from a position that somebody brought")


class Tables(BaseModel):
    tables: list[TableLine]


class FinishedGame(TableLine):
    """A finished game in the list of one of its players, with its `scores`."""

    winners: list[int]
    replay: str | None = Field(description="what opens the replay")


class MyGames(BaseModel):
    games: list[FinishedGame]
    next: str | None = Field(description="asks for the next page; null on the last one")


class BotResult(BaseModel):
    """How a game against one kind of bot went."""

    at: int = Field(description="when it ended, milliseconds since 1970")
    game: str
    bot: str
    share: float = Field(description="of the win: 1, less if it was shared, 0")


class BotResults(BaseModel):
    results: list[BotResult]


class Games(BaseModel):
    """What each game is played with: everything that a client draws from."""

    games: dict[str, Components]


class BotLine(BaseModel):
    name: str
    games: list[str]


class Bots(BaseModel):
    bots: list[BotLine]


class Statistics(BaseModel):
    """What each seat did, see `docs/api.md`; `time` is milliseconds of thinking, by seat."""

    turns: int
    moves: int
    seats: list[Counts]
    time: list[int]


class ReplayStep(BaseModel):
    n: int
    seat: int | None = None
    move: MoveText | None = None
    fields: MoveFields | None = Field(None, description="the move as a value")
    chance: str | None = None
    effects: list[Effect]
    patch: Patch


class Replay(BaseModel):
    """A game that is over, with all hands open."""

    table: TableInfo
    record: str
    view: OpenView
    steps: list[ReplayStep]
    statistics: Statistics


class NewReview(Strict):
    """A game to be reviewed: a finished one by its replay, or any as the text of its record."""

    record: Annotated[str, Field(min_length=1, max_length=60_000)] | None = None
    replay: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None

    @model_validator(mode="after")
    def one_source(self) -> "NewReview":
        return one_of(self, "record", "replay", "a review needs a record or a replay")


class ReviewName(BaseModel):
    review: str


class ReplaySteps(BaseModel):
    """A game with all hands open, step by step."""

    record: str
    view: OpenView
    steps: list[ReplayStep]


class Reason(BaseModel):
    """What speaks for a move: a code, and the values that belong to it."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: Values

    code: str


class Option(BaseModel):
    """A move that could have been played instead, or was."""

    move: MoveText
    fields: MoveFields
    effects: list[Effect]
    lost: float = Field(description="what it loses against the best one")


class LikelyMove(BaseModel):
    """One move of a likely continuation."""

    seat: int
    move: MoveText
    fields: MoveFields
    effects: list[Effect]


class Decision(BaseModel):
    """A decision, judged by what its seat could know. Reviews by earlier versions lack what costly ones have in
    addition."""

    number: int = Field(description="which move of the game it is, from 1")
    seat: int
    move: MoveText
    fields: MoveFields | None = Field(None, description="the move as a value; not in reviews by earlier versions")
    legal: int = Field(description="how many moves there were")
    win_share: float = Field(description="share of a win after it")
    error: float
    best: MoveText = Field(description="the best move that was found, which may be the one played")
    best_fields: MoveFields | None = None
    best_effects: list[Effect] = Field([], description="what it would have done, if it is another one")
    reasons: list[Reason] = Field([], description="what speaks for it but not for the one played, most important first")
    lost: float = Field(description="what the move played lost against it; 0 if that may be noise")
    clear: bool = Field(description="whether it lost something")
    luck: list[float] | None = Field(
        None, description="by seat: what the chance after it gave or took; null if there was none"
    )
    options: list[Option] = Field([], description="of the costliest decisions: what could have been played")
    continuation: list[LikelyMove] = Field([], description="of the costliest: what would likely follow the best move")


class TurningPoint(BaseModel):
    """Where the game turned for a seat: by its own move, or by the chance that followed a move."""

    number: int
    seat: int
    kind: Literal["slip", "luck", "fortune"] = Field(description="`fortune` in reviews by earlier versions only")
    size: float


class Analysis(BaseModel):
    """As `nyhavn analyse --json` gives it."""

    game: Game
    players: int
    options: dict[str, bool]
    names: list[str]
    budget: str
    bot: str | None
    seed: int
    decisions: list[Decision]
    turning_points: list[TurningPoint]
    lost: list[float]
    over: bool
    winners: list[int]


class Review(BaseModel):
    """How far a review is; when all is done, what it found, and the game to step through."""

    review: str
    done: int = Field(description="steps of the work that are done")
    total: int = Field(description="how many there are, about")
    analysis: Analysis | None
    replay: ReplaySteps | None


class Health(BaseModel):
    status: Literal["ok", "unavailable"]
    sentence: str = ""


class PreparationStep(BaseModel):
    """Kernels that are compiled once on a machine, before the first game."""

    game: str
    part: str = Field(description="`rules`, without which nobody plays, or `bots`")
    share: float = Field(description="how much of it is done, 0 to 1")
    seconds: int = Field(description="estimated time left")


class PreparationInfo(BaseModel):
    """How far the games are, while the server says `preparing`."""

    playable: bool = Field(description="whether the rules of all games are ready")
    steps: list[PreparationStep]
