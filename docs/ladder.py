"""Measures the bots against each other, and writes the tables of `docs/bots.md`.

    .venv/bin/python docs/ladder.py                     the tables, from docs/ladder.json
    .venv/bin/python docs/ladder.py --play ladder       plays what is missing first, for hours
    .venv/bin/python docs/ladder.py --read ladder       takes in what was played so far

Logs of matches are kept in the folder that is named, so that the same command goes on where it was stopped. What came
of a match is kept in `docs/ladder.json`, and as long as games are missing, those that were played, without their moves:
a match goes on from there where its log is lost. If you change a bot, take its matches out of there.
"""

import argparse
import json
import re
from collections.abc import Iterable
from contextlib import closing
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.results import standings
from nyhavn.arena.runs import counted, play_match
from nyhavn.arena.workers import Processes
from nyhavn.cli.progress import counting
from nyhavn.games import find_game
from nyhavn.games.copenhagen.components import GOAL
from nyhavn.machine import cores

DOCS = Path(__file__).resolve().parent
PAGE, KEPT = DOCS / "bots.md", DOCS / "ladder.json"
SEED = 7001
GAMES = {"copenhagen": "card game", "roll-and-write": "dice game"}
MANY, FEW = 400, 100

RUNGS = ("random", "greedy", "planner", "ismcts-plain:100ms", "mc:100ms", "search:100ms")
CROSS = [",".join(pair) for pair in combinations(RUNGS[::-1], 2)]
ITSELF = "planner,planner"
GENTLE = "greedy,gentle"
PROMISED = {
    "greedy,random": 98,
    GENTLE: 90,
    "planner,greedy": 80,
    "search:1s,greedy": 97,
    "search:1s,planner": 75,
    "search:1s,ismcts-plain:1s": 90,
    "search:100ms,ismcts-plain:1s": 75,
}
"""Matches with the share, in per cent, that the first bot is to win."""
SEVERAL = ("search:100ms,planner,greedy", "search:100ms,planner,greedy,greedy")
LEVELS = {
    game: [",".join(pair) for pair in pairwise(("master:100ms", *reversed([*find_game(game).bots.levels][:-1])))]
    for game in GAMES
}
COUNTED = ("number", "table", "rotation", "seats", "winners", "points", "asked", "ms")
"""What figures need of a game."""
MISSING = "not measured yet"

Figures = dict[str, Any]
Kept = dict[str, Figures]


class Meeting(NamedTuple):
    """A match that is to be measured, with so many games at least."""

    game: str
    players: str
    games: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.players}"

    @property
    def match(self) -> Match:
        return Match(self.game, tuple(self.players.split(",")), SEED)

    def path(self, folder: Path) -> Path:
        return folder / f"{re.sub('[ :,]', '-', self.name)}.jsonl"

    def missing(self, kept: Kept) -> bool:
        return self.name not in kept or kept[self.name]["games"] < self.games


def meetings() -> list[Meeting]:
    """All matches."""
    few, many = (*PROMISED, *SEVERAL), (*CROSS, ITSELF, GENTLE)
    return [
        Meeting(game, players, number)
        for game in GAMES
        for players, number in (dict.fromkeys(few, FEW) | dict.fromkeys((*many, *LEVELS[game]), MANY)).items()
    ]


