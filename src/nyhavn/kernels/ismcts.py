"""Plain tree search over what a seat knows: information-set UCT of a single observer, with uniform random playouts.

Nothing of a game's knowledge is in here but its rules. Every iteration imagines anew what the seat cannot know, and
lets chance fall anew; moves that are not legal then are left aside, and how often a move could have been chosen
counts in its place of the visits of its parent. The tree branches by moves only: what chance brings between them is
averaged over."""

import math
from typing import Any

from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.playouts import copy
from nyhavn.kernels.requirements import OVER, apply, deal_all, imagine, judge, list_moves, pick_move
from nyhavn.luck import Words, below
from nyhavn.luck import start as start_luck

# A node: the move that leads to it, who made it, how often it was visited and could have been, its first child and the
# next child of its parent.
MOVE, MOVER, VISITS, CHANCES, CHILD, NEXT = range(6)
NODE = 6
EXPLORING = 0.7


def begin_tree(nodes: Ints) -> None:
    """A tree of one node, which is number 0; nodes[last, 0] counts them."""
    nodes[0, :] = 0
    nodes[len(nodes) - 1, 0] = 1


def is_in(ids: Ints, count: int, move: int) -> Any:
    """Whether a move is among the first of ids, which ascend."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if ids[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < count and ids[low] == move


def untried(nodes: Ints, parent: int, ids: Ints, count: int, tried: int, luck: Words) -> Any:
    """One of the legal moves that have no node yet, all equally likely. Marks the others in ids by turning them
    over."""
    if tried:
        child = nodes[parent, CHILD]
        while child:
            low, high = 0, count
            while low < high:
                middle = (low + high) // 2
                if (ids[middle] if ids[middle] >= 0 else ~ids[middle]) < nodes[child, MOVE]:
                    low = middle + 1
                else:
                    high = middle
            if low < count and ids[low] == nodes[child, MOVE]:
                ids[low] = ~ids[low]
            child = nodes[child, NEXT]
    left = below(luck, count - tried)
    place = 0
    while ids[place] < 0 or left > 0:
        left -= ids[place] >= 0
        place += 1
    return ids[place]


def grow(
    states: States,
    words: Ints,
    fits: Ints,
    room: Any,
    past: Ints,
    ids: Ints,
    nodes: Ints,
    won: Any,
    shares: Any,
    luck: Words,
    seat: int,
    seed: int,
    first: int,
    iterations: int,
) -> None:
    """Iterations of the search from states[0], numbered from `first`; the first one begins the tree. `won` adds up, for
    each node, what the seat that moved there has won; a path of the tree is kept in the last rows of `nodes`."""
    if first == 0:
        begin_tree(nodes)
    counter = len(nodes) - 1
    most = len(nodes) - 1 - PATH
    for number in range(first, first + iterations):
        start_luck(luck, seed, number)
        copy(words, 0, 1)
        S = states[1]
        imagine(S, seat, past, luck)
        node = 0
        depth = 0
        growing = True
        while growing and S.phase != OVER and depth < PATH:
            count = list_moves(S, fits, ids)
            tried = 0
            best = -1.0
            chosen = 0
            child = nodes[node, CHILD]
            while child:
                if is_in(ids, count, nodes[child, MOVE]):
                    tried += 1
                    nodes[child, CHANCES] += 1
                    mean = won[child] / nodes[child, VISITS]
                    bound = mean + EXPLORING * math.sqrt(math.log(nodes[child, CHANCES]) / nodes[child, VISITS])
                    if bound > best:
                        best = bound
                        chosen = child
                child = nodes[child, NEXT]
            if tried < count and nodes[counter, 0] < most:
                move = untried(nodes, node, ids, count, tried, luck)
                chosen = nodes[counter, 0]
                nodes[counter, 0] += 1
                nodes[chosen, MOVE] = move
                nodes[chosen, MOVER] = S.turn
                nodes[chosen, VISITS] = 0
                nodes[chosen, CHANCES] = 1
                nodes[chosen, CHILD] = 0
                nodes[chosen, NEXT] = nodes[node, CHILD]
                nodes[node, CHILD] = chosen
                won[chosen] = 0.0
                growing = False
            elif tried == 0:
                break
            nodes[most + depth, 1] = chosen
            depth += 1
            apply(S, nodes[chosen, MOVE])
            deal_all(S, luck)
            node = chosen
        while S.phase != OVER:
            apply(S, pick_move(S, fits, luck))
            deal_all(S, luck)
        judge(S, room, shares)
        for step in range(depth):
            node = nodes[most + step, 1]
            nodes[node, VISITS] += 1
            won[node] += shares[nodes[node, MOVER]]


PATH = 200
"""The longest path in a tree."""

HELPERS = (begin_tree, is_in, untried)
ENTRIES = (grow,)
