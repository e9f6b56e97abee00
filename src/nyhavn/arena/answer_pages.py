"""Answers to the questions of the curious as sentences, plots, and a page of Markdown."""

from collections.abc import Sequence

from nyhavn.arena import plots
from nyhavn.arena.matches import Line
from nyhavn.arena.results import Figures

QUESTIONS = {
    "seats": "Does the first seat win more often?",
    "length": "How long is a game?",
    "colours": "Which colours are worth it?",
    "sizes": "Which sizes are worth it?",
    "abilities": "How much is each ability worth?",
}


def sentences(found: Figures) -> dict[str, str]:
    """An answer to each question, in words."""
    shares = ", ".join(
        f"seat {one['seat']} {100 * one['win_share']:.1f} % ({100 * one['low']:.1f}–{100 * one['high']:.1f})"
        for one in found["seats"]
    )
    first, even = found["seats"][0], 1 / found["players"]
    verdict = "More often" if first["low"] > even else "Less often" if first["high"] < even else "Neither, as it seems"
    turns, goal = found["turns"], found["goal"]
    reached = f"; in {100 * goal['share']:.0f} % of games somebody reaches {goal['points']}" if goal else ""
    least, _, most = turns["middle"]
    told = {
        "seats": f"{verdict}: {shares}; {100 * even:.1f} % each would be fair.",
        "length": f"{turns['mean']:.1f} turns ({turns['low']:.1f}–{turns['high']:.1f}) of all seats together; nine "
        f"games in ten take {least} to {most}. On average, the winner has {found['winner_points']['mean']:.1f} points "
        f"and a seat {found['points']['mean']:.1f}{reached}.",
    }
    for kind in ("colours", "sizes", "abilities"):
        known = sorted((one for one in found[kind] if "worth" in one), key=lambda one: -one["worth"])
        slopes = [f"{one['name']} {one['worth']:+.2f} ({one['low']:+.2f} to {one['high']:+.2f})" for one in known]
        told[kind] = f"Points associated with one more of each: {', '.join(slopes) or 'too few games to say'}."
    told["abilities"] = (
        "A first seat that starts with one wins more of its games: "
        + ", ".join(
            f"{one['name']} {100 * one['gain']:+.1f} % ({100 * one['low']:+.1f} to {100 * one['high']:+.1f})"
            for one in sorted(found["gifts"], key=lambda one: -one["gain"])
        )
        + f". {told['abilities']}"
    )
    return told


def pictures(found: Figures, lines: Sequence[Line]) -> dict[str, str]:
    """A plot for each question, as SVG."""
    title = f"{found['game']}, {found['players']} players"
    labels = [f"seat {one['seat']}" for one in found["seats"]]
    drawn = {
        "seats": plots.shares(f"Wins by seat: {title}", found["seats"], labels, 1 / found["players"]),
        "length": plots.counts(f"Length: {title}", "turns of a game", [("all", [line["turns"] for line in lines])]),
    }
    for kind in ("colours", "sizes"):
        known = [one for one in found[kind] if "worth" in one]
        drawn[kind] = plots.slopes(f"{kind.capitalize()}: {title}", "points with one more (bars: 95 %)", known, "worth")
    given = [{**one, **{key: 100 * one[key] for key in ("gain", "low", "high")}} for one in found["gifts"]]
    drawn["abilities"] = plots.slopes(f"Abilities: {title}", "% of games won more with it (bars: 95 %)", given, "gain")
    return drawn


def page(all_found: Sequence[Figures], command: str, folder: str) -> str:
    """A page of Markdown that answers every question from every match; its pictures lie in a folder beside it."""
    runs = "; ".join(
        f"{found['games']:,} games of `{found['game']}` with {found['players']} `{found['bot']}` bots"
        for found in all_found
    )
    lines = [
        "# Questions the curious ask",
        "",
        f"Answered by {runs}, each with its own deal. In brackets: 95 % intervals. Everything on this page was",
        "written by one command; with `--log FOLDER` it resumes where it was stopped:",
        "",
        "```text",
        command,
        "```",
        "",
        "The worth of something is how many more points a seat has at the end with one more of it, all else of its",
        "kind being equal (a linear regression). That is a correlation, not proof of a cause: a seat that places a",
        "large tile also had the cards or dice for it. For abilities there is an experiment as well: the first",
        "seat gets the ability for free at the start (or starts without it, where everyone has it), and the same",
        "deals are played out with and without it, each move chosen as in the playouts of the game's own bots.",
        "",
    ]
    told = [(found, sentences(found)) for found in all_found]
    for key, question in QUESTIONS.items():
        lines += [f"## {question}", ""]
        for found, answers in told:
            name = f"{found['game']}-{found['players']}"
            alt = f"{question[:-1]}, {found['game']}, {found['players']} players"
            lines += [f"**{found['game']}, {found['players']} players.** {answers[key]}", ""]
            lines += [f"![{alt}]({folder}/{name}-{key}.svg)", ""]
    return "\n".join(lines)
