"""The HTTP interface: making tables, sitting down, lists, what remains of a game. `docs/protocol.md` explains it."""

from contextlib import suppress
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from nyhavn import __version__
from nyhavn.bots import OWN_BOTS, find_bot
from nyhavn.bots.registry import own_names
from nyhavn.games import components_of, game_names
from nyhavn.play import State
from nyhavn.server import protocol
from nyhavn.server.addresses import base_url, position_link, table_link
from nyhavn.server.bot_turns import check_bot
from nyhavn.server.charges import check_holdings, sender, spend_bytes, spend_entry, spend_opening, spend_work
from nyhavn.server.context import Context
from nyhavn.server.errors import Problem
from nyhavn.server.hub import PAUSE
from nyhavn.server.lan import is_at_machine
from nyhavn.server.limits import COUNTING, JUDGED_BYTES, RETRACING
from nyhavn.server.persons import BEFORE, COOKIE, COOKIE_SECONDS, LINK_MINUTES, cookie_name, link_digest, new_link
from nyhavn.server.response_cache import Body, answer, tagged
from nyhavn.server.settings import Settings
from nyhavn.store import TableSummary
from nyhavn.table import commands, positions, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.names import read_name
from nyhavn.table.table import Table

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": text}
    for code, text in {
        400: "not for this server",
        401: "this browser has no cookie yet",
        403: "not allowed",
        404: "not found",
        409: "the table is not in a state for that",
        413: "too large",
        422: "the request cannot be read",
        429: "too many requests",
        503: "the database is unavailable, or the games are being prepared",
    }.items()
}
router = APIRouter(prefix="/api/v1", responses=REFUSALS)

TableId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
MOST_TOLD = 12
"""Tables of a list that are opened: people who come back have a few waiting."""
MOST_NAMES = 5
"""Tables at which somebody's name is looked for."""
NO_CODE = Refusal("not found", "this code is wrong, used up or too old")
SeatNumber = Annotated[int, Path(ge=0, le=3)]


async def context(request: Request) -> Context:
    """What the server is made of. Reading a table from the store is charged to the client that asks for it."""
    found: Context = request.app.state.context
    if table := request.path_params.get("table"):
        await spend_opening(found, sender(request), table)
    return found


Server = Annotated[Context, Depends(context)]


def cookie(server: Context, request: HTTPConnection, name: str) -> str | None:
    """What a browser keeps for us under a name."""
    settings = server.settings
    return request.cookies.get(cookie_name(name, settings.is_secure(request.url.scheme), settings.path))


async def read_token(server: Server, request: Request) -> str | None:
    return cookie(server, request, COOKIE)


async def read_before(server: Server, request: Request) -> list[str]:
    return server.persons.read_all(cookie(server, request, BEFORE))


Token = Annotated[str | None, Depends(read_token)]
Before = Annotated[list[str], Depends(read_before)]
"""The people who used this browser before, the last one first."""


async def known(server: Server, token: Token) -> str:
    """The people who were here before."""
    person = server.persons.read(token)
    if person is None:
        raise Refusal("no person", "this server doesn't know you yet: call GET /api/v1/me first and keep its cookie")
    return person


async def anybody(server: Server, request: Request, response: Response, token: Token) -> str:
    """The person who asks; a newcomer gets a cookie."""
    person = server.persons.read(token)
    if person is None:
        person = server.persons.new()
        set_cookie(server, request, response, person)
    return person


Known = Annotated[str, Depends(known)]
Anybody = Annotated[str, Depends(anybody)]


def set_cookie(
    server: Context, request: Request, response: Response, person: str, before: list[str] | None = None
) -> None:
    """Make a browser a person's, who may have been others before."""
    if before is not None:
        _set_cookie(server, request, response, BEFORE, server.persons.tokens(before))
    _set_cookie(server, request, response, COOKIE, server.persons.token(person))


