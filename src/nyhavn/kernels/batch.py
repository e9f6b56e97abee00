"""Entry kernels: what Python calls, written once and compiled over the kernels of each game.

States are arrays of a game's record; a single game is an array of length 1. Scratch (`fits`) is passed in, never
allocated in here. Where a number from outside is taken for a move or an outcome, it is checked.

`Batch` binds the functions below to a game.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, entry
from nyhavn.facade.ranking import NOBODY
from nyhavn.kernels.binding import Binding, completed
from nyhavn.kernels.requirements import (
    CHANCE_COLUMNS,
    MOST_MOVES,
    MOVE_COUNT,
    OPTIONS,
    OUTCOME_COUNT,
    OVER,
    PAST,
    PLAYERS,
    apply,
    can_come,
    chance_stream,
    count_moves,
    deal,
    deal_all,
    describe_chance,
    erase,
    imagine,
    is_legal,
    list_gains,
    list_moves,
    list_payments,
    pick_move,
    set_up,
    survey,
    waits,
    weight,
)
from nyhavn.luck import AHEAD, Luck, below, drawn_below, fast
from nyhavn.luck import start as start_luck

Ints = npt.NDArray[np.int64]
States = npt.NDArray[Any]

# For games that do not bring their own: all moves are tried one after the other, which is quick enough for dozens.


def list_by_trying(S: Any, fits: Ints, ids: Ints) -> Any:
    count = 0
    for move in range(MOVE_COUNT):
        if is_legal(S, move):
            ids[count] = move
            count += 1
    return count


def count_by_trying(S: Any, fits: Ints) -> Any:
    count = 0
    for move in range(MOVE_COUNT):
        count += is_legal(S, move)
    return count


def pick_by_trying(S: Any, fits: Ints, luck: Luck) -> Any:
    left = below(luck, count_moves(S, fits))
    move = 0
    while left > 0 or not is_legal(S, move):
        left -= is_legal(S, move)
        move += 1
    return move


def comes_by_weight(S: Any, outcome: int) -> Any:
    return 0 <= outcome < OUTCOME_COUNT and weight(S, outcome) > 0


def describe_by_weight(S: Any, out: Ints) -> None:
    """The weights of all outcomes, then the phase and the seat on turn."""
    for outcome in range(OUTCOME_COUNT):
        out[outcome] = weight(S, outcome)
    out[OUTCOME_COUNT] = S.phase
    out[OUTCOME_COUNT + 1] = S.turn


def deal_by_weight(S: Any, luck: Luck) -> None:
    while waits(S):
        total = 0
        for outcome in range(OUTCOME_COUNT):
            total += weight(S, outcome)
        place = below(luck, total)
        outcome = 0
        while place >= weight(S, outcome):
            place -= weight(S, outcome)
            outcome += 1
        deal(S, outcome)


def no_champion(S: Any) -> Any:
    return NOBODY


def erase_nothing(S: Any, seat: int) -> None:
    """There is nothing that a seat may not know."""


def imagine_nothing(S: Any, seat: int, past: Ints, luck: Luck) -> None:
    """There is nothing that a seat does not know."""


DEFAULTS: dict[str, Callable[..., Any]] = {
    "list_moves": list_by_trying,
    "count_moves": count_by_trying,
    "pick_move": pick_by_trying,
    "describe_chance": describe_by_weight,
    "can_come": comes_by_weight,
    "deal_all": deal_by_weight,
    "champion": no_champion,
    "erase": erase_nothing,
    "imagine": imagine_nothing,
}


def begin(states: States, players: int, option: int) -> Any:
    """Games before their first chance event or decision, in states of zeros. False, and nothing done, if that many
    cannot play or the option does not exist."""
    if players < PLAYERS[0] or players > PLAYERS[-1] or option < 0 or option >= OPTIONS:
        return False
    for number in range(len(states)):
        set_up(states[number], players, option)
    return True


def legal(states: States, fits: Ints, ids: Ints) -> Any:
    """The legal moves of one game, ascending. Gives their number."""
    return list_moves(states[0], fits, ids)


def allowed(states: States, move: int) -> Any:
    """Whether a number is a legal move of one game."""
    return is_legal(states[0], move)


def play(states: States, move: int) -> Any:
    """Play a move of one game up to the next chance event or decision. False, and nothing done, if it is illegal."""
    if not is_legal(states[0], move):
        return False
    apply(states[0], move)
    return True


def chances(states: States, out: Ints) -> Any:
    """The chance event that one game waits for: see the game's `describe_chance`. False if it waits for none."""
    if not waits(states[0]):
        return False
    describe_chance(states[0], out)
    return True


