"""What a receiver may know of a table. Everything that leaves the server goes through here: live events and catching
up, lists, replays, shared positions, statistics, hints and reviews, and what bots see. A receiver is a person with the
seat they view from, or a spectator (None).

What is hidden in a game is decided by the game's `knowledge`; here it is decided which fields of the log leave the
server, and when. `tests/server/test_channels.py` lists the channels.
"""

import random
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from nyhavn.bots import Observation, observe
from nyhavn.play import State, preview_of
from nyhavn.positions import as_known
from nyhavn.records import count_moves, parse_record, retrace
from nyhavn.rules import Ending, tie_broken
from nyhavn.statistics import statistics_of
from nyhavn.table import hints, positions, written_choices
from nyhavn.table.entries import Entry, Refusal, TableSummary
from nyhavn.table.patches import Patch, difference
from nyhavn.table.table import Table
from nyhavn.tags import write_seed

Json = dict[str, Any]

FIELDS: dict[str, tuple[str, ...]] = {
    "create": (),
    "sit": ("seat", "name", "bot"),
    "leave": ("seat",),
    "close": (),
    "start": ("order", "rules", "commitment", "position"),
    "step": ("step", "commitment"),
    "move": ("seat", "move", "fields"),
    "chance": ("chance",),
    "hold": ("seat", "move", "fields"),
    "undo": ("seat", "moves"),
    "takeback": ("seat", "what"),
    "confirming": ("seat", "on"),
    "chat": ("seat", "text", "phrase"),
    "chatting": ("who",),
    "standin": ("seat", "bot", "why"),
    "failed": ("seat", "bot", "why", "plays", "rest"),
    "back": ("seat",),
    "clock": ("seat", "granted"),
    "forfeit": ("seat",),
    "over": ("result", "seed"),
    "rematch": ("table",),
}
"""What leaves the server of each kind of entry. Persons, message ids and the seed of a running game are not among it.
Moves and chance are taken from the game, which knows what a seat may see of them."""

WAITING = ("create", "sit", "leave", "close")
"""Kinds that people who may not watch still see before the game starts: who is there to play with."""


def may_watch(table: Table, seat: int | None) -> bool:
    return seat is not None or table.made["watch"] == "anyone"


def check_looking(table: Table, person: str | None) -> None:
    """Refuse to tell a stranger anything of a table that only its players may look at. While it waits for players
    they see who is there, for they may sit down."""
    if table.made["watch"] != "anyone" and table.status != "open" and not table.seats_of(person):
        raise Refusal("no watching", "this table is private to its players")


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


def picture(table: Table, seat: int | None) -> str | None:
    """The same as a schematic picture, for clients that cannot draw the game."""
    if table.state is None or not may_watch(table, seat):
        return None
    return table.state.svg(seat)


def choices(
    table: Table, seat: int | None, last: written_choices.WrittenChoices | None = None
) -> written_choices.WrittenChoices | None:
    """What a seat can do, or plan; `last` is what it was offered before."""
    if table.state is None or seat is None or table.status != "playing":
        return None
    return written_choices.tell(table.state.offer(seat), table.state.rules.tile, last)


def undoable(table: Table, seat: int | None) -> int:
    """How many steps a seat can take back."""
    if seat is None or table.thinking != seat:
        return 0
    return len(table.earlier) + (table.held is not None)


def takeback(table: Table, seat: int | None) -> Json | None:
    """The last turn, if it can still be undone, and who is asked to agree: everybody at the table knows that."""
    last = table.last_turn
    if last is None or not may_watch(table, seat):
        return None
    return {"seat": last.seat, "asked": last.asked, "awaited": table.awaited}


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
        played = {table.numbers[happened["n"]]: happened for happened in table.state.shared_events(first, seat)}
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
            move = table.held_move
            if body["seat"] != seat or held(table, seat) != body["move"] or table.state is None:
                continue  # it is another's, was taken back, or played
            assert move is not None and move.number is not None  # noqa: PT018 - what is held is a move
            told = {**body, "fields": table.state.rules.moves.CODEC.fields(move.number)}
            effects = preview_of(move)
        elif kind == "undo":
            again = min(unseen, body["moves"])
            unseen -= again
            told = {**body, "moves": body["moves"] - again}
            if not told["moves"] and body["seat"] != seat:
                continue  # of a held move, or of what this receiver never saw
        elif kind in ("start", "step"):
            told = {**body, "commitment": table.commitment, **({"position": at} if (at := begun(table)) else {})}
            effects = covered(table, seat) if watching and entry.n == table.began else []
        elif kind == "over":
            told = {**body, "result": result(table)}
        event = {"kind": kind, "at": entry.at} | {name: told[name] for name in FIELDS[kind] if name in told}
        found.append({"n": entry.n, "event": event, "effects": effects})
    return found


