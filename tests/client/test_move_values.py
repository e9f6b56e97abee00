"""A move is a value in the client too: its fields say what it is, and nobody takes its text apart.

The types see to that where the text comes from the server (`MoveText` in `protocol.ts`, tried in `moves.test.ts`). Here
it is looked for in the sources: verbs that are compared or cut off, and texts of moves that lost their type.
"""

import re

import pytest

from nyhavn.games import find_game, game_names
from tests.client.test_game_folders import SOURCE, code, mentions, sources

KINDS = sorted({kind for game in game_names() for kind in find_game(game).rules.moves.CODEC.kinds})
VERBS = "|".join(sorted({kind.split()[0] for kind in KINDS}))
ALLOWED = "|".join((*KINDS, "end card", "discard first"))  # an effect and a refusal
CUT = "split|slice|substring|startsWith|endsWith|match|matchAll|replace|replaceAll|charAt|search|indexOf"
MOVES = r"(?:move|moves|best|chance|pay|placeMove)\b"
TAKEN_APART = re.compile(
    "|".join(
        (
            rf"[\"'`](?!(?:{ALLOWED})[\"'`])(?:{VERBS}) ",  # a text that begins with a verb and is no kind
            rf"/\^\(?(?:{VERBS})\b",  # a pattern for verbs
            rf"\b{MOVES}[)\]!?]*(?:\[[^]]*\])?[)!?]*\.(?:{CUT})\(",  # the text of a move, cut
            rf"\.(?:test|exec)\([^()]*\b{MOVES}",
            rf"\bString\([^()]*\b{MOVES}",  # a text that has lost its type
        )
    )
)


@pytest.mark.parametrize(
    "text",
    [
        'const [verb = "", ...what] = move.split(" ");',
        'String(line.event.move).split(" ")',
        'moves.filter((move) => move.startsWith("take "))',
        "this.moves.find((move) => move === `discard ${text}`)",
        "void this.play(`coat special ${cell}`);",
        "const KNOWN = /^(take|discard|coat) |^end$/;",
        "play.moves.filter((one) => !KNOWN.test(one.move))",
        'play.payment?.pay.replace("-", "").length',
        'const plus = pay.split("+").length - 1;',
        "idea!.move.slice(5)",
        'choices.moves[0]!.startsWith("end")',
        'String(event.chance).split("=")',
    ],
)
def test_what_takes_a_move_apart_is_found(text: str) -> None:
    assert TAKEN_APART.search(code(text))


@pytest.mark.parametrize(
    "text",
    [
        'play.offered("coat special").find(({ fields }) => fields.cell === cell)',
        'if (move.kind === "take") this.docks = [...move.docks];',
        't("take", { docks })',
        "this.moves.filter((one) => one.fields.kind === kind)",
        'return `${verb} ${tile.tile} ${names.join(" ")} ${paid} ${payment.pay}`;',
        "// take 1 2 is split here",
    ],
)
def test_what_reads_its_fields_is_not(text: str) -> None:
    assert not TAKEN_APART.search(code(text))


def test_no_text_of_a_move_is_taken_apart() -> None:
    looked_at = [path for path in sources(SOURCE) if "gallery" not in path.parts]
    assert len(looked_at) > 150
    assert [found for path in looked_at for found in mentions(path, TAKEN_APART)] == []