def chance(states: States, outcome: int) -> Any:
    """Let a chance event of one game happen. False, and nothing done, if that cannot come."""
    if not waits(states[0]) or not can_come(states[0], outcome):
        return False
    deal(states[0], outcome)
    return True


def deal_drawn(states: States, drawn: Ints, told: Ints) -> Any:
    """Let chance happen in one game as the seeded generator draws it: `drawn` are the values of the events to come (see
    `Seeded.ahead`). A row of `told` describes each event, with its outcome in the last column. Ends early before a
    decision, an event of another stream, or one whose value must be drawn again. Gives the number of events."""
    S = states[0]
    stream = chance_stream(S)
    for number in range(len(drawn)):
        if not waits(S) or chance_stream(S) != stream:
            return number
        describe_chance(S, told[number])
        total = 0
        for outcome in range(OUTCOME_COUNT):
            total += told[number, outcome]
        place = drawn_below(drawn[number, 0], drawn[number, 1], total)
        if place < 0:
            return number
        outcome = 0
        while place >= told[number, outcome]:
            place -= told[number, outcome]
            outcome += 1
        told[number, CHANCE_COLUMNS] = outcome
        deal(S, outcome)
    return len(drawn)


def step(states: States, move: int, luck: Luck, fits: Ints, ids: Ints) -> Any:
    """Play a move of one game, let chance follow by the fast generator, and list the next legal moves: their number,
    0 when the game is over, -1 (and nothing done) if the move is illegal."""
    if not is_legal(states[0], move):
        return -1
    apply(states[0], move)
    deal_all(states[0], luck)
    return list_moves(states[0], fits, ids)


def placements(states: States, seat: int, out: Ints) -> Any:
    """What any seat of one game could place if it were on turn: see the game's `options.survey`. False, and nothing
    done, if there is no such seat."""
    if seat < 0 or seat >= states[0].players:
        return False
    survey(states[0], seat, out)
    return True


def choices(states: States, seat: int, out: Ints, payments: Ints, gains: Ints) -> Any:
    """The same with every way to pay and with what places bring: see also `options.list_payments` and
    `options.list_gains`. Gives the numbers of both, -1 twice (and nothing done) if there is no such seat."""
    if seat < 0 or seat >= states[0].players:
        return -1, -1
    survey(states[0], seat, out)
    return list_payments(states[0], seat, payments), list_gains(states[0], seat, out, gains)


def erase_all(states: States, seat: int) -> Any:
    """Take out of every game what a seat (-1: a spectator) cannot know. False, and nothing done, if there is no such
    seat."""
    if seat < -1 or seat >= states[0].players:
        return False
    for number in range(len(states)):
        erase(states[number], seat)
    return True


def imagine_all(states: States, seat: int, past: Ints, luck: Luck) -> Any:
    """Complete every game from which the same was taken out, each with another draw of what the seat cannot know, by
    the odds that the past leaves (see the game's `knowledge.remember`). False, and nothing done, if there is no such
    seat or `past` is too short."""
    if seat < -1 or seat >= states[0].players or len(past) < PAST:
        return False
    for number in range(len(states)):
        imagine(states[number], seat, past, luck)
    return True


def begin_all(states: States, players: int, option: int, luck: Luck) -> Any:
    """New games from zeros, with chance by the fast generator, a row of it for each. False, and nothing done, if that
    many cannot play or the option does not exist."""
    if players < PLAYERS[0] or players > PLAYERS[-1] or option < 0 or option >= OPTIONS:
        return False
    for number in range(len(states)):
        set_up(states[number], players, option)
        deal_all(states[number], luck[number])
    return True


def count_all(states: States, fits: Ints, counts: Ints) -> None:
    """The number of legal moves of every game."""
    for number in range(len(states)):
        counts[number] = count_moves(states[number], fits)


def legal_all(states: States, fits: Ints, starts: Ints, ids: Ints) -> Any:
    """The legal moves of every game one after the other, those of game n from starts[n] to starts[n + 1]. Games for
    which `ids` has no room (fewer than MOST_MOVES left) are not done; gives the number of games done."""
    starts[0] = 0
    for number in range(len(states)):
        if len(ids) - starts[number] < MOST_MOVES:
            return number
        starts[number + 1] = starts[number] + list_moves(states[number], fits, ids[starts[number] :])
    return len(states)


