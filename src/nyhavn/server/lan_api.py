"""Opening the server to the local network and closing it again, for someone at the machine."""

from typing import Any

from fastapi import APIRouter, Request

from nyhavn.server import protocol
from nyhavn.server.api import REFUSALS, Known, Server, may_open
from nyhavn.server.context import Context
from nyhavn.table.entries import Refusal

router = APIRouter(prefix="/api/v1", responses=REFUSALS)


def check_door(server: Context, request: Request) -> None:
    """Refuse requests that do not come from a page of this server on this machine: not from other pages or proxies."""
    if not may_open(server.settings, request) or "origin" not in request.headers:
        raise Refusal("not here", "only someone at the computer that runs the server can do that")


@router.post("/lan", response_model=protocol.Lan)
async def open_lan(server: Server, request: Request, person: Known) -> Any:
    """Let others on the same network in, until the server ends or this is undone."""
    check_door(server, request)
    return {"base": await server.settings.lan.open(server.settings.port)}


@router.delete("/lan", response_model=protocol.Lan)
async def close_lan(server: Server, request: Request, person: Known) -> Any:
    """Let nobody else in from the network; those who are at a table may stay."""
    check_door(server, request)
    await server.settings.lan.close()
    return {"base": None}
