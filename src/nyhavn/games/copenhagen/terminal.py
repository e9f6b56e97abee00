"""What the terminal tells of the card game."""

from nyhavn.facade import terminal
from nyhavn.games.copenhagen.components import TILES
from nyhavn.parts import Terminal
from nyhavn.rules import Effect


def note(effect: Effect) -> str:
    """What a player would say aloud; cards and tiles moved are in the move itself."""
    match effect:
        case {"effect": "ability", "gained": False, "ability": ability, "side": side}:
            return f"{ability} {'used' if side == 'used' else 'active again'}"
    return terminal.note(effect)


TERMINAL = Terminal(note, {name: [tile] for name, tile in TILES.items()})
