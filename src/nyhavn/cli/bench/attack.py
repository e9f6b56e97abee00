"""`nyhavn bench attack`: what people who play notice while strangers attack a server with its default limits."""

from typing import Annotated

import typer

from nyhavn.cli.bench.options import Figures
from nyhavn.cli.bench.tables import new_table, print_table
from nyhavn.cli.options import AsJson, print_figures
from nyhavn.cli.progress import telling

MISSED = 1
"""The exit code if players noticed more than they should."""


def attack(
    seconds: Annotated[float, typer.Option(min=1, max=600, help="How long each attack lasts.")] = 10,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="How many times all attacks are made, in turn.")] = 3,
    only: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Only these attacks, separated by commas.", show_default="all")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a server on this machine, attack it, and report what its players notice.

    The server has its default limits and 1,024 file descriptors. Each attack first goes to a second server: what the
    attackers cost the machine counts before and during the attack alike. The exit code is 1 if anything became slower
    than promised.
    """
    from nyhavn.bench.server import attackers, attacks

    names = list(attackers.ATTACKS) if only is None else [name.strip() for name in only.split(",")]
    for name in names:
        if name not in attackers.ATTACKS:
            raise ValueError(f"an attack is one of {', '.join(attackers.ATTACKS)}, not {name[:40]!r}")
    with telling() as progress:
        figures = attacks.measure(names, seconds, rounds, progress)
    print_figures(figures, as_json, _table)
    if not all(told["met"] for told in figures["attacks"].values()):
        raise typer.Exit(MISSED)


def _table(figures: Figures) -> None:
    quiet = figures["undisturbed"]
    drawn = new_table(
        title=f"while attacked, {figures['rounds']} × {figures['seconds']:g} s each",
        caption=f"without attackers: move p50 {quiet['p50_ms']:.1f} ms, p99 {quiet['p99_ms']:.1f} ms",
    )
    headings = ("move p50", "ratio", "p99", "ratio", "bot p50", "p99", "idea p50", "p99", "core", "locked out", "met")
    for heading in ("", *headings):
        drawn.add_column(heading, justify="left" if heading in ("", "met") else "right")
    for name, told in figures["attacks"].items():
        during = told["during"]
        drawn.add_row(
            name,
            *(f"{during['p50_ms']:.1f} ms", _times(told["p50_ratio"])),
            *(f"{during['p99_ms']:.1f} ms", _times(told["p99_ratio"])),
            *(_times(told[kind][f"{cut}_ratio"]) for kind in ("bot", "idea") for cut in ("p50", "p99")),
            "" if told["core_used"] is None else f"{told['core_used']:.2f}",
            f"{during['locked_out']} of {during['newcomers']}",
            "yes" if told["met"] else "NO",
        )
    print_table(drawn)


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f} ×"
