"""The messages of the live connection, as types; `protocol` has what tables and answers are made of."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator
from typing_extensions import TypeAliasType

from nyhavn.facade.messages import LetterOrWhite, Lines, TileChoice
from nyhavn.server.errors import Values
from nyhavn.server.game_types import Effect, MoveFields, MoveText, Patch, View
from nyhavn.server.protocol import (
    MOST_ENTRIES,
    Begun,
    Chatting,
    GivenMove,
    MessageId,
    Reason,
    Result,
    Seat,
    Strict,
    TableInfo,
)

# Choices: see `nyhavn.play.State.choices`


class Choices(BaseModel):
    """What a seat can do now, or (`plan`) could do if it were its turn."""

    seat: int
    plan: bool
    phase: str
    moves: list[MoveText] = Field(description="every legal move that places no tile from the rack, as text")
    fields: list[MoveFields] = Field(description="the same moves, in the same order, as values")
    gains: dict[MoveText, tuple[int, int, Lines]] = Field(
        description="of these, those that cover a cell and gain something: points, coats, completed lines"
    )
    then: dict[MoveText, list[str]] = Field(
        description="of these, those after which the seat has to decide again in the same turn: the phases that follow,"
        " up to one in which it can place a tile or `end` its turn"
    )
    means: dict[LetterOrWhite, tuple[str, int]] = Field(
        description="by colour, what the seat has that counts for tiles of it: cards or dice as letters, and bonuses;"
        " only where it has something"
    )
    single: TileChoice | None = Field(
        description="a single cell as a tile that can be placed, if it can be now (dice game); its move is in `moves`"
    )
    tiles: list[TileChoice]


# Live messages: client to server


class Subscribe(Strict):
    since: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None = None
    seat: Seat | None = None
    picture: bool = Field(
        False, description="whether every position is wanted as a picture too, for a client that cannot draw the game"
    )
    patches: bool = Field(False, description="whether to send choices as patches to earlier ones")


class Message(Strict):
    """One thing at a time: exactly one of the fields beside `id`."""

    id: MessageId
    subscribe: Subscribe | None = None
    move: GivenMove | None = None
    moves: Annotated[list[GivenMove], Field(min_length=1, max_length=20)] | None = None
    undo: Literal["step", "turn", True] | None = None
    takeback: Literal["ask", "grant", "refuse", "withdraw"] | None = None
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
    position: Literal[True] | None = None
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


class Takeback(BaseModel):
    """A finished turn that can still be undone if all others agree."""

    seat: int = Field(description="whose turn it was")
    asked: bool = Field(description="whether its player has asked for that")
    awaited: list[int] = Field(description="the seats that are still to agree")


# Entries of the log as the receiver may know them


class Entry(BaseModel):
    """Something that happened at a table; `kind` says what."""

    at: int = Field(description="milliseconds since 1970")


class SeatEntry(Entry):
    """Something that a seat did, or that was done to it."""

    seat: int


class MoveEntry(SeatEntry):
    move: MoveText
    fields: MoveFields = Field(description="the move as a value")


class CreateEvent(Entry):
    kind: Literal["create"]


class SitEvent(SeatEntry):
    kind: Literal["sit"]
    name: str
    bot: str | None = Field(None, description="the bot that sat down")


class LeaveEvent(SeatEntry):
    kind: Literal["leave"]


class StartEvent(Entry):
    kind: Literal["start"]
    order: list[int] = Field(description="for each seat, which one it was before")
    rules: str = Field(description="the version of the rules")
    commitment: str | None = Field(description="SHA-256 of the seed")
    position: Begun | None = Field(None, description="where the game began, if somebody brought a position")


class StepEvent(Entry):
    """A lesson moves on to a step."""

    kind: Literal["step"]
    step: int
    commitment: str | None


class MoveEvent(MoveEntry):
    kind: Literal["move"]


class ChanceEvent(Entry):
    """Cards or dice; what they did is in the effects."""

    kind: Literal["chance"]
    chance: str | None = Field(None, description="as records write it; missing where it is another seat's secret")


class HoldEvent(MoveEntry):
    """Your move that waits to be confirmed."""

    kind: Literal["hold"]


class UndoEvent(SeatEntry):
    kind: Literal["undo"]
    moves: int = Field(description="how many were undone")


class TakebackEvent(SeatEntry):
    """Somebody asks to undo a turn that is over, or answers. If all agree, an undo follows."""

    kind: Literal["takeback"]
    what: Literal["ask", "grant", "refuse", "withdraw"]


class ConfirmingEvent(SeatEntry):
    """Whether a seat confirms its turns from now on."""

    kind: Literal["confirming"]
    on: bool


class ChatEvent(Entry):
    kind: Literal["chat"]
    seat: int | None = Field(description="null: a spectator")
    text: str | None = None
    phrase: str | None = Field(None, description="one of the phrases, in place of a text")


class ChattingEvent(Entry):
    """Who may chat from now on."""

    kind: Literal["chatting"]
    who: Chatting


class StandinEvent(SeatEntry):
    kind: Literal["standin"]
    bot: str
    why: Literal["absent", "left", "time"]


class FailedEvent(SeatEntry):
    """A bot gave no move: another one plays."""

    kind: Literal["failed"]
    bot: str
    why: Literal["time", "error"]
    plays: str = Field(description="the bot that plays")
    rest: bool = Field(description="whether it plays the rest of the game too")


class BackEvent(SeatEntry):
    kind: Literal["back"]


class ClockEvent(SeatEntry):
    """Time that a seat was given because nobody could play."""

    kind: Literal["clock"]
    granted: int = Field(description="milliseconds")


class ForfeitEvent(SeatEntry):
    kind: Literal["forfeit"]


class OverEvent(Entry):
    kind: Literal["over"]
    result: Result
    seed: str | None = None


class RematchEvent(Entry):
    kind: Literal["rematch"]
    table: str


class CloseEvent(Entry):
    kind: Literal["close"]


EVENTS: tuple[type[Entry], ...] = (
    CreateEvent, SitEvent, LeaveEvent, StartEvent, StepEvent, MoveEvent, ChanceEvent, HoldEvent, UndoEvent,
    TakebackEvent, ConfirmingEvent, ChatEvent, ChattingEvent, StandinEvent, FailedEvent, BackEvent, ClockEvent,
    ForfeitEvent, OverEvent, RematchEvent, CloseEvent,
)  # fmt: skip
"""Every kind of entry that is sent."""

if TYPE_CHECKING:
    LoggedEvent = Any
else:
    LoggedEvent = TypeAliasType("LoggedEvent", Annotated[reduce(or_, EVENTS), Field(discriminator="kind")])


class EventMessage(BaseModel):
    """Something happened. `patch` brings the last view to the present one: each part is a path with the new value, or a
    path alone where something is gone. Events that belong together come one after the other and the last has it."""

    n: int
    event: LoggedEvent
    effects: list[Effect] = []
    patch: Patch = []
    held: MoveText | None = Field(None, description="your move that waits to be confirmed")
    undo: int = Field(0, description="how many moves you can undo now")
    takeback: Takeback | None = Field(None, description="the last turn, if it can be undone")
    view: View | None = Field(None, description="the whole view instead of a patch, when the game starts")
    choices: Choices | None = None
    choices_patch: Patch = Field([], description="what changed in the choices, if patches are wanted")
    clock: ClockState | None = None
    table: TableInfo | None = Field(None, description="when something about the table has changed")
    picture: str | None = Field(None, description="the position as SVG, if pictures are wanted")


class Subscribed(BaseModel):
    """The answer to `subscribe`: what is missing since the number given, and where things stand now."""

    ack: str
    n: int
    table: TableInfo
    events: list[EventMessage]
    view: View | None = Field(description="null before the start")
    held: MoveText | None = Field(description="your move that waits to be confirmed")
    undo: int = Field(description="how many moves you can undo now")
    takeback: Takeback | None = Field(description="the last turn, if it can be undone")
    choices: Choices | None
    clock: ClockState | None
    picture: str | None = Field(None, description="the position as SVG, if pictures are wanted; null before the start")


class Page(BaseModel):
    """The answer to `subscribe` where much is missing: the first of it. Subscribe again, since `n`."""

    ack: str
    n: int = Field(description="number of the last entry sent")
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
    share: float | None = Field(description="share of a win after it, from playouts; null if there is no other move")
    effects: list[Effect]
    reasons: list[Reason] = Field(description="the weightiest first")


class Ideas(Ack):
    """The answer to `hint`, best first."""

    ideas: list[Idea]


class PositionLine(Ack):
    """The answer to `position`."""

    position: str = Field(description="what your seat knows of the position, as a line of text")


class Refused(BaseModel):
    """Not done, and nothing was changed."""

    refused: str | None = Field(description="the message's id; null if it could not be read")
    code: str
    details: Values = {}
    sentence: str


class Presence(BaseModel):
    presence: list[bool] = Field(description="by seat: somebody is there")
    watchers: int
