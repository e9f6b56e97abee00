"""`nyhavn bot`: one of our bots as a program that speaks JSON lines, to meet other programs and other versions."""

import random
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from nyhavn.bots import Observation, Player
    from nyhavn.bots.messages import Message


def bot(
    spec: Annotated[str, typer.Argument(metavar="BOT", help="A bot, with an optional budget: search:100ms.")],
    code: Annotated[
        list[str] | None, typer.Option(metavar="FILE.py", help="A file that registers bots; may be repeated.")
    ] = None,
) -> None:
    """Play as a program: one JSON object a line on standard input and output, as docs/bots.md describes.

    A budget given here overrides the one that is asked for.
    """
    from nyhavn.bots import load_code, make_bot

    for path in code or []:
        load_code(path)
    _talk(make_bot(spec), has_budget=":" in spec)


def _talk(player: "Player", has_budget: bool) -> None:
    """Answer line after line, until somebody says quit or is gone."""
    from nyhavn.bots.messages import read_message, write_message

    seen: Observation | None = None
    for line in sys.stdin:
        try:
            message = read_message(line)
            if message["type"] == "quit":
                return
            if message["type"] == "observation":
                seen = _observation(message)
                continue
            answer = _answer(player, has_budget, message, seen)
        except ValueError as error:
            answer = write_message("error", sentence=str(error))
        if answer:
            sys.stdout.write(answer)
            sys.stdout.flush()


def _observation(message: "Message") -> "Observation":
    from nyhavn.bots.messages import read_observation

    return read_observation(message)


def _answer(player: "Player", has_budget: bool, message: "Message", seen: "Observation | None") -> str:
    from nyhavn import __version__
    from nyhavn.bots import Player
    from nyhavn.bots.messages import PROTOCOL, MessageError, read_budget, write_message

    match message["type"]:
        case "hello":
            games = list(player.bot.games)
            name = f"nyhavn {__version__} {player.bot.name}"
            return write_message("hello", protocol=PROTOCOL, name=name, games=games)
        case "new game":
            return ""
        case "choose":
            if seen is None:
                raise MessageError("there is nothing to choose from: an observation comes first")
            thinker = player if has_budget else Player(player.bot, read_budget(message.get("budget")))
            move = thinker.choose(seen, random.Random(message.get("seed")))
            return write_message("chosen", move=move)
        case kind:
            raise MessageError(f"{kind[:40]!r} isn't a message that a bot knows")
