"""A network that judges positions, written once for all games: sparse in, a few dense numbers out.

What is seen of a position is a list of numbers for each seat (patterns of its house, its hand …) and one for the table.
Each number is a row of a table of weights with two halves: what it means to the seat itself, and what it means to
the others. The sums of these rows are what a seat starts from; a small dense layer makes a strength of them, and the
strengths of all make shares of the win. So most of the work is adding up rows, a quarter of a microsecond a seat.

A game says how many rows there are and what is seen; its record `W` has the fields that `fields` gives.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import kernel
from nyhavn.machine import cores

Floats = npt.NDArray[np.float32]

HIDDEN = 32
"""Sums of each half, where a game does not say how many; the first one counts by itself, too, as a plain weighted sum
does."""
DENSE = 16
TOGETHER = 4
"""Rows that are added up at once: lists have room for a multiple of so many, filled up with the row that is zero."""
NOTHING_SEEN = 0
"""That row."""
ALWAYS_SEEN = 1
"""The row that every list of a table has: what does not depend on anything."""
# Steps down the slope go by its mean and by its mean square, of about so many of the last ones (Adam).
MEAN, SQUARE = np.float32(0.1), np.float32(0.001)
TINY = np.float32(1e-8)
LIKELY = 1e-6
"""A share that is judged smaller counts as this in what a result costs."""

PARTS = "steps", "step", "dense"
"""The arrays that a network is kept as."""
STEPS = 127
"""Weights are kept as so many steps to either side, of a size that each column of them has."""


@dataclass
class Net:
    """The weights of a network."""

    table: Floats
    dense: Floats

    @property
    def hidden(self) -> int:
        """How many sums each half has."""
        return len(self.dense) - 2

    def copy(self) -> "Net":
        return Net(self.table.copy(), self.dense.copy())

    def rounded(self) -> "Net":
        """As it is kept."""
        return unpacked(packed(self))


def new_net(rows: int, seed: int, hidden: int = HIDDEN) -> Net:
    """A network that has learned nothing, and adds nothing."""
    rng = np.random.default_rng(seed)
    table = np.zeros((rows, 2 * hidden), np.float32)
    table[ALWAYS_SEEN, 1:hidden] = rng.uniform(0, 0.5, hidden - 1)
    dense = rng.normal(0, hidden**-0.5, (hidden + 2, DENSE)).astype(np.float32)
    dense[hidden:] = 0
    return Net(table, dense)


def adapt(net: Net, before: int, players: int) -> Net:
    """A network for some number of players, to begin with for another: all others together count what they did."""
    found = net.copy()
    found.table[:, net.hidden :] *= (before - 1) / (players - 1)
    return found


def packed(net: Net) -> dict[str, Any]:
    """A network as small arrays."""
    step = np.abs(net.table).max(axis=0) / STEPS
    return {
        "steps": np.round(net.table / np.maximum(step, 1e-9)).astype(np.int8),
        "step": step.astype(np.float32),
        "dense": net.dense.astype(np.float32),
    }


def unpacked(arrays: Any) -> Net:
    return Net(arrays["steps"].astype(np.float32) * arrays["step"], arrays["dense"].astype(np.float32))


def load_net(file: Path, players: int) -> Net | None:
    """The network of a file for so many players; none if it has none."""
    if not file.exists():
        return None
    with np.load(file) as kept:
        names = {name: f"{name} {players}" for name in PARTS}
        return unpacked({name: kept[stored] for name, stored in names.items()}) if names["dense"] in kept else None


def keep_net(net: Net, players: int, file: Path) -> None:
    """Put a network into a file, beside those for other numbers of players."""
    kept: dict[str, Any] = {}
    if file.exists():
        with np.load(file) as arrays:
            kept = dict(arrays)
    kept |= {f"{name} {players}": array for name, array in packed(net).items()}
    np.savez_compressed(file, **kept)


def fields(rows: int, width: int, players: int, hidden: int = HIDDEN) -> list[tuple[str, Any, Any]]:
    """What a game's record has for its network: so many rows, lists of at most `width` numbers, so many sums."""
    return [
        ("table", np.float32, (rows, 2 * hidden)),
        ("dense", np.float32, (hidden + 2, DENSE)),  # then what is added to each, and what each adds to the strength
        ("seen", np.int64, (players + 1, width)),  # the last one is seen of the table
        ("totals", np.float32, (players + 1, 2 * hidden)),
        ("hidden", np.float32, hidden),
    ]


@kernel
def fill_up(seen: Any, found: int, width: int) -> Any:
    """Fill a list up to what is added up at once, and mark its end. Gives how many it has then."""
    while found % TOGETHER:
        seen[found] = NOTHING_SEEN
        found += 1
    if found < width:
        seen[found] = NOTHING_SEEN
    return found


