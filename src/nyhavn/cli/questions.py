"""`nyhavn questions`: what the curious ask, answered from many games of a bot against itself."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nyhavn.cli.files import write
from nyhavn.cli.options import AsJson, RayAddress, chosen_cluster
from nyhavn.cli.progress import counting

if TYPE_CHECKING:
    from nyhavn.arena.clusters import Cluster
    from nyhavn.arena.matches import Line, Match


def questions(
    game: Annotated[list[str] | None, typer.Option(help="The game; may be repeated.", show_default="both")] = None,
    players: Annotated[str, typer.Option(metavar="N,N…", help="How many players; several numbers are possible.")] = "2",
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays all seats.")] = "greedy",
    games: Annotated[int, typer.Option(min=2, help="How many games for each game and number of players.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all games.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per core.")] = 0,
    ray: RayAddress = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save every game here; the same folder again resumes.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Write a page, with its plots in pictures/questions next to it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Does the first seat win more often? Which colours, sizes and abilities pay off? How long is a game?

    The answers come from games that a bot plays against itself, and have 95 % intervals.
    """
    from nyhavn.arena import ability_values, answer_pages, optional_packages
    from nyhavn.arena.questions import answers, self_play
    from nyhavn.games import find_game, game_names

    if page:
        optional_packages.need("matplotlib")
    cluster = chosen_cluster(jobs, ray)
    games_asked = game or [name for name in game_names() if find_game(name).has("statistics")]
    matches = [self_play(name, many, bot, seed) for name in games_asked for many in _numbers(players)]
    found: list[dict[str, Any]] = []
    drawn: dict[str, str] = {}
    for match in matches:
        name = f"{match.game}-{len(match.players)}"
        lines = _played(match, games, cluster, log, name)
        deals = max(2, games // ability_values.PLAYOUTS)
        with counting(f"{name}: abilities", deals) as step:
            given = ability_values.measure(match.game, len(match.players), deals, seed, step)
        found.append(answers(match, lines) | {"gifts": given})
        if page:
            drawn |= {f"{name}-{key}": svg for key, svg in answer_pages.pictures(found[-1], lines).items()}
    if page:
        folder = page.parent / "pictures" / "questions"
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            write(folder / f"{name}.svg", svg)
        # What the answers depend on; where games are kept and how many cores play is this machine's matter.
        asked = [("--game", name) for name in game or []] + [("--players", players)] * (players != "2")
        asked += [("--bot", bot), ("--games", str(games)), ("--seed", str(seed)), ("--page", str(page))]
        command = shlex.join(["nyhavn", "questions", *(word for pair in asked for word in pair)])
        write(page, answer_pages.page(found, command, "pictures/questions"))
    if as_json:
        typer.echo(json.dumps(found))
        return
    _tell(found)


def _numbers(players: str) -> list[int]:
    try:
        return [int(number) for number in players.split(",")]
    except ValueError:
        raise ValueError(f"{players[:40]!r} isn't a number of players, such as 2 or 2,3,4") from None


def _played(match: "Match", games: int, cluster: "Cluster", log: Path | None, name: str) -> list["Line"]:
    """The games of one match, from the log as far as it has them."""
    from nyhavn.arena.logs import Log
    from nyhavn.arena.runs import play_match

    if log:
        log.mkdir(parents=True, exist_ok=True)
    kept = Log(match, log / f"{name}.jsonl" if log else None)
    try:
        with counting(name, games - len(kept.games)) as step:
            return play_match(match, games, kept, cluster, tell=step)
    except KeyboardInterrupt:
        where = (
            f"are in {kept.path}; the same command resumes"
            if kept.path
            else "were not saved; use --log FOLDER to save them"
        )
        typer.echo(f"\n{len(kept.games)} of {games} games {where}", err=True)
        raise
    finally:
        kept.close()


def _tell(found: list[dict[str, Any]]) -> None:
    from nyhavn.arena.answer_pages import QUESTIONS, sentences
    from nyhavn.cli.standings import say

    for one in found:
        told = sentences(one)
        say([f"{one['game']}, {one['players']} players: {one['games']:,} games of {one['bot']}"])
        say([f"  {question} {told[key]}" for key, question in QUESTIONS.items()])
