"""How many turns bots take alone against the clock: `nyhavn bench strength --only alone`.

In positions that can be solved, what a bot's moves cost is known exactly, decision by decision, without the luck of the
dice: so a few games tell much. For whole games there are bounds only.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nyhavn.arena.intervals import mean_of
from nyhavn.bench.strength.decision_losses import told
from nyhavn.bench.strength.held_out import choose
from nyhavn.bots import Observation, Player, make_bot
from nyhavn.games import bots_of, rules_of
from nyhavn.parts import Alone, Solve
from nyhavn.rules import Memory

SEAT = 0
PART = 0.5
"""Of the time, for positions that are solved; the rest is for whole games."""


@dataclass(frozen=True)
class Clock:
    """A game that bots play one seat of, alone."""

    game: str
    alone: Alone

    def observe(self, memory: Memory) -> Observation:
        """What a bot sees of a position."""
        rules, other = rules_of(self.game), self.alone.seen(memory)
        past = rules.batch.new_past().tobytes()
        players = int(other["players"][0])
        return Observation(self.game, players, dict(rules.options), SEAT, other.tobytes(), None, remembered=past)

    def play(self, begin: Memory, player: Player, seed: int, solve: Solve | None = None) -> tuple[int, float]:
        """A game from a position: the turns it took, and by how many, on average, its moves made it longer."""
        rules, memory, cost = rules_of(self.game), begin.copy(), 0.0
        rng, dice = (random.Random(f"nyhavn strength alone {seed} {what}") for what in ("bot", "chance"))
        while int(memory["phase"][0]) != rules.over:
            if weights := rules.weights(memory):
                rules.batch.chance(memory, dice.choices(range(len(weights)), weights)[0])
                continue
            moves = rules.legal_numbers(memory)
            move = moves[0] if len(moves) == 1 else choose(player, self.observe(memory), rng)
            before = solve(memory) if solve and len(moves) > 1 else 0.0
            rules.batch.play(memory, move)
            if solve and len(moves) > 1:
                cost += solve(memory) - before
        return self.alone.turn(memory) - self.alone.turn(begin) + 1, cost


def measure(
    game: str, bots: Sequence[str], seed: int, seconds: float, most: int, progress: Any
) -> dict[str, Any] | None:
    """Turns that bots take, beside the fewest that are possible; None for games that are not played alone."""
    alone = bots_of(game).alone
    if alone is None:
        return None
    clock, solve = Clock(game, alone()), None
    positions: dict[str, Any] = {}
    for name, begin in clock.alone.reduced.items():
        progress(f"{game}: {name}: solving")
        begun, solve = time.monotonic(), clock.alone.solver()
        least = solve(begin())
        positions[name] = {"turns": round(least, 4), "solved_seconds": round(time.monotonic() - begun, 1)}
        each = PART * seconds / len(clock.alone.reduced) / len(bots)
        positions[name]["bots"] = {}
        for bot in bots:
            costs = [cost for _, cost in _games(clock, begin(), bot, seed, each, most, solve, progress)]
            positions[name]["bots"][bot] = {"games": len(costs), "more_turns": told(mean_of(costs, [1] * len(costs)))}
        positions[name]["positions"] = solve.positions
    whole = {}
    for bot in bots:
        each = (1 - PART) * seconds / len(bots)
        turns = [many for many, _ in _games(clock, clock.alone.begin(), bot, seed, each, most, None, progress)]
        whole[bot] = {"games": len(turns), "turns": told(mean_of(turns, [1] * len(turns)))}
    return {"solved": positions, "whole": {"least": clock.alone.least(), "bots": whole}}


def _games(
    clock: Clock, begin: Memory, bot: str, seed: int, seconds: float, most: int, solve: Solve | None, progress: Any
) -> list[tuple[int, float]]:
    """As many games as there is time for, but two at least; each begins with the same dice for all bots."""
    begun, player, found = time.monotonic(), make_bot(bot), list[tuple[int, float]]()
    while len(found) < 2 or (len(found) < most and time.monotonic() - begun < seconds):
        found.append(clock.play(begin, player, seed + len(found), solve))
        progress(f"{clock.game}: {bot} alone, {len(found)} games")
    return found
