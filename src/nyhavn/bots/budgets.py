"""How long a bot may think about a move: time, or work."""

import math
import re
import time
from dataclasses import dataclass

BUDGET = re.compile(
    r"(?:(?P<time>\d{1,9}(?:\.\d{1,3})?)(?P<unit>ms|s)|(?P<nodes>\d{1,12})n)(?:@(?P<cores>[1-9]\d?))?", re.ASCII
)
FORM = "a time such as 500ms or 2s, or work such as 2000n; with @2 behind it, two cores may think"


@dataclass(frozen=True)
class Budget:
    """Either `seconds` for a move, or `nodes`: how many positions may be looked at. Work gives the same move for the
    same observation and the same random numbers on every machine, on however many `cores`; time gives what the machine
    has time for."""

    seconds: float | None = None
    nodes: int | None = None
    cores: int = 1

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.nodes is None):
            raise ValueError("a budget is either time or work, not both")
        given = self.nodes if self.seconds is None else self.seconds
        if given is None or not 0 < given < math.inf:
            raise ValueError(f"a budget must be positive and finite, not {given}")

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """`500ms`, `2s`, `0.5s` or `2000n`, or one of these with `@2`; ValueError for anything else."""
        match = BUDGET.fullmatch(text)
        if not match or not any(digit in "123456789" for digit in text.partition("@")[0]):
            raise ValueError(f"{text[:40]!r} isn't a valid budget: give {FORM}")
        cores = int(match["cores"] or 1)
        if match["nodes"]:
            return cls(nodes=int(match["nodes"]), cores=cores)
        return cls(seconds=float(match["time"]) / (1000 if match["unit"] == "ms" else 1), cores=cores)

    def __str__(self) -> str:
        """As `parse` takes it, one spelling for each."""
        cores = f"@{self.cores}" if self.cores > 1 else ""
        if self.seconds is None:
            return f"{self.nodes}n{cores}"
        if self.seconds % 1 == 0:
            return f"{self.seconds:.0f}s{cores}"
        return f"{self.seconds * 1000:.6f}".rstrip("0").rstrip(".") + "ms" + cores

    def deadline(self) -> float:
        """The moment at which a bot that begins now has to answer, on the clock of `time.perf_counter`; never, if the
        budget is work."""
        return math.inf if self.seconds is None else time.perf_counter() + self.seconds


USUAL = Budget(seconds=0.1)
"""The budget where none is given."""
