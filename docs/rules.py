"""Makes what the rules are shown with: `docs/rules-*.md`, and the positions that the client draws beside its rules.

.venv/bin/python docs/rules.py

The rules are written once, in `client/src/games/<game>/rules/<language>.md`. These are Markdown of a few kinds of
blocks, with an empty line between them: headings, paragraphs, lists, tables, and pictures, `![what it shows](name)`. A
rule is named behind the sentences about it, `(C12)` or `(C13, C14)`; where it is named first, it is explained. The
pictures are those of `docs/pictures/make.py`, of which the client gets the positions and draws them itself.
"""

import json
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import nyhavn
from nyhavn.games import components_of
from nyhavn.games.copenhagen.components import TILES
from nyhavn.games.roll_and_write.components import TILES as DRAWN_TILES

DOCS = Path(__file__).resolve().parent
CLIENT = DOCS.parent / "client" / "src"
GAMES = {"copenhagen": "games/copenhagen", "roll-and-write": "games/roll_and_write"}
"""The games, and the folders of their tests."""
RECORDS = {"copenhagen": "friday.nyhavn", "roll-and-write": "sunday.nyhavn"}

NAMED = re.compile(r"\(([CW]\d+(?:, [CW]\d+)*)\)")
PICTURE = re.compile(r"!\[([^\]]+)\]\(([\w-]+)\)")


class Block(NamedTuple):
    kind: str
    """`#`, `##`, `###`, `p`, `ul`, `ol`, `table` or `pictures`."""
    text: str

    @property
    def parts(self) -> list[str]:
        """Items of a list, rows of a table, captions of pictures, or all of it."""
        if self.kind in ("table", "pictures"):
            return self.text.splitlines()
        parts = re.split(r"\n(?=\S)", self.text) if self.kind in ("ul", "ol") else [self.text]
        # Not `split()`: that would turn no-break spaces (French, before a colon) into plain ones.
        return [" ".join(re.split(r"[ \t\n]+", part)) for part in parts]

    @property
    def rules(self) -> list[list[str]]:
        """The rules that are named, part by part."""
        return [[rule for group in NAMED.findall(part) for rule in group.split(", ")] for part in self.parts]


def source(game: str, file: str) -> Path:
    """A file of the rules of a game."""
    return CLIENT / "games" / game / "rules" / file


def languages(game: str) -> list[str]:
    """The languages that the rules are written in."""
    return sorted(book.stem for book in source(game, "").glob("*.md"))


@cache
def blocks(game: str, language: str = "en") -> tuple[Block, ...]:
    """The rules of a game, block by block."""
    text = source(game, f"{language}.md").read_text(encoding="utf-8")
    return tuple(_block(part) for part in text.strip().split("\n\n"))


def _block(text: str) -> Block:
    kinds = {"#": text.split(" ")[0], "-": "ul", "1": "ol", "|": "table", "!": "pictures"}
    return Block(kinds.get(text[0], "p"), text)


@cache
def drawn() -> dict[str, Any]:
    """What the script of the pictures has in it."""
    return runpy.run_path(str(DOCS / "pictures" / "make.py"))


# The pages


def page(game: str) -> str:
    """The rules of a game as a page of the documentation."""
    parts: list[str] = []
    for block in blocks(game):
        if block.kind == "##" and not any(part.startswith("## ") for part in parts):
            parts += [_about(game), _contents(game)]
        parts.append(_pictures(block.text) if block.kind == "pictures" else block.text)
    return "\n\n".join(parts) + "\n"


def _about(game: str) -> str:
    letter, folder = game[0].upper().replace("R", "W"), GAMES[game]
    folder_of_rules = f"../client/src/games/{game}/rules"
    others = (f"[{_called(game, tag)}]({folder_of_rules}/{tag}.md)" for tag in languages(game) if tag != "en")
    start = (
        "This page is all you need to start; if you type your moves, see [notation](notation.md). The browser shows "
        f"the same text with a search box, also in other languages: {', '.join(others)}."
    )
    numbers = (
        "The numbers in parentheses name the rule that a sentence is about. The program’s tests carry the same "
        f"numbers: to see exactly what `{letter}12` means, look in [tests/{folder}](../tests/{folder}). The move that "
        f"a picture shows is given below it; the last pictures are from [this game](games/{RECORDS[game]})."
    )
    return "\n\n".join(fill(text, 120, break_on_hyphens=False) for text in (start, numbers))


def _called(game: str, language: str) -> str:
    """The rules as they are called in their language: what follows the name of the game in their title."""
    title = blocks(game, language)[0].text.removeprefix("# ")
    return re.split(r"\s?: ", title)[-1]


