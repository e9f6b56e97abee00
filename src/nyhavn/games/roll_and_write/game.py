"""The dice game's descriptor: where its parts are."""

from nyhavn.parts import Game

GAME = Game(
    "roll-and-write",
    "Copenhagen Roll & Write",
    "nyhavn.games.roll_and_write",
    rules="rules:RollAndWrite",
    bots="bots:BOTS",
    environment="env:ENVIRONMENT",
    statistics="statistics:STATISTICS",
    hints="hints:HINTS",
    ability_grants="ability_grants:GRANTS",
    messages="messages:MESSAGES",
    lesson="lesson",
)
