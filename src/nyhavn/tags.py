"""The tag lines of a record, `[Name "value"]`, both ways."""

import re
from datetime import date
from hashlib import sha256

from nyhavn.errors import RecordError

TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]')
LONG_SEED = 10**1000
"""Python refuses to read or write very long numbers in decimal: such seeds are hexadecimal."""

Tags = dict[str, tuple[int, str]]
"""Values with the numbers of the lines they stand in."""


def write_tag(name: str, value: str) -> str:
    """A tag line; ValueError for what a record could not hold."""
    if type(value) is not str or not re.fullmatch("[A-Za-z0-9_]+", name):
        raise ValueError(f"a tag is a name of letters, digits and _ with a text, not {name!r}: {value!r}")
    if name == "Date" and not is_date(value):
        raise ValueError(f"a date is written YYYY-MM-DD, not {value[:60]!r}")
    one_line = re.sub(r"[\r\n]+", " ", value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{one_line}"]'


def is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def read_tags(lines: list[str]) -> Tags:
    """The tags at the head of a record, up to the first empty line."""
    tags: Tags = {}
    for number, line in enumerate(lines, 1):
        if not line:
            break
        match = TAG.fullmatch(line)
        if not match:
            raise RecordError(number, f'{line[:60]!r} is not a tag: a record begins with lines like [Players "2"]')
        if match[1] in tags:
            raise RecordError(number, f"the tag {match[1]} appears twice")
        tags[match[1]] = number, re.sub(r'\\(["\\])', r"\1", match[2])
    return tags


def write_seed(seed: int) -> str:
    return str(seed) if seed < LONG_SEED else hex(seed)


def read_seed(text: str) -> int:
    """ValueError if it is none."""
    if re.fullmatch(r"0x[0-9a-f]+", text):
        return int(text, 16)
    if re.fullmatch(r"[0-9]{1,1001}", text):
        return int(text)
    raise ValueError(f"a seed is a whole number from 0, not {text[:60]!r}")


def commitment_of(seed: int) -> str:
    """What can be published of a seed before a game, so that it can be checked afterwards: the SHA-256 of its text."""
    return sha256(write_seed(seed).encode()).hexdigest()


def read_commitment(text: str) -> str:
    """ValueError if it is none."""
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError(f"a commitment is 64 digits of 0-9 and a-f, not {text[:70]!r}")
    return text


def write_option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(kinds: dict[str, type], text: str) -> dict[str, object]:
    """Options as `name=value` pairs, or `-` for none; ValueError if they are not written so."""
    found: dict[str, object] = {}
    for pair in text.split(" ") if text != "-" else []:
        name, equals, value = pair.partition("=")
        if not equals or name in found:
            raise ValueError(f"options are name=value pairs or -, not {text[:60]!r}")
        if kinds.get(name) is bool and value not in ("true", "false"):
            raise ValueError(f"option {name} is true or false, not {value[:60]!r}")
        found[name] = value == "true" if kinds.get(name) is bool else value
    return found
