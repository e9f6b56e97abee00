"""Moves as types of the protocol: the fields of each kind of move of each game, made from the game's own classes."""

from collections.abc import Sequence
from dataclasses import fields as fields_of
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from typing_extensions import TypeAliasType

from nyhavn.games import find_game, game_names
from nyhavn.notation import Move


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

MOVE_TEXT = "move"
"""The format of texts that are moves."""

if TYPE_CHECKING:
    MoveFields = dict[str, Any]
    MoveText = str
else:
    _described = Field(
        description="A move in its one spelling. It is sent as it came; what it is stands in its fields.",
        json_schema_extra={"format": MOVE_TEXT},
    )
    MoveText = TypeAliasType("MoveText", Annotated[str, _described])

    def _move_type(game: str) -> Any:
        one_of = reduce(or_, MOVE_MODELS[game])
        told = Field(discriminator="kind") if len(MOVE_MODELS[game]) > 1 else None
        return TypeAliasType(f"{_prefix(game)}Move", Annotated[one_of, told])

    MoveFields = TypeAliasType("MoveFields", reduce(or_, map(_move_type, game_names())))
    """A move by its `kind` and its fields."""


def schemas_of(models: Sequence[tuple[type[BaseModel], JsonSchemaMode]]) -> dict[str, Any]:
    """The JSON schemas of types of the protocol, without the moves of games that other packages bring: what is written
    down does not depend on what is installed."""
    _, described = models_json_schema(models, title="nyhavn", ref_template="#/$defs/{model}")
    defs = described["$defs"]
    for game, moves in MOVE_MODELS.items():
        if find_game(game).package.startswith(f"{__package__.partition('.')[0]}."):
            continue
        for name in (f"{_prefix(game)}Move", *(model.__name__ for model in moves)):
            defs.pop(name, None)
        union = defs["MoveFields"]["anyOf"]
        union[:] = [one for one in union if one["$ref"].rpartition("/")[2] in defs]
    return described
