"""A person's finished games: in pages, and how they went against bots."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from nyhavn.server import protocol
from nyhavn.server.api import REFUSALS, Known, Server
from nyhavn.server.charges import sender
from nyhavn.table import visibility

router = APIRouter(prefix="/api/v1/me", responses=REFUSALS)

PAGE = 20
MOST_RESULTS = 500
COUNTING = 0.03
"""Milliseconds charged for each game in the results."""
LATEST = 2**53, ""
"""Everything comes before this."""
Before = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,64}$", description="`next` of a page")]


@router.get("/games", response_model=protocol.MyGames)
async def my_games(server: Server, person: Known, before: Before = None) -> Any:
    """My finished games, a page at a time, the latest start first."""
    created, _, table = (before or "").partition(".")
    place = (int(created), table) if before else LATEST
    found = await server.hub.ask(lambda: server.hub.store.finished(person, place, PAGE + 1))
    last, summary = found[PAGE - 1] if len(found) > PAGE else (None, None)
    return {
        "games": [visibility.finished(table, summary, person) for table, summary in found[:PAGE]],
        "next": f"{summary.created}.{last}" if summary else None,
    }


@router.get("/results", response_model=protocol.BotResults)
async def my_results(server: Server, request: Request, person: Known) -> Any:
    """How my last games against bots alone went, oldest first."""
    found = await server.hub.ask(lambda: server.hub.store.finished(person, LATEST, MOST_RESULTS))
    server.limits.spend("work", sender(request), COUNTING * len(found))
    return {"results": [one for _, summary in reversed(found) for one in visibility.bot_results(summary, person)]}
