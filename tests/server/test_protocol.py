"""The protocol's documentation is complete, and its schemas are current."""

import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from nyhavn.server.errors import STATUS
from nyhavn.server.live_messages import EVENTS, Message
from nyhavn.table.plain_text import PHRASES
from nyhavn.table.visibility import FIELDS

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
SOURCES = [
    path.read_text(encoding="utf-8")
    for room in ("server", "table")
    for path in (ROOT / "src/nyhavn" / room).glob("*.py")
]


def test_the_schemas_are_current() -> None:
    made: dict[str, Any] = runpy.run_path(str(DOCS / "schemas.py"))
    assert made["FILE"].read_text(encoding="utf-8") == made["schema"](), "run .venv/bin/python docs/schemas.py"


def test_the_protocol_has_no_untyped_objects() -> None:
    """But for what games of others tell."""
    made: dict[str, Any] = runpy.run_path(str(DOCS / "schemas.py"))
    schema = json.loads(made["schema"]())
    loose = {name for name, kind in schema["$defs"].items() if any(untyped(kind))}
    assert loose == {"JsonValue", "PlainComponents", "PlainEffect", "PlainOpenView", "PlainView"}


def untyped(schema: Any) -> Iterator[bool]:
    """Whether anything may stand in a place of a schema."""
    if not isinstance(schema, dict):
        return
    if not schema.keys() - {"title", "description"} or schema.get("additionalProperties") is True:
        yield True
    for inner in (*schema.get("properties", {}).values(), *schema.get("prefixItems", ()), *schema.get("anyOf", ())):
        yield from untyped(inner)
    for inner in (schema.get("items"), schema.get("additionalProperties")):
        yield from untyped(inner)


def test_every_kind_of_event_is_told() -> None:
    kinds = {get_args(event.model_fields["kind"].annotation)[0]: set(event.model_fields) for event in EVENTS}
    assert kinds == {kind: {"kind", "at", *fields} for kind, fields in FIELDS.items()}
    told = PAGE[PAGE.index("## Events") : PAGE.index("## Choices")]
    for kind, fields in FIELDS.items():
        (line,) = re.findall(rf"^\| `{kind}` \|.*$", told, re.MULTILINE)
        assert all(f"`{field}`" in line for field in fields), kind


def test_every_message_is_told() -> None:
    for name in Message.model_fields:
        assert f'"{name}"' in PAGE, name


def test_every_code_is_told() -> None:
    raised = {code for source in SOURCES for code in re.findall(r'Refusal\(\s*"([a-z -]+)"', source)} | set(STATUS)
    told = set(re.findall(r"`([a-z -]+)`", PAGE[PAGE.index("## Refusals") :]))
    assert raised - {"internal"} - told == set()


def test_every_path_is_told() -> None:
    from nyhavn.server.api import router

    for route in router.routes:
        path = re.sub(r"\{token\}", "{replay}", getattr(route, "path", ""))
        assert path in PAGE, path


def test_phrases_are_words_of_the_protocol() -> None:
    assert all(re.fullmatch(r"[a-z-]{1,20}", phrase) for phrase in PHRASES)
