"""`nyhavn train judge`: the network that judges positions for bots, and its test against the one in use."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nyhavn.cli.options import AsJson
from nyhavn.cli.progress import telling
from nyhavn.games import default_game

if TYPE_CHECKING:
    from nyhavn.arena.learning import Round


def judge(
    folder: Annotated[Path, typer.Argument(help="Where checkpoints are kept; the same command resumes from them.")],
    game: Annotated[str, typer.Option(help="The game whose judge learns.")] = default_game(),
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per game.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="How often games are played and learned from.")] = 6,
    positions: Annotated[int, typer.Option(min=1000, help="Positions per round.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same network on the same machine.")] = 1,
    begin: Annotated[int, typer.Option(min=0, max=4, help="Begin with the network for so many players.")] = 0,
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays with both networks.")] = "search:400n",
    sprt: Annotated[str, typer.Option(metavar="LOW,HIGH", help="Two Elo bounds for the test.")] = "0,20",
    games: Annotated[int, typer.Option(min=0, help="At most so many games of the test; 0: none.")] = 4000,
    promote: Annotated[bool, typer.Option("--promote", help="Put it to use if the test finds it better.")] = False,
    as_json: AsJson = False,
) -> None:
    """Train the network that judges positions, and test whether it is better than the one in use.

    It learns by self-play, in rounds. Then a bot plays pairs of games with both networks, until it is clear.
    """
    from nyhavn.arena.learning import Course, train
    from nyhavn.arena.promotion import put_to_test
    from nyhavn.arena.sprt import Sprt
    from nyhavn.bots import make_bot

    bounds = Sprt.parse(sprt)
    make_bot(bot)

    def told(one: "Round") -> None:
        if not as_json:
            typer.echo(f"{one.positions:>10,} positions   cost {one.cost:.4f}   {one.seconds:,.0f} seconds")

    with telling() as tell:
        net, card = train(Course(game, players, rounds, positions, seed, begin), folder, tell, told)
        tell("testing it against the one in use")
        test = put_to_test(card, net, bot, bounds, games, folder, promote) if games else None
    figures: dict[str, Any] = asdict(card) | {"test": test}
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
    elif test:
        promoted = " It is in use now." if test["promoted"] else ""
        typer.echo(f"{test['decided'] or 'undecided'} after {test['pairs']} pairs of games.{promoted}")