def apply_all(states: States, moves: Ints, luck: Luck, done: Ints) -> None:
    """A move for every game, with the chance that follows by its row of the fast generator; done[n] is 0, and game n
    as it was, where the move is illegal."""
    for number in range(len(states)):
        done[number] = 0
        if is_legal(states[number], moves[number]):
            apply(states[number], moves[number])
            deal_all(states[number], luck[number])
            done[number] = 1


def play_out_all(states: States, fits: Ints, luck: Luck) -> Any:
    """Play every game to its end with moves picked uniformly. Gives the number of moves."""
    moves = 0
    for number in range(len(states)):
        deal_all(states[number], luck[number])
        while states[number].phase != OVER:
            apply(states[number], pick_move(states[number], fits, luck[number]))
            deal_all(states[number], luck[number])
            moves += 1
    return moves


def random_games(
    states: States, integers: Ints, fits: Ints, luck: Luck, seed: int, first: int, games: int, players: int, option: int
) -> Any:
    """Whole games numbered from `first`, played uniformly one after the other in one state (of which `integers` is the
    int64 view); game n uses stream n of the seed, so that results do not depend on how games are split. Gives
    moves and points, none if that many cannot play."""
    S = states[0]
    moves = 0
    points = 0
    if players < PLAYERS[0] or players > PLAYERS[-1] or option < 0 or option >= OPTIONS:
        return moves, points
    for number in range(first, first + games):
        start_luck(luck, seed, number)
        integers[:] = 0
        set_up(S, players, option)
        deal_all(S, luck)
        while S.phase != OVER:
            apply(S, pick_move(S, fits, luck))
            deal_all(S, luck)
            moves += 1
        for seat in range(players):
            points += S.scores[seat]
    return moves, points


def copy_often(integers: Ints, into: Ints, times: int) -> Any:
    """Copy one state again and again, to measure what a copy costs in a kernel."""
    total = 0
    for number in range(times):
        integers[0] = 2 + (number & 1)
        for place in range(len(integers)):
            into[place] = integers[place]
        total += into[number % len(integers)]
    return total


ENTRIES: tuple[Callable[..., Any], ...] = (
    begin,
    legal,
    allowed,
    play,
    chances,
    chance,
    step,
    erase_all,
    imagine_all,
    begin_all,
    count_all,
    legal_all,
    apply_all,
    play_out_all,
    random_games,
    copy_often,
)
PLACING: tuple[Callable[..., Any], ...] = (placements, choices)
"""For games that tell what could be placed where."""
STREAMS: tuple[Callable[..., Any], ...] = (deal_drawn,)
"""For games that tell the streams of their chance apart."""


