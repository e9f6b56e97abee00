"""The server put together: start and end, guards in front of every request, errors, and the pages of the client."""

import asyncio
import gzip
import logging
import mimetypes
import re
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi import HTTPException as BodyError
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nyhavn import __version__
from nyhavn.bots.plugins import search_nowhere
from nyhavn.games import find_game, game_names
from nyhavn.server import api, gauges, lan_api, my_games, shared_limits
from nyhavn.server.addresses import base_url, host_of, is_known_host, network_of, same_origin
from nyhavn.server.bot_turns import Players
from nyhavn.server.cancellation import cancel_all
from nyhavn.server.context import Context
from nyhavn.server.drain import ENDING, Drain
from nyhavn.server.errors import FAILED, problem, status_of, tell_invalid
from nyhavn.server.fair_queue import Kind
from nyhavn.server.hints import Hints
from nyhavn.server.hub import NO_STORE, Hub
from nyhavn.server.job_runner import JobRunner
from nyhavn.server.lan import LOCAL_HOSTS
from nyhavn.server.limits import DEAF_SECONDS, Limits
from nyhavn.server.live import Live
from nyhavn.server.maintenance import Maintenance
from nyhavn.server.metrics import REFUSALS
from nyhavn.server.persons import COOKIE, Persons, new_key
from nyhavn.server.preparation import PARTS, WEB_PARTS, Preparation
from nyhavn.server.protocol import Health
from nyhavn.server.response_cache import ResponseCache, answer, tagged
from nyhavn.server.reviews import Reviews
from nyhavn.server.settings import Settings
from nyhavn.store import Store
from nyhavn.table.entries import Refusal

log = logging.getLogger("nyhavn.server")

