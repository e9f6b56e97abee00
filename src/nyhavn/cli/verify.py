"""`nyhavn verify`: does a record keep the rules, and did its chance come from its seed?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.files import open_record

if TYPE_CHECKING:
    from nyhavn.play import State
    from nyhavn.tags import Tags

DOUBTFUL = 1


def verify(path: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]) -> None:
    """Check that a record keeps the rules and that its chance is what its seed gives.

    Exit code 0: both hold. 1: it keeps the rules, but has no seed or other chance. 2: it is no record.
    """
    state = open_record(path)
    moves = sum("move" in entry for entry in state.history)
    played = f"{path}: {moves} {'move' if moves == 1 else 'moves'} by the rules of {state.game}"
    tags = _tags(path)
    if "Seed" not in tags:
        typer.echo(f"{played}, but there is no seed to compare its chance with")
        raise typer.Exit(DOUBTFUL)
    difference = _first_difference(state, tags)
    if difference:
        typer.echo(f"{played}, but {difference}")
        raise typer.Exit(DOUBTFUL)
    typer.echo(f"{played}, and all chance is what its seed gives; {_result(state)}")


def _tags(path: Path) -> "Tags":
    from nyhavn.tags import read_tags

    text = path.read_bytes().decode("utf-8-sig")
    return read_tags([line.removesuffix("\r") for line in text.split("\n")])


def _first_difference(state: "State", tags: "Tags") -> str:
    """Where chance drawn with the seed is not the recorded one; empty if it always is."""
    from nyhavn.play import new_game
    from nyhavn.tags import read_seed

    drawn = new_game(state.game, state.players, read_seed(tags["Seed"][1]), **state.options)
    compared = 0
    for move in (None, *(entry["move"] for entry in state.history if "move" in entry)):
        if move is not None:
            drawn.play(move)
        history = drawn.history
        for own, recorded in zip(history[compared:], state.history[compared:], strict=False):
            if own != recorded:
                line = len(tags) + 2 + compared
                return f"line {line}: its seed gives {own.get('chance')!r}, not {recorded.get('chance')!r}"
            compared += 1
    return ""


def _result(state: "State") -> str:
    if not state.over:
        return "unfinished"
    return f"won by seat {' and '.join(map(str, state.winners))}"
