"""Options that several commands share, and those of a game: `--option NAME=VALUE`, which may be repeated."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from nyhavn.arena.clusters import Cluster

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
CodeFiles = Annotated[
    list[Path] | None, typer.Option(metavar="FILE.py", help="A file that registers bots; may be repeated.")
]
RayAddress = Annotated[
    str | None,
    typer.Option(metavar="auto|ADDRESS", help="Play on a Ray cluster: the one running here, or HOST:PORT of its head."),
]
GameOptions = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A game option; may be repeated.")]


def chosen_cluster(jobs: int, ray: str | None) -> "Cluster":
    """Where games are played: on a cluster of Ray if one is given, else by processes here, one per core unless said
    otherwise. ValueError if both are given."""
    from nyhavn.arena import optional_packages
    from nyhavn.arena.ray_clusters import RayCluster
    from nyhavn.arena.workers import Processes
    from nyhavn.machine import cores

    if ray is None:
        return Processes(jobs or cores())
    if jobs:
        raise ValueError("--jobs is for this machine and --ray for a cluster: give one of them")
    optional_packages.need("ray")
    return RayCluster(ray)


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
