"""Writes the tables of `docs/scale.md`: what was measured, what follows from it for more people, and what a simulation
says of messages between processes.

    .venv/bin/nyhavn bench scale --web 1,2,3 --json > figures.json
    .venv/bin/python docs/scale.py --add figures.json     keeps what was measured, and writes the page
    .venv/bin/python docs/scale.py --new                  forgets what was measured before
    .venv/bin/python docs/scale.py                        only writes the page

Figures of one machine belong together: begin anew on another one. All that is assumed stands here, under its name.
"""

import argparse
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

from nyhavn.bench.scale.message_flow import WAYS, Flow, commits, simulate

DOCS = Path(__file__).resolve().parent
PAGE, KEPT = DOCS / "scale.md", DOCS / "scale.json"
Json = dict[str, Any]

SIZES = (10_000, 100_000, 1_000_000)
"""People at tables at the same time."""
SECONDS_A_MOVE = 20.0
"""Of a person at a table: half a minute for a turn of one or two moves."""
PLAYERS = 2
BUSY = 0.5
"""How much of its core a web process may use at the busiest hour."""
MEAN = 0.4
"""The average over a day, in times of its busiest hour."""
STRAYS = 0.02
"""Tables that a second process has in memory at a moment."""
FAST_COMMIT = 0.001
"""Seconds, on a disk for databases."""
SIMULATED_TABLES, SIMULATED_MOVES = 50_000, 2_000
CORE, MEMORY, STORAGE, TRAFFIC = 15.0, 3.0, 0.10, 1.0
"""Euros a month: a core, a gigabyte of memory, a gigabyte of disk; and for a terabyte sent."""
DAYS_KEPT = 30
"""Days of the log on the database's own disk; older days are elsewhere."""
DAY, MONTH = 86_400, 30 * 86_400


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--add", type=Path)
    parser.add_argument("--new", action="store_true")
    given = parser.parse_args()
    runs = [] if given.new else read()
    if given.add:
        runs.append(json.loads(given.add.read_text(encoding="utf-8")))
    KEPT.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), runs), encoding="utf-8")


def read() -> list[Json]:
    found: list[Json] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def written(page: str, runs: list[Json]) -> str:
    """The page with its tables made anew."""
    for name, lines in (
        ("measured", measured(runs)),
        ("flow", flows()),
        ("notes", notes(runs)),
        ("sizes", sizes(runs)),
    ):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = "\n".join([before + begin, "", *lines, "", end + after])
    return page


def groups(runs: list[Json]) -> list[Json]:
    return [group for run in runs for group in run["groups"]]


def measured(runs: list[Json]) -> list[str]:
    headings = (
        "web",
        "workers",
        "moves/s",
        "web, ms a move",
        "everything, ms a move",
        "p50",
        "p99",
        "p50 busy",
        "p99 busy",
    )
    lines = [row(headings), "|" + "---|" * len(headings)]
    for one in sorted(groups(runs), key=lambda group: (group["web"], group["workers"])):
        full, calm, busy = one["full"], one["calm"], one["thinking"]
        cells = [
            one["web"],
            one["workers"],
            full["moves_per_second"],
            full["work_ms_per_move"],
            full["all_ms_per_move"],
        ]
        times = [f"{found[cut]:.0f} ms" for found in (calm, busy) for cut in ("p50_ms", "p99_ms")]
        lines.append(row([*cells, *times]))
    return lines


def flows() -> list[str]:
    """Notes that each process hears, for each way to tell."""
    many = (2, 10, 30, 100)
    lines = [row(["processes that hear of a move, on average", *(f"{one} processes" for one in many)])]
    lines.append("|" + "---|" * (len(many) + 1))
    lines += [row([way, *(f"{_flow(way, one).heard:.2f}" for one in many)]) for way in WAYS]
    return lines


def notes(runs: list[Json]) -> list[str]:
    """Commits of several writers at once, with notes and without."""
    found = runs[0]["notes"]["writers"]
    words = {"none": "without notes", "within": "with a note in each", "after": "with a note after each"}
    return [
        row([f"commits a second of {found[0]['writers']} writers", *(words[one["notes"]] for one in found)]),
        "|" + "---|" * (len(found) + 1),
        row(["on this disk", *(f"{one['commits_per_second']:,}" for one in found)]),
    ]


