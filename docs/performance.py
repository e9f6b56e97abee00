"""Writes the table of `docs/performance.md` from what was measured.

    .venv/bin/nyhavn bench --all --json > figures.json                 measures everything, for about ten minutes
    .venv/bin/python docs/performance.py --add figures.json --name 0.2  keeps it under a name, and writes the page
    .venv/bin/python docs/performance.py                               only writes the page

What was measured is kept in `docs/performance.json`, newest first. Runs of different machines cannot be compared figure
by figure: the anchors in the same column tell how fast the machine was.
"""

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).resolve().parent
PAGE, KEPT = DOCS / "performance.md", DOCS / "performance.json"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
GAMES = {"copenhagen": "card", "roll-and-write": "dice"}
MISSING = "–"


class Figure(NamedTuple):
    """A row: where its value stands in what `nyhavn bench --all --json` prints, and what it has to reach."""

    name: str
    path: str
    form: str = "{:,.0f}"
    bound: float | None = None
    at_most: bool = False

    def value(self, figures: Any) -> float | None:
        """None where it was not measured."""
        for key in self.path.split("."):
            figures = figures.get(key) if isinstance(figures, dict) else None
        return None if figures is None else float(figures)

    def shown(self, figures: Any) -> str:
        value = self.value(figures)
        return MISSING if value is None else self.form.format(value)

    def wanted(self) -> str:
        if self.bound is None:
            return ""
        return f"{'at most' if self.at_most else 'at least'} {self.form.format(self.bound)}"

    def missed(self, figures: Any) -> bool:
        value = self.value(figures)
        if self.bound is None or value is None:
            return False
        return value > self.bound if self.at_most else value < self.bound


def per_game(
    name: str, path: str, form: str = "{:,.0f}", bounds: Any = (None, None), at_most: bool = False
) -> list[Figure]:
    """A row for each game: `GAME` in the path stands for its name."""
    return [
        Figure(f"{name}, {short}", path.replace("GAME", game), form, bound, at_most)
        for (game, short), bound in zip(GAMES.items(), bounds, strict=True)
    ]


