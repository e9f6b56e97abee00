"""Positions to play on from: a record cut at a move, or what a seat knows of a game, with what is hidden dealt anew."""

import random
from itertools import islice

from nyhavn.luck import fast
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
    """The game as one seat knows it: what it cannot know is dealt anew, with the odds that all it has seen leaves. The
    result depends on nothing that is hidden from this seat."""
    knowledge, chance = state._rules.knowledge, state._rules.chance
    past = knowledge.remember(state.history, state.players)
    world = state._rules.imagine(state.memory, seat, past, fast(rng.getrandbits(62))[0])
    dealt = [iter(cards) for cards in knowledge.openings(world, past)]
    known = state.copy()
    for number, entry in enumerate(known._history):
        if not knowledge.sees_entry(entry, seat):
            events = [event._replace(outcome=next(dealt[event.place])) for event in chance.read(entry["chance"])]
            known._history[number] = {"chance": chance.text_of(events)}
    return parse_record(known.record(seed=False))
