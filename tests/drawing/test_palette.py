"""What is written must be legible on what it is written on, by day and by night."""

import pytest

from nyhavn.drawing.palette import HUES, NAMES, TERMINAL, Hue

WRITTEN = [
    ("ink", "page"),
    ("ink-soft", "page"),
    ("ink", "paper"),
    ("ink-soft", "paper"),
    ("ink-soft", "surface"),
    ("ink", "surface"),
    ("frame", "glass"),
    ("plaque-ink", "plaque"),
    ("on-trim", "trim"),
    ("on-accent", "accent"),
    ("on-coat", "coat"),
    *[("ink", f"{letter}-tint") for letter in NAMES],
    *[("pen", f"{letter}-tint") for letter in NAMES],
]


def luminance(hue: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(hue[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("written", "ground"), WRITTEN)
def test_contrast(written: str, ground: str) -> None:
    assert contrast(HUES[written].light, HUES[ground].light) >= 4.5
    assert contrast(HUES[written].dark, HUES[ground].dark) >= 4.5


def test_every_colour_has_all_its_hues() -> None:
    for letter in NAMES:
        hues = [HUES[letter], *[HUES[f"{letter}-{part}"] for part in ("mark", "brick", "joint", "tint")]]
        assert all(isinstance(hue, Hue) for hue in hues)
    assert set(TERMINAL) == set(NAMES)
