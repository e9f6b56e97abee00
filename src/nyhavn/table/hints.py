"""Who may ask for hints at a table."""

from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table


def allowed(table: Table, person: str | None) -> bool:
    """Whether one may ask for ideas: where all have agreed to it by sitting down, and alone among bots. With several
    seats at one device, it is not known how many people sit there."""
    alone = len(table.seats_of(person)) == 1 and all(seat.bot or seat.person == person for seat in table.seats)
    return not table.lesson and (alone or bool(table.made.get("hints")))


def check(table: Table, person: str, seat: int) -> None:
    """Refuse ideas to people who may not have any now."""
    if seat not in table.seats_of(person):
        raise Refusal("not yours", "this is not your seat", seat=seat)
    if not allowed(table, person):
        raise Refusal("no ideas", "hints need everyone's agreement, or a game against bots only")
    if table.turn != seat or table.held is not None:
        raise Refusal("not your turn", "hints are for the player whose turn it is", turn=table.turn)
