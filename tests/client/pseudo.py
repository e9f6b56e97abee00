"""Languages that nobody speaks, made of English: what a seventh language would need, and whether there is room for it.

`en-XA` is longer and has accents; `ar-XB` runs from right to left and has all six plural forms. Each is two kinds of
file, as CONTRIBUTING.md says, in a copy of the client: nothing else is edited.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from client.build import CLIENT, STATIC, node
from tests.client.messages import Choice, Message, entries, read, rewritten, written

LONG, RIGHT_TO_LEFT = "en-XA", "ar-XB"
ARABIC_FORMS = ("zero", "one", "two", "few", "many", "other")
RULES = "src/games/*/rules/en.md"

ACCENTS = str.maketrans("aceinouyAEIOU", "åçéîñöûýÅÉÎÖÛ")
HEBREW = str.maketrans(dict(zip("abcdefghijklmnopqrstuvwxyz", "אבקדעפגהיזכלמנוףצרסתשוקטיז", strict=True)))


def longer(text: str) -> str:
    """Every third vowel twice, so that each word is longer, as it is in German or Hungarian."""
    return re.sub(r"([aeiou])(?=[a-z])", r"\1\1", text).translate(ACCENTS)


def mirrored(text: str) -> str:
    """Letters of an alphabet that runs the other way, one for one."""
    return text.lower().translate(HEBREW)


def _forms(tag: str) -> Callable[[Choice], dict[str, Message]]:
    def forms(choice: Choice) -> dict[str, Message]:
        if tag != RIGHT_TO_LEFT or choice.kind != "plural":
            return choice.forms
        exact = {form: message for form, message in choice.forms.items() if form.startswith("=")}
        return exact | {form: choice.forms.get(form, choice.forms["other"]) for form in ARABIC_FORMS}

    return forms


def words(tag: str) -> dict[str, str]:
    """The words of a language, made of the English ones."""
    text = longer if tag == LONG else mirrored
    return {key: written(rewritten(read(message), text, _forms(tag))) for key, message in entries("en").items()}


def rulebook(tag: str, english: str) -> str:
    """Rules in a language, with their numbers and pictures as they are."""
    text = longer if tag == LONG else mirrored
    parts = re.split(r"(\]\([\w-]+\)|\([CW]\d+(?:, [CW]\d+)*\)|\*|\|-+\|[-|]*)", english)
    return "".join(part if number % 2 else text(part) for number, part in enumerate(parts))


def build(folder: Path) -> Path:
    """The client with both languages beside the others, built in a folder; where it is then."""
    copy = folder / "client"
    shutil.copytree(CLIENT, copy, ignore=shutil.ignore_patterns("node_modules", "tests"))
    (copy / "node_modules").symlink_to(CLIENT / "node_modules")
    for tag in (LONG, RIGHT_TO_LEFT):
        (copy / "src" / "words" / f"{tag}.json").write_text(json.dumps(words(tag)), encoding="utf-8")
        for book in copy.glob(RULES):
            text = rulebook(tag, book.read_text(encoding="utf-8"))
            book.with_name(f"{tag}.md").write_text(text, encoding="utf-8")
    program, _ = node()
    done = subprocess.run([program, "node_modules/vite/bin/vite.js", "build"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / STATIC.relative_to(CLIENT.parent)
