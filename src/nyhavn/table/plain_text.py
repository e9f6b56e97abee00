"""Chat, and what names share with it: plain text of a sensible length, whatever was typed."""

import unicodedata

CHAT_LENGTH = 300
PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "your-turn",
    "one-moment",
    "nice",
    "oops",
    "again",
    "bye",
)
"""Quick phrases: everybody reads them in their own language."""

MARKS_IN_A_ROW = 3
JOINER = "\u200d"
"""Makes one picture of several; nothing else that is invisible is let through."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, says Unicode, that show nothing."""


def clean(text: str, length: int) -> str:
    """One line without control characters, invisible characters, changes of direction or towers of accents."""
    shown = "".join(" " if _is_space(letter) else letter for letter in text if _is_space(letter) or _is_shown(letter))
    kept = ""
    marks = MARKS_IN_A_ROW  # an accent needs something to stand on
    for letter in unicodedata.normalize("NFC", _join_pictures(shown)):
        if letter == " ":
            marks = MARKS_IN_A_ROW
        else:
            marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW:
            kept += letter
    return " ".join(_join_pictures(kept).split())[:length].rstrip(f" {JOINER}")


def _is_space(letter: str) -> bool:
    return letter in "\t\r\n" or unicodedata.category(letter)[0] == "Z"


def _is_shown(letter: str) -> bool:
    return letter == JOINER or (unicodedata.category(letter)[0] != "C" and letter not in BLANK)


def _join_pictures(text: str) -> str:
    """The same without joiners that join nothing: they stand before a picture, and after one or after what gives it its
    look, the tone of a skin or a selector of variants."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return "".join(letter for before, letter, after in around if letter != JOINER or _joins(before, after))


def _joins(before: str, after: str) -> bool:
    look = before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    return look and unicodedata.category(after) == "So"


def clean_chat(text: str) -> str:
    return clean(text, CHAT_LENGTH)
