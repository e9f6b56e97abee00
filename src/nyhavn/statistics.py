"""What each seat did in a game, counted from the events that everybody may know: no rule stands in here."""

from nyhavn.facade.counts import Counts
from nyhavn.games import find_game
from nyhavn.play import State


def statistics_of(state: State) -> Counts:
    """Counts of a game, over or not: `turns` that have begun, `moves`, and for each of `seats` what it did. Nothing but
    these is counted in a game that does not say what counts."""
    counting = find_game(state.game).statistics
    seats: list[Counts] = [counting.new_seat() if counting else {"turns": 0, "moves": 0} for _ in range(state.players)]
    events = state.events()
    for event in events:
        if "move" in event:
            seats[event["seat"]]["moves"] += 1
        if counting is None:
            for effect in event["effects"]:
                if effect["effect"] == "turn":
                    seats[effect["seat"]]["turns"] += 1
            continue
        if "move" in event:
            counting.count_move(seats[event["seat"]], event)
        for effect in event["effects"]:
            if "seat" in effect:
                counting.count_effect(seats[effect["seat"]], effect, event)
    if counting is not None:
        for seat in counting.turns(events, state.turn):
            seats[seat]["turns"] += 1
    return {name: sum(seat[name] for seat in seats) for name in ("turns", "moves")} | {"seats": seats}
