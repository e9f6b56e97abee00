"""A worker process of the server: it does one task after the other, from standard input, until nobody is left to ask.
With a source (`file PATH` or `installed NAME`) it runs third-party bots, and knows nothing but what its one seat sees;
without one it is ours, and may think about any table.

Anything printed here is lost: the pipes to the server are moved away before anything else is loaded.
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
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from nyhavn.server import confinement

if TYPE_CHECKING:
    from nyhavn.bots import Budget, Observation
    from nyhavn.play import State

Json = dict[str, Any]
Begin = Callable[[], None]

MOST_MEMORY = 4 << 30
MOST_FILE = 64 << 20
MOST_FILES = 256
MOST_SECONDS = 1200
"""For third-party bots: bytes of memory and of one file, open files, and processor seconds in all. A process that has
used them up is stopped and started again."""
DEATH_SIGNAL, DUMPABLE = 1, 4  # options of Linux's prctl
KERNELS = ".kernels"
"""Where a third-party bot finds compiled kernels, in its folder."""
KEPT_GAMES = 4
"""Games whose reviews are under way that are not read again for each decision."""


def _load_rules(observation: "Observation") -> int:
    """Before a bot's time begins: it does not pay for what has to be loaded. Gives how many moves there are."""
    return len(observation.numbers)


# Tasks of ours


def prepare(begin: Begin, game: str) -> None:
    """Load what thinking takes, with the bots of a game if one is named: what is asked next need not wait for it."""
    import nyhavn.bots  # noqa: F401 - loading it is the task
    from nyhavn.bots.deliberation import thinking_of

    if game:
        thinking_of(game)
    begin()


def choose(begin: Begin, bot: str, observation: "Observation", seed: int, budget: "Budget") -> str:
    """The move of a bot of ours."""
    from nyhavn.bots import PLAIN_BOTS, Player, find_bot
    from nyhavn.bots.deliberation import thinking_of

    player = Player(find_bot(bot), budget)
    if bot not in PLAIN_BOTS:
        thinking_of(observation.game)
    _load_rules(observation)
    begin()
    return player.choose(observation, random.Random(seed))


def ideas(begin: Begin, observation: "Observation") -> list[Json]:
    """Moves for the seat that must decide, and what speaks for each."""
    from nyhavn.analysis import hints
    from nyhavn.bots.deliberation import thinking_of

    thinking_of(observation.game)
    begin()
    return hints.ideas(observation)


@lru_cache(KEPT_GAMES)
def _positions(record: str) -> tuple["State", list["State"]]:
    """A game, and the positions between its moves."""
    from nyhavn.analysis.games import positions_of
    from nyhavn.records import parse_record

    state = parse_record(record)
    return state, positions_of(state)


def _positions_to_judge(begin: Begin, record: str) -> tuple["State", list["State"]]:
    """The same when everything is loaded that judges them; from then on time is counted."""
    from nyhavn.bots.deliberation import thinking_of

    state, positions = _positions(record)
    thinking_of(state.game)
    begin()
    return state, positions


def decision(begin: Begin, record: str, number: int) -> Json:
    """One decision of a game, judged as `nyhavn analyse` does."""
    from nyhavn.analysis.games import judge_decision

    return judge_decision(*_positions_to_judge(begin, record), number)


def costliest(begin: Begin, record: str, decisions: list[Json]) -> Json:
    """All decisions of a game, compared with one another, and the numbers of those that still want an explanation."""
    from nyhavn.analysis import games

    begin()
    found = games.costliest(_positions(record)[0], decisions)
    return {"decisions": decisions, "costliest": [one["number"] for one in found]}


def explanation(begin: Begin, record: str, decision: Json) -> Json:
    """A decision that cost something, explained."""
    from nyhavn.analysis.games import explain_decision

    return explain_decision(*_positions_to_judge(begin, record), decision)


