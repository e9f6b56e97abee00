"""Addresses: under which names this server may be asked, and which link others can open."""

import socket
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from nyhavn.server.lan import LOCAL_HOSTS, lan_address
from nyhavn.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
HOUSEHOLD = 64
"""An owner of one IPv6 address has all with the same first bits."""
MAPPED = 96
"""Bits before an IPv4 address that is written as one of IPv6."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """An address as it is counted: IPv6 by its first 64 bits, IPv4 as it is, however it is written."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:80]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> HOUSEHOLD << HOUSEHOLD, HOUSEHOLD)))


class Proxies:
    """Addresses and networks whose forwarded headers are believed. ValueError if they are none, or everybody."""

    def __init__(self, given: str) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        for one in filter(None, (part.strip() for part in given.split(","))):
            try:
                network = ip_network(one)
            except ValueError:
                raise ValueError(
                    f"--trust takes addresses and networks, such as 10.88.0.0/16, not {one[:40]!r}"
                ) from None
            if not network.prefixlen:
                raise ValueError("--trust would believe everybody: give the address of the proxy")
            self._networks.append(network)
            if isinstance(network, IPv4Network):  # as a server sees it that listens on IPv6
                mapped = f"::ffff:{network.network_address}"
                self._networks.append(IPv6Network((mapped, MAPPED + network.prefixlen)))

    def __contains__(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def __str__(self) -> str:
        return ",".join(map(str, self._networks))


def host_of(header: str) -> str:
    """The host in a Host header, without its port; empty if it is none."""
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""


def is_known_host(settings: Settings, header: str, local_address: str) -> bool:
    """Whether a request is meant for this server: a page elsewhere cannot make a browser talk to it under a name of its
    own (DNS rebinding)."""
    host = host_of(header)
    known = {settings.host.lower(), local_address}
    if settings.public_url:
        known.add(host_of(urlsplit(settings.public_url).netloc))
    if host in LOCAL_HOSTS or host in known - {"", *EVERYWHERE}:
        return True
    own = socket.gethostname().lower()  # asks the system, which takes longer than all else here
    return host in (own, f"{own}.local")


def same_origin(settings: Settings, origin: str | None, host: str, scheme: str) -> bool:
    """Whether a request comes from a page of this server, by the same scheme. Programs that are no browsers send no
    origin."""
    if origin is None:
        return True
    public = urlsplit(settings.public_url)
    if public.netloc and host.lower() == public.netloc.lower():
        secure = public.scheme == "https"
    else:
        secure = scheme in ("https", "wss")
    try:
        given = urlsplit(origin)
        return (given.scheme, given.netloc.lower()) == ("https" if secure else "http", host.lower())
    except ValueError:
        return False


def base_url(settings: Settings, scheme: str, header: str) -> str | None:
    """The address that others can open, or None if there is none."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if host_of(header) not in LOCAL_HOSTS:
        return f"{scheme}://{header}"
    if settings.is_for_machine:
        return settings.lan.base
    address = lan_address() if settings.host in EVERYWHERE else settings.host
    return f"http://{address}:{settings.port}" if address else None


def table_link(base: str, table: str) -> str:
    """The part behind # is not sent to any server, and so stands in no log."""
    return f"{base}/#/t/{table}"


def position_link(base: str, position: str) -> str:
    return f"{base}/#/p/{position}"
