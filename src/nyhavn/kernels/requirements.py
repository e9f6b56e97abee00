"""What a game gives to templates, declared once. A template imports what it needs; `binding` fills in the game's own.

S is a position, a record of the game's `STATE`; `states` are arrays of positions, and `integers` the same memory as
int64, a row each. `luck` is the state of the fast generator. `fits` is scratch. W is a record of the game's `WORK`: the
weights of its bots, and the memory that they work in.
"""

from typing import Any

from nyhavn.kernels.binding import Need

# Rules
STATE: Any = Need("the record of a position")
PLAYERS: Any = Need("how many can play, ascending")
OPTIONS: Any = Need("options are numbers below this")
OVER: Any = Need("the phase of a game that is over")
MOST_MOVES: Any = Need("no position has more legal moves")
MOST_PLAYERS: Any = Need("no game has more players")
MOVE_COUNT: Any = Need("moves are the numbers below this")
CHANCE_COLUMNS: Any = Need("how many numbers `describe_chance` tells, the weights of all outcomes first")
OUTCOME_COUNT: Any = Need("what chance can bring are the numbers below this")
set_up: Any = Need("set_up(S, players, option): a new game, in a position of zeros")
waits: Any = Need("waits(S): whether chance must decide something now")
describe_chance: Any = Need("describe_chance(S, out): what chance can bring, with weights")
weight: Any = Need("weight(S, outcome): how likely chance is to bring that now, as a whole number; 0 if it cannot")
chance_stream: Any = Need(
    "chance_stream(S): a number that tells the streams of chance apart: a seeded game draws the events of one in turn"
)
can_come: Any = Need("can_come(S, outcome): whether chance can bring that now")
deal: Any = Need("deal(S, outcome): let it happen")
deal_all: Any = Need("deal_all(S, luck): let chance decide until a seat must, or the game is over")
list_moves: Any = Need("list_moves(S, fits, ids): the legal moves, ascending, and their number")
count_moves: Any = Need("count_moves(S, fits): how many moves are legal")
pick_move: Any = Need("pick_move(S, fits, luck): a legal move, all equally likely")
is_legal: Any = Need("is_legal(S, move): whether a number is a legal move")
apply: Any = Need("apply(S, move): play a legal move up to the next chance event or decision")
champion: Any = Need("champion(S): the seat that has won whatever the others have; -1 if there is none")

# Knowledge
PAST: Any = Need("how many numbers `past` has: what is remembered of a game, for `imagine`")
erase: Any = Need("erase(S, seat): take out of a position, in place, what the seat (-1: a spectator) cannot know")
imagine: Any = Need("imagine(S, seat, past, luck): complete an erased position with the odds that the past leaves")

# What can be placed where
survey: Any = Need("survey(S, seat, out): what a seat could place if it had to decide")
list_payments: Any = Need("list_payments(S, seat, payments): every way to pay, and their number")
list_gains: Any = Need("list_gains(S, seat, out, gains): what places bring, and their number")

# What bots think with
WORK: Any = Need(
    "the record that bots work with: weights, and memory that nothing is kept in from one call to the next"
)
whose: Any = Need("whose(S): the seat whose turn it is, whoever decides; another one with every turn")
judge: Any = Need(
    "judge(S, W, shares): the share of a win that each seat can expect, which add up to 1; in any phase, also before"
    " chance; when the game is over, what each has won"
)
quick_move: Any = Need("quick_move(S, fits, W, luck): a sensible move at little cost, for playouts")
plan: Any = Need(
    "plan(states, integers, at, fits, W, ids, values, most, luck): the most promising legal moves of states[at], at"
    " most `most`, best first, and their number; never thousands. Values are the share of a win that the seat that"
    " decides can expect if it plays its whole turn well, with refills sampled or rolls counted exactly"
)
play_out: Any = Need(
    "play_out(S, fits, W, turns, shares, luck): go on for so many turns, that of the moment counted, or to the end, and"
    " say what share of a win each seat can expect then"
)

# Environments
stages: Any = Need("stages(first): how many actions a move has that begins with this one")
join: Any = Need("join(first, second, third): the number of the move that these actions make")
write_first: Any = Need("write_first(S, fits, mask): the actions that begin a legal move")
write_later: Any = Need("write_later(S, first, second, mask): those that may follow")
write_seen: Any = Need("write_seen(S, seat, first, second, out): what a seat observes, and how many numbers that are")
