"""What each seat did in a dice game, counted from the events."""

from collections.abc import Iterator, Sequence

from nyhavn.facade import counts
from nyhavn.facade.coats import Coat
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.counts import Counts, zeros
from nyhavn.games.roll_and_write.components import ABILITIES
from nyhavn.games.roll_and_write.moves import CODEC, CoatTrack, Pass, Reroll
from nyhavn.parts import Event, Statistics
from nyhavn.rules import Effect


def new_seat() -> Counts:
    seat = counts.new_seat(("window", "track"), ABILITIES.values())
    seat["points"]["tracks"] = 0
    seat["boxes"] = {way: zeros(COLOURS) for way in ("start", "mark", "coat")}
    return seat | {"bonuses": zeros(COLOURS), "dice": zeros(("draw", "reroll", "change")), "passes": 0}


def count_move(seat: Counts, event: Event) -> None:
    """What a move says by itself."""
    match CODEC.parse(event["move"]):
        case Coat() as coat:
            seat["coats"][coat.use] += 1
        case Pass():
            seat["passes"] += 1


def count_effect(seat: Counts, effect: Effect, event: Event) -> None:
    """One effect on a seat."""
    counts.count_effect(seat, effect)
    kind = event["fields"]["kind"] if "fields" in event else ""
    match effect:
        case {"effect": "points", "points": points} if any(other["effect"] == "mark" for other in event["effects"]):
            seat["points"]["tracks"] += points
        case {"effect": "star", "ability": name}:
            seat["abilities"][name] += 1
        case {"effect": "dice", "used": dice} | {"effect": "change", "dice": dice}:
            seat["dice"][kind] += len(dice)
        case {"effect": "bonus", "track": track, "used": used}:
            seat["bonuses"][track] += used
        case {"effect": "mark", "track": track, "boxes": boxes}:
            seat["boxes"]["coat" if kind == CoatTrack.kind else kind][track] += len(boxes)


def turns(events: Sequence[Event], turn: int | None) -> Iterator[int]:
    """The seat of each turn that has begun: one begins with a roll that no `reroll` asked for, and the seat that
    decides next has it."""
    steps: list[Event] = [{}, *events, {"seat": turn}]
    for before, event, after in zip(steps, events, steps[2:], strict=False):
        if "chance" in event and before.get("fields", {}).get("kind") != Reroll.kind:
            yield after["seat"]


STATISTICS = Statistics(new_seat, count_move, count_effect, turns)
