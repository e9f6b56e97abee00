"""`nyhavn analyse`: a game judged move by move, from what each seat could know."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nyhavn.cli.files import open_record, write
from nyhavn.cli.options import AsJson, CodeFiles, file_option
from nyhavn.cli.progress import counting, show_report

if TYPE_CHECKING:
    from nyhavn.bots import Budget
    from nyhavn.play import State


def analyse(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A record of a game, finished or not, or a position.")],
    bot: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="The bot that proposes alternatives.", show_default="our planner, several"),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            help="Per decision, at most: playouts (repeatable work), or a time such as 1s.",
            show_default="as many playouts as suit the game",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the playouts.")] = 0,
    code: CodeFiles = None,
    plot: Annotated[Path | None, file_option("FILE.svg", "Plot who was winning.")] = None,
    report: Annotated[Path | None, file_option("FILE.html", "Write a page with a plot and a table.")] = None,
    as_json: AsJson = False,
) -> None:
    """Analyse every move of a game: who was winning, what would have been better, and where it turned.

    A move is judged from what its seat could know when it was played, never from hidden cards or from what came later.
    For a position, or a record without moves, it judges the moves that could be played.
    """
    state = open_record(path)
    from nyhavn.analysis.games import analyse as judge_game
    from nyhavn.arena import optional_packages
    from nyhavn.bots import Budget, load_code, make_bot
    from nyhavn.records import count_moves

    if plot or report:
        optional_packages.need("matplotlib")
    for file in code or []:
        load_code(file)
    if bot is not None and state.game not in make_bot(bot).bot.games:
        raise ValueError(f"{bot} does not play {state.game}")
    allowed = None if budget is None else Budget.parse(budget)
    moves = count_moves(state)
    if not moves:
        _advise(state, allowed, seed, plot or report, as_json)
        return
    with counting("judging moves", moves) as step:
        found = judge_game(state, allowed, bot, seed, _stepping(step))
    if plot or report:
        from nyhavn.arena import reviews

        if plot:
            write(plot, reviews.plot(found))
        if report:
            write(report, reviews.review(found))
    if as_json:
        typer.echo(json.dumps(found))
        return
    _tell(found)
    if report:
        show_report(report)


def _advise(state: "State", budget: "Budget | None", seed: int, picture: Path | None, as_json: bool) -> None:
    """Judge the moves that are promising in a position."""
    from rich.table import Table

    from nyhavn.analysis.games import advise
    from nyhavn.cli.standings import say

    if state.over or picture:
        raise ValueError("no moves were played here, so there is nothing to plot and, after the end, nothing to judge")
    found = advise(state, budget, seed)
    if as_json:
        typer.echo(json.dumps(found))
        return
    table = Table(title=f"{found['game']}, {found['players']} players, seat {found['seat']}", title_justify="left")
    table.add_column("promising moves")
    table.add_column("share of a win", justify="right")
    for one in found["suggestions"]:
        table.add_row(one["move"], f"{100 * one['win_share']:.0f} % ± {100 * one['error']:.0f} %")
    say([table])


def _stepping(step: Callable[[], None]) -> Callable[[int, int], None]:
    return lambda done, total: step()


def _tell(found: dict[str, Any]) -> None:
    from rich.table import Table

    from nyhavn.arena import reviews
    from nyhavn.cli.standings import say

    table = Table(title=f"{found['game']}, {found['players']} players", title_justify="left")
    for heading in reviews.HEADINGS:
        table.add_column(heading, justify="right" if heading in ("move", "share of a win") else "left")
    for row in reviews.rows(found["decisions"]):
        table.add_row(*row)
    say([table, *reviews.turns(found)])
