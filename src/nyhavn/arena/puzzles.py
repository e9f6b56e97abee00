"""Puzzles: positions from games of bots in which one move is clearly the best, and the obvious one is clearly worse.

The obvious move is the one that `greedy` makes: what leads at once to the position that is worth most. A puzzle is
judged from what its seat knows, by playouts, with the same luck for all moves. What the best move gains is measured
afresh, with luck that had no part in finding it. A game gives one puzzle at most, its clearest. Mining a game is a task
like playing it: a function of the version, the bots, the seed and the game's number, wherever it is done.
"""

import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from nyhavn.analysis.hints import different, idea, reasons
from nyhavn.analysis.moves import Gain, gain, play_out, suggestions
from nyhavn.arena.clusters import Cluster
from nyhavn.arena.games import play_game, replay_game
from nyhavn.arena.logs import Log, slot_of
from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.bots import Budget, Observation, make_bot, observe
from nyhavn.bots.registry import find_bot
from nyhavn.bots.search import way_of
from nyhavn.games import bots_of, rules_of
from nyhavn.play import State

Puzzle = dict[str, Any]

OBVIOUS = "greedy"
PROMISING, COMPARED = 24, 5
"""Moves that the planner names, and how many of them, each another idea, are compared with the obvious one."""
FEWEST = 3
"""Moves in a puzzle: the best, the obvious one, and another."""
LEAST = 0.06
"""Shares of a win by which the best move must be better than every other one that is compared."""
CLEAR = 3.0
"""And by how many standard errors: of many positions, the most surprising would be those with the largest errors."""
AFRESH = 4
"""The work for what is measured afresh, in times of a first look."""
GAMES_EACH = 200
"""Games for each puzzle that was asked for, before there are too few in them."""


@dataclass(frozen=True)
class Mine(Match):
    """Games of one bot against itself, with the puzzle of each if it has one."""

    def play(self, slot: Slot) -> Line:
        line = play_game(self, slot)
        found = mine(self, line)
        return line if found is None else line | {"puzzle": found}

    def header(self) -> Line:
        return super().header() | {"puzzles": 1}


def self_play(game: str, players: int, bot: str, seed: int, options: dict[str, Any] | None = None) -> Mine:
    """Where puzzles come from. ValueError if a game has nothing to judge them with or no way to write them down."""
    if way_of(game) is None or not find_bot(OBVIOUS).plays(game) or rules_of(game).position is None:
        raise ValueError(f"{game} can't be judged or has no positions as text, so there are no puzzles of it")
    return Mine(game, (bot,) * players, seed, options or {}, rotated=False)


def make_puzzles(
    match: Mine, count: int, cluster: Cluster, log: Log, tell: Callable[[int], None] = lambda count: None
) -> list[Puzzle]:
    """The first puzzles of the games, in their order: where the games were mined changes nothing. Those that the log
    holds are not mined again."""
    slots = list(match.slots(count * GAMES_EACH))
    found = _found(log, slots, count)
    if len(found) < count:
        missing = [slot for slot in slots if slot not in log.games]
        with closing(cluster.play(match, missing)) as playing:
            for line in playing:
                log.add(line)
                found = _found(log, slots, count)
                tell(len(found))
                if len(found) == count:
                    break
    return found


def _found(log: Log, slots: list[Slot], count: int) -> list[Puzzle]:
    """Puzzles of the games up to the first that has not been mined."""
    found: list[Puzzle] = []
    for slot in slots:
        if slot not in log.games or len(found) == count:
            break
        if (puzzle := log.games[slot].get("puzzle")) is not None:
            found.append(puzzle)
    return found


def mine(match: Match, line: Line) -> Puzzle | None:
    """The clearest puzzle of a game, if it has one."""
    luck = random.Random(f"nyhavn puzzles {match.seed} {slot_of(line).number}")
    state, found = replay_game(match, line), []
    for number, move in enumerate(line["moves"], 1):
        puzzle = judge(state, luck)
        if puzzle is not None:
            found.append(puzzle | {"from": {"seed": line["seed"], "move": number}})
        state.play(move)
    return max(found, key=lambda puzzle: puzzle["gained"], default=None)


def judge(state: State, luck: random.Random) -> Puzzle | None:
    """The position as a puzzle for the seat whose turn it is; None if it isn't one."""
    assert state.turn is not None
    seen, game = observe(state, state.turn), state.game
    if len(seen.numbers) < FEWEST:
        return None
    obvious = _number(seen, make_bot(OBVIOUS).choose(seen, luck))
    promising = different(game, suggestions(seen, luck, PROMISING))[:COMPARED]
    moves = different(game, [obvious, *promising])
    if len(moves) < FEWEST or len(different(game, [obvious, promising[0]])) == 1:
        return None
    bots = bots_of(game)
    shares = play_out(seen, moves, Budget(nodes=bots.review_playouts), luck, bots.review_turns)
    order = [int(place) for place in (-shares.mean(axis=0)).argsort(kind="stable")]
    top, second = order[:2]
    if top == 0 or not _is_clear(float((shares[:, top] - shares[:, second]).mean()), LEAST / 2):
        return None
    best, told = moves[top], dict[int, Gain]()
    for move in moves:
        if move != best:
            budget = Budget(nodes=AFRESH * bots.review_playouts)
            found = gain(seen, move, best, budget, luck, bots.review_turns)
            if not _is_clear(found.gained, LEAST, found.gain_error):
                return None
            told[move] = found
    return {
        "game": game,
        "players": state.players,
        "options": state.options,
        "seat": seen.seat,
        "position": state.position(seen.seat),
        "best": seen.text(best),
        "obvious": seen.text(obvious),
        "gained": round(told[obvious].gained, 4),
        "error": round(told[obvious].gain_error, 4),
        "others": [{"move": seen.text(move), "lost": round(one.gained, 4)} for move, one in told.items()],
        "reasons": _reasons(seen, best),
    }


def _is_clear(gained: float, least: float, error: float = 0.0) -> bool:
    return gained >= least and gained > CLEAR * error


def _number(seen: Observation, move: str) -> int:
    number = rules_of(seen.game).moves.find_move(move)
    assert number is not None
    return number


def _reasons(seen: Observation, move: int) -> list[dict[str, Any]]:
    return reasons(seen, idea(seen, move, None)["effects"])
