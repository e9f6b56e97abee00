"""Positions of the card game as fields of a line, both ways: `docs/notation.md` shows them.

What is read is held to the set-up and to what play can lead to. Points, the supplies of special and ability tiles and,
of the first deck, the number of cards dealt are not written: they follow."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from nyhavn.errors import PositionError
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.kinds import KIND_PARTS, SMALLEST
from nyhavn.facade.lines import line_start
from nyhavn.facade.notation import (
    FREE,
    NOTHING,
    Decision,
    House,
    fields_by_seat,
    read_house,
    read_letters,
    read_number,
    read_parts,
    write_house,
    write_letters,
)
from nyhavn.facade.tilings import Pieces, Tiling, can_stand, pieces_of, tilings
from nyhavn.games.copenhagen import components
from nyhavn.games.copenhagen import facts as read_facts
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels import layout
from nyhavn.games.copenhagen.kernels.ids import TAKE_ABILITIES, TAKES, VARIANTS
from nyhavn.games.copenhagen.knowledge import LONGEST_TAKE, PHASES, redeal
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Facts, Memory, Position, integers

__all__ = ["DECLINABLE", "FIELDS", "SEAT_FIELDS", "read", "redeal", "write"]

FIELDS: Sequence[str] = ("decision", "docks", "deck", "discards", "tiles taken")
SEAT_FIELDS: Sequence[str] = ("house", "abilities", "hand")
DECLINABLE: Sequence[int] = (layout.COAT,)

SIZES = len(components.COPIES[2])
DECISION = Decision(PHASES, "0:action or 1:coat2")
CARDS = re.compile(rf"{NOTHING}|(?:[{LETTERS}][0-9]{{1,2}})+")
DECK = re.compile(rf"([?][0-9]{{1,2}}|{CARDS.pattern})(\+End)?(?:@([0-9]{{1,2}}))?")
TAKEN = re.compile(rf"{NOTHING}|(?:[{LETTERS}][2-5])+")
HAND = ("known", "held", "shown")
HIDDEN = "?"


def write(position: Position, seat: int | None) -> list[str]:
    """The fields of a position: everything, or what a seat knows of it."""
    facts: Facts = integers(position.memory).tolist()
    players, second = facts[AT.players], facts[AT.deck_number] > 1
    docks, discards = (
        facts[AT.docks : AT.docks + components.DOCKS],
        facts[AT.discards : AT.discards + layout.COLOUR_COUNT],
    )
    supply = facts[AT.supply : AT.supply + len(components.KINDS)]
    in_deck = facts[AT.end_card] == layout.IN_DECK
    deck = facts[AT.deck : AT.deck + layout.COLOUR_COUNT]
    cards = _write_cards(deck) if seat is None or second else f"{HIDDEN}{facts[AT.deck_left] - in_deck}"
    fields = [
        DECISION.write(facts[AT.turn], facts[AT.phase], facts[AT.coats]),
        "".join(FREE if card == layout.EMPTY else LETTERS[card] for card in docks),
        cards + ("+End" if in_deck else "") + (f"@{facts[AT.dealt]}" if second else ""),
        _write_cards(discards),
        "".join(
            kind * (components.COPIES[players][size - SMALLEST] - left)
            for kind, (_, size), left in zip(components.KINDS, KIND_PARTS, supply, strict=True)
        )
        or NOTHING,
    ]
    for other in range(players):
        house = House(facts[AT.filled + other], facts[AT.bricks + other], tuple(read_facts.colours(facts, other)))
        sides = [",".join(read_facts.abilities_of(facts[at + other])) or NOTHING for at in (AT.active, AT.used)]
        hand, known = read_facts.hand(facts, other), read_facts.known(facts, other)
        held = write_letters([all_ - seen for all_, seen in zip(hand, known, strict=True)])
        if seat not in (None, other):
            held = HIDDEN * (facts[AT.counts + other] - sum(known)) or NOTHING
        shown = write_letters(_shown(position.past, other).tolist())
        fields += [write_house(house), "/".join(sides), f"{write_letters(known)}/{held}/{shown}"]
    return fields


def _write_cards(counts: Facts) -> str:
    return "".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count) or NOTHING


def _shown(past: Ints, seat: int) -> Ints:
    """The opening cards that a seat has shown, by colour."""
    return past[seat * layout.COLOUR_COUNT : (seat + 1) * layout.COLOUR_COUNT]


def read(fields: Sequence[str], memory: Memory, past: Ints, seat: int | None) -> None:
    """Read a position into the memory of a game that is set up, and into what is remembered of it. What a seat does not
    know stays erased, as in `knowledge.erase`."""
    S, players = memory[0], int(memory[0].players)
    decision, docks, deck, discards, taken = fields[: len(FIELDS)]
    by_seat = fields_by_seat(fields, len(FIELDS), len(SEAT_FIELDS))
    _read_decision(S, decision)
    _read_docks(S, docks)
    houses = [_read_house(S, other, text) for other, (text, _, _) in enumerate(by_seat)]
    _read_taken(S, taken, houses)
    for other, (house, sides, hand) in enumerate(by_seat):
        _read_abilities(S, other, sides)
        _check_coats(S, other, house, sides, decision)
        _read_hand(S, _shown(past, other), other, hand, hidden=seat not in (None, other))
    for number in range(len(components.ABILITIES)):
        owners = sum(int(S.active[other] | S.used[other]) >> number & 1 for other in range(players))
        S.abilities[number] = players - owners
    _check_ending(S, decision)
    _check_take(S, docks)
    S.discards[:] = _read_cards("discards", discards, discards)
    _read_deck(S, deck, seat)


def _read_decision(S: Any, text: str) -> None:
    DECISION.read(S, text)
    if (S.phase == layout.COAT and not S.coats) or (S.coats and S.phase not in (layout.COAT, layout.OVER)):
        raise PositionError("decision", text, "the coat actions that are owed stand after coat, and only there")


def _read_docks(S: Any, text: str) -> None:
    if len(text) != components.DOCKS or not set(text) <= {*LETTERS, FREE}:
        raise PositionError(
            "docks", text, f"there are {components.DOCKS} docks, each with one of {' '.join(LETTERS)} or {FREE}"
        )
    S.docks[:] = [layout.EMPTY if card == FREE else LETTERS.index(card) for card in text]
    S.empty = sum(1 << dock for dock, card in enumerate(text) if card == FREE)


# Houses


@cache
def _pieces(colour: int) -> Pieces:
    return pieces_of(
        (KIND_PARTS[kind][1] - SMALLEST, one.mask, brick, one.fit)
        for kind, one, brick in VARIANTS
        if KIND_PARTS[kind][0] == colour
    )


def _read_house(S: Any, seat: int, text: str) -> list[list[Tiling] | None]:
    """A house, and the tiles that it can be made of, by colour."""
    name = f"house of seat {seat}"
    house = read_house(name, text)
    if house.white & house.marked:
        raise PositionError(name, text, "a special tile W has no brick (C4)")
    found = [
        tilings(cells, _pieces(colour), lambda one: one.marks == one.cells & house.marked)
        for colour, cells in enumerate(house.colours)
    ]
    for colour, ways in zip(COLOURS, found, strict=True):
        if ways == []:
            raise PositionError(name, text, f"no {colour} tiles with one brick each make up its {colour} cells (C4)")
    if not can_stand(found, house.white):
        raise PositionError(
            name, text, "a tile hangs in the air: none of its cells had support when it was placed (C28)"
        )
    S.filled[seat], S.bricks[seat], S.colours[seat] = house.filled, house.marked, house.colours
    S.scores[seat] = house.points
    S.specials -= house.white.bit_count()
    if S.specials < 0:
        raise PositionError(name, text, f"there are {components.SPECIALS} special tiles W in all (C3)")
    return found


def _read_taken(S: Any, text: str, houses: list[list[list[Tiling] | None]]) -> None:
    """The tiles that are not in the supply any more: they lie in the houses (C3)."""
    if not TAKEN.fullmatch(text):
        raise PositionError("tiles taken", text, f"tiles are written R2 to P5, one after the other, or {NOTHING}")
    for number, kind in enumerate(components.KINDS):
        gone, copies = sum(text[at : at + 2] == kind for at in range(0, len(text), 2)), S.supply[number]
        if gone > copies:
            raise PositionError("tiles taken", text, f"there are {copies} of {kind}, and {gone} are taken (C3)")
        S.supply[number] = copies - gone
    for colour, name in enumerate(COLOURS):
        ways = [house[colour] for house in houses]
        gone_of = tuple(
            components.COPIES[int(S.players)][size - SMALLEST] - int(S.supply[kind])
            for kind, (own, size) in enumerate(KIND_PARTS)
            if own == colour
        )
        if None not in ways and gone_of not in _totals([way for way in ways if way is not None]):
            raise PositionError("tiles taken", text, f"the {name} cells of the houses are not made up of these tiles")


def _totals(ways: list[list[Tiling]]) -> set[tuple[int, ...]]:
    """How many tiles of each size the houses together can hold."""
    totals = {(0,) * SIZES}
    for house in ways:
        counts = {tuple(sum(one.kind == size for one in tiling) for size in range(SIZES)) for tiling in house}
        totals = {tuple(map(sum, zip(one, more, strict=True))) for one in totals for more in counts}
    return totals


# Abilities and coats of arms


def _read_abilities(S: Any, seat: int, text: str) -> None:
    name = f"abilities of seat {seat}"
    masks = []
    for part in read_parts(name, text, ("active", "used")):
        names = [] if part == NOTHING else part.split(",")
        if not set(names) <= set(components.ABILITIES):
            raise PositionError(name, text, f"abilities are {' '.join(components.ABILITIES)}, with commas between them")
        masks.append(sum(1 << components.ABILITIES.index(one) for one in set(names)))
    S.active[seat], S.used[seat] = masks
    if S.active[seat] & S.used[seat]:
        raise PositionError(name, text, "nobody owns two of a kind (C9)")
    if not (S.active[seat] | S.used[seat]) & layout.ANY:
        raise PositionError(name, text, "everybody has an any tile from the beginning (C9)")


def _check_coats(S: Any, seat: int, text: str, sides: str, decision: str) -> None:
    """C32: special tiles, ability tiles and coat actions that are owed come from coats of arms."""
    house = read_house("house", text)
    rows = sum(bool(line_start(name) & components.COAT_ROWS) for name, _, _ in house.lines if name.startswith("row"))
    earned = (house.filled & components.COAT_CELLS).bit_count() + rows
    owed = int(S.coats) if seat == S.turn else 0
    gained = int(S.active[seat] | S.used[seat]).bit_count() - 1
    if house.white.bit_count() > earned:
        raise PositionError(f"house of seat {seat}", text, "it has more special tiles than coats of arms (C33)")
    if house.white.bit_count() + gained > earned:
        raise PositionError(f"abilities of seat {seat}", sides, "the house has too few coats of arms for these (C34)")
    if house.white.bit_count() + gained + owed > earned:
        raise PositionError("decision", decision, f"the house of seat {seat} has too few coats of arms (C32)")


# Phases


def _check_ending(S: Any, text: str) -> None:
    """C31, C41: a seat that reaches 12 points wins at once; otherwise the End card ended the game."""
    if S.phase == layout.OVER:
        S.ending = layout.BY_GOAL if S.scores[S.turn] >= components.GOAL else layout.BY_END_CARD
    for seat in range(S.players):
        if S.scores[seat] >= components.GOAL and not (S.phase == layout.OVER and seat == S.turn):
            sentence = f"seat {seat} has {S.scores[seat]} points, so the game was over on its turn (C31)"
            raise PositionError("decision", text, sentence)
    if S.ending == layout.BY_END_CARD and S.coats:
        raise PositionError("decision", text, "nothing is owed when the End card has come (C19)")


def _check_take(S: Any, text: str) -> None:
    """What free docks there can be (C12 to C19, C38)."""
    seat, free = int(S.turn), tuple(dock for dock, card in enumerate(text) if card == FREE)
    active, used = int(S.active[seat]), int(S.used[seat])
    if S.ending == layout.BY_END_CARD:
        if not 1 <= len(free) <= LONGEST_TAKE:
            raise PositionError("docks", text, "the End card comes when one to three docks are free (C19)")
        return
    taking = S.phase in (layout.DISCARD, layout.AFTER_TAKE)
    if (taking or free) and (S.phase == layout.ACTION or free not in TAKES):
        raise PositionError("docks", text, "two or three docks are free after a take, and none at other times (C17)")
    if free and TAKE_ABILITIES[TAKES.index(free)] & ~(used if taking else active | used):
        raise PositionError("docks", text, f"seat {seat} has not used the abilities that such a take needs (C15)")
    if free and not taking and not (active | used) & layout.BOTH:
        raise PositionError("docks", text, f"seat {seat} cannot have built after a take without a both tile (C38)")
    if S.phase == layout.AFTER_TAKE and not active & layout.BOTH:
        raise PositionError("docks", text, f"the turn of seat {seat} ends by itself without an active both tile (C39)")
    if S.phase == layout.DISCARD and S.counts[seat] > components.HAND_LIMIT + len(free):
        raise PositionError(
            "docks", text, f"seat {seat} had more than {components.HAND_LIMIT} cards before the take (C16)"
        )


# Cards


def _read_hand(S: Any, shown: Ints, seat: int, text: str, hidden: bool) -> None:
    name = f"hand of seat {seat}"
    parts = read_parts(name, text, HAND)
    known, gone = (np.array(read_letters(name, part, text)) for part in (parts[0], parts[2]))
    if hidden and set(parts[1]) not in ({HIDDEN}, {NOTHING}):
        raise PositionError(name, text, f"opening cards that the seat of this line cannot know are written {HIDDEN}")
    held = np.zeros_like(known) if hidden else np.array(read_letters(name, parts[1], text))
    count = parts[1].count(HIDDEN) if hidden else int(held.sum())
    openings = components.STARTING_HANDS[int(S.players)][seat]
    if count + gone.sum() != openings:
        sentence = f"seat {seat} was dealt {openings} cards (C8), and this tells of {count + gone.sum()}"
        raise PositionError(name, text, sentence)
    S.known[seat], S.hands[seat], S.counts[seat] = known, known + held, known.sum() + count
    shown[:] = gone
    if S.phase == layout.DISCARD and seat == S.turn:
        if S.counts[seat] <= components.HAND_LIMIT:
            raise PositionError(name, text, f"only those with more than {components.HAND_LIMIT} cards discard (C16)")
    elif S.counts[seat] > components.HAND_LIMIT:
        raise PositionError(
            name, text, f"a hand has {components.HAND_LIMIT} cards at most, and more only when it must discard (C16)"
        )


def _read_cards(name: str, text: str, field: str) -> list[int]:
    """Cards as numbers by colour: R3G1."""
    if not CARDS.fullmatch(text):
        raise PositionError(name, field, f"cards are written by colour, as in R3G1, or {NOTHING} for none")
    counts = [0] * layout.COLOUR_COUNT
    for letter, count in re.findall(r"([A-Z])([0-9]+)", text):
        counts[LETTERS.index(letter)] += int(count)
    return counts


def _read_deck(S: Any, text: str, seat: int | None) -> None:
    """The deck, with the End card, and every card counted (C5 to C8, C18)."""
    match = DECK.fullmatch(text)
    if not match:
        raise PositionError(
            "deck", text, "a deck is written R9Y8+End or ?40+End, the second one with @ and cards dealt"
        )
    players, total = int(S.players), components.CARDS_OF_A_COLOUR[int(S.players)]
    second, by_end = match[3] is not None, S.ending == layout.BY_END_CARD
    if second and players == 2:
        raise PositionError("deck", text, "with two players there is no second deck")
    if bool(match[2]) != ((players == 2 or second) and not by_end) or (by_end and not second and players > 2):
        raise PositionError(
            "deck", text, "the End card is in the only deck of two players, in the second one of others"
        )
    if match[1].startswith(HIDDEN) != (seat is not None and not second):
        raise PositionError(
            "deck", text, f"{HIDDEN} stands for a first deck that a seat does not know, and only for that"
        )
    seen = S.discards + S.hands[:players].sum(axis=0)
    seen += np.bincount(S.docks[S.docks != layout.EMPTY], minlength=layout.COLOUR_COUNT)
    hidden = int(S.counts[:players].sum() - S.hands[:players].sum())
    if seat is not None and not second:
        cards = read_number("deck", match[1][1:], text)
        S.deck[:] = total - seen
    else:
        S.deck[:] = _read_cards("deck", match[1], text)
        cards = int(S.deck.sum())
    for colour, rest in zip(COLOURS, total - seen - (0 if seat is not None and not second else S.deck), strict=True):
        if rest < 0 or (seat is None and rest):
            raise PositionError(
                "deck", text, f"in all there are {total - rest} {colour} cards, instead of {total} (C5)"
            )
    if seen.sum() + hidden + cards != total * layout.COLOUR_COUNT:
        raise PositionError(
            "deck",
            text,
            f"in all there are {seen.sum() + hidden + cards} cards, instead of {total * layout.COLOUR_COUNT}",
        )
    if not cards and not second and players > 2:
        raise PositionError("deck", text, "a deck that runs out is replaced at once (C18)")
    S.end_card = layout.TURNED_UP if by_end else layout.IN_DECK if match[2] else layout.BESIDE
    S.deck_left = cards + bool(match[2])
    S.deck_number = 1 + second
    S.dealt = int(match[3]) if second else total * layout.COLOUR_COUNT - cards + by_end
    if second:
        at_first = S.dealt - by_end + cards
        most_elsewhere = components.DOCKS + components.HAND_LIMIT * players
        if (
            not total * layout.COLOUR_COUNT - most_elsewhere
            <= at_first
            <= total * layout.COLOUR_COUNT - (components.DOCKS - LONGEST_TAKE + 1)
        ):
            raise PositionError("deck", text, f"the second deck cannot have begun with {at_first} cards (C18)")