def _contents(game: str) -> str:
    titles = [block.text.removeprefix("## ") for block in blocks(game) if block.kind == "##"]
    links = ((title, re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")) for title in titles)
    return "\n".join(f"{number}. [{title}](#{link})" for number, (title, link) in enumerate(links, 1))


def _pictures(text: str) -> str:
    """Pictures side by side, with the moves below them."""
    shown = PICTURE.findall(text)
    moves = [_move(name) for _, name in shown]
    images = [f"![{caption}](pictures/{name}.svg)" for caption, name in shown]
    if len(shown) == 1 and not moves[0]:
        return images[0]
    rows = [[caption for caption, _ in shown], ["---"] * len(shown), images, moves]
    return "\n".join(f"| {' | '.join(row)} |".replace("| --- |", "|---|").replace(" --- |", "---|") for row in rows)


def _move(name: str) -> str:
    scene = drawn()["scenes"]().get(name)
    if scene is None or not scene.move:
        return ""
    return f"`{scene.move}`{' is refused' if scene.refused else ''}"


# The positions


def pictures(game: str) -> str:
    """What the client has to know to draw the pictures of a game."""
    scenes = {name: scene for name, scene in drawn()["scenes"]().items() if scene.state.game == game}
    shown = {name: _position(scene) for name, scene in scenes.items()} | _things(game)
    written = (f"    {json.dumps(name)}: {json.dumps(shown[name], separators=(',', ':'))}" for name in sorted(shown))
    coats = json.dumps(components_of(game)["coats"], separators=(",", ":"))
    return f'{{\n  "coats": {coats},\n  "positions": {{\n' + ",\n".join(written) + "\n  }\n}\n"


def _things(game: str) -> dict[str, Any]:
    """Pictures of no position: all tiles, and what can be done with docks or tracks."""
    if game == "copenhagen":
        laid = ({"tile": tile, "cells": cells, "brick": cells.index(brick)} for tile, (cells, brick) in TILES.items())
        return {"takes": {"takes": [take._asdict() for take in drawn()["taken"]()]}, "tiles": {"tiles": [*laid]}}
    tiles = [{"tile": tile, "cells": cells} for tile in DRAWN_TILES for cells in DRAWN_TILES[tile]]
    return {"dice-tiles": {"tiles": tiles}, "dice-tracks": _tracks(nyhavn.new_game(game, players=3, seed=2020).view())}


def _position(scene: Any) -> dict[str, Any]:
    view = scene.state.view()
    if not scene.whole:
        return _front(scene, view)
    if view["game"] == "copenhagen":
        if scene.move:
            return {"abilities": view["seats"][scene.seat]["abilities"]}
        return {"docks": view["docks"], "deck": view["deck"], "turned": view["end_card"] == "turned up"}
    if view["over"]:
        seats = range(view["players"])
        fronts = ({"score": view["scores"][seat], "empty": view["empty_cells"][seat]} for seat in seats)
        return {"fronts": [front | _covered(scene.state, seat) for seat, front in enumerate(fronts)]}
    return _tracks(view) if scene.move else {"dice": view["dice"], **_covered(scene.state, 0)}


def _front(scene: Any, view: dict[str, Any]) -> dict[str, Any]:
    """A house: what covers it, which cells are meant, and the lines that they complete."""
    covered = _covered(scene.state, scene.seat)
    labels = {label for cell in scene.cells for label in cell}
    full = [line for line in covered["complete"] if line in labels]
    return {
        **covered,
        **({"ringed": scene.cells} if scene.cells else {}),
        **({"refused": scene.move.split()[1]} if scene.refused else {}),
        **({"lines": full} if full else {}),
    }


def _covered(state: Any, seat: int) -> dict[str, Any]:
    kind = "house" if state.game == "copenhagen" else "sheet"
    effects = [effect for event in state.events() for effect in event["effects"] if effect["effect"] == "cover"]
    pieces = [{"tile": effect["tile"], "cells": effect["cells"]} for effect in effects if effect["seat"] == seat]
    seen = state.view()["seats"][seat]
    return {"cover": seen[kind], "complete": seen["lines"], "pieces": pieces}


def _tracks(view: dict[str, Any]) -> dict[str, Any]:
    """The tracks of the first seat, in the words of the client's types."""
    box = components_of("roll-and-write")
    needed = ("tracks", "track_points")
    seat = {name: view["seats"][0][name] for name in ("tracks", "stars", "bonuses")}
    components = {name: box[name] for name in needed}
    return {"tracks": {"components": components, "view": {"seats": [seat], "fresh": view["fresh"]}}}


def made() -> Iterator[tuple[Path, str]]:
    """Every file that is made here, and what is in it."""
    for game in GAMES:
        yield DOCS / f"rules-{game}.md", page(game)
        yield source(game, "pictures.json"), pictures(game)


if __name__ == "__main__":
    for file, text in made():
        file.write_text(text, encoding="utf-8", newline="\n")
        print(file.relative_to(DOCS.parent))