def review(begin: Begin, record: str, decisions: list[Json]) -> Json:
    """All decisions of a game put together."""
    from nyhavn.analysis.games import put_together

    begin()
    return put_together(_positions(record)[0], decisions)


OURS: dict[str, Callable[..., Any]] = {
    "prepare": prepare,
    "choose": choose,
    "ideas": ideas,
    "decision": decision,
    "costliest": costliest,
    "explanation": explanation,
    "review": review,
}


# Tasks of others


def outside_tasks(kind: str, name: str) -> dict[str, Callable[..., Any]]:
    """What a process can do that runs the code of others. The code is loaded with the first task."""

    @lru_cache(1)
    def load() -> list[str]:
        from nyhavn.bots import load_code
        from nyhavn.bots.plugins import load_installed, search_nowhere

        search_nowhere()
        return load_code(name) if kind == "file" else load_installed(name)

    def names(begin: Begin) -> list[Json]:
        from nyhavn.bots import find_bot

        return [{"name": bot, "games": list(find_bot(bot).games)} for bot in load()]

    def choose_by(begin: Begin, bot: str, observation: "Observation", seed: int, budget: "Budget") -> str:
        from nyhavn.bots import Player, find_bot

        load()
        player = Player(find_bot(bot), budget)
        _load_rules(observation)
        begin()
        return player.choose(observation, random.Random(seed))

    return {"names": names, "choose": choose_by}


# The process


def main(source: list[str]) -> None:
    line_in, line_out = _take_lines()
    _limit(source)
    tasks = outside_tasks(*source) if source else OURS
    if not source:
        from nyhavn.bots.plugins import search_nowhere

        search_nowhere()
    while (content := _receive(line_in)) is not None:
        task, arguments = pickle.loads(content)  # only the server writes here
        try:
            answer = tasks[task](lambda: _send(line_out, {"begun": True}), **arguments)
        except Exception as error:  # noqa: BLE001 - bots are anybody's code
            _send(line_out, {"failed": f"{type(error).__name__}: {error}"[:200]})
        else:
            _send(line_out, {"answer": answer})


def _take_lines() -> tuple[BinaryIO, BinaryIO]:
    """The lines to the server, out of reach of code that prints or reads."""
    line_in, line_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return line_in, line_out


def _limit(source: list[str]) -> None:
    """End with the server, and keep secrets from processes beside this one. Bots of others
    see Python, their own files and an empty folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(DEATH_SIGNAL, signal.SIGKILL)
        if not source:
            system.prctl(DUMPABLE, 0)
    if source and sys.platform != "win32":
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, MOST_MEMORY),
            (resource.RLIMIT_FSIZE, MOST_FILE),
            (resource.RLIMIT_NOFILE, MOST_FILES),
            (resource.RLIMIT_CPU, MOST_SECONDS),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # there is less already
                resource.setrlimit(kind, (most, most))
    if source and confinement.is_possible():
        own = confinement.beside(source[1]) if source[0] == "file" else []
        confinement.confine([*confinement.installed(), *_borrow_kernels(), *own], [str(Path.cwd())])


def _borrow_kernels() -> list[str]:
    """Link what is compiled into the process's own folder, and say where that is. Numba reads only where it can also
    write, and a bot that could write to the server's own folder would write what the server runs."""
    from nyhavn import compiled
    from nyhavn.games import find_game, game_names

    shown = Path(KERNELS).absolute()
    games = [compiled.NO_GAME, *(find_game(name).package for name in game_names())]
    kept = {compiled.place_of(game, part) for game in games for part in ("rules", "bots")}
    for own in kept:
        for folder, _, files in os.walk(own):
            place = shown / own.name / Path(folder).relative_to(own)
            place.mkdir(parents=True)
            for file in files:
                (place / file).symlink_to(Path(folder) / file)
    os.environ["NYHAVN_CACHE_DIR"] = str(shown)
    os.environ.pop("NYHAVN_PREBUILT_DIR", None)
    return sorted({str(own.parent) for own in kept})


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
