"""What every server imports and loads; what is forked from a process with this has it at once."""

import alembic.command
import uvicorn

from nyhavn.cli import serve
from nyhavn.games import game_names, rules_of

serve.leave_compiler()

import nyhavn.server.app  # noqa: E402 - it knows then that there is no compiler

__all__ = ["alembic", "nyhavn", "serve", "uvicorn"]

for game in game_names():
    rules_of(game)
