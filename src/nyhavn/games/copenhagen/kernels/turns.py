"""What moves and cards do. Every function here changes a state that allows it; `options.is_legal` says which do."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import neighbours, supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.kinds import KIND_COUNT, SIZE_COUNT, SMALLEST, colour_of, size_of
from nyhavn.facade.lines import line_points, newly_full
from nyhavn.facade.ranking import NOBODY
from nyhavn.games.copenhagen.components import (
    ABILITIES,
    CARDS_OF_A_COLOUR,
    COAT_CELLS,
    COAT_ROWS,
    COPIES,
    DOCKS,
    GOAL,
    HAND_LIMIT,
    PLAYERS,
    SPECIALS,
    STARTING_HANDS,
    UNDER_THE_DECK,
)
from nyhavn.games.copenhagen.kernels.ids import (
    BUILD,
    COAT_ABILITY,
    COAT_DECLINE,
    COAT_REFRESH,
    DISCARD_CARDS,
    DISCARD_COUNTS,
    END_TURN,
    PAY_FOREIGN,
    PAY_OWN,
    TAKE_ABILITIES,
    TAKE_DOCKS,
    VARIANT_BRICK,
    VARIANT_KIND,
    VARIANT_MASK,
    build_parts,
    coat_ability,
    discard_cards,
    other_colour,
    special_cell,
)
from nyhavn.games.copenhagen.kernels.layout import (
    ACTION,
    AFTER_TAKE,
    ANY,
    BESIDE,
    BOTH,
    BY_END_CARD,
    BY_GOAL,
    COAT,
    COLOUR_COUNT,
    DEAL_DOCKS,
    DEAL_HANDS,
    DISCARD,
    DISCOUNT,
    EMPTY,
    END,
    IN_DECK,
    OVER,
    RECOLOUR,
    REFILL,
    TURNED_UP,
)
from nyhavn.luck import Luck, below

ALL_DOCKS = (1 << DOCKS) - 1
ABILITY_COUNT = len(ABILITIES)
# by number of players
COPIES_BY_SIZE = np.array([COPIES.get(players, (0,) * SIZE_COUNT) for players in range(5)], np.int64)
CARDS = np.array([CARDS_OF_A_COLOUR.get(players, 0) for players in range(5)], np.int64)
HANDS = np.array([(*STARTING_HANDS.get(players, ()), 0, 0, 0, 0)[:4] for players in range(5)], np.int64)
TWO_PLAYERS = PLAYERS[0]


@kernel
def set_up(S: Any, players: int, option: int) -> None:
    """The table before the first card is dealt, in a state of zeros (C1–C9). The card game has no options."""
    S.players = players
    S.phase = DEAL_DOCKS
    S.deck_number = 1
    S.deck_left = CARDS[players] * COLOUR_COUNT
    S.specials = SPECIALS
    S.empty = ALL_DOCKS
    for colour in range(COLOUR_COUNT):
        S.deck[colour] = CARDS[players]
    for dock in range(DOCKS):
        S.docks[dock] = EMPTY
    for kind in range(KIND_COUNT):
        S.supply[kind] = COPIES_BY_SIZE[players, size_of(kind) - SMALLEST]
    for ability in range(1, ABILITY_COUNT):
        S.abilities[ability] = players
    for seat in range(players):
        S.active[seat] = ANY  # C9


@kernel
def end_card_weight(S: Any) -> Any:
    """1 if the next card can be the End card: it is one of the last ten of the deck (C7, C18)."""
    return 1 if S.end_card == IN_DECK and S.deck_left <= UNDER_THE_DECK else 0


@kernel
def waits(S: Any) -> Any:
    """Whether a card must be dealt now."""
    return S.phase <= REFILL


@kernel
def can_come(S: Any, card: int) -> Any:
    """Whether a number is a card that can be the next one of the deck."""
    if card < 0 or card > END:
        return False
    return (end_card_weight(S) if card == END else S.deck[card]) > 0


@kernel
def deal(S: Any, card: int) -> None:
    """The next card of the deck: a colour, or END. Goes where the phase says."""
    S.deck_left -= 1
    S.dealt += 1
    if card == END:  # C19
        S.end_card = TURNED_UP
        S.ending = BY_END_CARD
        S.phase = OVER
        return
    S.deck[card] -= 1
    if S.phase == DEAL_HANDS:
        seat = S.turn
        S.hands[seat, card] += 1
        S.counts[seat] += 1
        if S.counts[seat] == HANDS[S.players, seat]:
            S.turn = seat + 1
            if S.turn == S.players:
                S.turn = 0
                S.phase = ACTION
        return
    dock = lowest(S.empty)  # C6, C17: lowest dock first
    S.empty &= S.empty - 1
    S.docks[dock] = card
    if S.deck_left == 0 and S.end_card == BESIDE:
        shuffle(S)
    if S.empty == 0:
        if S.phase == DEAL_DOCKS:
            if S.players == TWO_PLAYERS:  # C7
                S.end_card = IN_DECK
                S.deck_left += 1
            S.phase = DEAL_HANDS
        else:
            next_seat(S)


@kernel
def shuffle(S: Any) -> None:
    """C18: the discards become the deck, the End card one of its last ten."""
    S.deck_left = 1
    for colour in range(COLOUR_COUNT):
        S.deck[colour] = S.discards[colour]
        S.deck_left += S.discards[colour]
        S.discards[colour] = 0
    S.end_card = IN_DECK
    S.deck_number += 1
    S.dealt = 0


@kernel
def draw(S: Any, luck: Luck) -> None:
    """Deal one card by the fast generator."""
    end = end_card_weight(S)
    cards = S.deck_left - 1 if S.end_card == IN_DECK else S.deck_left
    place = below(luck, cards + end) - end
    if place < 0:
        deal(S, END)
        return
    colour = 0
    reached = 0
    for earlier in range(COLOUR_COUNT - 1):  # counted, not searched: which card comes cannot be predicted
        reached += S.deck[earlier]
        colour += place >= reached
    deal(S, colour)


@kernel
def deal_all(S: Any, luck: Luck) -> None:
    """Deal by the fast generator until a seat must decide or the game is over."""
    while waits(S):
        draw(S, luck)


@kernel
def next_seat(S: Any) -> None:
    S.turn = S.turn + 1 if S.turn + 1 < S.players else 0
    S.phase = ACTION


@kernel
def end_turn(S: Any) -> None:
    """C17, C38: the docks are refilled at the end of the turn."""
    if S.empty != 0:
        S.phase = REFILL
    else:
        next_seat(S)


@kernel
def after_taking(S: Any) -> None:
    """C39: with an active *both* tile the seat is asked, otherwise the turn ends by itself."""
    if S.active[S.turn] & BOTH:
        S.phase = AFTER_TAKE
    else:
        end_turn(S)


@kernel
def use(S: Any, seat: int, abilities: int) -> None:
    """C37: used ability tiles are turned over."""
    S.active[seat] &= ~abilities
    S.used[seat] |= abilities


@kernel
def lay_down(S: Any, seat: int, colour: int, cards: int) -> None:
    """Cards from a hand to the discards, face up (C16, C26)."""
    S.hands[seat, colour] -= cards
    S.counts[seat] -= cards
    S.discards[colour] += cards
    S.known[seat, colour] = max(0, S.known[seat, colour] - cards)  # C11


@kernel
def take(S: Any, move: int) -> None:
    seat = S.turn
    docks = TAKE_DOCKS[move]
    S.empty |= docks
    use(S, seat, TAKE_ABILITIES[move])
    while docks:
        dock = lowest(docks)
        docks &= docks - 1
        card = S.docks[dock]
        S.docks[dock] = EMPTY
        S.hands[seat, card] += 1
        S.known[seat, card] += 1
        S.counts[seat] += 1
    if S.counts[seat] > HAND_LIMIT:
        S.phase = DISCARD
    else:
        after_taking(S)


@kernel
def discard(S: Any, cards: int) -> None:
    for colour in range(COLOUR_COUNT):
        if DISCARD_COUNTS[cards, colour]:
            lay_down(S, S.turn, colour, DISCARD_COUNTS[cards, colour])
    after_taking(S)


@kernel
def build(S: Any, variant: int, anchor: int, payment: int) -> None:
    seat = S.turn
    kind = VARIANT_KIND[variant]
    colour = colour_of(kind)
    cells = VARIANT_MASK[variant] << anchor
    foreign = PAY_FOREIGN[payment]
    use(S, seat, turned_by(S, seat, price(S, seat, kind, cells), payment))
    if foreign:
        lay_down(S, seat, other_colour(colour, payment), foreign)
    lay_down(S, seat, colour, PAY_OWN[payment])
    S.supply[kind] -= 1
    S.bricks[seat] |= VARIANT_BRICK[variant] << anchor
    S.colours[seat, colour] |= cells
    cover(S, seat, cells)
    after_placing(S)


@kernel
def turned_by(S: Any, seat: int, cost: int, payment: int) -> Any:
    """The ability tiles that a build uses up: *discount* (C23), *recolour* (C24), *both* (C39)."""
    turned = 0
    if PAY_OWN[payment] + PAY_FOREIGN[payment] < cost:
        turned |= DISCOUNT
    if PAY_FOREIGN[payment]:
        turned |= RECOLOUR
    if S.phase == AFTER_TAKE and S.turn == seat:
        turned |= BOTH
    return turned


@kernel
def price(S: Any, seat: int, kind: int, cells: int) -> Any:
    """C21, C22: what a tile costs on these cells, before the *discount* ability."""
    size = size_of(kind)
    return size - 1 if neighbours(cells) & S.colours[seat, colour_of(kind)] else size


@kernel
def worth(before: int, cells: int, bricks: int) -> Any:
    """What cells bring when they become covered: points for lines (C30), coats for coat cells and coat rows (C32)."""
    after = before | cells
    rows, columns = newly_full(before, after)
    points = 0
    coats = popcount(cells & COAT_CELLS)
    if rows | columns:
        points = line_points(rows, columns, after & ~bricks)
        coats += popcount(rows & COAT_ROWS)
    return points, coats


@kernel
def cover(S: Any, seat: int, cells: int) -> None:
    points, coats = worth(S.filled[seat], cells, S.bricks[seat])
    S.filled[seat] |= cells
    S.scores[seat] += points
    S.coats += coats


@kernel
def can_use_coat(S: Any, seat: int) -> Any:
    """C36: a special tile is left and fits, an ability not owned is left, or a used tile can be refreshed."""
    if S.used[seat] != 0 or (S.specials > 0 and supporting(S.filled[seat]) != 0):
        return True
    owned = S.active[seat] | S.used[seat]
    for ability in range(ABILITY_COUNT):
        if S.abilities[ability] > 0 and not owned >> ability & 1:
            return True
    return False


@kernel
def after_placing(S: Any) -> None:
    """After a build or a coat action: the goal (C31), coats still owed (C32, C36), or the end of the turn."""
    if S.scores[S.turn] >= GOAL:
        S.ending = BY_GOAL
        S.phase = OVER
    elif S.coats > 0 and can_use_coat(S, S.turn):
        S.phase = COAT
    else:
        S.coats = 0
        end_turn(S)


@kernel
def coat(S: Any, move: int) -> None:
    """One coat action (C33–C36)."""
    seat = S.turn
    S.coats -= 1
    if move < COAT_ABILITY:
        S.specials -= 1
        cover(S, seat, 1 << special_cell(move))
    elif move < COAT_REFRESH:
        S.abilities[coat_ability(move)] -= 1
        S.active[seat] |= 1 << coat_ability(move)
    elif move != COAT_DECLINE:
        S.active[seat] |= S.used[seat]
        S.used[seat] = 0
    after_placing(S)


@kernel
def champion(S: Any) -> Any:
    """C31, C42: the seat that reached the goal has won, whatever the others have; `NOBODY` if nobody did."""
    return S.turn if S.ending == BY_GOAL else NOBODY


@kernel
def apply(S: Any, move: int) -> None:
    """Play a legal move, up to the next decision or the next card to be dealt."""
    if move < DISCARD_CARDS:
        take(S, move)
    elif move >= BUILD:
        variant, anchor, payment = build_parts(move)
        build(S, variant, anchor, payment)
    elif move < END_TURN:
        discard(S, discard_cards(move))
    elif move == END_TURN:
        end_turn(S)
    else:
        coat(S, move)


@kernel
def discards_needed(S: Any) -> Any:
    return S.counts[S.turn] - HAND_LIMIT
