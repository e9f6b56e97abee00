"""`nyhavn puzzles make`: positions from games of bots in which it is worth to think twice."""

import json
from pathlib import Path
from typing import Annotated

import typer

from nyhavn.cli.files import check_places, write
from nyhavn.cli.options import GameOptions, RayAddress, chosen_cluster, file_option, given_options
from nyhavn.cli.progress import counting
from nyhavn.games import default_game

app = typer.Typer(help="Puzzles from games of bots.", no_args_is_help=True)
TOO_FEW = 1


@app.command("make", epilog="Example: nyhavn puzzles make --count 20 --out puzzles.jsonl")
def make(
    out: Annotated[Path, file_option("FILE.jsonl", "Where to write the puzzles, one a line.")],
    game: Annotated[str, typer.Option(help="The game.")] = default_game(),
    players: Annotated[int, typer.Option(min=2, max=4, help="Number of players.")] = 2,
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many puzzles.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all games.")] = 0,
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays all seats.")] = "planner",
    option: GameOptions = None,
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per core.")] = 0,
    ray: RayAddress = None,
    log: Annotated[Path | None, file_option("FILE.jsonl", "Save every game here; the same file again resumes.")] = None,
) -> None:
    """Find positions in which one move is clearly the best and the obvious one clearly worse.

    The same count, seed and bot give the same file, on one machine and on a Ray cluster. The exit code is 1 if there
    are fewer puzzles in the games.
    """
    from nyhavn.arena.logs import Log
    from nyhavn.arena.puzzles import make_puzzles, self_play

    check_places(out)
    cluster = chosen_cluster(jobs, ray)
    match = self_play(game, players, bot, seed, given_options(game, option or []))
    kept = Log(match, log)
    try:
        with counting("puzzles", count) as step:
            told = 0

            def tell(found: int) -> None:
                nonlocal told
                for _ in range(found - told):
                    step()
                told = found

            puzzles = make_puzzles(match, count, cluster, kept, tell)
    except KeyboardInterrupt:
        where = f"are in {kept.path}; the same command resumes" if kept.path else "were not saved; use --log FILE.jsonl"
        typer.echo(f"\n{len(kept.games)} games {where}", err=True)
        raise
    finally:
        kept.close()
    lines = [json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles]
    write(out, "".join(f"{line}\n" for line in lines))
    typer.echo(f"{len(puzzles)} puzzles from {len(kept.games)} games are in {out}")
    if len(puzzles) < count:
        raise typer.Exit(TOO_FEW)
