"""What each seat did in a game, counted from the events that everybody may know: no rule stands in here."""

from collections.abc import Iterable, Iterator
from typing import Any

from nyhavn.copenhagen import components as card_game
from nyhavn.facade.colours import COLOURS, LETTERS, SIZES, WHITE
from nyhavn.play import Entry, State
from nyhavn.rollwrite import components as dice_game
from nyhavn.rules import Effect

Counts = dict[str, Any]
"""Numbers by name, some of them grouped; ready for JSON."""


def statistics_of(state: State) -> Counts:
    """Counts of a game, over or not: `turns` that have begun, `moves`, and for each of `seats` what it did."""
    new_seat, turns = GAMES[state.game]
    seats = [new_seat() for _ in range(state.players)]
    events = state.events()
    for event in events:
        if "move" in event:
            _count_move(seats[event["seat"]], event)
        for effect in event["effects"]:
            if "seat" in effect:
                _count_effect(seats[effect["seat"]], effect, event)
    for seat in turns(events, state.turn):
        seats[seat]["turns"] += 1
    return {name: sum(seat[name] for seat in seats) for name in ("turns", "moves")} | {"seats": seats}


def _zeros(names: Iterable[object]) -> Counts:
    return {str(name): 0 for name in names}


def _seat(coat_uses: Iterable[str], abilities: Iterable[str]) -> Counts:
    """What both games count, with nothing done yet."""
    return {
        "turns": 0,
        "moves": 0,
        "cells": 0,
        "tiles": _zeros(LETTERS),
        "sizes": _zeros(SIZES),
        "singles": 0,
        "points": {lines: _zeros(("windows", "mixed")) for lines in ("rows", "columns")},
        "coats": _zeros(("earned", *coat_uses, "decline", "skipped", "owed")),
        "abilities": _zeros(abilities),
    }


def _card_seat() -> Counts:
    seat = _seat(("special", "ability", "refresh"), card_game.ABILITIES)
    seat["cards"] = {"start": 0} | {way: _zeros(LETTERS) for way in ("take", "discard", "pay")}
    return seat | {"touching": 0}


def _dice_seat() -> Counts:
    seat = _seat(("window", "track"), dice_game.ABILITIES.values())
    seat["points"]["tracks"] = 0
    seat["boxes"] = {way: _zeros(COLOURS) for way in ("start", "mark", "coat")}
    return seat | {"bonuses": _zeros(COLOURS), "dice": _zeros(("draw", "reroll", "change")), "passes": 0}


def _count_move(seat: Counts, event: Entry) -> None:
    """What a move says by itself."""
    seat["moves"] += 1
    match event["move"].split():
        case ["coat", use, *_]:
            seat["coats"][use] += 1
        case ["pass"]:
            seat["passes"] += 1
        case ["build", *_]:
            # What neither cards nor the ability paid for was saved by touching (C22).
            paid = [effect for effect in event["effects"] if effect["effect"] == "pay"]
            laid = [effect for effect in event["effects"] if effect["effect"] == "cover"]
            less = [effect for effect in event["effects"] if effect.get("ability") == "discount"]
            seat["touching"] += len(laid[0]["cells"]) - len(paid[0]["cards"]) - len(less)


def _count_effect(seat: Counts, effect: Effect, event: Entry) -> None:
    """One effect on a seat."""
    verb = event.get("move", "").split(" ")[0]
    match effect:
        case {"effect": "cover", "tile": tile, "cells": cells}:
            seat["cells"] += len(cells)
            if tile[0] == WHITE:
                seat["singles"] += 1
            else:
                seat["tiles"][tile[0]] += 1
                seat["sizes"][tile[1]] += 1
        case {"effect": "line", "line": line, "points": points, "windows": windows}:
            seat["points"][f"{line.split()[0]}s"]["windows" if windows else "mixed"] += points
        case {"effect": "points", "points": points} if any(other["effect"] == "mark" for other in event["effects"]):
            seat["points"]["tracks"] += points
        case {"effect": "coats", "earned": earned, "owed": owed}:
            seat["coats"]["earned"] += earned
            seat["coats"]["owed"] = owed
            seat["coats"]["skipped"] += effect.get("skipped", 0)
        case {"effect": "ability", "ability": name, "side": "used"} | {"effect": "star", "ability": name}:
            seat["abilities"][name] += 1
        case {"effect": "deal", "count": count}:
            seat["cards"]["start"] += count
        case {"effect": "take", "card": cards} | {"effect": "discard" | "pay", "cards": cards}:
            for card in cards:
                seat["cards"][effect["effect"]][card] += 1
        case {"effect": "dice", "used": dice} | {"effect": "change", "dice": dice}:
            seat["dice"][verb] += len(dice)
        case {"effect": "bonus", "track": track, "used": used}:
            seat["bonuses"][track] += used
        case {"effect": "mark", "track": track, "boxes": boxes}:
            seat["boxes"][verb][track] += len(boxes)


def _card_turns(events: list[Entry], turn: int | None) -> Iterator[int]:
    """The seat of each turn that has begun."""
    return (effect["seat"] for event in events for effect in event["effects"] if effect["effect"] == "turn")


def _dice_turns(events: list[Entry], turn: int | None) -> Iterator[int]:
    """Likewise: a turn begins with a roll that no `reroll` asked for, and whoever decides next has it."""
    steps = [{}, *events, {"seat": turn}]
    for before, event, after in zip(steps, events, steps[2:], strict=False):
        if "chance" in event and not before.get("move", "").startswith("reroll"):
            yield after["seat"]


GAMES = {"copenhagen": (_card_seat, _card_turns), "roll-and-write": (_dice_seat, _dice_turns)}
