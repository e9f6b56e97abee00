"""What every server imports and loads; what is forked from a process with this has it at once."""

import alembic.command
import uvicorn

import nyhavn.server.app
from nyhavn.cli import serve
from nyhavn.games import game_names, rules_of

__all__ = ["alembic", "nyhavn", "serve", "uvicorn"]

for game in game_names():
    rules_of(game)
