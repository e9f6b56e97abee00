"""`nyhavn connect`: a program that plays at a server's table, invited like a person."""

import random
from typing import Annotated
from urllib.parse import urlsplit

import typer

LONGEST_NAME = 24


def connect(
    url: Annotated[str, typer.Argument(help="The invitation link of a table.")],
    command: Annotated[list[str], typer.Argument(metavar="-- PROGRAM", help="A program with its arguments.")],
    name: Annotated[str, typer.Option(help="The name it plays under; the program's own if none is given.")] = "",
    budget: Annotated[str, typer.Option(metavar="TIME", help="How long it may think about a move.")] = "1s",
) -> None:
    """Let your program play at a server's table. It speaks JSON lines, as docs/bots.md describes.

    It takes the first open seat, plays until the game is over, and reconnects if the connection breaks.
    """
    import shlex

    from nyhavn.bots.budgets import Budget
    from nyhavn.bots.programs import Program, ProgramError
    from nyhavn.client_seat import Guest

    thinking = Budget.parse(budget)
    server, place = read_link(url)
    program = Program(shlex.join(command))
    try:
        games = program.games
        guest = Guest(server, place, name or program.name[:LONGEST_NAME].strip() or "Bot")
        if guest.game not in games:
            raise ValueError(f"this table plays {guest.game}, and the program doesn't")
        typer.echo(f"{guest.sit()}: waiting for the game", err=True)
        for observation in guest.decisions():
            move = program.choose(observation, thinking, random.Random())
            guest.play(move)
            typer.echo(move)
        typer.echo(guest.result(), err=True)
    except ProgramError as error:
        raise ValueError(f"the program gave no move: {error}") from None
    finally:
        program.end()


def read_link(url: str) -> tuple[str, str]:
    """Where a server is, and the name of the table or its short code, with what it begins with: `t/…`, `c/…`."""
    parts = urlsplit(url)
    place = parts.fragment.strip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or place[:2] not in ("t/", "c/"):
        raise ValueError(f"{url[:120]!r} isn't an invitation: it looks like https://example.org/#/t/NAME")
    return f"{parts.scheme}://{parts.netloc}{parts.path}", place
