"""Plain tree search over what a seat knows: information-set UCT of a single observer, with uniform random playouts.

Nothing of a game's knowledge is in here but its rules. Every iteration imagines anew what the seat cannot know, and
lets chance fall anew; moves that are not legal then are left aside, and how often a move could have been chosen
counts in its place of the visits of its parent. The tree branches by moves only: what chance brings between them is
averaged over."""

import math
from typing import Any

import numpy as np

from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.playouts import IMAGINED, KNOWN
from nyhavn.kernels.requirements import OVER, apply, deal_all, imagine, judge, list_moves, pick_move
from nyhavn.kernels.rows import copy
from nyhavn.luck import Luck, below
from nyhavn.luck import start as start_luck

PATH = 200
"""The longest path in a tree."""
EXPLORING = 0.7

NODE = np.dtype(
    (
        np.record,
        [
            ("move", np.int64),  # the one that leads to it
            ("mover", np.int64),  # the seat that made it
            ("visits", np.int64),
            ("chances", np.int64),  # how often it could have been visited
            ("child", np.int64),  # its first one; 0 if it has none
            ("next", np.int64),  # the next child of its parent
            ("won", np.float64),  # what the seat that moved there has won in all visits
        ],
    )
)
ROOT = 0
TREE = np.dtype((np.record, [("size", np.int64), ("path", np.int64, PATH)]))
"""How many nodes there are, and those of the iteration that goes on."""


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


def untried(nodes: Any, parent: int, ids: Ints, count: int, tried: int, luck: Luck) -> Any:
    """One of the legal moves that have no node yet, all equally likely. Marks the others in ids by turning them
    over, so that `is_in` is of no use here."""
    if tried:
        child = nodes[parent].child
        while child:
            move = nodes[child].move
            low, high = 0, count
            while low < high:
                middle = (low + high) // 2
                if (ids[middle] if ids[middle] >= 0 else ~ids[middle]) < move:
                    low = middle + 1
                else:
                    high = middle
            if low < count and ids[low] == move:
                ids[low] = ~ids[low]
            child = nodes[child].next
    left = below(luck, count - tried)
    place = 0
    while ids[place] < 0 or left > 0:
        left -= ids[place] >= 0
        place += 1
    return ids[place]


def add_node(nodes: Any, parent: int, number: int, move: int, mover: int) -> None:
    """A new first child of a node, under its number."""
    node = nodes[number]
    node.move = move
    node.mover = mover
    node.visits = 0
    node.chances = 1
    node.child = 0
    node.next = nodes[parent].child
    node.won = 0.0
    nodes[parent].child = number


def grow(
    states: States, integers: Ints, fits: Ints, work: Any, past: Ints, ids: Ints, nodes: Any, tree: Any, shares: Any,
    luck: Luck, seat: int, seed: int, first: int, iterations: int,
) -> None:  # fmt: skip
    """Iterations of the search from states[KNOWN], numbered from `first`; the first one begins the tree, which is
    tree[0]."""
    T = tree[0]
    if first == 0:
        nodes[ROOT].child = 0
        T.size = 1
    S = states[IMAGINED]
    for number in range(first, first + iterations):
        start_luck(luck, seed, number)
        copy(integers, KNOWN, IMAGINED)
        imagine(S, seat, past, luck)
        node = ROOT
        depth = 0
        growing = True
        while growing and S.phase != OVER and depth < PATH:
            count = list_moves(S, fits, ids)
            tried = 0
            best = -1.0
            chosen = 0
            child = nodes[node].child
            while child:
                own = nodes[child]
                if is_in(ids, count, own.move):
                    tried += 1
                    own.chances += 1
                    bound = own.won / own.visits + EXPLORING * math.sqrt(math.log(own.chances) / own.visits)
                    if bound > best:
                        best = bound
                        chosen = child
                child = own.next
            if tried < count and T.size < len(nodes):
                chosen = T.size
                T.size += 1
                add_node(nodes, node, chosen, untried(nodes, node, ids, count, tried, luck), S.turn)
                growing = False
            elif tried == 0:
                break
            T.path[depth] = chosen
            depth += 1
            apply(S, nodes[chosen].move)
            deal_all(S, luck)
            node = chosen
        while S.phase != OVER:
            apply(S, pick_move(S, fits, luck))
            deal_all(S, luck)
        judge(S, work[0], shares)
        for step in range(depth):
            own = nodes[T.path[step]]
            own.visits += 1
            own.won += shares[own.mover]


HELPERS = (is_in, untried, add_node)
ENTRIES = (grow,)