def play(meeting: Meeting, folder: Path, known: list[Line]) -> None:
    """Play what the log of a match lacks; if there is none, it begins with the games that are known."""
    print(f"{meeting.name}: {meeting.games} games", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    begins = not meeting.path(folder).exists()
    log = Log(meeting.match, meeting.path(folder))
    for line in known if begins else []:
        log.add(line)
    with closing(log), counting(meeting.name, meeting.games) as step:
        for _ in log.games:
            step()
        play_match(meeting.match, meeting.games, log, Processes(cores()), tell=step)


def read(meeting: Meeting, folder: Path) -> Figures | None:
    """What a log says, if it has as much as one deal from all seats."""
    if not meeting.path(folder).exists():
        return None
    match = meeting.match
    log = Log(match, meeting.path(folder))
    log.close()
    lines = counted(match, list(match.slots(max(meeting.games, len(log.games)))), log)
    if not lines:
        return None
    players: list[Figures] = []
    for number, one in enumerate(standings(match, lines)):
        points = [line["points"][line["seats"].index(number)] for line in lines]
        players.append({name: one[name] for name in ("win_share", "low", "high", "mean_points", "ms_per_move")})
        players[-1]["reached"] = round(sum(it >= GOAL for it in points) / len(points), 4)
    figures = {"games": len(lines), "players": players}
    if len(lines) < meeting.games:
        figures["lines"] = [{name: line[name] for name in COUNTED} for line in lines]
    return figures


def keep(kept: Kept) -> None:
    names = [meeting.name for meeting in meetings() if meeting.name in kept]
    rows = [f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in names]
    KEPT.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def share(one: Figures) -> str:
    return f"{100 * one['win_share']:.1f} % ({100 * one['low']:.1f}–{100 * one['high']:.1f})"


def shares(kept: Kept, players: str) -> list[str]:
    """What the first of some players has won in both games, and in how many."""
    found = [kept.get(f"{game} {players}") for game in GAMES]
    return [f"{share(it['players'][0])}, {it['games']}" if it else MISSING for it in found]


def figure(figures: Figures | None, name: str, form: str) -> str:
    """Something that was measured of the first player of a match."""
    found = figures and figures["players"][0][name]
    return MISSING if found is None else form.format(found)


def title(players: str) -> str:
    first, *others = (f"`{name}`" for name in players.split(","))
    return f"{first} against {'itself' if others == [first] else ', '.join(others)}"


def tables(kept: Kept) -> dict[str, str]:
    """The tables of the page by name."""
    several = [(f"{game} {players}", GAMES[game]) for game in GAMES for players in SEVERAL]
    points = [f"copenhagen {players}" for players in ("search:100ms,planner", *SEVERAL)]
    timed = ("search:100ms,planner", "search:1s,planner", "mc:100ms,planner", "ismcts-plain:100ms,planner")
    return {
        "promised": table(
            ["", "wanted", *GAMES.values()],
            ([title(players), f"{least} %", *shares(kept, players)] for players, least in PROMISED.items()),
        ),
        "cross": table(["", *GAMES.values()], ([title(it), *shares(kept, it)] for it in (*CROSS, ITSELF))),
        "several": table(
            ["", "games", "`search:100ms`", "`planner`", "`greedy`", "`greedy`"],
            (
                [
                    f"{game}, {len(kept[name]['players'])} players",
                    str(kept[name]["games"]),
                    *[*map(share, kept[name]["players"]), "–"][:4],
                ]
                for name, game in several
                if name in kept
            ),
        ),
        "points": table(
            ["players", "`search:100ms` reaches 12 points", "its points on average"],
            (
                [
                    str(len(kept[name]["players"])),
                    figure(kept[name], "reached", "{:.0%}").replace("%", " %"),
                    figure(kept[name], "mean_points", "{:.1f}"),
                ]
                for name in points
                if name in kept
            ),
        ),
        "time": table(
            ["milliseconds a move, against `planner`", *GAMES.values()],
            (
                [
                    f"`{players.split(',')[0]}`",
                    *(figure(kept.get(f"{game} {players}"), "ms_per_move", "{:.0f}") for game in GAMES),
                ]
                for players in timed
            ),
        ),
        "levels": table(
            ["", *GAMES.values()],
            (
                [
                    title(it),
                    *(told if it in LEVELS[game] else "–" for game, told in zip(GAMES, shares(kept, it), strict=True)),
                ]
                for it in dict.fromkeys(it for game in GAMES for it in LEVELS[game])
            ),
        ),
    }


def page(kept: Kept, text: str) -> str:
    """The page with its tables as they are to be, each between two comments."""
    for name, found in tables(kept).items():
        start, rest = text.split(f"<!-- ladder: {name} -->\n")
        text = f"{start}<!-- ladder: {name} -->\n\n{found}\n\n<!-- end -->{rest.split('<!-- end -->', 1)[1]}"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots, and write the tables of docs/bots.md.")
    parser.add_argument("--play", type=Path, metavar="FOLDER", help="play what is missing, with logs in this folder")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="take in what logs in this folder say")
    given = parser.parse_args()
    kept: Kept = json.loads(KEPT.read_text(encoding="utf-8"))
    folder = given.play or given.read
    stopped = False
    for meeting in meetings() if folder else []:
        if meeting.missing(kept):
            known = kept.get(meeting.name, {"games": 0})
            try:
                if given.play and not stopped:
                    play(meeting, folder, known.get("lines", []))
            except KeyboardInterrupt:
                stopped = True  # what was played until then counts
            found = read(meeting, folder)
            if found and found["games"] > known["games"]:
                kept[meeting.name] = found
                keep(kept)
    PAGE.write_text(page(kept, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    measured = sum(not meeting.missing(kept) for meeting in meetings())
    print(f"{measured} of {len(meetings())} matches are measured; {PAGE.name} tells what came of them")


if __name__ == "__main__":
    main()
