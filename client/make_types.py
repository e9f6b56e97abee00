"""Writes the client's types of all messages, `src/lib/net/protocol.ts`, from the server's own."""

import inspect
import sys
from pathlib import Path
from textwrap import fill
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from nyhavn.server import game_types, live_messages, protocol

TYPES = Path(__file__).resolve().parent / "src" / "lib" / "net" / "protocol.ts"
HEADER = """\
// Made by client/make_types.py from src/nyhavn/server/protocol.py: change it there, and run it again.
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

CUTTING = (
    "split",
    "slice",
    "substring",
    "startsWith",
    "endsWith",
    "match",
    "matchAll",
    "replace",
    "replaceAll",
    "charAt",
    "at",
    "search",
    "indexOf",
)
"""Methods of texts that are no methods of moves: nobody takes the text of a move apart."""

PARTS = (protocol.Strict, live_messages.Entry, live_messages.SeatEntry, live_messages.MoveEntry)
"""What other types are made of, and nothing is by itself."""

Schema = dict[str, Any]


def models() -> list[type[BaseModel]]:
    """Every type of the protocol, in the order in which they stand there."""
    return [model for module in (protocol, live_messages) for model in _models_of(module)]


def _models_of(module: ModuleType) -> list[type[BaseModel]]:
    classes = [one for _, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__]
    ours = [one for one in classes if issubclass(one, BaseModel) and one not in PARTS]
    return sorted(ours, key=lambda one: inspect.getsourcelines(one)[1])


def written(schema: Schema) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    if several := schema.get("anyOf", schema.get("oneOf")):
        return " | ".join(dict.fromkeys(written(one) for one in several))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(written(one) for one in schema['prefixItems'])}]"
        case "array":
            items = written(schema.get("items", {}))
            return f"({items})[]" if "|" in items else f"{items}[]"
        case "object":
            patterns = schema.get("patternProperties", {}).values()
            values = next(iter(patterns), schema.get("additionalProperties", True))
            told = written(values) if isinstance(values, dict) else "unknown"
            return keyed(schema.get("propertyNames", {}), told)
        case None:
            return "unknown"
        case plain:
            return PLAIN[plain]


def keyed(names: Schema, values: str) -> str:
    """Values by name: by all of some names, as far as they are known, or by any."""
    return f"Partial<Record<{written(names)}, {values}>>" if "enum" in names else f"Record<string, {values}>"


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def comment(text: str | None, indent: str) -> list[str]:
    if not text:
        return []
    width = 116 - len(indent)
    lines = fill(" ".join(text.split()), width, break_on_hyphens=False).splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def interface(name: str, schema: Schema) -> str:
    required = set(schema.get("required", ()))
    lines = [*comment(schema.get("description"), ""), f"export interface {name} {{"]
    for field, value in schema.get("properties", {}).items():
        lines += comment(value.get("description"), "  ")
        lines.append(f"  {field}{'' if field in required else '?'}: {written(value)};")
    if more := schema.get("additionalProperties"):
        lines.append(f"  [more: string]: {written(more) if isinstance(more, dict) else 'unknown'};")
    return "\n".join([*lines, "}"])


def declared(name: str, schema: Schema) -> str:
    if schema.get("format") == game_types.MOVE_TEXT:
        whole = "\n".join(f"  readonly {method}: never;" for method in CUTTING)
        return "\n".join([*comment(schema["description"], ""), f"export type {name} = string & {{\n{whole}\n}};"])
    if schema.get("type") == "object":
        return interface(name, schema)
    return "\n".join([*comment(schema.get("description"), ""), f"export type {name} = {written(schema)};"])


def types() -> str:
    """The text of the whole file: what is about games first, then every type of the protocol."""
    defs = game_types.schemas_of([(model, "validation") for model in models()])["$defs"]
    named = [model.__name__ for model in models()]
    moves = [model.__name__ for each in game_types.MOVE_MODELS.values() for model in each if model.__name__ in defs]
    others = sorted(name for name in defs if name not in (*moves, *named))
    parts = [HEADER, f"export const PROTOCOL = {protocol.PROTOCOL};"]
    parts += [declared(name, defs[name]) for name in (*moves, *others, *named)]
    return "\n".join(f"{part.rstrip()}\n" for part in parts)


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8", newline="\n")
    print(f"wrote {TYPES.name}", file=sys.stderr)
