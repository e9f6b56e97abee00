"""Parts of a picture in SVG: shapes, words, tiles, cards, dice, panels, and the document around them.

Every part is a string of markup. Colours are names of the palette, turned into classes; the document brings the rules
for those it uses, light and dark, under a class of its own, so that several pictures can live in one page. Patterns
are drawn as lines and not as references, so no part needs an id.
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from nyhavn.drawing.palette import HUES

ROOT = "nyhavn-drawing"
FONT = '"Avenir Next","Segoe UI","Helvetica Neue",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif'
CLASSES = re.compile(r'class="([^"]*)"')
# What XML 1.0 cannot say, not even escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Cell = tuple[int, int]
"""Column and row of a cell, counted from the lower left."""


def escaped(content: object) -> str:
    return FORBIDDEN.sub("\ufffd", escape(str(content)))


def number(value: float) -> str:
    return f"{round(value, 2):g}"


def element(tag: str, content: str = "", *, fill: str = "", stroke: str = "", **attributes: Any) -> str:
    """One element. `fill` and `stroke` name colours of the palette; `stroke_width` stands for `stroke-width`."""
    classes = [f"{use}-{hue}" for use, hue in (("f", fill), ("s", stroke)) if hue]
    if classes:
        attributes = {"class": " ".join(classes)} | attributes
    if stroke and not fill:
        attributes["fill"] = "none"
    said = ""
    for name, value in attributes.items():
        written = number(value) if isinstance(value, float | int) else escaped(value)
        said += f' {name.replace("_", "-")}="{written}"'
    return f"<{tag}{said}>{content}</{tag}>" if content else f"<{tag}{said}/>"


def group(parts: Iterable[str], x: float = 0, y: float = 0, title: str = "") -> str:
    """Parts moved together; the title is what a pointer resting on them is told."""
    told = element("title", escaped(title)) if title else ""
    place: dict[str, Any] = {"transform": f"translate({number(x)} {number(y)})"} if x or y else {}
    return element("g", told + "".join(parts), **place)


def box(x: float, y: float, width: float, height: float, radius: float = 0, **looks: Any) -> str:
    corners: dict[str, Any] = {"rx": radius} if radius else {}
    return element("rect", x=x, y=y, width=width, height=height, **corners, **looks)


def words(
    x: float, y: float, content: object, size: float = 12, fill: str = "ink", anchor: str = "start", bold: bool = False
) -> str:
    looks: dict[str, Any] = {"text_anchor": anchor} if anchor != "start" else {}
    if bold:
        looks["font_weight"] = 700
    return element("text", escaped(content), fill=fill, x=x, y=y, font_size=size, **looks)


def lines(d: str, stroke: str, width: float = 1, **looks: Any) -> str:
    return element("path", stroke=stroke, d=d, stroke_width=width, **looks) if d else ""


def pattern(letter: str, x: float, y: float, width: float, height: float, step: float = 7) -> str:
    """The pattern of a colour as a path: boards lying, hatch, dots, scallops, boards standing; white is plain."""
    rows = [y + step * (place + 0.5) for place in range(int(height / step))]
    ranks = [x + step * (place + 0.5) for place in range(int(width / step))]
    if letter == "R":
        return "".join(f"M{number(x)} {number(row)}h{number(width)}" for row in rows)
    if letter == "P":
        return "".join(f"M{number(rank)} {number(y)}v{number(height)}" for rank in ranks)
    if letter == "G":
        return "".join(f"M{number(rank)} {number(row)}h.1" for row in rows for rank in ranks)
    if letter == "B":
        half = number(step / 2)
        scallop = f"a{half} {half} 0 0 0 {number(step)} 0"
        return "".join(f"M{number(x)} {number(row - step / 4)}{scallop * len(ranks)}" for row in rows)
    if letter == "Y":
        reaches = [step * place for place in range(1, round((width + height) / step))]
        ends = [((max(0, far - height), min(far, height)), (min(far, width), max(0, far - width))) for far in reaches]
        return "".join(
            f"M{number(x + x1)} {number(y + y1)}L{number(x + x2)} {number(y + y2)}" for (x1, y1), (x2, y2) in ends
        )
    return ""


def bricks(x: float, y: float, size: float) -> str:
    """The joints of laid brick in one cell, four courses high."""
    course = size / 4
    lying = "".join(f"M{number(x)} {number(y + course * place)}h{number(size)}" for place in (1, 2, 3))
    upright = ((0.25, 0), (0.75, 0), (0.5, 1), (0.25, 2), (0.75, 2), (0.5, 3))
    return lying + "".join(
        f"M{number(x + size * along)} {number(y + course * place)}v{number(course)}" for along, place in upright
    )


def pattern_lines(letter: str, d: str, hue: str, step: float = 7) -> str:
    """A pattern, thin enough to leave the colour its hue."""
    thick, cap = (2.2, "round") if letter == "G" else (1.2, "butt")
    return lines(d, hue, thick * step / 7, stroke_opacity=0.55, stroke_linecap=cap)


def squares(cells: Iterable[Cell], size: float, top: int) -> str:
    """Cells as a path, to be filled."""
    side = number(size)
    return "".join(f"M{number(x * size)} {number((top - y) * size)}h{side}v{side}h-{side}z" for x, y in cells)


def border(cells: Sequence[Cell], size: float, top: int) -> str:
    """The edge round a tile as a path: every side of a cell that no other cell of the tile shares."""
    d = ""
    for column, row in cells:
        x, y, side = number(column * size), number((top - row) * size), number(size)
        far_x, far_y = number((column + 1) * size), number((top - row + 1) * size)
        d += "" if (column, row + 1) in cells else f"M{x} {y}h{side}"
        d += "" if (column, row - 1) in cells else f"M{x} {far_y}h{side}"
        d += "" if (column - 1, row) in cells else f"M{x} {y}v{side}"
        d += "" if (column + 1, row) in cells else f"M{far_x} {y}v{side}"
    return d


def tile(letter: str, cells: Sequence[Cell], brick: Cell | None = None, size: float = 9) -> str:
    """A tile by itself, as in a rack, its bounding box at the origin; with windows if it has a brick."""
    top = max(row for _, row in cells)
    parts = [element("path", fill=letter, stroke=f"{letter}-mark", d=squares(cells, size, top), stroke_width=0.6)]
    if brick is not None:
        x, y = brick[0] * size, (top - brick[1]) * size
        panes = [(column * size, (top - row) * size) for column, row in cells if (column, row) != brick]
        parts.append(box(x, y, size, size, fill=f"{letter}-brick") + lines(bricks(x, y, size), f"{letter}-joint", 0.7))
        parts += [box(x + size / 3, y + size / 4, size / 3, size / 2, fill="frame") for x, y in panes]
    return group([*parts, lines(border(cells, size, top), "ui-line", 1.2, stroke_linecap="square")])


def plaque(x: float, y: float, radius: float, letter: str) -> str:
    """A letter on an enamel plaque: legible on every colour."""
    disc = element("circle", fill="plaque", stroke="outline", cx=x, cy=y, r=radius, stroke_width=1)
    return disc + words(x, y + radius * 0.52, letter, radius * 1.45, "plaque-ink", "middle", bold=True)


def piece(letter: str | None, x: float, y: float, width: float, height: float) -> str:
    """A card or a die: its colour, pattern and letter; without a letter the empty place."""
    if letter is None:
        return box(x, y, width, height, 5, stroke="edge", stroke_width=1, stroke_dasharray="3 3")
    rim = width / 12
    inner = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
    step = max(4, inner[2] / 6)
    return group(
        [
            box(x, y, width, height, width / 9, fill="card", stroke="ui-line", stroke_width=1.5),
            box(*inner, radius=width / 14, fill=letter),
            pattern_lines(letter, pattern(letter, *inner, step), f"{letter}-mark", step),
            plaque(x + width / 2, y + height / 2, width * 0.3, letter),
        ]
    )


def shield(x: float, y: float, size: float) -> str:
    """A coat of arms round a point: a crown over water."""
    half = size / 2
    left, upper, low = number(x - half), number(y - half * 1.1), number(y + half * 1.2)
    right, waist = number(x + half), number(y + half * 0.1)
    rim = f"M{left} {upper}H{right}V{waist}Q{right} {number(y + half * 0.9)} {number(x)} {low}"
    sea = f"M{left} {waist}H{right}Q{right} {number(y + half * 0.9)} {number(x)} {low}"
    back = f"Q{left} {number(y + half * 0.9)} {left} {waist}Z"
    unit = size / 10
    crown = f"M{number(x - 3 * unit)} {number(y - unit * 0.6)}v{number(-3 * unit)}l{number(1.5 * unit)} {number(unit)}"
    crown += f"L{number(x)} {number(y - 4.4 * unit)}l{number(1.5 * unit)} {number(1.8 * unit)}l{number(1.5 * unit)}"
    crown += f" {number(-unit)}v{number(3 * unit)}Z"
    return (
        element("path", fill="coat", d=rim + back)
        + element("path", fill="coat-sea", d=sea + back)
        + element("path", fill="coat-crown", d=crown)
        + lines(rim + back, "ui-line", 1)
    )


def tick(x: float, y: float, radius: float) -> str:
    """A tick in a disc: done, earned."""
    down, up = f"l{number(radius * 0.35)} {number(radius / 2)}", f"l{number(radius * 0.65)} -{number(radius)}"
    d = f"M{number(x - radius / 2)} {number(y)}{down}{up}"
    return element("circle", fill="legal", cx=x, cy=y, r=radius) + lines(d, "paper", radius / 3.5)


def panel(x: float, y: float, width: float, height: float, title: str = "", note: str = "") -> str:
    """A sheet of paper on the table with a title, and a note at its right."""
    parts = [box(x, y, width, height, 8, fill="paper", stroke="line", stroke_width=1)]
    if title:
        parts.append(words(x + 12, y + 20, title, 13, bold=True))
    if note:
        parts.append(words(x + width - 12, y + 20, note, 12, "ink-soft", "end"))
    return "".join(parts)


def document(width: float, height: float, title: str, description: str, parts: Iterable[str]) -> str:
    """A whole picture with its own colours for light and dark pages, and words for people who cannot see it."""
    body = box(0, 0, width, height, fill="page") + "".join(parts)
    title, description = escaped(title), escaped(description)
    # Ids are made of what is drawn: pictures that differ never share one in a page.
    name = f"{ROOT}-{sha256((title + description + body).encode()).hexdigest()[:12]}"
    told = element("title", title, id=f"{name}-title") + element("desc", description, id=f"{name}-desc")
    style = element("style", stylesheet(body))
    return element(
        "svg",
        told + style + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        **{"class": ROOT},
    )


def stylesheet(body: str) -> str:
    """Rules for the colours that occur in a body."""
    used = sorted({name for found in CLASSES.findall(body) for name in found.split()})
    light, dark = "", ""
    for name in used:
        use, _, hue = name.partition("-")
        what = {"f": "fill", "s": "stroke"}[use]
        light += f".{ROOT} .{name}{{{what}:{HUES[hue].light}}}"
        dark += f".{ROOT} .{name}{{{what}:{HUES[hue].dark}}}"
    return f".{ROOT}{{font-family:{FONT}}}{light}@media (prefers-color-scheme: dark){{{dark}}}"