@kernel
def add_up(W: Any, place: int, count: int) -> None:
    """Sum up the rows of one list."""
    columns = 2 * len(W.hidden)
    for column in range(columns):
        W.totals[place, column] = np.float32(0.0)
    for first in range(0, count, TOGETHER):
        one, two, three, four = W.seen[place, first : first + TOGETHER]
        for column in range(columns):
            W.totals[place, column] += (W.table[one, column] + W.table[two, column]) + (
                W.table[three, column] + W.table[four, column]
            )


@kernel
def strength(W: Any, seat: int, players: int, table: int) -> Any:
    """The strength of a seat, when all lists are summed up; `table` is the place of the list of the table."""
    columns = len(W.hidden)
    for column in range(columns):
        W.hidden[column] = W.totals[seat, column] + W.totals[table, column]
    for other in range(players):
        if other != seat:
            for column in range(columns):
                W.hidden[column] += W.totals[other, columns + column]
    total = W.hidden[0]
    for unit in range(DENSE):
        W.totals[table, columns + unit] = W.dense[columns, unit]
    for column in range(columns):
        inner = max(np.float32(0.0), W.hidden[column])
        for unit in range(DENSE):
            W.totals[table, columns + unit] += inner * W.dense[column, unit]
    for unit in range(DENSE):
        total += max(np.float32(0.0), W.totals[table, columns + unit]) * W.dense[columns + 1, unit]
    return total