STATIC = Path(__file__).resolve().parent / "static"
TRY_LATER = 1013
LATER = ("preparing", "store", ENDING.code)
"""Nobody's fault: a connection that is refused for one of these is told so with its 503, and proxies go elsewhere."""
TOO_MANY = 429
API = "/api/"
PREPARATION = "/api/v1/preparation"
"""The one question that is answered while the games are being prepared."""
ANSWER_SECONDS = 60.0
"""How long what is known of a finished game is given out as it was: a rematch may come to it, and nothing else."""
MOST_BYTES = 64 * 1024
MOST_PATH = 200
"""Characters of an unknown address that are repeated in the answer."""
PACKED = (".js", ".css", ".html", ".svg", ".json", ".webmanifest")
TOO_LARGE = f"a request has at most {MOST_BYTES} bytes"
HTTP_CODES = {405: "method", 413: "too large", 422: "message", 400: "message"}
"""Codes for what the library refuses."""
DEAF = Refusal("slow down", "you keep sending too many requests: try again later", seconds=DEAF_SECONDS)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = "content-security-policy"
HEADERS = {
    POLICY: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SECURE_HEADERS = {"strict-transport-security": "max-age=31536000"}
NO_CLIENT = (
    "<!doctype html><meta charset=utf-8><title>nyhavn</title><p>The client is not built: run <code>make play</code>."
)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Let bots and the maintenance work, and end in order."""
    settings: Settings = app.state.settings
    store: Store = app.state.store
    hub = Hub(settings, store)
    hub.time.set(*await hub.read_clock())
    preparation: Preparation = app.state.preparation
    players = Players(hub)
    persons = Persons(await asyncio.to_thread(store.setting, "key", new_key))
    hints = Hints(hub, app.state.limits)
    reviews = Reviews(hub, app.state.limits)
    responses = ResponseCache(ANSWER_SECONDS, now=settings.steady)
    app.state.context = Context(
        settings, hub, persons, app.state.limits, players, hints, reviews, responses, preparation
    )
    hub.workers.prepared = preparation.bots
    handlers = {Kind.IDEA: hints.answer, Kind.BOT: players.play, Kind.REVIEW: reviews.make}
    maintenance = Maintenance(hub, players)
    hub.start(gauges.watch(hub))
    if store.shared and settings.limits:
        hub.start(shared_limits.share(hub, app.state.limits))
    work = [maintenance.run]
    if settings.role != "web":
        work.append(JobRunner(hub, handlers, players.outside_places).run)
    preparing, opening = map(asyncio.create_task, (preparation.run(), _open(app.state.context, *work)))
    tasks = [preparing, opening, asyncio.create_task(preparation.playable.wait())]
    if preparation.is_quick:  # so that returning people never see a page that tells them to wait
        await asyncio.wait((preparing, tasks[-1]), return_when=asyncio.FIRST_COMPLETED)
    try:
        yield
    finally:
        await cancel_all(tasks)
        await hub.close()
        await players.close()
        await asyncio.to_thread(store.close)
        log.info("stopped", extra={"server": hub.process})


async def _open(context: Context, *work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Once the games are loaded, tables can be played at."""
    await context.preparation.playable.wait()
    context.hub.start(context.hub.compute(api.components))  # before somebody asks for it
    log.info("ready", extra={"version": __version__, "server": context.hub.process})
    await asyncio.gather(*(one() for one in work))


def make_app(settings: Settings, store: Store) -> FastAPI:
    """The application, to be run by uvicorn."""
    search_nowhere()  # no code of third-party bots is ever loaded here
    app = FastAPI(
        title="nyhavn",
        version=__version__,
        summary=f"Tables for {' and '.join(find_game(name).title for name in game_names())}",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.settings = settings
    app.state.store = store
    app.state.preparation = preparation = Preparation(WEB_PARTS if settings.role == "web" else PARTS)
    app.state.described = None
    app.state.drain = drain = Drain(settings.drain_seconds)
    app.state.limits = limits = Limits(settings.limits, lambda: round(1000 * settings.steady()))
    app.add_api_route("/healthz", health, response_model=Health, responses={503: {"model": Health}})
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    if settings.role != "worker":
        app.include_router(api.router)
        app.include_router(my_games.router)
        app.include_router(lan_api.router)
        app.add_api_websocket_route("/api/v1/tables/{table}/live", live)
        app.add_api_route("/openapi.json", described, include_in_schema=False)
        app.add_api_route("/{path:path}", page, include_in_schema=False)
    app.add_exception_handler(Refusal, _refuse)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(Guard, settings=settings, limits=limits, preparation=preparation, drain=drain)
    return app


# Pages that are not the API


async def live(socket: WebSocket, table: api.TableId) -> None:
    """The live connection of a table."""
    context: Context = socket.app.state.context
    address = network_of(socket.client.host if socket.client else "")
    person = context.persons.read(api.cookie(context, socket, COOKIE)) or context.persons.new()
    talk = Live(context.hub, context.limits, context.hints, socket, table, person, address)
    scheme = "https" if socket.url.scheme == "wss" else "http"
    base = partial(base_url, context.settings, scheme, socket.headers.get("host", ""))
    talk.connection.invite = lambda: api.invitation(context.settings, socket, base(), table)
    try:
        with context.limits.connected(address), socket.app.state.drain.following(talk):
            await socket.accept()
            await talk.run()
    except Refusal:
        context.limits.warn(address)
        await socket.close(TRY_LATER)


async def health(request: Request, response: Response) -> Any:
    """Whether this server can play: 200, or 503 while its database is gone, lost time is being given back, or it is
    about to end."""
    hub = request.app.state.context.hub
    if not request.app.state.preparation.playable.is_set():
        response.status_code = 503
        return {"status": "unavailable", "sentence": request.app.state.preparation.refusal().sentence}
    if request.app.state.drain.begun:
        response.status_code = 503
        return {"status": "unavailable", "sentence": ENDING.sentence}
    if hub.can_play and hub.ready.is_set():  # the maintenance tries it out: nobody can make it work by asking
        return {"status": "ok"}
    response.status_code = 503
    missing = "clocks are being set right" if hub.can_play else "the database cannot be used now"
    return {"status": "unavailable", "sentence": missing}


async def described(request: Request) -> Response:
    """The HTTP interface, for programs."""
    state = request.app.state
    if state.described is None:
        state.described = await state.context.hub.compute(lambda: tagged(orjson.dumps(request.app.openapi())))
    return answer(request, state.described)


async def metrics(request: Request) -> Response:
    """For Prometheus, on this machine only."""
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if forwarded or not request.client or request.client.host not in LOCAL_HOSTS:
        raise Refusal("not found", "there is nothing here")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def page(request: Request, path: str) -> Response:
    """The client: its files, and its one page."""
    if not (STATIC / "index.html").is_file() and path in ("", "index.html"):
        return Response(NO_CLIENT, media_type="text/html")
    try:
        wanted = (STATIC / (path or "index.html")).resolve()
        found = wanted.is_relative_to(STATIC) and wanted.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        if "text/html" not in request.headers.get("accept", ""):
            raise Refusal("not found", "there is nothing here")
        return Response(elsewhere(request.app.state.settings.path, path), 404, media_type="text/html")
    # Names of assets carry a digest of their contents; the page itself is asked for every time.
    caching = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if wanted.suffix == ".html":
        headers[POLICY] = policy(wanted, wanted.stat().st_mtime_ns)
    if wanted.suffix not in PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(wanted, headers=headers)
    kind = mimetypes.guess_type(wanted.name)[0] or "text/plain"
    return Response(
        pack(wanted, wanted.stat().st_mtime_ns), media_type=kind, headers=headers | {"content-encoding": "gzip"}
    )


def elsewhere(root: str, path: str) -> str:
    """What a browser gets for an address that leads nowhere: the client, which says so in words of its language, or
    knows where somebody wanted to go who has lost the `#`."""
    link = f"{root}#/{quote(path[:MOST_PATH], safe='/')}"
    return (
        "<!doctype html><meta charset=utf-8><title>nyhavn</title>"
        f'<meta http-equiv=refresh content="0; url={link}"><p><a href="{link}">nyhavn</a>'
    )


@lru_cache(1024)  # more than there are: whoever asks for all in turn has each compressed once
def pack(file: Path, _changed: int) -> bytes:
    """A file as it travels. Only files: to compress answers that hold secrets would tell their length."""
    return gzip.compress(file.read_bytes(), mtime=0)


@lru_cache(4)
def policy(file: Path, _changed: int) -> str:
    """What a page may do: run our files, and the scripts that it holds itself, by what is in them."""
    scripts = re.findall(rb"<script>(.*?)</script>", file.read_bytes(), re.DOTALL)
    digests = [b64encode(sha256(script).digest()).decode() for script in scripts]
    return "; ".join([HEADERS[POLICY], " ".join(["script-src 'self'", *(f"'sha256-{digest}'" for digest in digests)])])


# Errors, all of one shape


def _answer(refusal: Refusal) -> Response:
    REFUSALS.labels(refusal.code).inc()
    headers = {"retry-after": str(refusal.details["seconds"])} if refusal.code in ("slow down", "preparing") else None
    return JSONResponse(problem(refusal), status_of(refusal), headers)


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _answer(error)


async def _unreadable(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _answer(tell_invalid(error.errors()[0]))


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = {"code": HTTP_CODES.get(error.status_code, "http"), "sentence": str(error.detail), "details": {}}
    return JSONResponse(body, error.status_code, error.headers)


class Guard:
    """In front of everything: is it meant for us, from us, small enough and not too much; and headers for browsers."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, preparation: Preparation, drain: Drain
    ) -> None:
        self.app = app
        self.drain = drain
        self.preparation = preparation
        self.settings = settings
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        address = network_of((scope.get("client") or ("",))[0])
        deaf = self.limits.is_deaf(address)
        status = 0
        usual = HEADERS
        if self.settings.is_secure(scope["scheme"]):
            usual = usual | SECURE_HEADERS
        if scope["path"].startswith("/api/"):
            usual = usual | {"cache-control": "no-store"}

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode()) for name, value in usual.items() if name.encode() not in given
                ]
                if status == TOO_MANY:
                    self.limits.warn(address)
                if deaf or self.drain.begun:  # a proxy must not keep it for the next request
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        refusal = DEAF if deaf else self._limit(scope, address) or self._check(scope)
        try:
            if refusal is None:
                await self.app(scope, _bounded(receive) if scope["type"] == "http" else receive, answer)
            elif scope["type"] == "websocket" and refusal.code in LATER:
                await WebSocket(scope, receive, send).send_denial_response(_answer(refusal))
            elif scope["type"] == "websocket":
                self.limits.warn(address)
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            else:
                await _answer(refusal)(scope, receive, answer)
        except Exception:
            log.exception("request failed")
            if scope["type"] == "websocket" or status:
                raise
            await _answer(FAILED)(scope, receive, answer)
        if scope["type"] == "http":
            route = getattr(scope.get("route"), "path", "-")  # the pattern: real paths hold names that are secrets
            took = round((time.perf_counter() - started) * 1000, 1)
            log.debug("request", extra={"method": scope["method"], "route": route, "status": status, "ms": took})

    def _limit(self, scope: Scope, address: str) -> Refusal | None:
        """Requests for the server's health or the client's files have a higher limit."""
        kind = "connect" if scope["type"] == "websocket" else "request" if scope["path"].startswith(API) else "page"
        try:
            self.limits.spend(kind, address)
        except Refusal as refusal:
            return refusal
        return None

    def _check(self, scope: Scope) -> Refusal | None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        local_address = str((scope.get("server") or ("",))[0])
        if not is_known_host(self.settings, host, local_address):
            name = host_of(host)[:80]
            return Refusal("host", f"this server does not answer to {name!r}: start it with --public-url", host=name)
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if unsafe and not same_origin(self.settings, headers.get("origin"), host, scope["scheme"]):
            return Refusal("origin", "this request comes from another site")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > MOST_BYTES:
            return Refusal("too large", TOO_LARGE)
        if scope["path"].startswith(API) and not self.preparation.playable.is_set() and scope["path"] != PREPARATION:
            return self.preparation.refusal()
        if scope["type"] == "websocket" and self.drain.moving:
            return ENDING
        context: Context | None = getattr(scope["app"].state, "context", None)
        if scope["path"].startswith(API) and context is not None and context.hub.is_lost:
            return NO_STORE  # a proxy asks another process
        return None


def _bounded(receive: Receive) -> Receive:
    """A body without a length may not be longer either."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise BodyError(413, TOO_LARGE)
        return message

    return bounded
