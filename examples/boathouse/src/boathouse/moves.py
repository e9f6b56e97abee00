"""Moves as text, both ways."""

from boathouse.components import COLOURS, LETTERS, PLACES

HELP = """\
take             the card on the dock
build R2 a1 b1   a tile and its cells; it costs a card of its colour for each cell
Case and order do not matter."""

TEXTS = ["take"] + [
    f"build {LETTERS[colour]}{len(place)} {' '.join(place)}" for colour in range(len(COLOURS)) for place in PLACES
]
NUMBERS = {text: number for number, text in enumerate(TEXTS)}


def find_move(text: str) -> int | None:
    return NUMBERS.get(text)


def format_moves(moves: list[int]) -> list[str]:
    return [TEXTS[move] for move in moves]


def tidy(typed: str) -> str:
    """What a person typed, in the one spelling if it can be guessed."""
    verb, *rest = typed.lower().split() or [""]
    return " ".join([verb, *(word.upper() for word in rest[:1]), *sorted(rest[1:], key=lambda cell: cell[::-1])])
