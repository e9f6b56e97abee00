"""`nyhavn verify`: does a record follow the rules, and did its chance come from the promised seed?"""

from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.files import open_record

if TYPE_CHECKING:
    from nyhavn.play import State
    from nyhavn.tags import Tags

DOUBTFUL = 1


def verify(path: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]) -> None:
    """Check that a record follows the rules, that its cards or dice match its seed, and that this is the promised seed.

    Exit code 0: everything matches. 1: the moves are legal, but there is no seed, not the promised one, or the cards or
    dice differ. 2: the file isn't a record.
    """
    from nyhavn.records import count_moves

    state = open_record(str(path))
    if not path.read_bytes().lstrip(BOM_UTF8).startswith(b"["):
        raise ValueError(f"{path}: this is a position, and only games can be verified")
    moves = count_moves(state)
    played = f"{path}: {moves} {'move' if moves == 1 else 'moves'}, legal in {state.game}"
    tags = _tags(path)
    doubt = _doubt_of_seed(tags) or _first_difference(state, tags)
    if doubt:
        typer.echo(f"{played}, but {doubt}")
        raise typer.Exit(DOUBTFUL)
    promised = ", the one that was promised" if "Commitment" in tags else ""
    typer.echo(f"{played}, and all cards or dice match its seed{promised}; {_result(state)}")


def _tags(path: Path) -> "Tags":
    from nyhavn.tags import read_tags

    text = path.read_bytes().decode("utf-8-sig")
    return read_tags([line.removesuffix("\r") for line in text.split("\n")])


def _doubt_of_seed(tags: "Tags") -> str:
    """Why the seed cannot be the one that chance was promised to come from; empty if it can."""
    from nyhavn.tags import commitment_of, read_commitment, read_seed

    if "Seed" not in tags:
        return "it has no seed to compare with"
    if "Commitment" not in tags:
        return ""
    line, promised = tags["Commitment"]
    try:
        kept = commitment_of(read_seed(tags["Seed"][1])) == read_commitment(promised)
    except ValueError as error:
        return f"line {line}: {error}"
    return "" if kept else f"line {line}: its seed is not the one that was promised"


def _first_difference(state: "State", tags: "Tags") -> str:
    """Where chance drawn with the seed is not the recorded one; empty if it always is."""
    from nyhavn.luck import Seeded
    from nyhavn.tags import read_seed

    drawn = state.restart(Seeded(read_seed(tags["Seed"][1])))
    compared = 0
    for move in (None, *(entry["move"] for entry in state.history if "move" in entry)):
        if move is not None:
            drawn.play(move)
        history = drawn.history
        for own, recorded in zip(history[compared:], state.history[compared:], strict=False):
            if own != recorded:
                line = len(tags) + 2 + compared
                return f"line {line}: its seed gives {own.get('chance')!r}, not {recorded.get('chance')!r}"
            compared += 1
    return ""


def _result(state: "State") -> str:
    if not state.over:
        return "unfinished"
    return f"won by seat {' and '.join(map(str, state.winners))}"
