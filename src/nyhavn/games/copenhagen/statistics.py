"""What each seat did in a card game, counted from the events that everybody may know."""

from collections.abc import Iterator, Sequence

from nyhavn.facade import counts
from nyhavn.facade.coats import Coat
from nyhavn.facade.colours import LETTERS
from nyhavn.facade.counts import Counts, zeros
from nyhavn.games.copenhagen.components import ABILITIES
from nyhavn.games.copenhagen.moves import CODEC, Build
from nyhavn.parts import Event, Statistics
from nyhavn.rules import Effect


def new_seat() -> Counts:
    seat = counts.new_seat(("special", "ability", "refresh"), ABILITIES)
    seat["cards"] = {"start": 0} | {way: zeros(LETTERS) for way in ("take", "discard", "pay")}
    return seat | {"touching": 0}


def count_move(seat: Counts, event: Event) -> None:
    """What a move says by itself."""
    match CODEC.parse(event["move"]):
        case Coat() as coat:
            seat["coats"][coat.use] += 1
        case Build() as built:
            # What neither cards nor the ability paid for was saved by touching (C22).
            less = [effect for effect in event["effects"] if effect.get("ability") == "discount"]
            seat["touching"] += len(built.cells) - len(built.cards) - len(less)


def count_effect(seat: Counts, effect: Effect, event: Event) -> None:
    """One effect on a seat."""
    counts.count_effect(seat, effect)
    match effect:
        case {"effect": "ability", "ability": name, "side": "used"}:
            seat["abilities"][name] += 1
        case {"effect": "deal", "count": count}:
            seat["cards"]["start"] += count
        case {"effect": "take", "card": cards} | {"effect": "discard" | "pay", "cards": cards}:
            for card in cards:
                seat["cards"][effect["effect"]][card] += 1


def turns(events: Sequence[Event], turn: int | None) -> Iterator[int]:
    """The seat of each turn that has begun."""
    return (effect["seat"] for event in events for effect in event["effects"] if effect["effect"] == "turn")


STATISTICS = Statistics(new_seat, count_move, count_effect, turns)
