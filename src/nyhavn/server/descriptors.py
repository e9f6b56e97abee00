"""File descriptors: how many connections a process can have, and how it gets as many as it may."""

import sys
from contextlib import suppress

WANTED = (65_536, 10_240, 4_096)
"""More than enough; then what macOS allows at most, and a modest number."""
ELSEWHERE = 512
"""Where the system does not tell."""
RESERVE = 256
"""Kept for the database, files, and connections that are on their way to be refused."""


def raise_descriptors() -> int:
    """Allow this process as many descriptors as its hard limit does; gives how many it has."""
    if sys.platform == "win32":
        return ELSEWHERE
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= most:
            break
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED[0] if soft == resource.RLIM_INFINITY else min(soft, WANTED[0])


def room_for_connections(descriptors: int) -> int:
    """How many connections leave enough for everything else."""
    return max(descriptors - RESERVE, descriptors // 2)
