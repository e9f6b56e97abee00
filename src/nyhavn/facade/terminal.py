"""What a player would say aloud of a house: the same in every game in which houses are built."""

from collections.abc import Mapping
from typing import Any


def note(effect: Mapping[str, Any]) -> str:
    """A line that is complete, coats of arms that are earned; of all else, nothing."""
    match effect:
        case {"effect": "line", "line": line, "windows": windows, "points": points}:
            return f"{line} complete{', all windows' if windows else ''}, +{points}"
        case {"effect": "coats", "earned": 1}:
            return "a coat of arms"
        case {"effect": "coats", "earned": int(earned)} if earned:
            return f"{earned} coats of arms"
    return ""
