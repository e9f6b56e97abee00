"""Abilities given away, to measure what they are worth: a star of the ability's colour."""

from nyhavn.games.roll_and_write.components import ABILITIES
from nyhavn.parts import AbilityGrants
from nyhavn.rules import Memory


def give(memory: Memory, number: int) -> None:
    memory["stars"][0, 0, number] += 1


GRANTS = AbilityGrants(tuple(ABILITIES.values()), give)
