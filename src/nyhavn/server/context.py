"""What a running server is made of."""

from dataclasses import dataclass

from nyhavn.server.bot_turns import Players
from nyhavn.server.hints import Hints
from nyhavn.server.hub import Hub
from nyhavn.server.limits import Limits
from nyhavn.server.persons import Persons
from nyhavn.server.preparation import Preparation
from nyhavn.server.response_cache import ResponseCache
from nyhavn.server.reviews import Reviews
from nyhavn.server.settings import Settings


@dataclass(frozen=True)
class Context:
    settings: Settings
    hub: Hub
    persons: Persons
    limits: Limits
    players: Players
    hints: Hints
    reviews: Reviews
    responses: ResponseCache
    preparation: Preparation