def page(table: Table, entries: Sequence[Entry], most: int) -> Sequence[Entry]:
    """The first of these entries, about so many: what was taken back is not parted from the undo of it."""
    unseen = end = 0
    for place, entry in enumerate(entries, 1):
        if entry.kind == "step":
            unseen = 0
        elif entry.kind == "undo":
            unseen -= min(unseen, entry.body["moves"])
        elif entry.kind == "move":
            at = bisect_left(table.numbers, entry.n)
            unseen += at == len(table.numbers) or table.numbers[at] != entry.n
        if not unseen:
            end = place
            if place >= most:
                break
    return entries[: end or len(entries)]


def covered(table: Table, seat: int | None) -> list[Json]:
    """What was built before the game began at this table, if it goes on from a position."""
    if table.state is None or not table.before:
        return []
    told = table.state.shared_events(0, seat)[: table.before]
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
        "place": step.place(),
        "task": step.want is not None,
        "done": table.step_done,
    }


def info(table: Table, person: str | None, present: Sequence[bool], replayed: bool = False) -> Json:
    """A table as a person sees it, but for its position and the ways to invite others; or as it is `replayed`, to
    those who have the link for that."""
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
        "host_seat": host_seat(table),
        "n": table.n,
        "created": table.created,
        "commitment": table.commitment if watching else None,
        "seed": write_seed(table.seed) if over and table.seed is not None else None,
        "replay": table.made["replay"] if over else None,
        "rematch": table.rematch if watching else None,
        "result": result(table) if watching else None,
        "hints": hints.allowed(table, person),
        "position": begun(table),
        "lesson": lesson(table),
    }


def result(table: Table) -> Json | None:
    """How the game ended, with why it did and what decided the ranking; None as long as it has not."""
    if table.result is None or table.state is None:
        return None
    lost = table.result["forfeited"]
    ending = table.state.ending if table.state.over else Ending("time", tuple(lost))
    kept = [[seat for seat in group if seat not in lost] for group in table.result["ranking"]]
    return {
        **table.result,
        "ending": ending and {"reason": ending.reason, "seats": list(ending.seats)},
        "tie_break": "empty cells" if tie_broken([group for group in kept if group], table.result["scores"]) else None,
    }


def host_seat(table: Table) -> int | None:
    """The host's seat, if the host has one."""
    return next(iter(table.seats_of(str(table.made["host"]))), None)


def begun(table: Table) -> Json | None:
    """Where the game began, if that is a position that somebody brought: after how many moves, and whether what was
    hidden in it is as it was brought or dealt anew. Of a game that waits for players this is not known."""
    if table.position is None:
        return None
    moves = sum(line[:1].isdigit() for line in table.position.partition("\n\n")[2].splitlines())
    return {"moves": moves, "dealt": ("anew" if table.dealt_anew else "given") if table.started else None}


