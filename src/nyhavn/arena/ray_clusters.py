"""Games played by the nodes of a Ray cluster: each task is a function of the code, the match and some slots.

What a node lacks or has differently is said in a sentence, before it has played anything: a task carries nothing of
ours but bytes, and looks at the node's own nyhavn before it reads them. Ray repeats tasks whose node was lost.
"""

import pickle
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from platform import node
from socket import create_connection
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter
from typing import Any

from nyhavn import __version__
from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.arena.optional_packages import need
from nyhavn.bots import load_code
from nyhavn.bots.deliberation import compile_bots
from nyhavn.bots.programs import PREFIX, make_player
from nyhavn.compiled import PACKAGE, directory, folder_of, is_compiled
from nyhavn.games import compile_game, find_game

Answer = tuple[list[Line], float] | str
"""Games and the seconds that they took, or a sentence that says why there are none."""

TASK_SECONDS = 0.25
"""Tasks get enough games to take about this long: a task costs Ray milliseconds, and a lost one is played again."""
MOST_GAMES = 100
SOURCES = (".py", ".npz")
"""Code and what bots have learned; not what browsers get."""
RETRIES = 10
"""A task may be lost with its process or its node this often before we take it to be its own fault."""
WAITING_TASKS = 2
"""Tasks for each processor: one that is played, and the next."""
ANSWER_SECONDS = 10.0
LOOK_SECONDS = 1.0
"""How often we look for nodes that have come or gone."""


@dataclass(frozen=True)
class RayCluster:
    """The cluster that runs on this machine (`auto`), or the one whose head has this address."""

    address: str = "auto"

    def play(self, match: Match, slots: Sequence[Slot]) -> Generator[Line, None, None]:
        check_portable(match)
        ray = connect(self.address)
        try:
            yield from _Games(ray, match, slots).play()
        finally:
            ray.shutdown()  # tasks end with the driver that asked for them


def check_portable(match: Match) -> None:
    """ValueError if a player is a program: nothing says that the one that nodes find by that name is the same."""
    for spec in match.players:
        if spec.startswith(PREFIX):
            raise ValueError(f"{spec[:80]} is a program of this machine and can't play on Ray: leave out --ray")


def connect(address: str) -> Any:
    """The module of Ray, connected to a cluster. ValueError, in a sentence, if that can't be."""
    need("ray")
    if address != "auto":
        _check_address(address)
    import ray

    if ray.is_initialized():
        raise ValueError("this process is connected to Ray already: call ray.shutdown() first")
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        if address == "auto":
            raise ValueError("no Ray cluster runs on this machine: start one with ray start --head") from None
        said = (str(error).splitlines() or [""])[0][:200]
        raise ValueError(f"the Ray cluster at {address} can't be joined: {said}") from None
    _silence()
    return ray


def _silence() -> None:
    """Ray prints on standard output what became of lost tasks, whatever `log_to_driver` says, and there our JSON goes.
    It has no public way to turn that off."""
    from ray._private import worker

    worker._worker_logs_enabled = False


