"""How the judge of a game learns: rounds of games that it plays against itself, and of learning from them.

Everything follows from the seed: a round is a function of its number and of the networks before it. So a training that
was stopped goes on from its checkpoints, and ends as if it had not been."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from nyhavn import __version__
from nyhavn.games import find_game, rules_of
from nyhavn.parts import Learning

CARD = "training.json"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Course:
    """A training: what is learned, and from how much."""

    game: str
    players: int
    rounds: int
    positions: int
    """Of each round."""
    seed: int
    begin: int = 0
    """The number of players whose network it begins with; 0: with none."""


@dataclass
class Round:
    """What came of a round."""

    positions: int
    cost: float
    """Of positions held out: the cross entropy of what they led to."""
    seconds: float
    processor_seconds: float


@dataclass
class Card:
    """How a network came to be."""

    version: str
    rules: str
    course: Course
    rounds: list[Round] = field(default_factory=list)


def learning_of(game: str) -> Learning:
    """How the judge of a game learns; ValueError if it has none that does."""
    found = find_game(game).learning
    if found is None:
        raise ValueError(f"the bots of {game} have no judge that learns")
    return found


def checkpoint(folder: Path, number: int) -> Path:
    """The network after so many rounds."""
    return folder / f"round-{number}.npz"


def read_card(folder: Path) -> Card | None:
    if not (folder / CARD).exists():
        return None
    told: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
    rounds = [Round(**one) for one in told["rounds"]]
    return Card(told["version"], told["rules"], Course(**told["course"]), rounds)


def train(course: Course, folder: Path, tell: Tell, told: Callable[[Round], None] = lambda _: None) -> tuple[Any, Card]:
    """The network after all rounds, and its card. ValueError if the folder holds another training."""
    learning = learning_of(course.game)
    card = read_card(folder) or Card(__version__, rules_of(course.game).version, course)
    if (replace(card.course, rounds=course.rounds), card.version) != (course, __version__):
        raise ValueError(f"{folder} holds another training; name another folder")
    card.course = course  # rounds may be added
    folder.mkdir(parents=True, exist_ok=True)
    del card.rounds[course.rounds :]
    done = len(card.rounds)
    begin = learning.load(learning.file, course.begin) if course.begin else None
    if begin is not None:
        begin = learning.adapt(begin, course.begin, course.players)
    nets = [begin, *(learning.load(checkpoint(folder, number), course.players) for number in range(1, done + 1))]

    def played(number: int) -> Any:
        return learning.play(nets[number], course.players, 1000 * course.seed + number, course.positions)

    remembered: dict[int, Any] = {}
    for number in range(done, course.rounds):
        begun, worked = time.perf_counter(), time.process_time()
        wanted = range(max(0, number + 1 - learning.remembered), number + 1)
        for earlier in wanted:
            if earlier not in remembered:
                tell(f"round {earlier + 1} of {course.rounds}: playing")
                remembered[earlier] = played(earlier)
        remembered = {earlier: remembered[earlier] for earlier in wanted}
        tell(f"round {number + 1} of {course.rounds}: learning")
        rng = np.random.default_rng((course.seed, number))
        start = learning.new(course.players, course.seed) if nets[-1] is None else nets[-1]
        net, cost = learning.learn(start, list(remembered.values()), rng, tell)
        learning.keep(net, course.players, checkpoint(folder, number + 1))
        nets.append(learning.load(checkpoint(folder, number + 1), course.players))
        took = round(time.perf_counter() - begun, 1), round(time.process_time() - worked, 1)
        card.rounds.append(Round(course.positions, round(cost, 5), *took))
        (folder / CARD).write_text(json.dumps(asdict(card), indent=1) + "\n", encoding="utf-8")
        told(card.rounds[-1])
    return nets[-1], card
