"""`nyhavn compile`: make the kernels of every game ready before the first game wants them."""

import time

import typer


def compile_games() -> None:
    """Compile the rules of every game for this machine.

    Needed once, and again after an update; otherwise the first game does it.
    """
    from nyhavn import compiled
    from nyhavn.games import GAMES, compile_game

    for game in GAMES:
        if compiled.is_compiled(game):
            typer.echo(f"{game}: already compiled, in {compiled.directory()}")
            continue
        from rich.console import Console

        begun = time.perf_counter()
        console = Console(stderr=True)
        if not console.is_terminal:
            typer.echo(f"{game}: compiling the rules for this machine, once ...", err=True)
        with console.status(f"{game}: compiling") as status:
            compile_game(game, lambda text: status.update(text) if text else None)
        typer.echo(f"{game}: compiled in {time.perf_counter() - begun:.0f} s, in {compiled.directory()}")