def _check_address(address: str) -> None:
    """ValueError if nobody listens there; Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if "/" in address or not host or not port.isdecimal():
        raise ValueError(
            f"{address[:80]!r} isn't the address of a Ray cluster: give auto or HOST:PORT, on one of its nodes"
        )
    try:
        create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS).close()
    except (OSError, OverflowError):
        raise ValueError(f"no Ray cluster answers at {address[:80]}") from None


class _Games:
    """Games on their way through a cluster."""

    def __init__(self, ray: Any, match: Match, slots: Sequence[Slot]) -> None:
        self.ray = ray
        self.waiting = iter(slots)
        self.task = ray.remote(num_cpus=1, max_retries=RETRIES)(portable_task())
        self.common = __version__, match.game, fingerprint(match.game), ray.put(pack(match))
        self.tasks: set[Any] = set()
        self.games = 1
        """In a task."""

    def play(self) -> Generator[Line, None, None]:
        self._look_at_nodes()
        processors, next_look = 1, 0.0
        while True:
            if (now := monotonic()) >= next_look:
                processors = max(1, int(self.ray.cluster_resources().get("CPU", 0)))
                next_look = now + LOOK_SECONDS
            while len(self.tasks) < WAITING_TASKS * processors and (some := list(islice(self.waiting, self.games))):
                self.tasks.add(self._ask(self.task, some))
            if not self.tasks:
                return
            done, _ = self.ray.wait(list(self.tasks), timeout=LOOK_SECONDS)
            for one in done:
                self.tasks.remove(one)
                lines, seconds = self._answer(one)
                if lines:
                    self.games = max(1, min(MOST_GAMES, int(TASK_SECONDS * len(lines) / max(seconds, 1e-6))))
                yield from lines

    def _look_at_nodes(self) -> None:
        """Let every node load what it needs, and compile it if it has not yet; one that can't play is named."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        nodes = [node for node in self.ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
        asked = [
            self._ask(self.task.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], True)), [])
            for node in nodes
        ]
        for one in asked:
            self._answer(one)

    def _ask(self, task: Any, slots: list[Slot]) -> Any:
        return task.remote(*self.common, [tuple(slot) for slot in slots])

    def _answer(self, one: Any) -> tuple[list[Line], float]:
        from ray.exceptions import RayError

        try:
            found: Answer = self.ray.get(one)
        except RayError as error:
            said = (str(error).splitlines() or [""])[0][:200]
            raise ValueError(f"Ray gave a game up: {said} (is there enough memory on the nodes?)") from None
        if isinstance(found, str):
            raise ValueError(found)
        return found


def portable_task() -> Callable[..., Answer]:
    """The task, as a function that Ray sends whole: a node with another nyhavn, or with none, can run it too."""

    def play(version: str, game: str, wanted: str, luggage: bytes, slots: list[tuple[Any, ...]]) -> Answer:
        from platform import node

        try:
            import nyhavn
        except ImportError:
            return f"the node {node()} has no nyhavn: install nyhavn[ray] {version} there"
        if nyhavn.__version__ != version:
            return f"the node {node()} has nyhavn {nyhavn.__version__}, not {version} as here: install the same there"
        from nyhavn.arena.ray_clusters import play_slots

        return play_slots(game, wanted, luggage, slots)

    return play


def play_slots(game: str, wanted: str, luggage: bytes, slots: list[tuple[Any, ...]]) -> Answer:
    """What a node does for a task."""
    try:
        if fingerprint(game) != wanted:
            return f"the node {node()} has other files of nyhavn {__version__} than here: install the same there"
        compile_once(game)
        match = unpack(luggage)
    except (ValueError, OSError) as error:
        return f"the node {node()} can't play: {error}"
    begun = perf_counter()
    try:
        return [match.play(Slot(*slot)) for slot in slots], perf_counter() - begun
    except ValueError as error:
        return str(error)


@cache
def fingerprint(game: str) -> str:
    """What a game that is played depends on: our files, and those of the game. The same version need not be the same
    code where people work on it."""
    total = sha256()
    for folder in dict.fromkeys((PACKAGE, folder_of(find_game(game).package))):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES:
                total.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def compile_once(game: str) -> None:
    """Let one process of a node compile a game, while its others wait."""
    from filelock import FileLock

    package = find_game(game).package
    if not all(is_compiled(package, part) for part in ("rules", "bots")):
        with FileLock(directory(package) / "compiling.lock"):
            compile_game(game, lambda text: None)
            compile_bots(game, lambda text: None)


def pack(match: Match) -> bytes:
    """A match, with the files that its bots come from."""
    return pickle.dumps((match, [(Path(path).name, Path(path).read_bytes()) for path in match.code]))


@cache
def unpack(luggage: bytes) -> Match:
    """The match, its bots loaded. ValueError if a file of theirs needs what the node does not have."""
    match, files = pickle.loads(luggage)
    with TemporaryDirectory(prefix="nyhavn-bots-") as folder:
        for number, (name, text) in enumerate(files):
            path = Path(folder, str(number), name)
            path.parent.mkdir()
            path.write_bytes(text)
            load_code(path)
    for spec in match.players:
        make_player(spec)
    assert isinstance(match, Match)
    return match