TEXT = "rules.GAME.text_decisions_per_second"
OBSERVED = "envs.GAME.batch_observed.decisions_per_processor_second"
SECTIONS = {
    "Rules: `nyhavn bench`": [
        *per_game("random games a second, two players", "rules.GAME.2.games_per_second"),
        Figure("the C anchor, card games a second", "rules.anchor.games_per_second"),
        Figure("card games against the C anchor", "rules.ratio_to_anchor", "{:.2f} ×", 0.8),
        *per_game("`step` from Python, moves a second", "rules.GAME.step_moves_per_second", bounds=(1e6, 7e5)),
        *per_game("`moves()` and `play()`, decisions a second", TEXT, bounds=(4e4, 2.5e4)),
        *per_game("first game of a process", "rules.GAME.first_game_seconds", "{:.2f} s", (1, 1), True),
        *per_game("compiling everything", "rules.GAME.compile_seconds", "{:.1f} s"),
    ],
    "Environments, decisions a second: `nyhavn bench envs`": [
        *per_game("batch, in compiled code", "envs.GAME.batch.decisions_per_second"),
        *per_game("batch, stepped from Python", "envs.GAME.batch_stepped.decisions_per_second"),
        *per_game("the same with observations, a core", OBSERVED, bounds=(1e6, 1e6)),
        *per_game("PettingZoo", "envs.GAME.pettingzoo.decisions_per_second", bounds=(1e4, 1e4)),
        Figure("PettingZoo's own connect_four", "envs.neighbours.connect_four.decisions_per_second"),
        *per_game("OpenSpiel", "envs.GAME.openspiel.decisions_per_second", bounds=(4e4, 4e4)),
        Figure("OpenSpiel's own backgammon", "envs.neighbours.backgammon.decisions_per_second"),
    ],
    "Bots, nodes a second: `nyhavn bench bots`": [
        *per_game("`mc`", "bots.GAME.mc_nodes_per_second"),
        *per_game("`search`", "bots.GAME.search_nodes_per_second"),
        *per_game("`ismcts-plain`", "bots.GAME.ismcts_plain_nodes_per_second"),
    ],
    "Reviews of a whole game: `nyhavn bench reviews`": [
        *per_game("two players", "reviews.GAME.2.seconds", "{:.1f} s", (5, 5), True),
        *per_game("four players", "reviews.GAME.4.seconds", "{:.1f} s", (5, 5), True),
    ],
    "Server with SQLite on one core: `nyhavn bench server`": [
        Figure("moves a second", "server.busy.moves_per_second", bound=800),
        Figure("processor time of a move", "server.busy.work_ms_per_move", "{:.2f} ms", 1, True),
        Figure("the same for one watcher more", "server.busy.work_ms_per_watcher", "{:.2f} ms", 1, True),
        Figure("sent to all players for a move", "server.busy.bytes_per_move", "{:,.0f} bytes"),
        Figure("100 tables, 100 moves a second: p50", "server.calm.p50_ms", "{:.1f} ms"),
        Figure("100 tables, 100 moves a second: p99", "server.calm.p99_ms", "{:.1f} ms", 50, True),
        Figure("memory of an empty process", "server.busy.empty_mb", "{:.0f} MB", 150, True),
    ],
    "Client, 200 ms away, four times slower: `nyhavn bench client`": [
        *per_game("table page, gzipped", "client.GAME.kilobytes", "{:.0f} KB", (130, 130), True),
        *per_game("until the table can be used", "client.GAME.usable_seconds", "{:.2f} s", (1.5, 1.5), True),
        *per_game("longest task while dragging", "client.GAME.longest_task_slower_ms", "{:.0f} ms", (50, 50), True),
        *per_game("from a tap to its visible answer", "client.GAME.tap_slower_ms", "{:.0f} ms", (100, 100), True),
    ],
    "The first minute: `nyhavn bench start`": [
        Figure("fresh clone, no caches: first page", "start.fresh.first_page_seconds", "{:.1f} s", 45, True),
        *per_game("a bot has moved", "start.fresh.bot_seconds.GAME", "{:.1f} s", (60, 60), True),
        Figure("later starts: first page", "start.later.first_page_seconds", "{:.2f} s", 1.5, True),
    ],
    "Before a commit: `nyhavn bench check`": [
        Figure("lint, types, layers and the fast tests", "check.seconds", "{:.0f} s", 90, True),
    ],
}  # fmt: skip


def tables(runs: list[dict[str, Any]]) -> str:
    """Every section, the newest run first."""
    names = [run["name"] for run in runs]
    parts = []
    for title, figures in SECTIONS.items():
        rows = [f"| | target | {' | '.join(names)} |", "|---|---|" + "---:|" * len(names)]
        for figure in figures:
            shown = [figure.shown(run["figures"]) for run in runs]
            if runs and figure.missed(runs[0]["figures"]):
                shown[0] = f"**{shown[0]}**"
            rows.append(f"| {figure.name} | {figure.wanted()} | {' | '.join(shown)} |")
        parts.append(f"## {title}\n\n" + "\n".join(rows))
    return "\n\n".join(parts)


def page(runs: list[dict[str, Any]], text: str) -> str:
    """The page with its tables made anew."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n\n{tables(runs)}\n\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the table of docs/performance.md.")
    parser.add_argument("--add", type=Path, metavar="FILE", help="what `nyhavn bench --all --json` has printed")
    parser.add_argument("--name", help="what to call it: a version, or a commit")
    given = parser.parse_args()
    runs: list[dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8"))
    if given.add:
        if not given.name:
            parser.error("--add needs --name")
        figures = json.loads(given.add.read_text(encoding="utf-8"))
        runs = [{"name": given.name, "figures": figures}, *(run for run in runs if run["name"] != given.name)]
        KEPT.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(runs, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