def _set_cookie(server: Context, request: Request, response: Response, name: str, value: str) -> None:
    secure, path = server.settings.is_secure(request.url.scheme), server.settings.path
    response.set_cookie(
        cookie_name(name, secure, path),
        value,
        max_age=COOKIE_SECONDS,
        path=path,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def invitation(settings: Settings, asking: HTTPConnection, base: str | None, table: str) -> dict[str, Any]:
    """The ways to a table for others. A link that nobody else could open is not offered; somebody at the machine may
    be able to change that."""
    hint = "" if base else "local"
    if may_open(settings, asking):
        hint = "opened" if base else "lan"
    return {"link": table_link(base, table) if base else None, "hint": hint}


def may_open(settings: Settings, asking: HTTPConnection) -> bool:
    """Whether somebody may open the server to the local network, and close it again."""
    return settings.is_for_machine and settings.lan.serve is not None and is_at_machine(asking)


def outside(server: Context, request: Request) -> str | None:
    """The address under which others reach this server, if they do."""
    return base_url(server.settings, request.url.scheme, request.headers.get("host", ""))


async def told(
    server: Context, request: Request, table: str, person: str | None, replayed: bool = False
) -> dict[str, Any]:
    """A table as a person sees it."""
    async with server.hub.open(table) as (room, found):
        if not replayed:
            visibility.check_looking(found, person)
        info = visibility.info(found, person, server.hub.present(room), replayed)
        invite = invitation(server.settings, request, outside(server, request), table)
        return {**info, "invite": {**invite, "code": found.summary.code}}


# Who you are


@router.get("/me", response_model=protocol.Me)
async def me(server: Server, person: Anybody, before: Before) -> Any:
    """Meet the server: a new visitor gets a cookie that says who they are."""
    return _me(server, bool(before))


def _me(server: Context, before: bool) -> dict[str, Any]:
    local = server.settings.local
    return {"known": True, "protocol": protocol.PROTOCOL, "version": __version__, "local": local, "before": before}


@router.post("/me/links", response_model=protocol.Link)
async def make_link(server: Server, request: Request, person: Known) -> Any:
    """A code, and a link if others can reach this server, that makes another device you, once."""
    server.limits.spend_both("link", person, sender(request))
    name = await name_of(server, person, sender(request))
    code, now = new_link(), server.hub.now()
    expires = now + LINK_MINUTES * 60_000
    await server.hub.ask(lambda: server.hub.store.put_link(link_digest(code), person, expires, name, now))
    base = outside(server, request)
    return {"code": code, "link": f"{base}/#/me/{code}" if base else None, "expires": expires}


async def name_of(server: Context, person: str, address: str) -> str:
    """The name under which somebody last sat down."""
    for table, _ in await server.hub.ask(lambda: server.hub.store.tables_of(person, MOST_NAMES)):
        with suppress(Refusal):  # it may be gone by now
            await spend_opening(server, address, table)
            async with server.hub.open(table) as (_, found):
                if name := next((seat.name for seat in found.seats if seat.person == person and seat.name), ""):
                    return name
    return ""


@router.post("/links/owner", response_model=protocol.LinkOwner)
async def show_link(server: Server, request: Request, given: protocol.Code, token: Token) -> Any:
    """Whose identity a code would give this device, to ask before it is taken. The code stays valid."""
    server.limits.spend("code", sender(request))
    digest, now = link_digest(given.code), server.hub.now()
    found = await server.hub.ask(lambda: server.hub.store.link(digest, now))
    if found is None:
        raise NO_CODE
    person, name = found
    tables = await server.hub.ask(lambda: server.hub.store.tables_of(person))
    return {"name": name, "tables": len(tables), "yours": person == server.persons.read(token)}


@router.post("/links", response_model=protocol.Me)
async def take_link(
    server: Server, request: Request, response: Response, given: protocol.Code, token: Token, before: Before
) -> Any:
    """Become, on this device, the person who made the code. The one before can be restored."""
    server.limits.spend("code", sender(request))
    digest, now = link_digest(given.code), server.hub.now()
    person = await server.hub.ask(lambda: server.hub.store.take_link(digest, now))
    if person is None:
        raise NO_CODE
    old = server.persons.read(token)
    if old is not None and await owns_something(server, old):
        before.insert(0, old)
    before = [one for one in dict.fromkeys(before) if one != person]
    set_cookie(server, request, response, person, before)
    return _me(server, bool(before))


async def owns_something(server: Context, person: str) -> bool:
    """Whether somebody has something to lose: a seat, or without one what they have created or shared."""
    store = server.hub.store
    return bool(await server.hub.ask(lambda: store.tables_of(person, 1) or store.holdings(person, 0).size))


@router.post("/me/restore", response_model=protocol.Me)
async def restore(server: Server, request: Request, response: Response, person: Known, before: Before) -> Any:
    """Become again the person who used this browser before a link was taken; a second call undoes it."""
    others = [one for one in before if one != person]
    if not others:
        raise Refusal("not found", "there is no earlier identity to switch back to")
    set_cookie(server, request, response, others[0], [*others[1:], person])
    return _me(server, True)


# Tables


async def place(server: Context, request: Request, given: protocol.FromPosition) -> State:
    """The position that a game is to continue from."""
    if given.lesson is not None:
        return await server.hub.compute(lambda: positions.of_lesson(given.lesson or "", given.step))
    if given.shared is not None:
        text = await document(server, given.shared)
        spend_work(server, request, text)
        spend_bytes(server, request, 2 * len(text))
        return await server.hub.compute(lambda: positions.kept(text)[0])
    text = given.record if given.record is not None else await finished(server, request, given.replay or "")
    spend_work(server, request, text)
    spend_bytes(server, request, 2 * len(text))
    return await server.hub.compute(lambda: positions.read(text, given.moves))


async def document(server: Context, position: str) -> str:
    text = await server.hub.ask(lambda: server.hub.store.document(f"position {position}"))
    if text is None:
        raise Refusal("not found", "there is no such position")
    return text


@router.post("/tables", response_model=protocol.TableInfo, status_code=201)
async def make_table(server: Server, request: Request, person: Anybody, new: protocol.NewTable) -> Any:
    """Create a table. The game starts as soon as no seat is open."""
    server.limits.spend("create", sender(request))
    await check_holdings(server, request, person, "tables")
    position = await place(server, request, new.position) if new.position else None
    game, players = (position.game, position.players) if position else (new.game, new.players)
    if len(new.seats) > players:
        raise Refusal("message", "there are more seats than players")
    given = [*new.seats, *[protocol.NewSeat()] * (players - len(new.seats))]
    if all(seat.kind != "me" for seat in given):
        first = next((place for place, seat in enumerate(given) if seat.kind == "open"), None)
        if first is None:
            raise Refusal("message", "a table needs at least one person")
        given[first] = protocol.NewSeat(kind="me", name=given[first].name)
    seats: list[dict[str, Any]] = []
    for seat in given:
        if seat.kind == "bot":
            seats.append({"bot": await check_bot(server.players, seat.bot or "", game), "name": read_name(seat.name)})
        elif seat.kind == "me":
            seats.append({"person": person, "name": read_name(seat.name or new.name)})
        else:
            seats.append({})
    made = new.model_dump(include={"game", "options", "watch", "listed", "show_known", "order", "hints", "chat"})
    made["clock"] = new.clock.model_dump() if new.clock else None
    if new.order == "eldest":
        made["eldest"] = new.eldest
    table = commands.new_id()
    if new.listed and position is None:
        server.limits.spend("listed", sender(request))

    def lay(laid: Table, at: int) -> None:
        if position is None:
            commands.create(laid, at, person, seats, **made)
        else:
            commands.create_at(laid, at, person, seats, position, **made)

    server.hub.lay(table, sender(request))
    await server.hub.run(table, lay, new=True, long=position is not None)
    return await told(server, request, table, person)


@router.post("/lessons", response_model=protocol.TableInfo, status_code=201)
async def make_lesson(server: Server, request: Request, person: Anybody, wanted: protocol.NewLesson) -> Any:
    """Learn a game, at a table of one's own."""
    server.limits.spend("create", sender(request))
    await check_holdings(server, request, person, "tables")
    names = [*wanted.names, "", "", ""]
    table = commands.new_id()
    await server.hub.run(
        table, lambda laid, at: commands.create_lesson(laid, at, person, wanted.lesson, names), new=True
    )
    return await told(server, request, table, person)


@router.post("/tables/{table}/positions", response_model=protocol.Shared, status_code=201)
async def share(server: Server, request: Request, table: TableId, person: Known, given: protocol.Share) -> Any:
    """Share the position at a table as one's own seat knows it: what is hidden from it is dealt again."""
    server.limits.spend("create", sender(request))
    await check_holdings(server, request, person, "positions")
    async with server.hub.open(table) as (_, found):
        body = visibility.share(found, person, given.seat)
    spend_bytes(server, request, len(body))
    name = commands.new_id()
    await server.hub.ask(lambda: server.hub.store.put_document(f"position {name}", body, server.hub.now(), person))
    base = outside(server, request)
    return {"position": name, "link": position_link(base, name) if base else None}


@router.get("/positions/{position}", response_model=protocol.Position)
async def show_position(server: Server, request: Request, position: TableId) -> Any:
    """A position that was shared."""
    name = f"position {position}"
    body = server.responses.find(name)
    if body is None:
        text = await document(server, position)
        spend_work(server, request, text)
        body = await server.hub.compute(lambda: tagged(orjson.dumps(visibility.shared(text))))
        server.responses.keep(name, body)
    return answer(request, body)


@router.get("/tables", response_model=protocol.Tables)
async def open_tables(server: Server, request: Request) -> Any:
    """Tables with an open seat that anybody may take."""
    return await lines(server, request, await server.hub.ask(server.hub.store.open_tables))


@router.get("/me/tables", response_model=protocol.Tables)
async def my_tables(server: Server, request: Request, person: Known) -> Any:
    """My tables, newest first."""
    return await lines(server, request, await server.hub.ask(lambda: server.hub.store.tables_of(person)), person)


@router.post("/codes", response_model=protocol.TableName)
async def find_code(server: Server, request: Request, given: protocol.Code) -> Any:
    """The table of a short code."""
    server.limits.spend("code", sender(request))
    code = "".join(letter for letter in given.code.upper() if letter.isalnum())
    table = await server.hub.ask(lambda: server.hub.store.find_code(code))
    if table is None:
        raise Refusal("not found", "no open table has this code")
    return {"table": table}


@router.get("/tables/{table}", response_model=protocol.TableInfo)
async def show_table(server: Server, request: Request, table: TableId, person: Anybody) -> Any:
    """A table without its position, which the live connection gives."""
    return await told(server, request, table, person)


@router.post("/tables/{table}/seats/{seat}", response_model=protocol.TableInfo)
async def sit(
    server: Server, request: Request, table: TableId, seat: SeatNumber, person: Anybody, given: protocol.SitDown
) -> Any:
    """Sit down, change the own name, or put a bot on a seat."""
    async with server.hub.open(table) as (_, found):
        visibility.check_looking(found, person)
        game = found.game
        if given.bot is None and found.made["listed"] and found.made["host"] != person:
            server.limits.spend("guest", sender(request))
        long = found.position is not None and found.status == "open"
        if long:
            spend_work(server, request, found.position or "")  # it may be dealt again
    bot = None if given.bot is None else await check_bot(server.players, given.bot, game)
    spend_entry(server, request, table)
    await server.hub.run(table, lambda laid, at: commands.sit(laid, at, person, seat, given.name, bot), long=long)
    return await told(server, request, table, person)


@router.delete("/tables/{table}/seats/{seat}", response_model=protocol.TableInfo)
async def leave(server: Server, request: Request, table: TableId, seat: SeatNumber, person: Known) -> Any:
    """Stand up, or send a bot away."""
    spend_entry(server, request, table)
    await server.hub.run(table, lambda laid, at: commands.leave(laid, at, person, seat))
    return await told(server, request, table, person)


@router.post("/tables/{table}/rematch", response_model=protocol.TableName)
async def rematch(server: Server, request: Request, table: TableId, person: Known) -> Any:
    """Another game of the same people, with somebody else beginning. The second to ask gets the same table."""
    async with server.hub.open(table) as (_, found):
        seats = commands.rematch_seats(found, person)
        if found.rematch is not None:
            return {"table": found.rematch}
        made = {name: found.made[name] for name in ("game", "options", "watch", "listed", "show_known", "clock")}
        made["hints"] = found.made.get("hints", False)
        made["chat"] = found.chatting
        made["order"] = "seated"  # everybody one seat further
    server.limits.spend("create", sender(request))
    await check_holdings(server, request, person, "tables")
    made["listed"] = made["listed"] and not server.limits.take("listed", sender(request))
    again = server.persons.rematch_of(table)

    def lay(laid: Table, at: int) -> None:
        if not laid.n:  # nobody else was first
            commands.create(laid, at, person, seats, **made)

    def note(laid: Table, at: int) -> None:
        if laid.rematch is None:
            laid.add(at, "rematch", table=again)

    server.hub.lay(again, sender(request))
    await server.hub.run(again, lay, new=True)
    await server.hub.run(table, note)
    return {"table": again}


# After the game


@router.get("/tables/{table}/record", response_class=Response)
async def record(server: Server, request: Request, table: TableId, token: Token) -> Response:
    """The record of a game that is over, to download; for its players and those who may watch."""
    async with server.hub.open(table) as (_, found):
        _check_watching(found, server.persons.read(token))
        server.limits.spend("work", sender(request), COUNTING * found.n)
        text = visibility.record(found)
    headers = {"Content-Disposition": f'attachment; filename="{found.game}-{table[:6]}.nyhavn"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/tables/{table}/statistics", response_model=protocol.Statistics)
async def statistics(server: Server, request: Request, table: TableId, token: Token) -> Any:
    """What each seat did, from public events only."""
    async with server.hub.open(table) as (_, found):
        _check_watching(found, server.persons.read(token))
        server.limits.spend("work", sender(request), COUNTING * found.n)
        count = visibility.statistics(found)
    return await server.hub.compute(count)


@router.get("/replays/{token}", response_model=protocol.Replay, response_model_exclude_unset=True)
async def replay(server: Server, request: Request, token: TableId) -> Any:
    """A finished game, step by step with all hands open, for anyone with its link."""
    name = f"replay {token} {outside(server, request)}"
    body = server.responses.find(name)
    if body is None:
        body = await make_replay(server, request, token)
        server.responses.keep(name, body)
    return answer(request, body)


async def make_replay(server: Context, request: Request, token: str) -> Body:
    table = await replayed(server, request, token)
    info = await told(server, request, table, None, replayed=True)
    async with server.hub.open(table) as (_, found):
        server.limits.spend("work", sender(request), COUNTING * found.n)
        text, count = visibility.record(found), visibility.statistics(found)
    spend_work(server, request, text, RETRACING)

    return await server.hub.compute(
        lambda: tagged(orjson.dumps({"table": info, "statistics": count(), **visibility.replay(text, PAUSE)}))
    )


async def replayed(server: Context, request: Request, token: str) -> str:
    """The table of a replay. Callers pay for what must be read first."""
    table = await server.hub.ask(lambda: server.hub.store.find_replay(token))
    if table is None:
        raise Refusal("not found", "there is no such replay")
    await spend_opening(server, sender(request), table)
    return table


@router.post("/reviews", response_model=protocol.ReviewName, status_code=201)
async def make_review(server: Server, request: Request, wanted: protocol.NewReview, person: Anybody) -> Any:
    """Have a game judged move by move; everybody who asks for the same game gets the same review. One at a time."""
    await check_holdings(server, request, person, "reviews")
    text = wanted.record or await finished(server, request, wanted.replay or "")

    def spend() -> None:
        server.limits.spend("review", sender(request))
        spend_bytes(server, request, JUDGED_BYTES * len(text))
        spend_work(server, request, text)

    return {"review": await server.reviews.begin(text, person, sender(request), spend)}


@router.get("/reviews/{review}", response_model=protocol.Review, response_model_exclude_unset=True)
async def show_review(server: Server, request: Request, review: TableId) -> Any:
    """How far a review is, or all of it."""
    name = f"review {review}"
    body = server.responses.find(name)
    if body is None:
        found = await server.reviews.find(
            review, sender(request), lambda text: spend_work(server, request, text, RETRACING)
        )
        if found["analysis"] is None:
            return found
        body = await server.hub.compute(lambda: tagged(orjson.dumps(found)))
        server.responses.keep(name, body)
    return answer(request, body)


async def finished(server: Context, request: Request, replay: str) -> str:
    """The record of a game that is over."""
    table = await replayed(server, request, replay)
    async with server.hub.open(table) as (_, found):
        return visibility.record(found)


def _check_watching(table: Table, person: str | None) -> None:
    if not table.seats_of(person) and table.made["watch"] != "anyone":
        raise Refusal("no watching", "this table is private to its players")


# What there is


@router.get("/preparation", response_model=protocol.PreparationInfo)
async def preparation(server: Server) -> Any:
    """What is still being compiled on this machine; answered while everything else is refused as `preparing`."""
    return server.preparation.tell()


@router.get("/games", response_model=protocol.Games)
async def games(request: Request) -> Any:
    """Everything a client draws from: tiles with their orientations, coats, tracks, counts."""
    return answer(request, components())


@cache
def components() -> Body:
    return tagged(orjson.dumps({"games": {game: components_of(game) for game in game_names()}}))


@router.get("/bots", response_model=protocol.Bots)
async def bots(server: Server) -> Any:
    """The bots that can take a seat."""
    own = [{"name": name, "games": list(find_bot(name).games)} for name in own_names() if name in OWN_BOTS]
    return {"bots": own + [{"name": bot.name, "games": list(bot.games)} for bot in await server.players.outside.all()]}


async def lines(
    server: Context, request: Request, found: list[tuple[str, TableSummary]], person: str | None = None
) -> dict[str, Any]:
    """Tables as a list: their summaries, and how the first stand that are not over; those who ask too often are told
    that only of tables in memory."""
    unfinished = [table for table, summary in found if summary.status in ("open", "playing")][:MOST_TOLD]
    more: dict[str, dict[str, Any]] = {}
    for name in unfinished:
        with suppress(Refusal):  # it may be gone by now
            await spend_opening(server, sender(request), name)
            async with server.hub.open(name) as (_, table):
                more[name] = visibility.line(table, person)
    return {"tables": [{**visibility.listed(table, summary), **more.get(table, {})} for table, summary in found]}
