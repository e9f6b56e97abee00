"""`nyhavn bench strength`: how far bots are from best play, as far as that can be known."""

from typing import Annotated, Any

import typer

from nyhavn.cli.bench.options import Figures, GamePlayers
from nyhavn.cli.bench.tables import new_table, print_table
from nyhavn.cli.options import AsJson, print_figures
from nyhavn.cli.progress import telling

CURVE = ("temperature", "shift")


def strength(
    game: Annotated[
        list[str] | None, typer.Option(help="The game; may be repeated.", show_default="all of them")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART", help="losses, calibration, response, solved or alone; may be repeated.", show_default="all"
        ),
    ] = None,
    players: GamePlayers = 2,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT…", help="Bots to measure.", show_default="random,greedy,planner,mc:BUDGET,search:BUDGET"
        ),
    ] = None,
    budget: Annotated[str, typer.Option(metavar="TIME|NODES", help="What search has for a move.")] = "100ms",
    work: Annotated[int, typer.Option(min=1, help="How many times as much the judge has.")] = 100,
    positions: Annotated[
        int | None,
        typer.Option(min=1, help="Decisions to judge, at most.", show_default="as many as there is time for"),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="For each part of each game, about.")] = 60,
    learning: Annotated[float, typer.Option(min=0.1, help="For the learner, in seconds.")] = 60,
    seed: Annotated[int, typer.Option(min=0, max=2**30, help="Seed of all games; nothing was trained on any.")] = 7301,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how far bots are from best play, in a few minutes.

    What decisions lose is judged by search with many times the work; whether announced shares of a win come true is
    seen in whole games; a learner plays against the strongest bot; small games and ends of games are solved. More
    seconds make the intervals narrower.
    """
    from nyhavn.bench.strength import measurement
    from nyhavn.bots import Budget

    wanted = measurement.Wanted(
        parts=only or (),
        games=game or (),
        players=players,
        bots=bots.split(",") if bots else (),
        budget=Budget.parse(budget),
        work=work,
        most=positions or 10**9,
        seconds=seconds,
        learning=learning,
        seed=seed,
        jobs=jobs,
    )
    plan = measurement.plan(wanted)
    if not as_json:
        for sentence in plan:
            typer.echo(sentence, err=True)
    with telling() as progress:
        figures = measurement.measure(wanted, progress)
    print_figures(figures, as_json, _tables)


def _tables(figures: Figures) -> None:
    """What was measured of each game, a table for each part."""
    show = {
        "losses": _losses,
        "calibration": _calibration,
        "response": _response,
        "solved": _solved,
        "alone": _alone,
    }
    for game, found in figures["games"].items():
        for part, draw in show.items():
            if (measured := found.get(part)) and "missing" in measured:
                typer.echo(f"{game}, {part}: {measured['missing']}")
            elif measured:
                for table in draw(game, measured):
                    print_table(table)


def _losses(game: str, found: Figures) -> list[Any]:
    title = f"{game}: judged with {found['judge_nodes']:,} nodes, {found['decisions']} decisions"
    table = new_table("bot", "lost per decision", "chose what the judge does", title=title)
    for bot, one in found["bots"].items():
        table.add_row(bot, percent(one["loss"], 2), percent(one["best"]))
    table.add_section()
    table.add_row("the judge, against itself", percent(found["floor"], 2), percent(found["judge_agrees"]))
    return [table]


def _calibration(game: str, found: Figures) -> list[Any]:
    title = f"{game}: shares announced in {found['games']} games"
    table = new_table("announced by", "off in bins", "by chance", "off the curve", "temperature", "shift", title=title)
    for who, one in found["announced_by"].items():
        curve = [number(one[key], 2) for key in CURVE]
        chance = f"{100 * one['ece_floor']:.1f} %"
        table.add_row(who, percent(one["ece"], 1), chance, percent(one["fitted_error"], 1), *curve)
    return [table]


def _response(game: str, found: Figures) -> list[Any]:
    title = f"{game}: against {found['rival']}, {found['learning_games']} games to learn from"
    table = new_table("the learner", "games", "share of the wins", title=title)
    for when in ("before", "after"):
        table.add_row(f"{when} learning", f"{found[when]['games']}", percent(found[when]["share"], 1))
    return [table]


def _solved(game: str, found: Figures) -> list[Any]:
    table = new_table("bot", "exploitability", title=f"{game}: what a perfect opponent gains")
    for bot, given in found["exploitability"].items():
        table.add_row(bot, f"{given:.3f}")
    return [table]


def _alone(game: str, found: Figures) -> list[Any]:
    tables = []
    for name, one in found["solved"].items():
        table = new_table("bot", "games", "turns more", title=f"{game}: {name}, {one['turns']:.3f} turns at best")
        for bot, it in one["bots"].items():
            table.add_row(bot, f"{it['games']}", number(it["more_turns"], 3))
        tables.append(table)
    table = new_table("bot", "games", "turns", title=f"{game}: a whole sheet, at least {found['whole']['least']} turns")
    for bot, it in found["whole"]["bots"].items():
        table.add_row(bot, f"{it['games']}", number(it["turns"], 1))
    return [*tables, table]


def number(one: dict[str, Any], digits: int) -> str:
    """An average with its interval."""
    if one["low"] is None:
        return f"{one['mean']:.{digits}f}"
    return f"{one['mean']:.{digits}f} ({one['low']:.{digits}f}–{one['high']:.{digits}f})"


def percent(one: dict[str, Any], digits: int = 0) -> str:
    """A share with its interval."""
    if one["low"] is None:
        return f"{100 * one['mean']:.{digits}f} %"
    return f"{100 * one['mean']:.{digits}f} % ({100 * one['low']:.{digits}f}–{100 * one['high']:.{digits}f})"
