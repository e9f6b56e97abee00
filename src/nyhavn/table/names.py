"""Names: what people may be called, so that nobody passes for somebody else."""

# ruff: noqa: RUF001 - letters that look alike are what this is about

import unicodedata
from collections.abc import Collection

from nyhavn.table.entries import Refusal
from nyhavn.table.plain_text import BLANK, JOINER, clean

NAME_LENGTH = 24
PICTURE = "\ufe0f"
"""Says that the sign before it is a picture."""
UNSEEN = {0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)}
"""Marks, says Unicode, that show nothing."""
TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"}
"""Scripts that are written together, and with Latin letters among them."""
COMMON = TOGETHER | {
    "LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", "ETHIOPIC", "DEVANAGARI",
    "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO",
    "TIBETAN", "MYANMAR", "KHMER",
}  # fmt: skip
"""Scripts in common use, as Unicode recommends them for names (UAX 31). Whole names can be written in the others that
look like Latin ones: in Lisu, in Cherokee, in Coptic."""
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
PLAYER = ("player", "joueur", "jugador", "játékos", "spieler", "spiller")
"""How people without a name are shown, in the languages that we ship: `Player 2`, or `2. játékos`."""

ALIKE = {
    "a": "аαɑ", "b": "вьβ", "c": "с", "d": "ԁ", "e": "еε", "g": "ցɡ", "h": "нһհ", "j": "ј", "k": "кκ", "l": "i1|іιı",
    "m": "мμ", "n": "ո", "o": "о0οօ", "p": "рρ", "q": "ԛզ", "s": "ѕ", "t": "тτ", "u": "ս", "v": "ν", "w": "ԝω",
    "x": "хχ", "y": "уγυ",
}  # fmt: skip
"""Letters and digits that are taken for another, small ones: ours, and no more than a table of friends needs."""
LETTERS = str.maketrans({letter: one for one, letters in ALIKE.items() for letter in letters})
PAIRS = {"rn": "m", "vv": "w"}


def read_name(text: str) -> str:
    """A name as it is kept: one line of letters that can be seen, all of one script; else a Refusal."""
    shown = unicodedata.normalize("NFKC", text).strip()
    around = zip(" " + shown, shown, shown[1:] + " ", strict=False)
    if any(_is_unseen(before, letter, after) for before, letter, after in around):
        raise Refusal("name", "this name has invisible characters: leave them out", why="unseen")
    scripts = {_script(letter) for letter in shown} - {""}
    if len(scripts - TOGETHER) > 1 or scripts - COMMON:
        raise Refusal("name", "this name mixes the letters of several scripts: keep to one", why="scripts")
    return clean(shown, NAME_LENGTH)


def skeleton(name: str) -> str:
    """What a name looks like: two that have the same are easily taken for each other."""
    plain = unicodedata.normalize("NFKC", "".join(map(_large, name))).casefold()
    letters = "".join(_digit(letter) for letter in plain if not _is_beside(letter))
    alike = (letters or plain).translate(LETTERS)
    for pair, one in PAIRS.items():
        alike = alike.replace(pair, one)
    return alike


def is_taken(name: str, others: Collection[str]) -> bool:
    """Whether a name could be taken for one of those at a table; nobody has the empty one, but whoever has no name is
    shown with the number of their seat."""
    alike = skeleton(name)
    return bool(name) and (alike in UNNAMED or alike in {skeleton(other) for other in others if other})


def numbered(name: str, others: Collection[str]) -> str:
    """A name for a bot, with a number added if it is taken."""
    number, found = 1, name
    while is_taken(found, others):
        number += 1
        found = f"{name[: NAME_LENGTH - 2]} {number}"
    return found


def _is_unseen(before: str, letter: str, after: str) -> bool:
    if letter == JOINER:  # between two pictures, the first of which may have a tone or a look
        is_picture = before == PICTURE or unicodedata.category(before) in ("So", "Sk")
        return not (is_picture and unicodedata.category(after) == "So")
    if letter == PICTURE:
        return unicodedata.category(before) not in ("So", "Sk", "Sm") and after != "\u20e3"
    return unicodedata.category(letter)[0] == "C" or letter in BLANK or ord(letter) in UNSEEN


def _is_beside(letter: str) -> bool:
    """Whether it hardly changes how a name looks: spaces, points, and accents that stand alone."""
    category = unicodedata.category(letter)
    return category[0] in "ZP" or category == "Sk" or "\u02b9" <= letter <= "\u02ff"


def _large(letter: str) -> str:
    """A small capital as the letter that it is."""
    found = unicodedata.name(letter, "")
    one = found.removeprefix(SMALL_CAPITAL)
    return one if found != one and len(one) == 1 else letter


def _script(letter: str) -> str:
    """The script of a letter, from its name; empty for what all scripts share."""
    if unicodedata.category(letter) not in ("Lu", "Ll", "Lt", "Lo"):
        return ""
    return unicodedata.name(letter, "").partition(" ")[0]


def _digit(letter: str) -> str:
    value = unicodedata.digit(letter, None)
    return letter if value is None else str(value)


UNNAMED = {
    skeleton(shown) for word in PLAYER for number in range(1, 5) for shown in (f"{word} {number}", f"{number} {word}")
}
