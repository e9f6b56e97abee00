"""Bots that try to get at what is not theirs: each plays a move if it got there. Loaded from a file by the tests, which
tell where things are in a file beside it."""

import json
import os
import random
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nyhavn.bots import Budget, Observation, Player, find_bot, register

PLACES: dict[str, Any] = json.loads(Path(__file__).with_name("burglars-places.json").read_text())


def tries(attempt: Callable[[], object]) -> Callable[[], object]:
    """Register a bot that plays if something can be done."""

    def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
        attempt()
        return observation.moves[0]

    register(attempt.__name__.replace("_", "-"))(choose)
    return attempt


# What must fail


@tries
def reads_the_database() -> None:
    Path(PLACES["database"]).read_bytes()


@tries
def lists_the_folder_of_the_database() -> None:
    list(Path(PLACES["database"]).parent.iterdir())


@tries
def writes_to_the_database() -> None:
    Path(PLACES["database"]).open("ab").close()


@tries
def reads_what_lies_beside_it() -> None:
    Path(PLACES["neighbour"]).read_bytes()


@tries
def reads_who_there_is() -> None:
    Path("/etc/passwd").read_bytes()


@tries
def reads_what_the_server_was_told() -> None:
    Path(f"/proc/{os.getppid()}/environ").read_bytes()


@tries
def reads_by_a_program_that_it_starts() -> None:
    subprocess.run(["/bin/cat", PLACES["database"]], check=True)


@tries
def sends_a_packet() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


@tries
def asks_a_database_in_a_folder() -> None:
    socket.socket(socket.AF_UNIX)


@tries
def starts_a_program_that_gets_away() -> None:
    subprocess.Popen(["/bin/sleep", "1000"], start_new_session=True)


@tries
def starts_a_program_in_a_group_of_its_own() -> None:
    subprocess.Popen(["/bin/sleep", "1000"], process_group=0)


@tries
def connects_to_the_server() -> None:
    socket.create_connection(("127.0.0.1", PLACES["port"]), 5).close()


@tries
def ends_the_server() -> None:
    os.kill(os.getppid(), 0)


@tries
def changes_what_the_server_runs() -> None:
    (Path(PLACES["kernels"]) / "poison").touch()


@tries
def leaves_something_for_others() -> None:
    (Path(PLACES["temporary"]) / "nyhavn-left").touch()


@tries
def takes_all_memory() -> None:
    bytearray(6 << 30)


@tries
def opens_a_thousand_files() -> None:
    [open("/dev/null") for _ in range(1000)]  # noqa: PTH123, SIM115 - they stay open


# What it may do


@tries
def minds_its_own_business() -> None:
    """Its files, an empty folder, and little else."""
    assert Path(__file__).read_text()
    assert [place.name for place in Path.cwd().iterdir()] == [".kernels"], "an empty folder, but for what is compiled"
    Path("kept.txt").write_text("something")
    assert Path("kept.txt").read_text() == "something"
    Path("kept.txt").unlink()
    assert not [name for name in os.environ if "SECRET" in name]
    assert not [number for number in range(5, 256) if is_open(number)], "nothing but its lines to the server"


@tries
def starts_a_program() -> None:
    Path("started").write_text(str(subprocess.Popen(["/bin/sleep", "1000"]).pid))


def is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


@register("leans-on-greedy")
def leans_on_greedy(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """With kernels that are compiled already: nothing is compiled in its folder."""
    move = Player(find_bot("greedy"), budget).choose(observation, rng)
    assert [place for place in Path.cwd().glob("**/*.nbc") if place.is_symlink()], "they come from elsewhere"
    assert not [place for place in Path.cwd().glob("**/*.nbc") if not place.is_symlink()], "none is its own"
    return move


@register("ponders")
def ponders(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """Goes on when it has answered."""

    def spin() -> None:
        while True:
            pass

    threading.Thread(target=spin, daemon=True).start()
    return observation.moves[0]
