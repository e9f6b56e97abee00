"""Positions to play on from: a record cut at a move, or what a seat knows of a game, with hidden cards dealt anew."""

import random
from collections import Counter
from itertools import islice

import numpy as np

from nyhavn.bots.secrecy import without_secrets
from nyhavn.copenhagen.components import CARDS_OF_A_COLOUR
from nyhavn.copenhagen.kernels.layout import COLOUR_COUNT, EMPTY
from nyhavn.facade.colours import LETTERS
from nyhavn.play import State
from nyhavn.records import parse_record, retrace


def cut(state: State, moves: int) -> State:
    """The game after so many of its moves, with the chance that followed the last of them."""
    played = sum("move" in entry for entry in state.history)
    if not 0 <= moves <= played:
        raise ValueError(f"this record has {played} moves, so it can't be cut after {moves}")
    return next(islice(retrace(state), moves, None)).copy()


def ahead(state: State, moves: int) -> list[str]:
    """The outcomes of chance that came later than after so many moves."""
    texts, played = [], 0
    for entry in state.history:
        played += "move" in entry
        if "chance" in entry and played > moves:
            texts.append(entry["chance"])
    read = state._rules.chance.read
    return [event.outcome for text in texts for event in read(text) if event.outcome]


def as_known(state: State, seat: int, rng: random.Random) -> State:
    """The game as one seat knows it: what it cannot know is dealt anew, from all cards that it has not seen. The result
    depends on nothing that is hidden from this seat (C11)."""
    pool, missing = _hidden(state, seat)
    rng.shuffle(pool)
    lines = state.record(seed=False).split("\n")
    for other, count in enumerate(missing):
        if not count:
            continue
        dealt, pool = pool[:count], pool[count:]
        start = f"> hand {other} "
        place = next(number for number, line in enumerate(lines) if line.startswith(start))
        shown = _shown(state, other, lines[place].removeprefix(start))
        lines[place] = start + "".join(sorted([*shown, *dealt], key=LETTERS.index))
    return parse_record("\n".join(lines))


def _hidden(state: State, seat: int) -> tuple[list[str], list[int]]:
    """The cards that a seat has not seen and that may be on other hands, and by seat how many such are there."""
    if state.game != "copenhagen":
        return [], []  # W5
    known = without_secrets(state.game, state.memory, seat)[0]
    missing = [int(known["counts"][other] - known["hands"][other].sum()) for other in range(state.players)]
    unseen = known["deck"]
    if known["deck_number"] > 1:  # the first deck has run out: what lies nowhere is on a hand
        docks = known["docks"][known["docks"] != EMPTY]
        lying = np.bincount(docks, minlength=COLOUR_COUNT) + known["discards"] + known["hands"].sum(axis=0)
        unseen = CARDS_OF_A_COLOUR[state.players] - lying - known["deck"]
    return [letter for letter, number in zip(LETTERS, unseen, strict=True) for _ in range(int(number))], missing


def _shown(state: State, seat: int, opening: str) -> list[str]:
    """The cards of a starting hand that all have seen meanwhile."""
    holding = Counter(state.look(seat)["hand"])
    known = Counter({letter: int(number) for letter, number in state.look(None)["seats"][seat]["known"].items()})
    return [*(Counter(opening) - (holding - known)).elements()]
