"""Options of a game as they are given to commands: `--option NAME=VALUE`, as often as one likes."""

from typing import Any


def given_options(game: str, options: list[str]) -> dict[str, Any]:
    """Every option of a game, as given or as it is by default; ValueError for what the game does not have."""
    from nyhavn.arguments import check_options
    from nyhavn.games import rules_of
    from nyhavn.tags import read_options

    rules = rules_of(game)
    return check_options(rules, read_options(dict(rules.options), " ".join(options) or "-"))
