"""Abilities given away, to measure what they are worth: a tile that is active, out of the supply. All begin with `any`,
so that this one is taken away instead."""

from nyhavn.games.copenhagen.components import ABILITIES
from nyhavn.parts import AbilityGrants
from nyhavn.rules import Memory


def give(memory: Memory, number: int) -> None:
    bit = 1 << number
    if memory["active"][0, 0] & bit:
        memory["active"][0, 0] -= bit
    else:
        memory["active"][0, 0] += bit
        memory["abilities"][0, number] -= 1


GRANTS = AbilityGrants(ABILITIES, give, taken_away=("any",))
