"""The command line: one module for each command (for `nyhavn bench`, a folder), and here what they share:
names, help, and how errors are shown.

Commands ask the public API and draw what it gives; nothing in here knows a rule. What is heavy (Numba, the games, Rich)
is imported inside the functions that need it, so that `nyhavn --help` comes at once.
"""

import os
import sys
from typing import Annotated, Any

import typer

from nyhavn import __version__
from nyhavn.cli import (
    analyse,
    arena,
    backup,
    bot,
    compilation,
    connect,
    judges,
    play,
    puzzles,
    questions,
    replay,
    serve,
    train,
    verify,
)
from nyhavn.cli.bench import commands as benchmarks
from nyhavn.cli.settings import Configured

FAILED = 2
STOPPED = 130

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog="Example: nyhavn play --players 3",
)
app.command("serve", cls=Configured, epilog="Example: nyhavn serve --lan")(serve.serve)
app.command("backup", epilog="Example: nyhavn backup friday.db")(backup.backup)
app.command("restore", epilog="Example: nyhavn restore friday.db")(backup.restore)
app.command("keep", epilog="Example: nyhavn keep --db sqlite:////var/lib/nyhavn/nyhavn.db")(backup.keep)
app.command("play", epilog="Example: nyhavn play --players 3 --record friday.nyhavn")(play.play)
app.command("arena", epilog="Example: nyhavn arena --players greedy,random --games 100")(arena.arena)
app.command("bot", epilog="Example: nyhavn bot search:100ms")(bot.bot)
app.command("connect", epilog="Example: nyhavn connect https://example.org/#/t/NAME -- ./mybot --fast")(connect.connect)
app.command("analyse", epilog="Example: nyhavn analyse friday.nyhavn --report friday.html")(analyse.analyse)
app.command("questions", epilog="Example: nyhavn questions --games 1000")(questions.questions)
app.add_typer(puzzles.app, name="puzzles")
app.command("replay", epilog="Example: nyhavn replay friday.nyhavn --at 12 --svg move12.svg")(replay.replay)
app.command("verify", epilog="Example: nyhavn verify friday.nyhavn")(verify.verify)
app.add_typer(train.app, name="train", epilog="Example: nyhavn train --games 12000 --plot rising.svg")
train.app.command("judge", epilog="Example: nyhavn train judge learned --players 3 --rounds 4")(judges.judge)
app.add_typer(benchmarks.app, name="bench", epilog="Example: nyhavn bench --json --seconds 0.5")
app.command("compile", epilog="Example: nyhavn compile --envs")(compilation.compile_games)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """The board games Copenhagen and Copenhagen Roll & Write, for playing and for research.

    With no command the game starts in the browser.
    """
    if version:
        typer.echo(f"nyhavn {__version__}")
    elif context.invoked_subcommand is None:
        group: Any = context.command
        command = group.commands["serve"]
        with command.make_context("serve", [], parent=context) as alone:
            command.invoke(alone)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and give its exit code. Errors are one line on standard error."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the process that started us
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # odd bytes must not stop a game
    try:
        command = typer.main.get_command(app)
        result = command.main(args=arguments, prog_name="nyhavn", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except typer.TyperException as error:
        return _fail(error.format_message())
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        result = STOPPED
    if result == STOPPED:
        sys.stderr.write("\nnyhavn: stopped\n")
    return result if isinstance(result, int) else 0


def _fail(sentence: str) -> int:
    sys.stderr.write(f"nyhavn: {' '.join(sentence.split())}\n")
    return FAILED
