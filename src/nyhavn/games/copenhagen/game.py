"""The card game's descriptor: where its parts are."""

from nyhavn.parts import Game, Promises

GAME = Game.with_every_part(
    "copenhagen",
    "Copenhagen",
    "nyhavn.games.copenhagen",
    rules="rules:Copenhagen",
    learning="bots.training:LEARNING",
    promises=Promises(text_decisions=20_000, batch_decisions=3_000_000, anchor_players=2),
)
