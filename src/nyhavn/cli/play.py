"""`nyhavn play`: a game in the terminal, all players at one keyboard, or against bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.files import Keeper, check_unused, is_position, open_record
from nyhavn.cli.options import CodeFiles, GameOptions, file_option
from nyhavn.cli.terminals import Screen
from nyhavn.games import default_game

if TYPE_CHECKING:
    from nyhavn.play import State

HOW = "Type ? to list the legal moves, help to see how to type moves, quit to leave."


def play(
    game: Annotated[str | None, typer.Option(help="Which game.", show_default=default_game())] = None,
    players: Annotated[
        int | None, typer.Option(help="How many players.", show_default="2, or you and the bots")
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="BOT,BOT…", help="Bots for the last seats, such as greedy or search:500ms.")
    ] = None,
    code: CodeFiles = None,
    seed: Annotated[
        int | None, typer.Option(help="A whole number: the same seed gives the same cards or dice.")
    ] = None,
    option: GameOptions = None,
    record: Annotated[Path | None, file_option("FILE", "Save the game to this file after every move.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Resume the game in this file, or play from a position.")
    ] = None,
) -> None:
    """Play in the terminal: everyone at one keyboard, or against bots.

    Each seat sees its own cards only; the screen is wiped in between. Moves may also come from a pipe.
    """
    position = resume is not None and is_position(resume)
    if resume and (game, players, None if position else seed, option or None) != (None,) * 4:
        raise ValueError("a resumed game already has its players, seed and options: give --resume FILE alone")
    kept = None if resume is None or position else Path(resume)
    if record and record != kept:
        check_unused(record)
    specs = bots.split(",") if bots is not None else []
    _check_bots(specs, code or [])
    many = players if players is not None else max(2, 1 + len(specs))
    state = open_record(resume, seed) if resume else _new(game or default_game(), many, seed, option or [])
    seats = _seated(specs, state)
    state.tags |= {f"Seat{seat}": spec for seat, spec in seats.items()}
    keeper = Keeper(record or kept)
    keeper.keep(state)

    from nyhavn.cli.hotseat import HotSeat

    HotSeat(state, Screen(), keeper, seats).run(_greeting(state, kept), resumed=resume is not None)


def _check_bots(specs: list[str], code: list[Path]) -> None:
    """ValueError if there is no such bot; before anything is written."""
    if specs or code:
        from nyhavn.bots import load_code
        from nyhavn.bots.programs import make_player

        for path in code:
            load_code(path)
        for spec in specs:
            make_player(spec)


def _seated(specs: list[str], state: "State") -> dict[int, str]:
    """Bots by their seats, the last ones."""
    if not specs:
        return {}
    from nyhavn.bots import bot_names

    if len(specs) >= state.players:
        raise ValueError(
            f"{len(specs)} bots leave no seat for you in a game for {state.players}: use nyhavn arena for bots only"
        )
    for spec in specs:
        if spec.partition(":")[0] not in bot_names(state.game):
            raise ValueError(f"{spec} does not play {state.game}")
    return {state.players - len(specs) + number: spec for number, spec in enumerate(specs)}


def _new(game: str, players: int, seed: int | None, options: list[str]) -> "State":
    from nyhavn.cli.options import given_options
    from nyhavn.play import new_game

    return new_game(game, players=players, seed=seed, **given_options(game, options))


def _greeting(state: "State", resumed: Path | None) -> str:
    from nyhavn.records import count_moves

    moves = count_moves(state)
    so_far = f"{moves} {'move' if moves == 1 else 'moves'} so far"
    begun = f"{resumed}, {so_far}" if resumed else f"{state.game}, {state.players} players"
    return f"nyhavn: {begun}. {HOW}"
