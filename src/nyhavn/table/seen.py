"""What a receiver may know of a table: the one place through which everything goes that is told to anybody, live, on
catching up, in lists and in replays. A receiver is a person with the seat it looks from, or a spectator (None).

What is hidden in a game is decided by the game's `views`; here it is decided which fields of the log leave the server.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from nyhavn.table import hints
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.table import Table
from nyhavn.tags import write_seed

Json = dict[str, Any]

FIELDS: dict[str, tuple[str, ...]] = {
    "create": (),
    "sit": ("seat", "name", "bot"),
    "leave": ("seat",),
    "close": (),
    "start": ("order", "rules", "commitment"),
    "step": ("step", "commitment"),
    "move": ("seat", "move"),
    "chance": ("chance",),
    "hold": ("seat", "move"),
    "undo": ("seat", "moves"),
    "confirming": ("seat", "on"),
    "chat": ("seat", "text", "phrase"),
    "chatting": ("who",),
    "standin": ("seat", "bot", "why"),
    "back": ("seat",),
    "clock": ("seat", "granted"),
    "forfeit": ("seat",),
    "over": ("result", "seed"),
    "rematch": ("table",),
}
"""What leaves the server of each kind of entry. Persons, message ids and the seed of a running game are not among it.
Moves and chance are taken from the game, which knows what a seat may see of them."""

WAITING = ("create", "sit", "leave", "close")
"""Kinds that those get to know who may not watch, as long as nothing is played: who is there to play with."""


def may_watch(table: Table, seat: int | None) -> bool:
    return seat is not None or table.made["watch"] == "anyone"


def check_looking(table: Table, person: str | None) -> None:
    """Refuse to tell a stranger anything of a table that only its players may look at. While it waits for players
    they see who is there, for they may sit down."""
    if table.made["watch"] != "anyone" and table.status != "open" and not table.seats_of(person):
        raise Refusal("no watching", "only its players may look at this table")


def seat_now(table: Table, entries: Sequence[Entry], person: str, seat: int | None) -> int | None:
    """Where somebody looks from after these entries: with random order seats change at the start, and a seat that was
    left may be another's by now."""
    for entry in entries:
        if entry.kind == "start" and seat is not None:
            seat = entry.body["order"].index(seat)
    return seat if seat in table.seats_of(person) else None


def look(table: Table, seat: int | None) -> Json | None:
    """The position as a seat may know it; None before the start and for those who may not watch."""
    if table.state is None or not may_watch(table, seat):
        return None
    return table.state.look(seat)


def choices(table: Table, seat: int | None) -> Json | None:
    """What a seat can do, or plan."""
    if table.state is None or seat is None or table.status != "playing":
        return None
    found: Json = table.state.choices(seat)
    return found


def undoable(table: Table, seat: int | None) -> int:
    """How many steps a seat can take back."""
    if seat is None or table.thinking != seat:
        return 0
    return len(table.earlier) + (table.held is not None)


def held(table: Table, seat: int | None) -> str | None:
    return table.held[1] if table.held and table.held[0] == seat else None


def clock(table: Table) -> Json | None:
    if table.clocks is None:
        return None
    return {"left": table.clocks.left.copy(), "running": table.clocks.running, "at": table.clocks.since}


