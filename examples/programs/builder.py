"""A bot in plain Python: it covers as many cells as it can, and takes or rolls whatever comes first otherwise."""

import json
import sys

GAMES = ["copenhagen", "roll-and-write"]


def cells(move: str) -> int:
    """How many cells a move covers."""
    words = move.split()
    if words[0] not in ("build", "draw", "single"):
        return 0
    return sum(word[0] in "abcde" and word[1:2].isdigit() for word in words[1:])


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


moves: list[str] = []
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say(type="hello", protocol=1, name="builder in Python", games=GAMES)
        case "observation":
            moves = message["moves"]
        case "choose":
            say(type="chosen", move=max(moves, key=cells))
        case "quit":
            break
