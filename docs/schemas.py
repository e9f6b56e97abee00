"""Writes `docs/protocol.schema.json`: the protocol as JSON Schema, from the types that the server checks with.

.venv/bin/python docs/schemas.py
"""

import json
from pathlib import Path

from pydantic import BaseModel

from nyhavn.server import live_messages, protocol
from nyhavn.server.errors import Problem
from nyhavn.server.game_types import schemas_of

FILE = Path(__file__).with_name("protocol.schema.json")


def schema() -> str:
    """The schemas of all types, by name."""
    named = [*vars(protocol).values(), *vars(live_messages).values(), Problem]
    types = dict.fromkeys(it for it in named if isinstance(it, type) and issubclass(it, BaseModel))
    models = [model for model in types if model not in (BaseModel, protocol.Strict)]
    coming_in = [model for model in models if issubclass(model, protocol.Strict)]
    going_out = [model for model in models if model not in coming_in]
    wanted = [(model, "validation") for model in coming_in] + [(model, "serialization") for model in going_out]
    described = schemas_of(wanted)  # type: ignore[arg-type]
    described["protocol"] = protocol.PROTOCOL
    return json.dumps(described, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema(), encoding="utf-8")
    print(FILE)
