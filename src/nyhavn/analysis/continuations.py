"""How a game would likely have continued after a move, until the end of that player's next turn: played a few times,
with what the seat could know, by the planner for all seats. Two moves that are compared meet the same luck."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from nyhavn.analysis.hints import Json
from nyhavn.analysis.moves import suggestions
from nyhavn.bots import observe
from nyhavn.play import State, imagined, preview_of

GAMES = 5
MOST_MOVES = 24
"""A continuation is no longer than that."""
WORTH_SAYING = 0.6
"""The smallest difference worth reporting, in points on average over the playouts."""


class Course(NamedTuple):
    """How it went on once: the moves with their effects, and the points that each seat made after the first."""

    steps: list[Json]
    points: list[int]


def courses(position: State, seat: int, move: str, seed: int) -> list[Course]:
    """A few games, played on from a move of a seat."""
    return [_play_on(imagined(position, seat, seed + number), seat, move, seed + number) for number in range(GAMES)]


def _play_on(state: State, seat: int, move: str, seed: int) -> Course:
    rng, fields = random.Random(seed), state.rules.moves.CODEC.fields
    before, steps = state.scores, list[Json]()
    own = _whose(state) == seat
    turns = 2 if own else 1  # of the seat, that are played to their ends
    while len(steps) < MOST_MOVES:
        step = state.attempt(move)
        assert step.number is not None
        told = {"move": move, "fields": fields(step.number), "effects": preview_of(step)}
        steps.append({"seat": state.turn, **told})
        state.play_step(step)
        before = state.scores if len(steps) == 1 else before
        if own and (state.turn is None or _whose(state) != seat):
            turns -= 1
        if state.turn is None or not turns:
            break
        own = _whose(state) == seat
        seen = observe(state, state.turn)
        move = seen.text(suggestions(seen, rng, 1)[0])
    return Course(steps, [now - then for now, then in zip(state.scores, before, strict=True)])


def _whose(state: State) -> int:
    return state.rules.whose(state.rules.read(state.memory))


def likely(found: Sequence[Course], seat: int) -> list[Json]:
    """What follows the move most often: of all courses, one with the tile that the seat builds most often next."""
    tiles = [_next_tile(course, seat) for course in found]
    (most, _), *_ = Counter(tiles).most_common(1)
    return found[tiles.index(most)].steps[1:]


def _next_tile(course: Course, seat: int) -> tuple[Any, ...]:
    covers = (effect for step in course.steps[1:] for effect in step["effects"] if effect["effect"] == "cover")
    return next((tuple(cover["cells"]) for cover in covers if cover["seat"] == seat), ())


def differences(better: Sequence[Course], played: Sequence[Course], seat: int) -> list[Json]:
    """What the better move makes soon, and what it denies to others, as reasons: points, on average."""
    told: list[Json] = []
    for other in range(len(better[0].points)):
        means = [sum(course.points[other] for course in found) / len(found) for found in (better, played)]
        gained = means[0] - means[1]
        if other == seat and gained >= WORTH_SAYING:
            told.insert(0, {"code": "soon", "n": round(gained)})
        elif other != seat and -gained >= WORTH_SAYING:
            told.append({"code": "denies", "seat": other, "n": round(-gained)})
    return told
