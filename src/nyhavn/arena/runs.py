"""A match from its first game to its last, or to where a test has decided; or on from where it was left."""

from collections.abc import Callable
from contextlib import closing

from nyhavn.arena.clusters import Cluster
from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.arena.sprt import Course
from nyhavn.arena.workers import Processes

HERE = Processes()


def wins(line: Line) -> list[float]:
    """The part of the win that each seat of a game has: all of it, or an equal part of it."""
    return [(seat in line["winners"]) / len(line["winners"]) for seat in range(len(line["seats"]))]


def play_match(
    match: Match,
    games: int,
    log: Log,
    cluster: Cluster = HERE,
    course: Course | None = None,
    tell: Callable[[], None] = lambda: None,
) -> list[Line]:
    """Play what the log does not hold yet, and give all games that count, in their order. A test looks at whole pairs
    in their order, whichever end first; games after the deciding pair are ignored."""
    if course and (match.cross or match.rotations != 2):
        raise ValueError("a test that stops early needs exactly two players")
    slots = list(match.slots(games))
    _follow(match, slots, log, course)
    if not (course and course.decided):
        missing = [slot for slot in slots if slot not in log.games]
        with closing(cluster.play(match, missing)) as playing:
            for line in playing:
                log.add(line)
                _follow(match, slots, log, course)
                tell()
                if course and course.decided:
                    break
    return counted(match, slots, log, course)


def counted(match: Match, slots: list[Slot], log: Log, course: Course | None = None) -> list[Line]:
    """The games played so far that count: those of whole rotations, up to where a test has decided."""
    if course and course.decided:
        slots = [slot for slot in slots if slot.number < course.pairs]
    lines = []
    for first in range(0, len(slots), match.rotations):
        block = log.played(slots[first : first + match.rotations])
        if len(block) == match.rotations:
            lines += block
    return lines


def _follow(match: Match, slots: list[Slot], log: Log, course: Course | None) -> None:
    """Tell a test about the pairs that are complete."""
    while course and not course.decided and 2 * course.pairs < len(slots):
        pair = log.played(slots[2 * course.pairs : 2 * course.pairs + 2])
        if len(pair) < 2:
            return
        course.add(sum(wins(line)[line["seats"].index(0)] for line in pair) / 2)
