"""Writes the table of `docs/settings.md` from the options of `nyhavn serve`.

.venv/bin/python docs/settings.py
"""

from pathlib import Path
from typing import Any

import typer

from nyhavn.cli import app
from nyhavn.cli.settings import SERVE

PAGE = Path(__file__).resolve().parent / "settings.md"
BEGIN, END = "<!-- settings -->\n", "<!-- end -->"


def settings() -> dict[str, Any]:
    """The options by the names of the settings."""
    group: Any = typer.main.get_command(app)
    found: dict[str, Any] = group.commands[SERVE].settings()
    return found


def table() -> str:
    rows = ["| setting | environment | default | meaning |", "|---|---|---|---|"]
    for name, option in settings().items():
        cells = f"`{name}`", f"`{option.envvar}`", _default(option), str(option.help).replace("|", r"\|")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _default(option: Any) -> str:
    if isinstance(option.show_default, str):
        return option.show_default
    if option.default in (None, ""):
        return "–"
    return f"`{str(option.default).lower() if isinstance(option.default, bool) else option.default}`"


def page(text: str) -> str:
    """The page with its table as it is to be."""
    start, rest = text.split(BEGIN)
    return f"{start}{BEGIN}\n{table()}\n\n{END}{rest.split(END, 1)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
