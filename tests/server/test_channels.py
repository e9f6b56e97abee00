"""The channels: everything that leaves the server, and the functions of `visibility` that make it.

What is not listed here fails, and so does code of the server or of tables that reads a game past `visibility`. Whether
the functions themselves let too much through is for `test_secrecy` to find.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest

import nyhavn
from nyhavn.server.app import make_app
from nyhavn.server.live_messages import Message
from nyhavn.server.settings import Settings
from nyhavn.store import Store
from nyhavn.table import visibility

PACKAGE = Path(nyhavn.__file__).parent
INFO = {"info"}
LIST = {"listed", "line"}
NOW = {"info", "events", "look", "picture", "held", "undoable", "takeback", "choices", "clock", "seat_now"}
NOTHING: set[str] = set()
"""Nothing of a table, or its name only."""

ROUTES = {
    "GET /api/v1/me": NOTHING,
    "POST /api/v1/me/links": NOTHING,
    "POST /api/v1/links/owner": NOTHING,
    "POST /api/v1/links": NOTHING,
    "POST /api/v1/me/restore": NOTHING,
    "POST /api/v1/lan": NOTHING,
    "DELETE /api/v1/lan": NOTHING,
    "POST /api/v1/tables": {*INFO, "record"},  # the record of a game that is over, to play on from
    "POST /api/v1/lessons": INFO,
    "POST /api/v1/tables/{table}/positions": {"share"},
    "GET /api/v1/positions/{position}": {"shared"},
    "GET /api/v1/tables": LIST,
    "GET /api/v1/me/tables": LIST,
    "GET /api/v1/me/games": {"finished"},
    "GET /api/v1/me/results": {"bot_results"},
    "POST /api/v1/codes": NOTHING,
    "GET /api/v1/tables/{table}": INFO,
    "POST /api/v1/tables/{table}/seats/{seat}": INFO,
    "DELETE /api/v1/tables/{table}/seats/{seat}": INFO,
    "POST /api/v1/tables/{table}/rematch": NOTHING,
    "GET /api/v1/tables/{table}/record": {"record"},
    "GET /api/v1/tables/{table}/statistics": {"statistics"},
    "GET /api/v1/replays/{token}": {*INFO, "record", "replay", "statistics"},
    "POST /api/v1/reviews": {"record"},
    "GET /api/v1/reviews/{review}": {"review"},
    "GET /api/v1/games": NOTHING,
    "GET /api/v1/preparation": NOTHING,
    "GET /api/v1/bots": NOTHING,
    "GET /healthz": NOTHING,
    "GET /metrics": NOTHING,
    "GET /openapi.json": NOTHING,
    "GET /{path:path}": NOTHING,
    "LIVE /api/v1/tables/{table}/live": NOTHING,  # what it sends is listed below
}
SENDING = {
    "live.run": {"position_line"},  # hello, and then one answer after the other
    "live._send": NOTHING,  # what waits to be sent
    "live._answer": {"position_line"},
    "live._fulfil": NOTHING,  # what was made of a message, now or when it was thought out
    "hub.subscribe": NOW | {"page"},
    "rooms.tell": NOW,
    "rooms.tell_presence": NOTHING,
    "transport.cut": NOTHING,
    "maintenance._keep_time": NOTHING,
    "maintenance._watch": NOTHING,
    "app.__call__": NOTHING,  # refusals
    "transport.send": NOTHING,
    "transport.send_400_response": NOTHING,
    "transport.send_receive_event_to_app": NOTHING,
}
"""Where live messages are sent."""
MESSAGES = {
    "subscribe": "hub.subscribe",
    **dict.fromkeys(("hint", "position"), "live._fulfil"),
    **dict.fromkeys(("move", "moves", "undo", "takeback", "confirm", "confirming", "chat", "phrase", "chatting"), ""),
    **dict.fromkeys(("standin", "back", "step", "explain", "ping"), ""),
}
"""Where each message is answered with more than the number of an entry."""
THINKING = {"bot_turns.play": {"observation"}, "hints.answer": {"observation"}}
"""Where bots are asked."""

READING = {
    "view", "look", "events", "shared_events", "record", "choices", "offer", "preview", "moves", "text", "svg",
    "position",
}  # fmt: skip
"""Methods of a game that tell something of it."""
INSIDE = {"history", "memory", "knowledge", "_rules", "_facts", "_memory", "_history", "_effects"}
"""What is in a game, all of it."""
MAKERS = {"observe", "as_known", "statistics_of", "ideas", "retrace"}
"""Functions that make something of a game for somebody."""
NO_GAMES = {"visibility", "reviews", "players"}
"""Have methods of the same names."""
RENEWED = ("record", "knowledge", "as_known")
LOGGING = {("table/table.py", "history"), *(("table/positions.py", name) for name in RENEWED)}
"""What these read is written into the log, and leaves through `visibility` only."""


def functions(module: str) -> dict[str, ast.AST]:
    """The functions and methods of a module of the server."""
    return dict(_functions(module))


@cache
def _functions(module: str) -> tuple[tuple[str, ast.AST], ...]:
    tree = ast.parse((PACKAGE / "server" / f"{module}.py").read_text())
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return tuple((node.name, node) for node in found)


def last_name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def made_by(module: str, function: str, known: frozenset[str] = frozenset()) -> set[str]:
    """The functions of `visibility` that a function uses, itself or through those that it calls."""
    place = f"{module}.{function}"
    node = functions(module).get(function)
    if node is None or place in known:
        return set()
    found: set[str] = set()
    modules = {"self": module, "reviews": "reviews", "room": "rooms"}
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            found |= made_by(module, part.func.id, known | {place})
        elif isinstance(part, ast.Attribute) and last_name(part.value) == "visibility":
            found |= {part.attr} if not part.attr.startswith("check_") else set()
        elif isinstance(part, ast.Attribute) and last_name(part.value) in modules:
            found |= made_by(modules[last_name(part.value)], part.attr, known | {place})
    return found


def routes() -> dict[str, Any]:
    """Every way to ask the server, and what answers."""
    found: dict[str, Any] = {}
    waiting = list[Any](make_app(Settings(), cast(Store, None)).routes)
    while waiting:
        route = waiting.pop()
        if not hasattr(route, "endpoint"):  # a router that was included
            waiting += route.original_router.routes
            continue
        for method in (getattr(route, "methods", None) or {"LIVE"}) - {"HEAD"}:
            found[f"{method} {route.path}"] = route.endpoint
    return found


def test_every_route_is_listed_with_what_it_tells() -> None:
    found = routes()
    assert set(found) == set(ROUTES)
    for route, answer in found.items():
        module = inspect.getmodule(answer)
        assert module is not None
        if module.__name__.startswith("nyhavn."):
            made = made_by(module.__name__.removeprefix("nyhavn.server."), answer.__name__)
            assert made == ROUTES[route], route


def test_every_live_message_is_listed() -> None:
    assert set(Message.model_fields) - {"id"} == set(MESSAGES)
    assert {place for place in MESSAGES.values() if place} <= set(SENDING)


def test_every_place_that_sends_is_listed_with_what_it_tells() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted((PACKAGE / "server").glob("*.py")):
        for name, node in functions(path.stem).items():
            calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
            if any(isinstance(call, ast.Attribute) and call.attr.startswith("send") for call in calls):
                found[f"{path.stem}.{name}"] = made_by(path.stem, name)
    assert found == SENDING


def test_bots_are_told_by_the_same_module() -> None:
    for place, made in THINKING.items():
        module, _, function = place.partition(".")
        assert made_by(module, function) == made


def test_everything_in_visibility_is_used() -> None:
    """Functions that no channel uses are used by the others, or say who may look."""
    used = set().union(*ROUTES.values(), *SENDING.values(), *THINKING.values())
    source = inspect.getsource(visibility)
    for name, function in vars(visibility).items():
        if isinstance(function, FunctionType) and function.__module__ == visibility.__name__ and name not in used:
            assert name.startswith("check_") or source.count(f"{name}(") > 1, name


# Past `visibility`


def past(source: str, file: str = "") -> Iterator[str]:
    """What a module reads of games by itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (one.name for one in node.names if one.name in MAKERS and (file, one.name) not in LOGGING)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READING:
            if last_name(node.func.value) not in NO_GAMES and (file, node.func.attr) not in LOGGING:
                yield node.func.attr
        elif isinstance(node, ast.Attribute) and node.attr in INSIDE and (file, node.attr) not in LOGGING:
            yield node.attr


def test_nothing_is_read_past_visibility() -> None:
    paths = [path for room in ("server", "table") for path in sorted((PACKAGE / room).glob("*.py"))]
    assert len(paths) > 20
    for path in paths:
        if path.name != "visibility.py":
            assert not list(past(path.read_text(), path.relative_to(PACKAGE).as_posix())), path


@pytest.mark.parametrize(
    "line",
    [
        "told = table.state.view(0)",
        "told = state.look(seat)",
        "told = table.playing.events(0, seat)",
        "text = found.state.record()",
        "moves = table.playing.moves()",
        "told = state._rules.knowledge.look(facts, 0)",
        "told = state.memory.tolist()",
        "from nyhavn.bots import make_bot, observe",
        "from nyhavn.statistics import statistics_of",
    ],
)
def test_what_goes_around_is_noticed(line: str) -> None:
    assert list(past(line))


def test_who_asks_visibility_goes_the_right_way() -> None:
    assert not list(past("told = visibility.look(table, seat)\nfrom nyhavn.table import visibility"))
