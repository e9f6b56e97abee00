"""Options that several of the commands `nyhavn bench …` share."""

from typing import Annotated, Any

import typer

from nyhavn.games import default_game

Figures = dict[str, Any]
"""What was measured, as JSON."""

USUAL_GAME = default_game()
PlayedGame = Annotated[str, typer.Option("--game", help="The game to play.")]
GamePlayers = Annotated[int, typer.Option("--players", min=2, max=4, help="Players per game.")]
TablePlayers = Annotated[int, typer.Option("--players", min=2, max=4, help="Players at each table.")]
IdleTables = Annotated[int, typer.Option("--idle", min=20, max=100_000, help="Idle tables, to measure memory.")]
SilentClients = Annotated[
    int, typer.Option("--silent", min=1, max=10_000, help="Clients that only watch, to measure memory.")
]
FigureSeconds = Annotated[float, typer.Option("--seconds", min=0.001, max=60, help="Seconds to spend on each figure.")]
