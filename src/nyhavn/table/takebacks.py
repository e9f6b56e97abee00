"""A finished turn can be undone while it has revealed nothing and nobody has moved since, if everyone else at the table
agrees. Bots always do. One request at a time, and a limited number per game, so that nobody is pestered."""

from nyhavn.table.commands import check_status, own_seat, settle_takeback
from nyhavn.table.entries import Refusal
from nyhavn.table.table import LastTurn, Table

MOST = 5
"""Requests of a seat in a game."""


def ask(table: Table, at: int, person: str, message: str) -> None:
    """Ask the others whether the last move may be taken back; where there are no others, it is."""
    check_status(table)
    last = table.last_turn
    if last is None or table.seats[last.seat].person != person:
        raise Refusal("no takeback", "you have no move left to undo")
    if last.asked:
        raise Refusal("takeback asked", "you have already asked")
    if table.takebacks[last.seat] >= MOST:
        raise Refusal("takeback full", f"you can ask to undo {MOST} times per game, no more", most=MOST)
    table.add(at, "takeback", seat=last.seat, what="ask", by=person, id=message)
    settle_takeback(table, at, by=person, id=message)


def answer(table: Table, at: int, person: str, seat: int, yes: bool, message: str) -> None:
    """Agree to what another one asks, or not."""
    own_seat(table, person, seat)
    _asked(table)
    if seat not in table.awaited:
        raise Refusal("not asked", "nobody is asking you to undo a move")
    table.add(at, "takeback", seat=seat, what="grant" if yes else "refuse", by=person, id=message)
    settle_takeback(table, at, by=person, id=message)


def withdraw(table: Table, at: int, person: str, message: str) -> None:
    """Ask no longer."""
    last = _asked(table)
    if table.seats[last.seat].person != person:
        raise Refusal("not asked", "you haven't asked to undo a move")
    table.add(at, "takeback", seat=last.seat, what="withdraw", by=person, id=message)


def _asked(table: Table) -> LastTurn:
    check_status(table)
    if table.last_turn is None or not table.last_turn.asked:
        raise Refusal("not asked", "nobody is asking to undo a move")
    return table.last_turn
