"""`nyhavn bench attack`: what people who play notice while strangers attack a server with its default limits."""

from typing import Annotated, Any

import typer

from nyhavn.cli.options import AsJson, print_figures
from nyhavn.cli.progress import telling

Figures = dict[str, Any]
BOUND = 2.0
"""How many times slower moves may become."""


def attack(
    seconds: Annotated[float, typer.Option(min=1, max=600, help="How long each attack lasts.")] = 10,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="How often all attacks are made, in turn.")] = 3,
    only: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Only these attacks, separated by commas.", show_default="all")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a server on this machine, attack it, and report what its players notice.

    The server has its default limits and 1,024 file descriptors. Before each attack people play undisturbed.
    """
    from nyhavn.bench import attackers, crowd

    names = list(attackers.ATTACKS) if only is None else [name.strip() for name in only.split(",")]
    for name in names:
        if name not in attackers.ATTACKS:
            raise ValueError(f"an attack is one of {', '.join(attackers.ATTACKS)}, not {name[:40]!r}")
    with telling() as progress:
        figures = crowd.measure(names, seconds, rounds, progress)
    print_figures(figures, as_json, _table)


def _table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn

    drawn = Drawn(title=f"moves while attacked, {figures['rounds']} × {figures['seconds']:g} s each")
    for heading in ("", "p50 before", "during", "ratio", "p99 before", "during", "ratio", "core", "locked out", "met"):
        drawn.add_column(heading, justify="left" if heading in ("", "met") else "right")
    for name, told in figures["attacks"].items():
        before, during = told["before"], told["during"]
        met = max(told["p50_ratio"], told["p99_ratio"]) <= BOUND and not during["locked_out"] + during["thrown_out"]
        drawn.add_row(
            name,
            *(f"{before['p50_ms']:.1f} ms", f"{during['p50_ms']:.1f} ms", f"{told['p50_ratio']:.2f} ×"),
            *(f"{before['p99_ms']:.1f} ms", f"{during['p99_ms']:.1f} ms", f"{told['p99_ratio']:.2f} ×"),
            "" if told["core_used"] is None else f"{told['core_used']:.2f}",
            f"{during['locked_out']} of {during['newcomers']}",
            "yes" if met else "NO",
        )
    Console().print(drawn)
