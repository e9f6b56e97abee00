"""Kernels that think, written once and bound to each game: what Python calls, and what a game has to give.

As in `nyhavn.batch`, functions use names that a game gives, and `Thinking` copies them with those names filled in. The
names of the rules come from the game's batch (`apply`, `deal_all`, `pick_move`, `list_moves`, `waits`, `OVER`, …). Beside
them a game (`kernels/copenhagen.py`, `kernels/rollwrite.py`) gives these kernels, S being a position that no secret is
hidden from any more, `room` the game's own float64 numbers (weights first, then scratch; see `new_room`):

    whose(S)                                      the seat whose turn it is, whoever decides; changes with every turn
    imagine(S, seat, past, luck)                  draws in place what the seat cannot know; `past` is what `remember` gave
    judge(S, room, shares)                        the share of a win that each seat can expect, in `shares`: they add up to
                                                  1; in any phase, also before chance; when over, what each has won
    quick_move(S, fits, room, luck)               a sensible move at little cost, for playouts
    candidates(S, fits, room, ids, weights, most, luck)
                                                  the most promising legal moves, at most `most`, best first, with weights
                                                  that add up to 1; gives their number. Never lists thousands
    plan(S, fits, room, ids, values, most, luck)  the same, judged with more care: values are the share of a win that the
                                                  seat on turn can expect if it goes on well, over whole turns, with
                                                  refills sampled or rolls counted exactly

and these functions of Python:

    remember(observation)                         what `imagine` needs to know beside the position, as int64 numbers
    new_room(players)                             room for one thread, with the weights for so many players

All are njit functions; small ones may be `compiled.kernel`, large ones had better not be inlined (`solid`).
"""
