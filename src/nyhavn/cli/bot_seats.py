"""Bots in a game in the terminal: how they are asked, and how the screen shows that they think."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from nyhavn.bots import observe
from nyhavn.bots.programs import make_player
from nyhavn.play import State


def chosen_by(spec: str, state: State, seat: int) -> str:
    """The move of a bot; ValueError, in a sentence, if it gives none. The same game gives it the same random numbers,
    also after a pause."""
    luck = random.Random(f"nyhavn play {state.seed} {len(state.history)} {seat}")
    try:
        return make_player(spec).choose(observe(state, seat), luck)
    except (Exception, SystemExit) as error:  # what others wrote may fail in any way
        said = (str(error).splitlines() or [""])[0][:200] or "it gives no reason"
        raise ValueError(f"{spec} gave no move ({type(error).__name__}: {said})") from error


@contextmanager
def thinking(text: str) -> Iterator[None]:
    """A sign on standard error that something goes on, where somebody looks at it."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(text):
        yield
