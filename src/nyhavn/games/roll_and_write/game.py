"""The dice game's descriptor: where its parts are."""

from nyhavn.parts import Game, Promises

GAME = Game.with_every_part(
    "roll-and-write",
    "Copenhagen Roll & Write",
    "nyhavn.games.roll_and_write",
    rules="rules:RollAndWrite",
    learning="bots.training:LEARNING",
    promises=Promises(),
)
