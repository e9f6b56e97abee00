"""`nyhavn train`: a small value function that learns a game from nothing, and how it fares meanwhile."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nyhavn.cli.files import check_places
from nyhavn.cli.options import AsJson, file_option
from nyhavn.games import default_game

if TYPE_CHECKING:
    from nyhavn.envs.value_function import Training

Figures = dict[str, Any]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def train(
    context: typer.Context,
    game: Annotated[str, typer.Option(help="The game to learn.")] = default_game(),
    games: Annotated[int, typer.Option(min=1, help="Games to play against itself.")] = 6000,
    every: Annotated[int, typer.Option(min=1, help="Games between tests.")] = 1000,
    trials: Annotated[int, typer.Option(min=1, help="Games per test.")] = 100,
    against: Annotated[str, typer.Option(metavar="BOT", help="The bot to test it against.")] = "greedy",
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per game.")] = 2,
    rows: Annotated[int, typer.Option(min=1, max=10_000, help="Games to play at once.")] = 128,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same result on the same machine.")] = 1,
    out: Annotated[Path | None, file_option("FILE.npz", "Save what was learned.")] = None,
    plot: Annotated[Path | None, file_option("FILE.svg", "Plot its progress; needs the extra plots.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a small value function for a game by self-play, in a few minutes.

    It knows nothing at first. From time to time it plays some games against a bot, each deal from every seat.
    """
    if context.invoked_subcommand:
        return
    check_places(out, plot)
    if plot:
        _matplotlib()
    from nyhavn.bots import make_bot
    from nyhavn.envs.value_function import Training, save_value

    make_bot(against)
    begun = time.perf_counter()
    training = Training(game, players, rows, seed)
    tries: list[Figures] = []
    with _progress(games) as told:
        while True:
            told(training.played, tries)
            share = _tried(training, against, trials)
            tries.append({"games": training.played, "win_share": round(share, 4)})
            if not as_json:
                typer.echo(f"{training.played:>8,} games   {100 * share:5.1f} % of the wins against {against}")
            if training.played >= games:
                break
            training.play(min(every, games - training.played))
    figures: Figures = {
        "game": game,
        "players": players,
        "against": against,
        "trials": trials,
        "seconds": round(time.perf_counter() - begun, 1),
        "processor_seconds": round(time.process_time(), 1),
        "tries": tries,
    }
    if out:
        save_value(training.value, out)
    if plot:
        draw(figures, plot)
    if as_json:
        typer.echo(json.dumps(figures, indent=2))


def _tried(training: "Training", against: str, trials: int) -> float:
    from nyhavn.envs.value_function import win_share

    return win_share(training.value, against, trials, training.players, seed=training.seed)


@contextmanager
def _progress(games: int) -> Iterator[Any]:
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("learning") as status:
        yield lambda played, tries: status.update(f"learning: {played:,} of {games:,} games")


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ModuleNotFoundError:
        raise ValueError("--plot needs matplotlib: install nyhavn[plots]") from None
    matplotlib.use("svg")
    return matplotlib


def draw(figures: Figures, path: Path) -> None:
    """The win share over the games, with the interval in which it is in 19 of 20 cases."""
    matplotlib = _matplotlib()
    matplotlib.rcParams["svg.hashsalt"] = "nyhavn"
    from matplotlib.figure import Figure

    played = [one["games"] for one in figures["tries"]]
    shares = [100 * one["win_share"] for one in figures["tries"]]
    spread = [1.96 * (share * (100 - share) / figures["trials"]) ** 0.5 for share in shares]
    canvas = Figure(figsize=(7, 4), layout="constrained")
    axes = canvas.subplots()
    axes.axhline(100 / figures["players"], color="#888888", linestyle="--", linewidth=1, label="equally strong")
    axes.errorbar(played, shares, yerr=spread, color="#1f5fa8", marker="o", markersize=4, capsize=3, label="learned")
    axes.set_xlabel("games played against itself")
    axes.set_ylabel(f"% of the wins against {figures['against']}, {figures['trials']} games each")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    canvas.savefig(path, metadata={"Date": None})
