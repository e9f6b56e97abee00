"""The local network: a server that only its own machine can reach lets the network in once someone at that machine says
so. `docs/security.md` says what holds then."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from nyhavn.table.entries import Refusal

if TYPE_CHECKING:
    import uvicorn

log = logging.getLogger("nyhavn.server")

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
BACKLOG = 128
"""Connections that may wait to be accepted: descriptors are kept for so many."""
FORWARDED = ("forwarded", "via", "x-forwarded", "x-real-ip", "x-original", "x-client", "true-client", "cf-", "fly-")
"""How headers begin that proxies add: requests through one do not come from this machine."""
Serve = Callable[[socket.socket], Awaitable[asyncio.Server]]


def lan_address() -> str | None:
    """This machine's address in its network. No packet is sent: a datagram socket only picks the way it would take."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is kept for examples
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


class Lan:
    """The door to the network of the house. It is shut until it is opened, and cannot be opened where nothing serves
    what would come in."""

    def __init__(self) -> None:
        self.serve: Serve | None = None
        self.base: str | None = None  # the address for others, while it is open
        self._door: asyncio.Server | None = None
        self._turn = asyncio.Lock()

    async def open(self, port: int) -> str:
        """Let the local network in; gives the address for it. A Refusal says why that cannot be."""
        async with self._turn:
            if self.base is not None:
                return self.base
            address = lan_address()
            if self.serve is None or address is None:
                raise Refusal("no network", "this machine isn't on a network that others could join from")
            listening = _listen(address, port)
            self._door = await self.serve(listening)
            self.base = f"http://{address}:{listening.getsockname()[1]}"
            log.warning("open to the network", extra={"event": "lan opened"})
            return self.base

    async def close(self) -> None:
        """Let nobody else in. People who are at a table may stay there."""
        async with self._turn:
            if self._door is None:
                return
            self._door.close()
            self._door = self.base = None
            log.warning("open to this machine only", extra={"event": "lan closed"})


def _listen(address: str, port: int) -> socket.socket:
    """A socket on the same port if it is free there too."""
    for number in (port, 0):
        try:
            return socket.create_server((address, number), backlog=BACKLOG)
        except OSError as error:
            reason = error.strerror
    raise Refusal("no network", f"cannot listen on the network: {reason}")


def serve_with(server: "uvicorn.Server") -> Serve:
    """More connections for a server that runs, guarded and counted like all others; they end with it."""

    async def serve(listening: socket.socket) -> asyncio.Server:
        loop, config = asyncio.get_running_loop(), server.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state, _loop=loop
            )

        door = await loop.create_server(protocol, sock=listening, backlog=BACKLOG)
        server.servers.append(door)
        return door

    return serve


def is_at_machine(asking: HTTPConnection) -> bool:
    """Whether somebody asks from this machine, through the door that nobody else can use, and by its own name."""
    ours = (asking.scope.get("server") or ("",))[0], asking.client.host if asking.client else "", asking.url.hostname
    return all(host in LOCAL_HOSTS for host in ours) and not any(name.startswith(FORWARDED) for name in asking.headers)