@cache
def _flow(way: str, processes: int) -> Flow:
    return simulate(way, processes, SIMULATED_TABLES, SIMULATED_MOVES, STRAYS)


def sizes(runs: list[Json]) -> list[str]:
    found = [size(people, runs) for people in SIZES]
    lines = [row(["people at tables", *(f"{people:,}" for people in SIZES), "based on"]), "|---|---|---|---|---|"]
    for name, (_, why) in found[0].items():
        lines.append(row([name, *(one[name][0] for one in found), why]))
    return lines


def size(people: int, runs: list[Json]) -> dict[str, tuple[str, str]]:
    """What so many people need: each figure with what it is based on."""
    two = next(group for group in groups(runs) if group["web"] == 2)
    one = next(group for group in groups(runs) if group["memory"])
    memory, empty = one["memory"], one["memory"]["empty_mb"] / one["web"]
    told = runs[0]["notes"]["listeners"]
    moves = people / SECONDS_A_MOVE
    processes = max(2, math.ceil(moves * two["calm"]["work_ms_per_move"] / 1000 / BUSY))
    gigabytes = (people * memory["silent_client_kb"] / 1e6) + processes * empty / 1e3
    # Many processes or few, each commits by itself.
    rate = moves / processes
    here, fast = (processes * min(rate, commits(rate, took)) for took in (two["full"]["commit_ms"] / 1000, FAST_COMMIT))
    per_listener = (told[-1]["postgresql_ms_per_commit"] - told[0]["postgresql_ms_per_commit"]) / told[-1]["listeners"]
    database = moves * two["full"]["postgresql_ms_per_move"] / 1000
    telling = fast * processes * per_listener / 1000
    a_day = moves * MEAN * DAY
    stored = a_day * two["full"]["stored_bytes_per_move"] / 1e9
    sent = moves * MEAN * MONTH * two["full"]["bytes_per_move"] / 1e12
    proxy = moves * two["full"]["nginx_ms_per_move"] / 1000
    cores = processes + (database + telling) / BUSY + proxy / BUSY
    bill = cores * CORE + gigabytes * MEMORY + stored * DAYS_KEPT * STORAGE + sent * TRAFFIC
    return {
        "connections": (f"{people:,}", "one each"),
        "moves a second": (f"{moves:,.0f}", f"assumed: a move every {SECONDS_A_MOVE:.0f} s"),
        "web processes": (
            f"{processes:,}",
            f"{two['calm']['work_ms_per_move']} ms a move at a slow pace; half a core each",
        ),
        "their memory": (
            f"{gigabytes:,.1f} GB",
            f"{memory['silent_client_kb']} KB a client, {empty:.0f} MB a process",
        ),
        "commits a second, with the disk measured": (f"{here:,.0f}", f"simulated: {two['full']['commit_ms']} ms each"),
        "commits a second, with a fast one": (f"{fast:,.0f}", f"simulated: {FAST_COMMIT * 1000:.0f} ms each"),
        "PostgreSQL for moves": (f"{database:,.1f} cores", f"{two['full']['postgresql_ms_per_move']} ms a move"),
        "PostgreSQL for telling": (
            f"{telling:,.1f} cores",
            f"{per_listener * 1000:.1f} µs for each commit and listening process",
        ),
        "notes that a process hears in a second": (
            f"{rate * _flow(list(WAYS)[-1], min(processes, 100)).heard:,.0f}",
            "simulated, with our channels",
        ),
        "with one channel": (f"{moves:,.0f}", "every process hears all"),
        "PostgreSQL's own log": (
            f"{moves * two['full']['wal_bytes_per_move'] / 1e6:,.1f} MB/s",
            f"{two['full']['wal_bytes_per_move']} bytes a move",
        ),
        "entries a day": (f"{a_day / 1e6:,.0f} million", f"{MEAN:.0%} of the busiest hour on average"),
        "the log grows, a day": (
            f"{stored:,.0f} GB",
            f"{two['full']['stored_bytes_per_move']} bytes a move, indexes included",
        ),
        "sent, a month": (f"{sent:,.0f} TB", f"{two['full']['bytes_per_move']} bytes a move to all players"),
        "costs a month, without bots": (f"{bill:,.0f} €", "the prices below"),
    }


def row(cells: Any) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


if __name__ == "__main__":
    main()