def events(table: Table, entries: Sequence[Entry], seat: int | None) -> list[Json]:
    """The last entries of the log as a receiver may know them, with their effects. What was taken back within them is
    left out; an undo tells of how many moves it took back that stood before them."""
    watching = may_watch(table, seat)
    if not watching and table.status != "open":
        return []
    played: dict[int, Json] = {}
    if entries and watching and table.state is not None:
        first = bisect_left(table.numbers, entries[0].n)
        played = {table.numbers[happened["n"]]: happened for happened in table.state.events(first, seat)}
    found: list[Json] = []
    unseen = 0  # moves among these entries that do not stand and whose undo is still to come
    for entry in entries:
        body, kind = entry.body, entry.kind
        if kind not in FIELDS or (kind not in WAITING and not watching):
            continue
        told = body
        effects: list[Json] = []
        if kind in ("move", "chance"):
            if entry.n not in played:
                unseen += kind == "move"
                continue
            told = played[entry.n]
            effects = told["effects"]
        elif kind == "hold":
            if body["seat"] != seat or held(table, seat) != body["move"] or table.state is None:
                continue  # it is another's, was taken back, or played
            effects = table.state.preview(body["move"])
        elif kind == "undo":
            again = min(unseen, body["moves"])
            unseen -= again
            told = {**body, "moves": body["moves"] - again}
            if not told["moves"] and body["seat"] != seat:
                continue  # of a held move, or of what this receiver never saw
        elif kind in ("start", "step"):
            told = {**body, "commitment": table.commitment}
            effects = covered(table, seat) if watching and entry.n == table.began else []
        event = {"kind": kind, "at": entry.at} | {name: told[name] for name in FIELDS[kind] if name in told}
        found.append({"n": entry.n, "event": event, "effects": effects})
    return found


def covered(table: Table, seat: int | None) -> list[Json]:
    """What was built before the game began at this table, if it goes on from a position."""
    if table.state is None or not table.before:
        return []
    told = table.state.events(0, seat)[: table.before]
    return [effect for happened in told for effect in happened["effects"] if effect["effect"] == "cover"]


def lesson(table: Table) -> Json | None:
    """What is being learnt, and whether it is done."""
    if not table.lesson:
        return None
    step = table.steps[table.step]
    return {
        "name": table.lesson,
        "step": table.step,
        "steps": len(table.steps),
        "key": step.key,
        "light": list(step.light),
        "task": step.want is not None,
        "done": table.step_done,
    }


def info(table: Table, person: str | None, present: Sequence[bool], replayed: bool = False) -> Json:
    """A table as a person sees it, but for its position and the ways to invite others; or as it is `replayed`, to
    whoever has the link for that."""
    watching = replayed or table.made["watch"] == "anyone" or bool(table.seats_of(person))
    over = watching and table.status == "over"
    persons = [seat.person for seat in table.seats]
    return {
        "id": table.id,
        "game": table.game,
        "players": table.players,
        "options": table.made["options"],
        "status": table.status,
        "frozen": table.frozen,
        "watch": table.made["watch"],
        "listed": table.made["listed"],
        "show_known": table.made["show_known"],
        "order": table.made["order"],
        "clock": table.made["clock"],
        "chat": table.chatting,
        "seats": [
            {
                "seat": number,
                "kind": "bot" if seat.bot else "person" if seat.person else "open",
                "name": seat.name,
                "bot": seat.bot,
                "person": None if seat.person is None else persons.index(seat.person),
                "reserved": seat.reserved is not None,
                "yours": person is not None and seat.person == person,
                "present": seat.bot is not None or present[number],
                "left": seat.left,
                "standin": seat.standin,
                "forfeited": seat.forfeited,
                "confirm": seat.confirm,
            }
            for number, seat in enumerate(table.seats)
        ],
        "host": table.made["host"] == person,
        "n": table.n,
        "created": table.created,
        "commitment": table.commitment if watching else None,
        "seed": write_seed(table.seed) if over and table.seed is not None else None,
        "replay": table.made["replay"] if over else None,
        "rematch": table.rematch if watching else None,
        "result": table.result if watching else None,
        "hints": hints.allowed(table, person),
        "lesson": lesson(table),
    }


def line(table: Table, person: str | None) -> Json:
    """A table in a list, as a person sees it: its status may be another one than when it was last written."""
    mine = table.seats_of(person)
    state = table.state if mine else None
    return {
        "status": table.status,
        "names": [seat.name for seat in table.seats],
        "scores": list(state.scores) if state else [],
        "your_turn": state is not None and table.status == "playing" and state.turn in mine,
    }
