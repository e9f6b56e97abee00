"""What third-party code may touch. On Linux 5.13 and newer, Landlock lets a process give up rights for good: from then
on it and whatever it starts can read some places, write to others, and do nothing else with files, nor connect to other
programs or send them signals. Elsewhere nothing is given up, and `is_possible` says so.

Seccomp keeps it in its process group besides, which the server pauses and ends as a whole, so that nothing it starts
gets away; and it can open no sockets, which Landlock only knows in part."""

import ctypes
import os
import platform
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

CREATE, ADD, RESTRICT = 444, 445, 446  # Landlock's calls have the same numbers everywhere
ASK_VERSION = 1
BENEATH = 1
NO_NEW_PRIVILEGES = 38
FILTER, AS_FAST = 1, 4  # of seccomp; without the second, older versions of Linux slow a filtered process down
CALLS = {"x86_64": (0xC000003E, 317, 112, 109, 41, 425), "aarch64": (0xC00000B7, 277, 157, 154, 198, 425)}
"""By machine: how Linux calls it, and its calls `seccomp`, `setsid`, `setpgid`, `socket`, and `io_uring_setup`, a way
around the others."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
CALL, MACHINE = 0, 4
"""Where a filter finds them."""
OTHER_CALLS = 0x40000000
"""From here on the same calls have second numbers, on some machines."""
ALLOW, DENY, KILL = 0x7FFF0000, 0x00050001, 0x80000000

RUN, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
OF_FILES = RUN | WRITE | READ
FIRST_FILES = (1 << 13) - 1
"""Everything that the first version can forbid: running, reading, writing, making and removing files of any kind."""
LATER_FILES = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""By version: moving to other folders, cutting files short, control of devices."""
NET_SINCE, SIGNALS_SINCE = 4, 6
ALL = 0b11
"""Of TCP: to listen and to connect. Of other processes: their sockets without a name, and signals to them."""

SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/nix/store", "/etc/ld.so.cache", "/etc/localtime"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"),
)
"""What programs are made of, and what they look up of the machine. `/etc` and `/proc` tell about other people."""


class Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scope", ctypes.c_uint64))


class Place(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("file", ctypes.c_int32))


class Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction)))


@cache
def version() -> int:
    """Landlock's version; 0: there is none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(CREATE, None, 0, ASK_VERSION)))


def is_possible() -> bool:
    """Whether this system can confine a process to some files."""
    return version() > 0


def confine(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Keep this process, before it has threads, to what may be read and what may be written. OSError if that fails
    although it is possible."""
    known = version()
    files = FIRST_FILES + sum(bit for since, bit in LATER_FILES.items() if since <= known)
    rules = Rules(files, ALL if known >= NET_SINCE else 0, ALL if known >= SIGNALS_SINCE else 0)
    system = ctypes.CDLL(None, use_errno=True)
    ruleset = _checked(system.syscall(CREATE, ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), 0))
    for places, allowed in ((readable, RUN | READ | LIST), (writable, files), (("/dev/null",), READ | WRITE)):
        for place in (one for one in places if Path(one).exists()):
            _allow(system, ruleset, place, allowed)
    _checked(system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked(system.syscall(RESTRICT, ruleset, 0))
    os.close(ruleset)
    _forbid_calls(system)


def _forbid_calls(system: ctypes.CDLL) -> None:
    """Without filters in its kernel a machine does without this."""
    if platform.machine() not in CALLS:
        return
    machine, seccomp, *calls = CALLS[platform.machine()]
    many = len(calls)
    steps = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 0, many + 4, machine),
        (LOAD, 0, 0, CALL),
        (AT_LEAST, many + 1, 0, OTHER_CALLS),
        *((EQUAL, many - number, 0, call) for number, call in enumerate(calls)),
        *((RETURN, 0, 0, verdict) for verdict in (ALLOW, DENY, KILL)),
    ]
    program = Program(len(steps), (Instruction * len(steps))(*(Instruction(*step) for step in steps)))
    system.syscall(seccomp, FILTER, AS_FAST, ctypes.byref(program))


def _allow(system: ctypes.CDLL, ruleset: int, place: str, allowed: int) -> None:
    file = os.open(place, os.O_PATH | os.O_CLOEXEC)
    if not Path(place).is_dir():
        allowed &= OF_FILES
    given = Place(allowed, file)
    _checked(system.syscall(ADD, ruleset, BENEATH, ctypes.byref(given), 0))
    os.close(file)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def installed() -> list[str]:
    """Where Python, its packages and ours lie."""
    return [*SYSTEM, *{*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *filter(None, sys.path)}]


def beside(file: str) -> list[str]:
    """A file and those in the same folder whose names begin like its own: what belongs to a bot."""
    path = Path(file)
    return [str(one) for one in path.parent.iterdir() if one.name.startswith(path.stem) and one.is_file()]
