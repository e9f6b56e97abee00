"""The descriptor: where the parts of the game are. Bots need none of their own."""

from nyhavn.parts import Game

GAME = Game("boathouse", "Boathouse", "boathouse", rules="rules:Boathouse", environment="env:ENVIRONMENT")
