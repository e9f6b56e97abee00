"""Options that several commands have, and those of a game: `--option NAME=VALUE`, as often as one likes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
CodeFiles = Annotated[
    list[Path] | None, typer.Option(metavar="FILE.py", help="A file that registers bots; may be repeated.")
]
GameOptions = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A game option; may be repeated.")]


def file_option(form: str, purpose: str) -> Any:
    """An option that names a file, such as FILE.svg, and what it is for."""
    return typer.Option(metavar=form, help=purpose)


def print_figures(figures: dict[str, Any], as_json: bool, draw: Callable[[dict[str, Any]], None]) -> None:
    """What was measured, as one JSON document or as a table for people."""
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
    else:
        draw(figures)


def given_options(game: str, options: list[str]) -> dict[str, Any]:
    """Every option of a game, as given or as it is by default; ValueError for what the game does not have."""
    from nyhavn.arguments import check_options
    from nyhavn.games import rules_of
    from nyhavn.tags import read_options

    rules = rules_of(game)
    return check_options(rules, read_options(dict(rules.options), " ".join(options) or "-"))
