"""What requests cost: by the address that they come from, and by the person who keeps something here."""

from typing import Literal

from fastapi import Request

from nyhavn.server.addresses import network_of
from nyhavn.server.context import Context
from nyhavn.server.limits import READING, TOGETHER
from nyhavn.server.settings import DAY
from nyhavn.table.entries import Refusal


def sender(request: Request) -> str:
    """The address that somebody asks from, as it is counted."""
    return network_of(request.client.host if request.client else "")


async def spend_opening(server: Context, address: str, table: str) -> None:
    server.limits.spend("work", address, await server.hub.opening_cost(table))


def spend_entry(server: Context, request: Request, table: str) -> None:
    """Something is written to the log, and told to everybody at the table."""
    address = sender(request)
    server.limits.spend("entry", address)
    server.limits.spend("told", address, server.hub.audience(table, address))


def spend_bytes(server: Context, request: Request, size: float) -> None:
    """Something that somebody uploaded is kept."""
    server.limits.spend("stored", sender(request), size)


def spend_work(server: Context, request: Request, record: str, each: float = READING) -> None:
    """Reading a record costs by its length, no matter who asks."""
    server.limits.spend("work", sender(request), each * len(record))


async def check_holdings(
    server: Context, request: Request, person: str, kind: Literal["tables", "positions", "reviews"]
) -> None:
    """Refuse people who have created more tables, or shared more positions, than one person may, today or in all; and
    likewise, more generously, all people of an address: anybody can call themselves somebody new."""
    settings, factor = server.settings, server.limits.factor
    if not factor:
        return
    held = await server.hub.ask(lambda: server.hub.store.holdings(person, server.hub.now() - DAY))
    most = settings.tables_a_day if kind == "tables" else settings.positions_a_day
    if kind == "tables" and held.tables >= most * factor:
        raise Refusal("tables a day", f"you can create up to {most} tables in 24 hours", most=most)
    if kind == "positions" and held.positions >= most * factor:
        raise Refusal("positions a day", f"you can share up to {most} positions in 24 hours", most=most)
    if held.size >= settings.megabytes * factor * 1_000_000:
        sentence = f"your games take up the {settings.megabytes} MB that this server keeps for one person"
        raise Refusal("no room", sentence, megabytes=settings.megabytes)
    if kind != "reviews":
        server.limits.spend(f"{kind} a day", sender(request), 1 / (TOGETHER * most))