@kernel
def to_shares(players: int, shares: Any) -> None:
    """Strengths as shares of the win."""
    most = shares[0]
    for seat in range(1, players):
        most = max(most, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = exp(shares[seat] - most)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


def learn(
    table: Any, dense: Any, slopes: Any, means: Any, squares: Any, dense_means: Any,
    seen: Any, judged: Any, results: Any, order: Any,
    batch: int, step: int, steps: int, speed: float, decay: float,
) -> Any:  # fmt: skip
    """Go through positions in an order, and take a step after each `batch` of them, slower and slower until there were
    `steps`; with a speed of 0, only look. `seen` are the lists, by position and seat, the last one that of the table,
    filled up with `NOTHING_SEEN`; to what seats were `judged` to have, as strengths, the network adds. Gives the
    number of steps so far and what results cost on average (cross entropy)."""
    players, width, columns = results.shape[1], seen.shape[2], table.shape[1] // 2
    sums = np.zeros((players + 1, 2 * columns), np.float32)
    hidden = np.zeros((players, columns), np.float32)
    middle = np.zeros((players, DENSE), np.float32)
    back = np.zeros((players, columns), np.float32)
    row_back = np.zeros(2 * columns, np.float32)
    shares = np.zeros(players)
    dense_slope = np.zeros_like(dense)
    touched = np.zeros(len(table), np.uint8)
    touched_rows = np.zeros(len(table), np.int64)
    none = np.float32(0.0)
    cost = 0.0
    for start in range(0, len(order) - batch + 1, batch):
        count = 0
        for position in order[start : start + batch]:
            for place in range(players + 1):
                sums[place, :] = none
                for number in range(width):
                    row = seen[position, place, number]
                    if row == NOTHING_SEEN:
                        break
                    for column in range(2 * columns):
                        sums[place, column] += table[row, column]
            for seat in range(players):
                for column in range(columns):
                    hidden[seat, column] = sums[seat, column] + sums[players, column]
                for other in range(players):
                    if other != seat:
                        for column in range(columns):
                            hidden[seat, column] += sums[other, columns + column]
                for unit in range(DENSE):
                    middle[seat, unit] = dense[columns, unit]
                for column in range(columns):
                    inner = max(none, hidden[seat, column])
                    for unit in range(DENSE):
                        middle[seat, unit] += inner * dense[column, unit]
                total = hidden[seat, 0]
                for unit in range(DENSE):
                    total += max(none, middle[seat, unit]) * dense[columns + 1, unit]
                shares[seat] = total + judged[position, seat]
            to_shares(players, shares)
            for seat in range(players):
                cost -= results[position, seat] * log(max(LIKELY, shares[seat]))
            if speed == 0.0:
                continue
            for seat in range(players):
                error = np.float32(shares[seat] - results[position, seat])
                for unit in range(DENSE):
                    active = middle[seat, unit] > none
                    dense_slope[columns + 1, unit] += error * middle[seat, unit] if active else none
                    middle[seat, unit] = error * dense[columns + 1, unit] if active else none
                    dense_slope[columns, unit] += middle[seat, unit]
                for column in range(columns):
                    inner = hidden[seat, column]
                    total32 = none
                    if inner > none:
                        for unit in range(DENSE):
                            dense_slope[column, unit] += inner * middle[seat, unit]
                            total32 += dense[column, unit] * middle[seat, unit]
                    back[seat, column] = total32
                back[seat, 0] += error
            for place in range(players + 1):
                row_back[:] = none
                for seat in range(players):
                    first = 0 if seat == place or place == players else columns
                    for column in range(columns):
                        row_back[first + column] += back[seat, column]
                for number in range(width):
                    row = seen[position, place, number]
                    if row == NOTHING_SEEN:
                        break
                    if not touched[row]:
                        touched[row] = 1
                        touched_rows[count] = row
                        count += 1
                    for column in range(2 * columns):
                        slopes[row, column] += row_back[column]
        if speed == 0.0:
            continue
        step += 1
        pace = np.float32(speed * (1 - (step - 1) / steps) / (1 - (1 - MEAN) ** step))
        spread = np.float32(1 / (1 - (1 - SQUARE) ** step))
        part = np.float32(1.0 / batch)
        shrink = np.float32(1.0 - decay * speed * (1 - (step - 1) / steps))
        for number in range(count):
            row = touched_rows[number]
            touched[row] = 0
            for column in range(2 * columns):
                down = slopes[row, column] * part
                slopes[row, column] = none
                mean = means[row, column] + MEAN * (down - means[row, column])
                square = squares[row, column] + SQUARE * (down * down - squares[row, column])
                means[row, column] = mean
                squares[row, column] = square
                table[row, column] = table[row, column] * shrink - pace * mean / (
                    np.float32(sqrt(square * spread)) + TINY
                )
        for row in range(columns + 2):
            for unit in range(DENSE):
                down = dense_slope[row, unit] * part
                dense_slope[row, unit] = none
                mean = dense_means[0, row, unit] + MEAN * (down - dense_means[0, row, unit])
                square = dense_means[1, row, unit] + SQUARE * (down * down - dense_means[1, row, unit])
                dense_means[0, row, unit] = mean
                dense_means[1, row, unit] = square
                dense[row, unit] -= pace * mean / (np.float32(sqrt(square * spread)) + TINY)
    return step, cost / max(1, len(order) // batch * batch)


@dataclass
class Positions:
    """Positions to learn from: what is seen of them, the strengths that the network adds to, and what each seat could
    expect."""

    seen: npt.NDArray[np.int16]
    judged: Floats
    results: Floats

    def __getitem__(self, some: slice) -> "Positions":
        return Positions(self.seen[some], self.judged[some], self.results[some])

    @classmethod
    def joined(cls, parts: Sequence["Positions"]) -> "Positions":
        seen, judged, results = zip(*((it.seen, it.judged, it.results) for it in parts), strict=True)
        return cls(np.concatenate(seen), np.concatenate(judged), np.concatenate(results))


CHUNK = 20_000
"""Positions of one task; which thread does it changes nothing."""


def collect(fill: Callable[[int, Positions], int], positions: int, players: int, width: int) -> Positions:
    """So many positions, or a few less, with lists of at most `width` numbers: tasks fill their part and say how far,
    each by its number."""
    size = min(CHUNK, positions)

    def part(number: int) -> Positions:
        found = Positions(
            np.zeros((size, players + 1, width), np.int16),
            np.zeros((size, players), np.float32),
            np.zeros((size, players), np.float32),
        )
        return found[: fill(number, found)]

    with ThreadPoolExecutor(cores()) as threads:
        return Positions.joined(list(threads.map(part, range(-(-positions // size)))))


@dataclass(frozen=True)
class Pace:
    """How a network learns: how often it goes through all positions, in steps of so many, how fast, what pulls weights
    towards nothing, and which part is held out."""

    epochs: int = 3
    batch: int = 512
    speed: float = 0.002
    decay: float = 0.0
    held_out: float = 0.03


def teach(
    kernel: Any,
    net: Net,
    rounds: Sequence[Positions],
    rng: np.random.Generator,
    pace: Pace,
    tell: Callable[[str], None],
) -> tuple[Net, float]:
    """A network that tells better what positions led to, and what it costs in the last positions of the last round,
    which it did not learn from."""
    whole = Positions.joined(rounds)
    seen, judged, results = whole.seen, whole.judged, whole.results
    learned = net.copy()
    slopes, means, squares = (np.zeros_like(net.table) for _ in range(3))
    dense_means = np.zeros((2, *net.dense.shape), np.float32)
    memory = learned.table, learned.dense, slopes, means, squares, dense_means, seen, judged, results
    last = len(seen) - max(pace.batch, int(len(rounds[-1].seen) * pace.held_out))
    held_out, step, steps = np.arange(last, len(seen)), 0, pace.epochs * (last // pace.batch)
    cost = 0.0
    for epoch in range(pace.epochs):
        step, told = kernel(*memory, rng.permutation(last), pace.batch, step, steps, pace.speed, pace.decay)
        _, cost = kernel(*memory, held_out, len(held_out), 0, 1, 0.0, 0.0)
        tell(f"epoch {epoch + 1} of {pace.epochs}: {told:.4f}, in positions held out {cost:.4f}")
    return learned, float(cost)
