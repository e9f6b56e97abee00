"""What is about a game in the protocol, as types: moves, views, effects and components of every game that is installed.
Moves are made from the game's own classes, the rest is what its `messages` say. A game without messages is told as
plain JSON objects, of which is known what all games have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields as fields_of
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from typing_extensions import TypeAliasType

from nyhavn.facade.messages import Standing
from nyhavn.games import find_game, game_names
from nyhavn.notation import Move
from nyhavn.parts import Messages

MOVE_TEXT = "move"
"""The format of texts that are moves."""

Path = list[str | int]
Patch = list[tuple[Path, JsonValue] | tuple[Path]]
"""What brings a view to the next one: a path with the new value, or a path alone where something is gone."""


def _prefix(game: str) -> str:
    return find_game(game).identifier.title().replace("_", "")


def _move_model(game: str, move: type[Move]) -> type[BaseModel]:
    hints = get_type_hints(move)
    given: dict[str, Any] = {"kind": (Literal[move.kind], ...)}
    for field in fields_of(move):
        given[field.name] = (hints[field.name], Field(description=field.metadata.get("description")))
    return create_model(f"{_prefix(game)}{move.__name__}", __module__=__name__, __doc__=move.__doc__, **given)


MOVE_MODELS = {
    game: [_move_model(game, kind) for kind in find_game(game).rules.moves.CODEC.kinds.values()]
    for game in game_names()
}
MESSAGES: dict[str, Messages] = {game: told for game in game_names() if (told := find_game(game).messages)}
"""Games that declare the types of everything they tell."""


# Games that do not


class PlainView(Standing):
    """A view of a game that does not declare what else is in it."""

    model_config = ConfigDict(extra="allow")

    game: str


class PlainEffect(BaseModel):
    """An effect of a game that does not declare its fields. Names that other games use mean the same there."""

    model_config = ConfigDict(extra="allow")

    effect: str
    seat: int | None = None


class PlainComponents(BaseModel):
    """What is known of every game."""

    model_config = ConfigDict(extra="allow")

    game: str
    players: list[int]
    options: dict[str, str]


class PlainEnding(BaseModel):
    """Why a game is over that does not declare its reasons."""

    reason: str
    seats: list[int]


def _open(view: type[BaseModel], name: str) -> type[BaseModel]:
    """A view with all hands, as replays have it."""
    hands = Field(description="the cards of each seat, as letters; null where seats hold none")
    return create_model(
        name, __base__=view, __doc__=f"{view.__doc__} All hands are open.", hands=(list[str | None], hands)
    )


OPEN_VIEWS = {game: _open(told.view, f"{_prefix(game)}OpenView") for game, told in MESSAGES.items()}
PlainOpenView = _open(PlainView, "PlainOpenView")

if TYPE_CHECKING:
    MoveFields = dict[str, JsonValue]
    MoveText = str
    View = dict[str, JsonValue]
    OpenView = dict[str, JsonValue]
    Effect = dict[str, JsonValue]
    Components = dict[str, JsonValue]
    Ending = dict[str, JsonValue]
else:
    MoveText = TypeAliasType(
        "MoveText",
        Annotated[
            str,
            Field(
                description="A move in its one spelling. It is sent as it came; what it is stands in its fields.",
                json_schema_extra={"format": MOVE_TEXT},
            ),
        ],
    )

    def _move_type(game: str) -> Any:
        one_of = reduce(or_, MOVE_MODELS[game])
        told = Field(discriminator="kind") if len(MOVE_MODELS[game]) > 1 else None
        return TypeAliasType(f"{_prefix(game)}Move", Annotated[one_of, told])

    MoveFields = TypeAliasType("MoveFields", reduce(or_, map(_move_type, game_names())))
    """A move by its `kind` and its fields."""

    def _first_of(name: str, types: Sequence[Any], plain: Any) -> Any:
        """Of the types of the games the first that fits; if none does, it is a game that has none."""
        return TypeAliasType(name, Annotated[reduce(or_, (*types, plain)), Field(union_mode="left_to_right")])

    View = _first_of("View", [told.view for told in MESSAGES.values()], PlainView)
    OpenView = _first_of("OpenView", [*OPEN_VIEWS.values()], PlainOpenView)
    Effect = _first_of(
        "Effect", [TypeAliasType(f"{_prefix(game)}Effect", told.effect) for game, told in MESSAGES.items()], PlainEffect
    )
    Components = _first_of("Components", [told.components for told in MESSAGES.values()], PlainComponents)
    Ending = _first_of("Ending", [told.ending for told in MESSAGES.values()], PlainEnding)


PLAIN = (PlainView, PlainOpenView, PlainEffect, PlainComponents, PlainEnding)
"""What stands for games without messages; anything else is of a type of its game."""


# As JSON schemas


def schemas_of(models: Sequence[tuple[type[BaseModel], JsonSchemaMode]]) -> dict[str, Any]:
    """The JSON schemas of types of the protocol, the types of a game named after it, and without those of games that
    other packages bring: what is written down does not depend on what is installed."""
    _, described = models_json_schema(models, title="nyhavn", ref_template="#/$defs/{model}")
    ours = [(f"{__name__}.{name}".replace(".", "__"), name) for name in ("View", "Components", "Ending")]
    names = [*ours, *(pair for game in MESSAGES for pair in _names(game))]
    described = {**_renamed(described, {old: new for old, new in names if old in described["$defs"]})}
    package = __name__.partition(".")[0]
    foreign = tuple(_prefix(game) for game in game_names() if not find_game(game).package.startswith(f"{package}."))
    defs = {name: one for name, one in described["$defs"].items() if not name.startswith(foreign)}
    for one in defs.values():
        if "anyOf" in one:
            one["anyOf"] = [part for part in one["anyOf"] if part.get("$ref", "").rpartition("/")[2] in {"", *defs}]
    return {**described, "$defs": defs}


def _names(game: str) -> Iterator[tuple[str, str]]:
    """How a schema calls the types of a game, alone or beside others of the same name, and how they shall be called."""
    told, module = MESSAGES[game], f"{find_game(game).package}.messages"
    for kind in {
        part for one in (told.view, told.components, told.ending, *get_args(told.effect)) for part in _parts(one)
    }:
        if kind.__module__ == module:
            for name in (kind.__name__, f"{module}.{kind.__name__}".replace(".", "__")):
                yield name, f"{_prefix(game)}{kind.__name__}"


def _parts(kind: Any) -> Iterator[type[BaseModel]]:
    """The models that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
        for field in kind.model_fields.values():
            yield from _parts(field.annotation)
    for part in get_args(kind):
        yield from _parts(part)


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    """The same with definitions renamed, and references to them."""
    if isinstance(schema, list):
        return [_renamed(one, names) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _renamed(value, names) for key, value in schema.items()}
    if "$ref" in found:
        place, _, name = found["$ref"].rpartition("/")
        found["$ref"] = f"{place}/{names.get(name, name)}"
    if "$defs" in found:
        found["$defs"] = {names.get(name, name): value for name, value in found["$defs"].items()}
    return found
