"""Whether a network that was learned judges better than the one in use: pairs of games between two bots that differ in
nothing else, until a sequential test has decided."""

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from nyhavn.arena.learning import CARD, Card, learning_of
from nyhavn.arena.sprt import Course, Sprt
from nyhavn.bots import Player, make_bot, observe
from nyhavn.bots.deliberation import judging_by
from nyhavn.machine import cores
from nyhavn.play import new_game

AT_ONCE = 8
"""Pairs that are played before the test looks at them again, for each core."""


def play_game(game: str, works: list[Any], bot: Player, seed: int, number: int) -> list[float]:
    """The part of the win of each seat, each judging by a work of its own."""
    state = new_game(game, players=len(works), seed=random.Random(f"promotion {seed} deal {number}").getrandbits(64))
    lucks = [random.Random(f"promotion {seed} bot {number} {seat}") for seat in range(len(works))]
    while (seat := state.turn) is not None:
        with judging_by(game, len(works), works[seat]):
            state.play(bot.choose(observe(state, seat), lucks[seat]))
    return [(seat in state.winners) / len(state.winners) for seat in range(len(works))]


def play_pair(game: str, players: int, nets: tuple[Any, Any], bot: Player, seed: int, number: int) -> float:
    """The part of two games with one deal that the first network wins: it plays every other seat, then all the rest."""
    works = [learning_of(game).work(net, players) for net in nets]
    total = 0.0
    for first in range(2):
        seats = [works[(seat + first) % 2] for seat in range(players)]
        found = play_game(game, seats, bot, seed, number)
        total += sum(found[first::2])
    return total / 2


def pairs(game: str, players: int, nets: tuple[Any, Any], bot: str, seed: int, count: int) -> Iterator[float]:
    """Pairs of games in their order, whichever end first."""
    player = make_bot(bot)
    with ThreadPoolExecutor(cores()) as threads:
        numbers = iter(range(count))
        while some := list(islice(numbers, AT_ONCE * cores())):
            yield from threads.map(lambda number: play_pair(game, players, nets, player, seed, number), some)


def contest(
    game: str, players: int, nets: tuple[Any, Any], bot: str, sprt: Sprt, seed: int, games: int,
    told: Callable[[Course], None] = lambda _: None,
) -> Course:  # fmt: skip
    """Whether the first network is better, in at most so many games."""
    course = Course(sprt)
    for result in pairs(game, players, nets, bot, seed, games // 2):
        course.add(result)
        told(course)
        if course.decided:
            break
    return course


def put_to_test(card: Card, net: Any, bot: str, sprt: Sprt, games: int, folder: Path, promote: bool) -> dict[str, Any]:
    """What came of the test of a network that was learned against the one in use, or against judging without one; if it
    is better, it takes its place, with its card beside it."""
    game, players = card.course.game, card.course.players
    learning = learning_of(game)
    used = learning.load(learning.file, players)
    course = contest(game, players, (net, used), bot, sprt, card.course.seed, games)
    better = course.decided == "better"
    found = {"bot": bot, "against": "none" if used is None else "the one in use", "promoted": promote and better}
    found |= course.found()
    (folder / CARD).write_text(json.dumps(asdict(card) | {"test": found}, indent=1) + "\n", encoding="utf-8")
    if found["promoted"]:
        learning.keep(net, players, learning.file)
        file = learning.file.with_suffix(".json")
        cards = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        begun = cards.get(str(card.course.begin))
        cards[str(players)] = asdict(card) | {"test": found} | ({"begun_with": begun} if begun else {})
        file.write_text(json.dumps(cards, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return found
