"""Nonsense of every kind: texts, JSON, messages that are nearly right, frames and requests."""

import random
import string
from collections.abc import Callable
from typing import Any

import orjson

from tests.server.serving import Json

LETTERS = [*string.printable, "é", "ß", "ø", "\u0000", "\u200b", "\u202e", "\ufeff", "\ufffd", "🏠", "a\u0301" * 9]


NOISE = "".join(random.Random(1).choices(LETTERS, k=100_000))


def some_text(rng: random.Random) -> str:
    """Some of the noise: making it letter by letter would take a crowd most of its time."""
    place = rng.randrange(len(NOISE))
    return NOISE[place : place + rng.choice([0, 1, 3, 20, 70, 300])]


def some_json(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(9 if depth < 4 else 7)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.choice([0, 1, -1, 3, 4, 2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1, -(2**63)])
    if kind == 2:
        return rng.choice([0.0, -0.0, 1e308, 5e-324, 0.1, 1.0])
    if kind < 7:
        return some_text(rng)
    if kind == 7:
        return [some_json(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {rng.choice(WORDS) if rng.random() < 0.5 else some_text(rng): some_json(rng, depth + 1) for _ in range(4)}


WORDS = ["id", "subscribe", "since", "seat", "move", "moves", "undo", "confirm", "confirming", "explain", "chat"]
WORDS += ["phrase", "standin", "back", "ping", "chatting", "step", "picture", "hint", "position"]


VALID: list[Callable[[random.Random, list[str]], Json]] = [
    lambda rng, _: {
        "subscribe": {"since": rng.choice([None, 0, 1, 5, 2**31 - 1]), "seat": rng.choice([None, 0, 1, 3])}
    },
    lambda rng, moves: {"move": rng.choice(moves)},
    lambda rng, moves: {"moves": rng.choices(moves, k=rng.randint(1, 20))},
    lambda rng, moves: {"explain": rng.choice(moves)},
    lambda rng, _: {"undo": rng.choice([True, "step", "turn"])},
    lambda rng, _: {"takeback": rng.choice(["ask", "grant", "refuse", "withdraw"])},
    lambda _, __: {"confirm": True},
    lambda rng, _: {"confirming": rng.random() < 0.5},
    lambda rng, _: {"chat": some_text(rng)},
    lambda rng, _: {"phrase": rng.choice(["hello", "nonsense"])},
    lambda rng, _: {"standin": rng.randrange(4)},
    lambda _, __: {"back": True},
    lambda rng, _: {"chatting": rng.choice(["players", "anyone", "somebody"])},
    lambda rng, _: {"step": rng.choice([0, 1, 100])},
    lambda _, __: {"ping": True},
]


def valid(rng: random.Random, moves: list[str]) -> Json:
    """A message that could be meant."""
    return rng.choice(VALID)(rng, moves)


def mutated(rng: random.Random, message: Json) -> Any:
    """Nearly valid."""
    message = dict(message)
    kind = rng.randrange(6)
    name = rng.choice([*message])
    if kind == 0:
        message[rng.choice(WORDS)] = some_json(rng)
    elif kind == 1:
        message[name] = some_json(rng)
    elif kind == 2:
        del message[name]
    elif kind == 3:
        message["id"] = some_json(rng)
    elif kind == 4:
        return [message]
    elif isinstance(message[name], dict):
        message[name] = {**message[name], rng.choice(["since", "seat", "x"]): some_json(rng)}
    return message


def some_frame(rng: random.Random, moves: list[str], number: int) -> tuple[str | bytes, str | None]:
    """Something to send, and the id by which it is answered if it is one."""
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randbytes(rng.choice([0, 1, 10, 500, 5000])), None
    if kind == 1:
        return some_text(rng), None
    if kind == 2:
        return rng.choice(["[", '{"a":']) * rng.choice([5, 500, 2500]), None
    if kind == 3:
        return '{"id": "x", "subscribe": {"since": ' + "9" * rng.choice([18, 19, 20, 400, 9000]) + "}}", None
    if kind == 4:
        return orjson.dumps(some_json(rng), option=orjson.OPT_NON_STR_KEYS), None
    message = {"id": f"m{number}", **valid(rng, moves)}
    if kind < 8:
        text = orjson.dumps(mutated(rng, message))
        if rng.random() < 0.3:  # break it somewhere
            place = rng.randrange(len(text))
            text = text[:place] + rng.randbytes(rng.randrange(3)) + text[place + rng.randrange(3) :]
        return (text if rng.random() < 0.2 else text.decode(errors="replace")), None
    return orjson.dumps(message).decode(), message["id"]


# Requests

BODIES: list[Json] = [
    {"game": "copenhagen", "players": 2, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]},
    {"game": "roll-and-write", "players": 3, "options": {"mirror": True}, "clock": {"move": 30}, "order": "random"},
    {"position": {"record": "copenhagen 2 - all", "moves": 3}, "seats": [{"kind": "me"}]},
    {"position": {"lesson": "copenhagen", "step": 2}},
    {"lesson": "copenhagen", "names": ["Ida", "Mads"]},
    {"code": "ABCDEF"},
    {"seat": 0},
    {"name": "Ada", "bot": "random"},
    {"record": '[Game "copenhagen"]\n[Players "2"]\n[Rules "1"]\n\n> docks RYGBPRR\n'},
    {"replay": "nothing"},
]
METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "BREW"]
HEADERS = ["Cookie", "Origin", "Accept", "X-Forwarded-For", "Content-Type", "If-None-Match", "Range", "Upgrade"]
VALUES = ["", "*", "0", "-1", "nyhavn=x", "null", "100-continue", "bytes=0-", "websocket", "application/json", "☃" * 9]
PARTS = ["0", "3", "-1", "9" * 30, "..", "%2e%2e", "%00", "%ff", "a" * 64, "a" * 65, "a" * 900, "é", "x;y", "{table}"]


def some_body(rng: random.Random) -> bytes:
    """JSON that a route could mean, or nearly, or not at all."""
    kind = rng.randrange(5)
    body = rng.choice(BODIES)
    if kind == 0:
        return orjson.dumps(body)
    if kind < 3:
        return orjson.dumps(mutated(rng, body))
    if kind == 3:
        return orjson.dumps(some_json(rng))
    return rng.randbytes(rng.choice([0, 1, 30, 3000]))


def some_request(rng: random.Random, routes: list[tuple[str, str]], names: list[str], cookie: str) -> bytes:
    """A request to one of the routes, with whatever its path can hold, or one that is none."""
    kind = rng.randrange(12)
    if kind == 0:
        return rng.randbytes(rng.choice([1, 20, 400])).replace(b"\n", b" ") + b"\r\n\r\n"
    method, path = rng.choice(routes)
    while "{" in path:
        before, _, rest = path.partition("{")
        filled = rng.choice(names) if rng.random() < 0.5 else rng.choice([*PARTS, some_text(rng)[:40]])
        path = before + filled.replace("{", "(").replace(" ", "") + rest.partition("}")[2]
    if kind == 1:
        method = rng.choice(METHODS)
    if kind == 2:
        path += rng.choice(["?", "/", "//", "?x=1&x=2", "#", "?" + "y" * 3000, "%"])
    head = [
        f"{method} {path} HTTP/1.{rng.choice('1111110')}",
        f"Host: {'nobody.example' if kind == 3 else 'localhost'}",
    ]
    head.append(f"Cookie: nyhavn={cookie if rng.random() < 0.7 else some_text(rng)[:60]}")
    head += [f"{rng.choice(HEADERS)}: {rng.choice(VALUES)}" for _ in range(rng.choice([0, 0, 1, 4]))]
    body = b"" if method in ("GET", "HEAD") and rng.random() < 0.9 else some_body(rng)
    length = rng.choice([len(body), len(body), len(body), 0, -5, 10**12]) if kind == 4 else len(body)
    if body or kind == 4:
        head += ["Content-Type: application/json", f"Content-Length: {length}"]
    if kind == 5:
        head.append("Transfer-Encoding: chunked")
    lines = [line.replace("\r", "").replace("\n", "") for line in head]
    return "\r\n".join(lines).encode(errors="replace") + b"\r\n\r\n" + body
