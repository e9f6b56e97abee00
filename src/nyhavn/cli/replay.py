"""`nyhavn replay`: a record, move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.files import open_record, write
from nyhavn.cli.game_summaries import ranked, told
from nyhavn.cli.options import file_option
from nyhavn.cli.terminals import Screen

if TYPE_CHECKING:
    from nyhavn.play import State

HOW = "Enter: next; b: back; a number: that move; q: quit"


def replay(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A record, or a position.")],
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Show only the position after N moves (0 is the start).")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="The seat to view it from.", show_default="the seat whose turn it is")
    ] = None,
    svg: Annotated[Path | None, file_option("OUT.svg", "Write a picture instead, of the end or of --at N.")] = None,
) -> None:
    """Show a record in the terminal, move by move."""
    state = open_record(path)
    from nyhavn.records import retrace

    positions = [position.copy() for position in retrace(state)]
    last = len(positions) - 1
    if at is not None and not 0 <= at <= last:
        raise ValueError(f"{path} has {last} moves: --at is 0 to {last}, not {at}")
    if seat is not None and not 0 <= seat < state.players:
        raise ValueError(f"seat {seat} does not exist: seats are 0 to {state.players - 1}")
    if svg:
        number = last if at is None else at
        write(svg, positions[number].svg(positions[number].turn if seat is None else seat))
        typer.echo(f"{svg} shows {path} after move {number} of {last}")
        return
    screen = Screen()
    if at is not None:
        show(screen, positions, at, seat)
    elif screen.by_hand and screen.seen:
        turn_pages(screen, positions, seat)
    else:
        for number in range(len(positions)):
            show(screen, positions, number, seat)


def show(screen: Screen, positions: list["State"], number: int, seat: int | None) -> None:
    """One position, with the move that led to it."""
    position = positions[number]
    screen.say(f"--- after move {number} of {len(positions) - 1}", *told(position.game, position.events())[-1:], "")
    screen.say(position.text(position.turn if seat is None else seat, screen.colour), "")
    if position.over:
        screen.say(*ranked(position.ranking, position.scores, position.empty_cells), "")


def turn_pages(screen: Screen, positions: list["State"], seat: int | None) -> None:
    """Forwards and backwards at the keyboard, until the reader leaves."""
    number, last = 0, len(positions) - 1
    show(screen, positions, number, seat)
    while True:
        try:
            line = screen.ask(f"{number} of {last} ({HOW})> ").lower()
        except (EOFError, KeyboardInterrupt):
            screen.say("")
            line = "q"
        if line in ("q", "quit", "exit") or (not line and number == last):
            return
        wanted = {"": number + 1, "b": number - 1}.get(line, int(line[:9]) if line.isdecimal() else -1)
        if 0 <= wanted <= last:
            number = wanted
            screen.wipe()
            show(screen, positions, number, seat)
        else:
            screen.say(f"There is no such move: {HOW}.")
