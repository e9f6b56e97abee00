"""Positions to play on from: a record cut at a move, or what a seat knows of a game, with what is hidden dealt
again."""

import random
from itertools import islice

from nyhavn.luck import Seeded, fast, new_seed
from nyhavn.play import State
from nyhavn.records import count_moves, outcomes_in, retrace
from nyhavn.rules import SPECTATOR


def cut(state: State, moves: int) -> State:
    """The game after so many of its moves, with the chance that followed the last of them."""
    played = count_moves(state)
    if not 0 <= moves <= played:
        raise ValueError(f"this record has {played} moves, so it can't be cut after {moves}")
    return next(islice(retrace(state), moves, None)).copy()


def ahead(state: State, moves: int) -> list[str]:
    """The outcomes of chance that came later than after so many moves."""
    played, later = 0, []
    for entry in state.history:
        played += "move" in entry
        if played > moves:
            later.append(entry)
    return list(outcomes_in(state.rules, later))


def as_known(state: State, seat: int | None, rng: random.Random) -> State:
    """The game as one seat or a spectator (None) knows it: what they cannot know is dealt again, with the odds that all
    they have seen leaves. The result depends on nothing that is hidden from them."""
    rules, past = state.rules, state.past
    eyes = SPECTATOR if seat is None else seat
    world = rules.imagine(state.memory, eyes, past, fast(rng.getrandbits(62))[0])
    openings = rules.knowledge.openings(world, past)
    dealt, outcomes = [iter(cards) for cards in openings], []
    for entry in state.history:
        events = rules.chance.read(entry["chance"]) if "chance" in entry else []
        hidden = not rules.knowledge.sees_entry(entry, seat)
        outcomes += [next(dealt[event.place]) if hidden else event.outcome for event in events if event.outcome]
    coming = iter(outcomes)
    begun = rules.position.redeal(state.begun, openings) if state.begun and rules.position else None
    known = state.restart(lambda kind, possible: next(coming), begun)
    for entry in state.history:
        if "move" in entry:
            known.play(entry["move"])
    known.tags = state.tags.copy()
    return known.with_chance(Seeded(new_seed()))
