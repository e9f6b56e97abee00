"""One game between bots, from the first deal to the line that the log keeps of it."""

from time import perf_counter

from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.bots import observe
from nyhavn.bots.programs import ProgramError, make_player
from nyhavn.play import State, new_game
from nyhavn.statistics import statistics_of

COUNTED = ("tiles", "sizes", "singles", "abilities")
"""Of what each seat did, as `nyhavn.statistics` counts it, this is kept, where a game counts it."""


class BotFailed(ValueError):
    """A bot that gave no legal move; the sentence names bot, game and seed."""


def play_game(match: Match, slot: Slot) -> Line:
    """Play a game to its end. BotFailed if a bot raises, or gives what is no legal move; a program that does so has
    lost, and the others share the win."""
    seats = slot.seats
    bots = [make_player(match.players[player]) for player in seats]
    numbers = [match.luck(slot, player) for player in seats]
    seconds, asked = [0.0] * len(seats), [0] * len(seats)
    moves: list[str] = []
    failed: Line = {}
    state = new_game(match.game, players=len(seats), seed=match.deal(slot), **match.options)
    while (seat := state.turn) is not None:
        seen = observe(state, seat)
        begun = perf_counter()
        try:
            move = bots[seat].choose(seen, numbers[seat])
        except ProgramError as error:
            failed = {"failed": {"seat": seat, "sentence": _failure(match, slot, state, len(moves), error)}}
            break
        except (Exception, SystemExit) as error:  # what others wrote may fail in any way
            raise BotFailed(_failure(match, slot, state, len(moves), error)) from error
        seconds[seat] += perf_counter() - begun
        asked[seat] += 1
        state.play(move)
        moves.append(move)
    others = [other for other in range(len(seats)) if failed and other != state.turn]
    counts = statistics_of(state)
    return {
        "number": slot.number,
        "table": list(slot.table),
        "rotation": slot.rotation,
        "seed": match.deal(slot),
        "seats": list(seats),
        "winners": others or list(state.winners),
        "ranking": [others, [state.turn]] if failed else [list(group) for group in state.ranking],
        "points": list(state.scores),
        "empty_cells": list(state.empty_cells),
        "turns": counts["turns"],
        "did": [
            {name: seat[name] for name in COUNTED if name in seat}
            | ({"coats": seat["coats"]["earned"]} if "coats" in seat else {})
            for seat in counts["seats"]
        ],
        "asked": asked,
        "ms": [round(1000 * one, 3) for one in seconds],
        "moves": moves,
        **failed,
    }


def replay_game(match: Match, line: Line) -> State:
    """A game of a log before its first move; `line["moves"]` lead to its end."""
    return new_game(match.game, players=len(line["seats"]), seed=line["seed"], **match.options)


def _failure(match: Match, slot: Slot, state: State, moves: int, error: BaseException) -> str:
    said = (str(error).splitlines() or [""])[0][:200] or "it gives no reason"
    kind = "" if type(error) in (ValueError, ProgramError) else f"{type(error).__name__}: "
    spec, seat = match.players[slot.seats[state.turn or 0]], state.turn
    where = f"game {slot.number}.{slot.rotation}, seed {state.seed}, seat {seat}, after {moves} moves"
    return f"{spec} gave no move ({where}): {kind}{said}"
