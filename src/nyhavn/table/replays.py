"""A game that is over, open to everybody: its record, and every step with all hands shown."""

import time
from typing import Any

from nyhavn.play import State
from nyhavn.records import parse_record, retrace
from nyhavn.table.entries import Refusal
from nyhavn.table.patches import Patch, difference
from nyhavn.table.table import Table

Json = dict[str, Any]


def record(table: Table) -> str:
    """The record of a game that is over, with its seed and what was promised of it."""
    if table.status != "over":
        raise Refusal("running", "the record is given out when the game is over")
    if table.state is None:
        raise Refusal("frozen", "this game was played under other rules of the program", why=table.frozen)
    state = table.state.copy()
    state.tags |= {f"Seat{number}": seat.name or seat.bot or "" for number, seat in enumerate(table.seats)}
    if state.seed is not None and table.commitment is not None:
        state.tags["Commitment"] = table.commitment
    if forfeited := [str(number) for number, seat in enumerate(table.seats) if seat.forfeited]:
        state.tags["Forfeited"] = " ".join(forfeited)
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
    by_seat = [state.events(0, seat) for seat in range(state.players)]
    return [
        next((one for one in same if "chance" in one or "move" in one), same[0]) for same in zip(*by_seat, strict=True)
    ]


def _open_view(state: State) -> Json:
    """A spectator's view with all hands."""
    hands = [state.look(seat).get("hand") for seat in range(state.players)]
    return {**state.look(None), "hands": hands}
