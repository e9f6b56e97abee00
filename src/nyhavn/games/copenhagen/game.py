"""The card game's descriptor: where its parts are."""

from nyhavn.parts import Game, Promises

GAME = Game(
    "copenhagen",
    "Copenhagen",
    "nyhavn.games.copenhagen",
    rules="rules:Copenhagen",
    bots="bots:BOTS",
    environment="env:ENVIRONMENT",
    statistics="statistics:STATISTICS",
    hints="hints:HINTS",
    ability_grants="ability_grants:GRANTS",
    messages="messages:MESSAGES",
    lesson="lesson",
    promises=Promises(text_decisions=20_000, batch_decisions=3_000_000, anchor_players=2),
)
