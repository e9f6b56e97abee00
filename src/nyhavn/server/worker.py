"""What a process does that thinks for the server: one task after the other, from standard input, until nobody is left
to ask. With a source it runs bots of others, `file PATH` or `installed NAME`, and knows nothing but what its one seat
sees; without one it is ours, and may think about any table.

What is printed here goes nowhere: the lines to the server are taken away before anything else is loaded.
"""

import ctypes
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from nyhavn.bots import Budget, Observation
    from nyhavn.play import State

Json = dict[str, Any]
Begin = Callable[[], None]

NICE = 10
"""Those who play come first."""
MOST_MEMORY = 4 << 30
MOST_FILE = 64 << 20
"""Bytes of memory, and of one file, for bots of others."""
DEATH_SIGNAL, DUMPABLE = 1, 4  # options of Linux's prctl
KEPT_GAMES = 4
"""Games whose reviews are under way that are not read anew for each decision."""


# Tasks of ours


def choose(begin: Begin, bot: str, observation: "Observation", seed: int, budget: "Budget") -> str:
    """The move of a bot of ours."""
    from nyhavn.bots import PLAIN_BOTS, Player, find_bot
    from nyhavn.bots.deliberation import thinking_of

    player = Player(find_bot(bot), budget)
    if bot not in PLAIN_BOTS:
        thinking_of(observation.game)
    begin()
    return player.choose(observation, random.Random(seed))


def ideas(begin: Begin, observation: "Observation", seed: int) -> list[Json]:
    """Moves for the seat that must decide, and what speaks for each."""
    from nyhavn.analysis import hints
    from nyhavn.bots.deliberation import thinking_of

    thinking_of(observation.game)
    begin()
    return hints.ideas(observation, random.Random(seed))


@lru_cache(KEPT_GAMES)
def _positions(record: str) -> tuple["State", list["State"]]:
    """A game, and the position before each of its moves."""
    from nyhavn.analysis.games import positions_before
    from nyhavn.records import parse_record

    state = parse_record(record)
    return state, positions_before(state)


def decision(begin: Begin, record: str, number: int) -> Json:
    """One decision of a game, judged as `nyhavn analyse` does."""
    from nyhavn.analysis.games import judge_decision
    from nyhavn.bots.deliberation import thinking_of

    state, positions = _positions(record)
    thinking_of(state.game)
    begin()
    return judge_decision(state, positions[number - 1], number)


def review(begin: Begin, record: str, decisions: list[Json]) -> Json:
    """All decisions of a game put together."""
    from nyhavn.analysis.games import put_together

    begin()
    return put_together(_positions(record)[0], decisions)


OURS: dict[str, Callable[..., Any]] = {
    "choose": choose,
    "ideas": ideas,
    "decision": decision,
    "review": review,
}


# Tasks of others


def outside_tasks(kind: str, name: str) -> dict[str, Callable[..., Any]]:
    """What a process can do that runs the code of others. The code is loaded with the first task."""

    @lru_cache(1)
    def load() -> list[str]:
        from nyhavn.bots import load_code
        from nyhavn.bots.plugins import load_installed, look_nowhere

        look_nowhere()
        return load_code(name) if kind == "file" else load_installed(name)

    def names(begin: Begin) -> list[Json]:
        from nyhavn.bots import find_bot

        return [{"name": bot, "games": list(find_bot(bot).games)} for bot in load()]

    def choose_by(begin: Begin, bot: str, observation: "Observation", seed: int, budget: "Budget") -> str:
        from nyhavn.bots import Player, find_bot

        load()
        player = Player(find_bot(bot), budget)
        begin()
        return player.choose(observation, random.Random(seed))

    return {"names": names, "choose": choose_by}


# The process


def main(source: list[str]) -> None:
    line_in, line_out = _take_lines()
    _limit(bool(source))
    tasks = outside_tasks(*source) if source else OURS
    if not source:
        from nyhavn.bots.plugins import look_nowhere

        look_nowhere()
    while (content := _receive(line_in)) is not None:
        task, arguments = pickle.loads(content)  # only the server writes here
        try:
            answer = tasks[task](lambda: _send(line_out, {"begun": True}), **arguments)
        except Exception as error:  # noqa: BLE001 - bots are anybody's code
            _send(line_out, {"failed": f"{type(error).__name__}: {error}"[:200]})
        else:
            _send(line_out, {"answer": answer})


def _take_lines() -> tuple[BinaryIO, BinaryIO]:
    """The lines to the server, out of reach of whoever prints or reads."""
    line_in, line_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return line_in, line_out


def _limit(outside: bool) -> None:
    """Be gentle to the machine, end with the server, and keep secrets from processes beside this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(DEATH_SIGNAL, signal.SIGKILL)
        if not outside:
            system.prctl(DUMPABLE, 0)
    if outside and sys.platform != "win32":
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, MOST_MEMORY),
            (resource.RLIMIT_FSIZE, MOST_FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # there is less already
                resource.setrlimit(kind, (most, most))


def _receive(line: BinaryIO) -> bytes | None:
    """What is asked next; None: the server is gone."""
    length = line.read(4)
    content = line.read(int.from_bytes(length, "big")) if len(length) == 4 else b""
    return content or None


def _send(line: BinaryIO, told: Json) -> None:
    import orjson

    line.write(orjson.dumps(told, option=orjson.OPT_NON_STR_KEYS) + b"\n")
    line.flush()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    finally:
        os._exit(0)  # whatever threads a bot has left
