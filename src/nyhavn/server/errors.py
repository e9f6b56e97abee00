"""Refusals on their way out: one shape for HTTP and live connections, a code for programs and a sentence for people."""

from collections.abc import Mapping
from typing import Any

import orjson
from pydantic import BaseModel, Field, ValidationError

from nyhavn.table.entries import Refusal

STATUS = {
    "no table": 404,
    "not found": 404,
    "no person": 401,
    "not yours": 403,
    "not host": 403,
    "not here": 403,
    "not seated": 403,
    "no watching": 403,
    "no ideas": 403,
    "chat closed": 403,
    "chat players": 403,
    "origin": 403,
    "slow down": 429,
    "tables a day": 429,
    "positions a day": 429,
    "no room": 429,
    "too large": 413,
    "store": 503,
    "busy": 503,
    "preparing": 503,
    "message": 422,
    "options": 422,
    "record": 422,
    "bot": 422,
    "name": 422,
    "host": 400,
    "internal": 500,
}
"""HTTP statuses of codes; all others are 409: the table is not in a state for that."""
CONFLICT = 409
FAILED = Refusal("internal", "something went wrong on the server; it was logged, and nothing was changed")


Values = dict[str, str | int | float | bool | list[str] | list[int] | None]
"""What belongs to a code, by name."""


class Problem(BaseModel):
    """Why something was not done. Nothing was changed."""

    code: str
    sentence: str
    details: Values = Field(default_factory=dict)


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.code, CONFLICT)


def problem(refusal: Refusal) -> dict[str, Any]:
    return {"code": refusal.code, "sentence": refusal.sentence, "details": refusal.details}


def refused(message: str | None, refusal: Refusal) -> dict[str, Any]:
    return {"refused": message, **problem(refusal)}


def tell_unreadable(error: Exception) -> Refusal:
    """What is wrong with something that came in, without repeating it."""
    if isinstance(error, ValidationError):
        return tell_invalid(error.errors(include_url=False, include_input=False, include_context=False)[0])
    if isinstance(error, orjson.JSONDecodeError):
        return Refusal("message", "this is not JSON")
    return Refusal("message", "this cannot be read")


def tell_invalid(found: Mapping[str, Any]) -> Refusal:
    """What Pydantic has found, in one sentence. A field may have a name that cannot be sent back."""
    where = ".".join(str(part) for part in found["loc"])[:80].encode(errors="replace").decode()
    return Refusal("message", f"{where}: {found['msg']}" if where else str(found["msg"]), where=where)
