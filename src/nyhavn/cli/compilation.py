"""`nyhavn compile`: make the kernels of every game ready before the first game wants them."""

import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Annotated

import typer

Compiled = list[tuple[str, float]]
"""What was compiled, and how many seconds it took."""


def compile_games(
    envs: Annotated[bool, typer.Option("--envs", help="Also compile the environments for research.")] = False,
) -> None:
    """Compile the rules of every game and its bots for this machine.

    Needed once, and again after an update; otherwise the first game, or the first bot or environment, does it.
    """
    from rich.console import Console

    from nyhavn import compiled
    from nyhavn.games import game_names

    parts = ("rules", "bots", *(("envs",) if envs else ()))
    wanted = [game for game in game_names() if _missing(game, parts)]
    for game in game_names():
        if game not in wanted:
            typer.echo(f"{game}: already compiled")
    if not wanted:
        return
    what = f"{' and '.join(wanted)}: compiling {', '.join(parts[:-1])} and {parts[-1]} for this machine, once"
    begun, console = time.perf_counter(), Console(stderr=True)
    if not console.is_terminal:
        typer.echo(f"{what} ...", err=True)
    # A process for each game: on two cores this takes half as long.
    with console.status(what) as status, ProcessPoolExecutor(len(wanted), get_context("spawn")) as processes:
        waiting = {processes.submit(_compile, game, parts) for game in wanted}
        while waiting:
            done, waiting = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
            for name, seconds in (each for future in done for each in future.result()):
                typer.echo(f"{name}: compiled in {seconds:.0f} s")
            status.update(f"{what} ({time.perf_counter() - begun:.0f} s)")
    typer.echo(f"kept in {compiled.home()}")


def _missing(game: str, parts: tuple[str, ...]) -> list[str]:
    """The parts of a game that have kernels which are not compiled yet."""
    from nyhavn import compiled
    from nyhavn.games import find_game

    found = find_game(game)
    here = ("rules", "bots", *(("envs",) if found.has("environment") else ()))
    return [part for part in parts if part in here and not compiled.is_compiled(found.package, part)]


def _compile(game: str, parts: tuple[str, ...]) -> Compiled:
    """In a process of its own."""
    from nyhavn.bots.deliberation import compile_bots
    from nyhavn.envs.kernels import compile_envs
    from nyhavn.games import compile_game

    ways = {"rules": (game, compile_game), "bots": (f"bots of {game}", compile_bots)}
    ways["envs"] = f"environments of {game}", compile_envs
    found: Compiled = []
    for name, compile in (ways[part] for part in _missing(game, parts)):
        begun = time.perf_counter()
        compile(game, lambda text: None)
        found.append((name, time.perf_counter() - begun))
    return found
