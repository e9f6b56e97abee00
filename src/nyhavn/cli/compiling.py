"""`nyhavn compile`: make the kernels of every game ready before the first game wants them."""

import time
from collections.abc import Callable
from pathlib import Path

import typer


def compile_games() -> None:
    """Compile the rules of every game, and what its bots think with, for this machine.

    Needed once, and again after an update; otherwise the first game, or the first bot, does it.
    """
    from nyhavn import compiled
    from nyhavn.bots.thinking import compile_bots
    from nyhavn.games import GAMES, compile_game

    for game in GAMES:
        _compile(game, compiled.is_compiled(game), compile_game, compiled.directory())
    for game in GAMES:
        ready = compiled.is_compiled(game, "bots")
        _compile(game, ready, compile_bots, compiled.directory("bots"), "bots of ")


def _compile(
    game: str, ready: bool, compile: Callable[[str, Callable[[str], None]], None], place: Path, what: str = ""
) -> None:
    if ready:
        typer.echo(f"{what}{game}: already compiled, in {place}")
        return
    from rich.console import Console

    begun = time.perf_counter()
    console = Console(stderr=True)
    if not console.is_terminal:
        typer.echo(f"{what}{game}: compiling for this machine, once ...", err=True)
    with console.status(f"{what}{game}: compiling") as status:
        compile(game, lambda text: status.update(text) if text else None)
    typer.echo(f"{what}{game}: compiled in {time.perf_counter() - begun:.0f} s, in {place}")
