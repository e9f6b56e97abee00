"""Reports: a page of HTML with everything in it, to be read anywhere, without a network."""

from collections.abc import Sequence
from html import escape
from typing import Any

from nyhavn.arena import plots
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.results import standings

Figures = dict[str, Any]

STEPS = 60
"""Points of a curve."""

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1.5rem 0; } svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
"""


def page(title: str, parts: Sequence[str]) -> str:
    """A whole page of HTML."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(it)}</th>' for it in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>'


def figure(svg: str, caption: str) -> str:
    """A picture and what it says, also for people who cannot see it."""
    shown = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(caption)}" ', 1)
    return f"<figure>{shown}<figcaption>{escape(caption)}</figcaption></figure>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def between(figures: Figures, name: str = "win_share") -> str:
    """`63.5 % (58.1 to 68.6)`"""
    if figures[name] is None:
        return "–"
    return f"{100 * figures[name]:.1f} % ({100 * figures['low']:.1f} to {100 * figures['high']:.1f})"


def match_report(match: Match, lines: Sequence[Line], figures: Figures) -> str:
    """A match: who won how much, how sure that is, and how the games were."""
    names = [f"{number}: {name}" for number, name in enumerate(match.players, 1)]
    seats = len(figures["seats"])
    parts = [
        paragraph(
            f"{figures['games']:,} games of {match.game} with {figures['seeds']:,} seeds, each from every rotation of "
            f"the seats; all chance comes from seed {match.seed}. Intervals are 95 % confidence intervals, with games "
            "of one seed counted together."
        ),
        table(
            ("bot", "games", "wins", "share", "points", "ms a move", "rating"),
            [
                (
                    label,
                    f"{one['games']:,}",
                    f"{one['wins']:,.1f}",
                    between(one),
                    f"{one['mean_points']:.2f}",
                    f"{one['ms_per_move']:.1f}",
                    f"{one['rating']['mu']:.1f} ± {one['rating']['sigma']:.1f}",
                )
                for label, one in zip(names, figures["players"], strict=True)
            ],
        ),
    ]
    if figures["sprt"]:
        test = figures["sprt"]
        parts.append(
            paragraph(
                f"Test between {test['low']:g} and {test['high']:g} Elo: {test['decided'] or 'not decided'} after "
                f"{test['pairs']:,} pairs; log-likelihood ratio {test['llr']:+.2f}, bounds ±{test['bound']:.2f}."
            )
        )
    even = 0.5 if match.cross else 1 / seats
    parts.append(figure(plots.shares("Wins", figures["players"], names, even), "Share of wins of each bot."))
    if match.cross:
        parts.append(
            table(
                ("pair", "games", "share of the first"),
                [(" against ".join(pair["names"]), f"{pair['games']:,}", between(pair)) for pair in figures["pairs"]],
            )
        )
        caption = "Share of wins, in percent, of the bot of a row against the bot of a column."
        parts.append(figure(plots.grid("Every bot against every other", figures["matrix"], names), caption))
    elif figures["seeds"] > 1:
        parts.append(figure(_course(match, lines, names, even), "Shares and their intervals as seeds came in."))
    parts += _games(match, lines, figures, names)
    return page(f"{' · '.join(match.players)}", parts)


def _course(match: Match, lines: Sequence[Line], names: Sequence[str], even: float) -> str:
    players = len(match.players)
    seeds = len(lines) // players
    places = sorted({max(2, round(seeds * step / STEPS)) for step in range(1, STEPS + 1)})
    rows = [standings(match, lines[: place * players]) for place in places]
    runs = [(names[player], places, [row[player] for row in rows]) for player in range(players)]
    return plots.courses("How the result developed", runs, "seeds", even)


def _games(match: Match, lines: Sequence[Line], figures: Figures, names: Sequence[str]) -> list[str]:
    """How the games were: seats, points, length."""
    seats = figures["seats"]
    labels = [f"seat {one['seat']}" for one in seats]
    points = [
        (name, [line["points"][line["seats"].index(player)] for line in lines if player in line["seats"]])
        for player, name in enumerate(names)
    ]
    turns = [("all", [line["turns"] for line in lines])]
    length = figures["length"]["turns"]
    return [
        figure(plots.shares("Seats", seats, labels, 1 / len(seats)), "Wins from each seat, no matter who sat there."),
        figure(plots.counts("Points", "points at the end", points), "How often each bot ended with how many points."),
        figure(
            plots.counts("Length", "turns of a game", turns),
            f"How many turns games had: {length['mean']:.1f} on average, {length['least']} to {length['most']}.",
        ),
    ]
