"""Messages of the files of words: as much of ICU's MessageFormat as the client has (`client/message-compiler.ts`)."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

WORDS = Path(__file__).parents[2] / "client" / "src" / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.json"))

TOKEN = re.compile(r"\{(?P<name>\w+)(?:, (?P<kind>\w+)(?P<more>, )?)?|(?P<end>\})|(?P<text>[^{}]+)")
FORM = re.compile(r"\s*(=\d+|\w+) \{")


@dataclass(frozen=True)
class Hole:
    name: str
    kind: str = ""
    """What a number is written as: `""`, `number`, or `number, percent`."""

    def __str__(self) -> str:
        return f"{{{self.name}{self.kind and f', {self.kind}'}}}"


@dataclass(frozen=True)
class Choice:
    """Forms, one of which is chosen by a value."""

    by: str
    kind: str
    forms: dict[str, "Message"]

    def __str__(self) -> str:
        forms = " ".join(f"{form} {{{written(message)}}}" for form, message in self.forms.items())
        return f"{{{self.by}, {self.kind}, {forms}}}"


Message = tuple[str | Hole | Choice, ...]


MADE: dict[str, dict[str, str]] = {}
"""Languages that tests make for themselves (`pseudo.py`)."""


def entries(language: str) -> dict[str, str]:
    """The messages of a language by key, without the comments for translators."""
    return MADE.get(language) or _entries(language)


@cache
def _entries(language: str) -> dict[str, str]:
    found = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return {key: text for key, text in found.items() if not key.startswith("@")}


def read(text: str) -> Message:
    parts, at = _read(text, 0)
    assert at == len(text), f"a brace too many in {text!r}"
    return parts


def _read(text: str, at: int) -> tuple[Message, int]:
    """The parts from here to the end of the message or form, and where that is."""
    parts: list[str | Hole | Choice] = []
    while at < len(text) and text[at] != "}":
        token = TOKEN.match(text, at)
        assert token, f"{text[at:]!r} cannot be read"
        at = token.end()
        if token["text"]:
            parts.append(token["text"])
        elif token["kind"] in ("plural", "selectordinal", "select"):
            forms: dict[str, Message] = {}
            while form := FORM.match(text, at):
                forms[form[1]], at = _read(text, form.end())
                at = _closed(text, at)
            parts.append(Choice(token["name"], token["kind"], forms))
            at = _closed(text, at)
        else:
            end = text.index("}", at)
            parts.append(Hole(token["name"], f"{token['kind'] or ''}{token['more'] or ''}{text[at:end]}"))
            at = end + 1
    return tuple(parts), at


def _closed(text: str, at: int) -> int:
    assert text[at : at + 1] == "}", f"a brace is missing in {text!r}"
    return at + 1


def written(message: Message) -> str:
    """The text that was read."""
    return "".join(map(str, message))


def rewritten(message: Message, text: Callable[[str], str], forms: Callable[[Choice], dict[str, Message]]) -> Message:
    """The same message with other texts and other forms."""

    def part(one: str | Hole | Choice) -> str | Hole | Choice:
        if isinstance(one, str):
            return text(one)
        if isinstance(one, Hole):
            return one
        return Choice(one.by, one.kind, {form: rewritten(its, text, forms) for form, its in forms(one).items()})

    return tuple(map(part, message))


def variants(message: Message, counted: str = "") -> Iterator[str]:
    """Every text that a message can become, its holes open."""
    choices = [[*_variants(part, counted)] for part in message]
    return ("".join(parts) for parts in product(*choices))


def _variants(part: str | Hole | Choice, counted: str) -> Iterator[str]:
    if isinstance(part, str):
        yield part.replace("#", f"{{{counted}}}") if counted else part
    elif isinstance(part, Hole):
        yield f"{{{part.name}}}"
    else:
        for form in part.forms.values():
            yield from variants(form, part.by if part.kind != "select" else counted)


def filled(message: Message, values: dict[str, object], counted: str = "") -> str:
    """A message in words, in languages that have one form for one and another for more. A value may have forms."""
    found = ""
    for part in message:
        if isinstance(part, str):
            found += part.replace("#", str(values[counted])) if counted else part
        elif isinstance(part, Hole):
            name, _, form = part.name.partition("_")
            value = values[name]
            found += str(value(form) if callable(value) else value)
        else:
            value = values.get(part.by, "")
            form = str(value) if part.kind == "select" else "one" if value == 1 else "other"
            chosen = part.forms.get(f"={value}") or part.forms.get(form) or part.forms["other"]
            found += filled(chosen, values, part.by if part.kind != "select" else counted)
    return found