class Batch(SimpleNamespace):
    """The entry kernels of one game under their names above, with the sizes of the arrays they work on."""

    begin: Callable[[States, int, int], bool]
    legal: Callable[[States, Ints, Ints], int]
    allowed: Callable[[States, int], bool]
    play: Callable[[States, int], bool]
    chances: Callable[[States, Ints], bool]
    chance: Callable[[States, int], bool]
    step: Callable[[States, int, Luck, Ints, Ints], int]
    deal_drawn: Callable[[States, Ints, Ints], int]
    placements: Callable[[States, int, Ints], bool]
    choices: Callable[[States, int, Ints, Ints, Ints], tuple[int, int]]
    erase_all: Callable[[States, int], bool]
    imagine_all: Callable[[States, int, Ints, Luck], bool]
    begin_all: Callable[[States, int, int, Luck], bool]
    count_all: Callable[[States, Ints, Ints], None]
    legal_all: Callable[[States, Ints, Ints, Ints], int]
    apply_all: Callable[[States, Ints, Luck, Ints], None]
    play_out_all: Callable[[States, Ints, Luck], int]
    random_games: Callable[[States, Ints, Ints, Luck, int, int, int, int, int], tuple[int, int]]
    copy_often: Callable[[Ints, Ints, int], int]

    def __init__(self, module: str, given: Mapping[str, Any]) -> None:
        super().__init__()
        self.module = module
        self.given = completed(module, _with_sizes(given), DEFAULTS)
        self.places = "survey" in given
        """Whether the game tells what could be placed where."""
        self.streams = "chance_stream" in given
        """Whether it tells the streams of its chance apart."""
        binding = Binding(module, self.given)
        for function in (*ENTRIES, *(PLACING if self.places else ()), *(STREAMS if self.streams else ())):
            setattr(self, function.__name__, binding.bind(function, entry))

    def new_states(self, count: int = 1) -> States:
        """States of zeros, ready for `begin`."""
        return np.zeros(count, self.given["STATE"])

    def new_fits(self) -> Ints:
        """Scratch that one thread works in."""
        return np.zeros((self.given["FIT_ROWS"], self.given["FIT_COLUMNS"]), np.int64)

    def new_ids(self) -> Ints:
        """Room for the moves of any position."""
        return np.zeros(self.given["MOST_MOVES"], np.int64)

    def new_survey(self) -> Ints:
        """Room for what `placements` tells."""
        return np.zeros((self.given["FIT_ROWS"], self.given["SURVEY_COLUMNS"]), np.int64)

    def new_choices(self) -> tuple[Ints, Ints, Ints]:
        """Room for what `choices` tells: the survey, payments, gains."""
        given = self.given
        payments = np.zeros((given["MOST_PAYMENTS"], given["PAYMENT_COLUMNS"]), np.int64)
        return self.new_survey(), payments, np.zeros((given["MOST_GAINS"], given["GAIN_COLUMNS"]), np.int64)

    def new_past(self) -> Ints:
        """What is remembered of a game before anything happened."""
        return np.zeros(self.given["PAST"], np.int64)

    def new_chance(self) -> Ints:
        """Room for what `chances` tells."""
        return np.zeros(self.given["CHANCE_COLUMNS"], np.int64)

    def new_drawn(self) -> Ints:
        """Room for what `deal_drawn` tells."""
        return np.zeros((AHEAD, self.given["CHANCE_COLUMNS"] + 1), np.int64)

    def calls(self) -> Entries:
        """What a game at a table needs: entry kernels called once, with the types they are compiled for, on games that
        are thrown away."""
        states, fits, ids, luck = self.new_states(), self.new_fits(), self.new_ids(), fast(1)
        players = self.given["PLAYERS"][0]
        placing: Entries = [
            ("placements", lambda: self.placements(states, 0, self.new_survey())),
            ("choices", lambda: self.choices(states, 0, *self.new_choices())),
        ]
        drawn = np.zeros((AHEAD, 2), np.int64)
        streams: Entries = [("deal drawn", lambda: self.deal_drawn(states, drawn, self.new_drawn()))]
        return [
            ("begin", lambda: self.begin(states, players, 0)),
            ("chances", lambda: self.chances(states, self.new_chance())),
            ("chance", lambda: self.chance(states, 0)),
            ("legal", lambda: self.legal(states, fits, ids)),
            ("allowed", lambda: self.allowed(states, 0)),
            ("play", lambda: self.play(states, 0)),
            ("step", lambda: self.step(states, -1, luck[0], fits, ids)),
            *(placing if self.places else []),
            *(streams if self.streams else []),
            ("erase all", lambda: self.erase_all(states, 0)),
            ("imagine all", lambda: self.imagine_all(states, 0, self.new_past(), luck[0])),
        ]

    def array_calls(self) -> Entries:
        """Likewise what only programs need that play many games at once: environments and benchmarks."""
        states, fits, ids, luck = self.new_states(), self.new_fits(), self.new_ids(), fast(1)
        integers, players = states.view(np.int64), self.given["PLAYERS"][0]
        one, two = np.zeros(1, np.int64), np.zeros(2, np.int64)
        return [
            ("begin all", lambda: self.begin_all(states, players, 0, luck)),
            ("count all", lambda: self.count_all(states, fits, one)),
            ("legal all", lambda: self.legal_all(states, fits, two, ids)),
            ("apply all", lambda: self.apply_all(states, one - 1, luck, one)),
            ("play out all", lambda: self.play_out_all(states, fits, luck)),
            ("random games", lambda: self.random_games(states, integers, fits, luck[0], 1, 0, 1, players, 0)),
            ("copy", lambda: self.copy_often(integers, integers.copy(), 1)),
        ]


def _with_sizes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Sizes that a game need not give."""
    usual = {"OPTIONS": 1, "FIT_ROWS": 1, "FIT_COLUMNS": 1, "PAST": 0}
    if "MOVE_COUNT" in given:
        usual["MOST_MOVES"] = given["MOVE_COUNT"]
    if "OUTCOME_COUNT" in given:
        usual["CHANCE_COLUMNS"] = given["OUTCOME_COUNT"] + 2
    return {**usual, **given}