def line(table: Table, person: str | None) -> Json:
    """A table in a list, as a person sees it: its status may be another one than when it was last written."""
    mine = table.seats_of(person)
    state = table.state if mine else None
    return {
        "status": table.status,
        "names": [seat.name for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "mine": mine,
        "left": bool(mine) and all(table.seats[seat].left for seat in mine),
        "host_seat": host_seat(table),
        "clock": table.made["clock"],
        "options": table.made["options"],
        "show_known": table.made["show_known"],
        "hints": table.made.get("hints", False),
        "scores": list(state.scores) if state else [],
        "your_turn": state is not None and table.status == "playing" and state.turn in mine,
    }


def listed(table: str, summary: TableSummary) -> Json:
    """A table in a list, by what is written down about it."""
    return {
        "id": table,
        "game": summary.game,
        "players": summary.players,
        "status": summary.status,
        "open_seats": sum(is_open for _, is_open in summary.seats),
        "created": summary.created,
        "updated": summary.updated,
        "position": summary.position,
    }


def finished(table: str, summary: TableSummary, person: str) -> Json:
    """A game that is over in the list of one of its players, by what is written down about it."""
    ended = orjson.loads(summary.outcome or "{}")
    told = {name: ended.get(name, []) for name in ("names", "bots", "scores", "winners")}
    return {**listed(table, summary), **told, "mine": _seats_on(summary, person), "replay": summary.replay}


def bot_results(summary: TableSummary, person: str) -> list[Json]:
    """How a game went for somebody who played it alone against bots from its beginning: once for each kind of bot."""
    ended = orjson.loads(summary.outcome or "{}")
    mine, bots = _seats_on(summary, person), {bot for bot in ended.get("bots", []) if bot is not None}
    if (
        summary.position
        or len(mine) != 1
        or sum(bot is not None for bot in ended.get("bots", [])) != summary.players - 1
    ):
        return []
    share = (mine[0] in ended["winners"]) / len(ended["winners"])
    return [{"at": summary.updated, "game": summary.game, "bot": bot, "share": share} for bot in sorted(bots)]


def _seats_on(summary: TableSummary, person: str) -> list[int]:
    return [seat for seat, (sitting, _) in enumerate(summary.seats) if sitting == person]


# Those who think


def observation(table: Table, seat: int) -> Observation:
    """What a bot gets to see that plays for a seat, and likewise what finds ideas for it."""
    return observe(table.playing, seat)


def position_line(table: Table, seat: int) -> str:
    """What a seat knows of the position, as a line, for a program that plays there."""
    if table.state is None:
        raise Refusal("not started", "this game has not started")
    if table.state.rules.position is None:
        raise Refusal("no positions", "positions of this game cannot be written as lines")
    return table.state.position(seat)


# Positions that are shared


def share(table: Table, person: str, seat: int) -> str:
    """What a seat knows of its running game, to be kept."""
    if seat not in table.seats_of(person):
        raise Refusal("not yours", "this is not your seat", seat=seat)
    if table.state is None:
        raise Refusal("not started", "this game has not started")
    known = as_known(table.state, seat, random.SystemRandom())
    return orjson.dumps({"seat": seat, "record": positions.written(known)}).decode()


def shared(body: str) -> Json:
    """A position that was shared, as the seat knew it."""
    state, seat = positions.kept(body)
    effects = [effect for happened in state.shared_events(0, seat) for effect in happened["effects"]]
    return {
        "game": state.game,
        "players": state.players,
        "seat": seat,
        "turn": state.turn,
        "moves": count_moves(state),
        "view": state.look(seat),
        "effects": [effect for effect in effects if effect["effect"] == "cover"],
    }


# What was played


def statistics(table: Table) -> Callable[[], Json]:
    """What counts what each seat did until now, from events that everybody saw; it takes a moment."""
    if table.state is None:
        raise Refusal("not started", "this game has not started")
    state, used = table.state.copy(), table.time_used
    return lambda: {**statistics_of(state), "time": used}


def record(table: Table) -> str:
    """The record of a game that is over, with its seed and what was promised of it."""
    if table.status != "over":
        raise Refusal("running", "you can get the record when the game is over")
    if table.state is None:
        raise Refusal("frozen", "this game was played under an older version of the rules", why=table.frozen)
    state = table.state.copy()
    state.tags |= {f"Seat{number}": seat.name or seat.bot or "" for number, seat in enumerate(table.seats)}
    if state.seed is not None and table.commitment is not None:
        state.tags["Commitment"] = table.commitment
    if forfeited := [str(number) for number, seat in enumerate(table.seats) if seat.forfeited]:
        state.tags["Forfeited"] = " ".join(forfeited)
    if at := begun(table):
        state.tags |= {"Begun": f"move {at['moves']}", "Dealt": at["dealt"]}
    return state.record()


def replay(text: str, pause: float = 0) -> Json:
    """Every step of a record: the view it begins with, then what each entry did, as effects and as a patch of the view
    (with the last entry of those that belong together). A pause of so many seconds after each step lets others work."""
    state = parse_record(text)
    told = _open_events(state)
    again = retrace(state)
    first = view = _open_view(next(again))
    steps: list[Json] = []
    moved = False
    for number, happened in enumerate(told):
        moved = moved or "move" in happened
        patch: Patch = []
        if moved and (number + 1 == len(told) or "move" in told[number + 1]):
            after = _open_view(next(again))
            patch, view = difference(view, after), after
        steps.append({**happened, "patch": patch})
        if pause and patch:
            time.sleep(pause)
    return {"record": text, "view": first, "steps": steps}


def _open_events(state: State) -> list[Json]:
    """Events with what each seat alone could see."""
    by_seat = [state.shared_events(0, seat) for seat in range(state.players)]
    return [
        next((one for one in same if "chance" in one or "move" in one), same[0]) for same in zip(*by_seat, strict=True)
    ]


def _open_view(state: State) -> Json:
    """A spectator's view with all hands."""
    knowledge, facts = state.rules.knowledge, state.rules.read(state.memory)
    hands = [knowledge.secret(facts, seat) if knowledge.HIDES else None for seat in range(state.players)]
    return {**state.look(None), "hands": hands}


def review(record: str, analysis: Json, pause: float = 0) -> Json:
    """A game that was judged, and the game itself with all hands open."""
    return {"analysis": analysis, "replay": replay(record, pause)}
