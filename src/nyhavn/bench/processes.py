"""What processes use, as Linux tells it, None where the system does not; and a port for one to listen on."""

import os
from pathlib import Path
from socket import socket

PROC = Path("/proc")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def memory(process: int) -> int | None:
    """Bytes in memory."""
    try:
        lines = (PROC / str(process) / "status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), None)


def work(process: int) -> float | None:
    """Seconds of a processor that it has used."""
    fields = _stat(process)
    return None if fields is None else _seconds(fields[11:13])


def family_work(process: int) -> float | None:
    """The same of a process with all that it has started, those included that have ended and that it knows of."""
    members = [_stat(member) for member in family(process)]
    told = [_seconds(fields[11:15]) for fields in members if fields is not None]
    return sum(told) if told else None


def family(process: int) -> list[int]:
    """A process and all that it has started, and that have not ended."""
    found = [process]
    for member in found:
        for children in (PROC / str(member) / "task").glob("*/children"):
            try:
                found += map(int, children.read_text(encoding="utf-8").split())
            except OSError:  # it has ended meanwhile
                continue
    return found


def threads(process: int) -> list[int]:
    """The threads that it has."""
    try:
        return [int(one.name) for one in (PROC / str(process) / "task").iterdir()]
    except OSError:
        return []


def _stat(process: int) -> list[str] | None:
    """The fields behind the name of the program, which may have spaces in it."""
    try:
        told = (PROC / str(process) / "stat").read_text(encoding="utf-8")
    except OSError:
        return None
    return told.rpartition(")")[2].split()


def _seconds(ticks: list[str]) -> float:
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
