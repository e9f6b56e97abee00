"""Worlds that a seat could be in: what it knows stays, what is hidden from it is dealt again.

Which worlds there are, and how likely each is, the game's `knowledge` says. What others may have meant by their moves
is not considered. In a game that hides nothing there is one world only.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from nyhavn.bots.observations import Observation
from nyhavn.envs.encoding import encoding_of
from nyhavn.games import rules_of
from nyhavn.luck import Luck, fast
from nyhavn.rules import Memory, Openings

if TYPE_CHECKING:
    from nyhavn.envs.openspiel.states import TableState

Sampler = Callable[[], float]
"""Gives numbers from 0 up to 1, all equally likely."""
SEED_BITS = 53
"""So many are in such a number."""


def resampled(state: "TableState", seat: int, sampler: Sampler) -> "TableState":
    """A state in another world, or in the same, in which the seat would have seen and done the same."""
    if not any(state.openings):
        return state.clone()  # type: ignore[no-any-return]
    openings, _ = _another(state, seat, sampler)
    other, coming = state.get_game().new_initial_state(), _coming(openings)
    for item in state.full_history():
        secret = _secret(other, coming)
        other.apply_action(item.action if secret is None else secret)
    return other  # type: ignore[no-any-return]


def exchanged(state: "TableState", seat: int, sampler: Sampler) -> "TableState":
    """The same in a moment, for searchers: a copy with other cards. In its list of actions, at which these do not look,
    the old ones stand."""
    other: TableState = state.clone()
    if any(state.openings):
        other.exchange(*_another(state, seat, sampler))
    return other


def _another(state: "TableState", seat: int, sampler: Sampler) -> tuple[Openings, Memory]:
    """What was dealt secretly in another world, and the position there."""
    knowledge = state.rules.knowledge
    past, luck = knowledge.past_of(state.memory, state.openings), _luck(sampler)
    while True:
        memory = state.rules.imagine(state.memory, seat, past, luck)
        # A player who has begun a move can continue it.
        if not state.prefix or state.encoding.packed_mask(memory, state.prefix).any():
            dealt = list(knowledge.openings(memory, past))
            dealt[seat] = state.openings[seat]  # in the order in which it was dealt
            return tuple(dealt), memory


def believed(game: Any, observation: Observation, sampler: Sampler) -> "TableState":
    """A state that a seat may take the game for, given all that it knows."""
    encoding, rules = encoding_of(observation.game), rules_of(observation.game)
    history = [entry for entry in (observation.history or ()) if rules.knowledge.sees_entry(entry, None)]
    past = rules.knowledge.remember(history, observation.players)
    world = rules.imagine(observation.memory, observation.seat, past, _luck(sampler))
    state, coming = game.new_initial_state(), _coming(rules.knowledge.openings(world, past))
    for entry in history:
        if "move" in entry:
            actions: Sequence[int] = encoding.text_to_action(entry["move"])
        else:
            events = rules.chance.read(entry["chance"])
            actions = [encoding.chance_outcomes.index(event.outcome) for event in events if event.outcome]
        for action in actions:
            while (secret := _secret(state, coming)) is not None:
                state.apply_action(secret)
            state.apply_action(action)
    while (secret := _secret(state, coming)) is not None:
        state.apply_action(secret)
    return state  # type: ignore[no-any-return]


def _luck(sampler: Sampler) -> Luck:
    """The fast generator, begun by what OpenSpiel gives."""
    luck: Luck = fast(int(sampler() * (1 << SEED_BITS)))[0]
    return luck


def _coming(openings: Openings) -> list[Iterator[str]]:
    return [iter(dealt) for dealt in openings]


def _secret(state: "TableState", coming: Sequence[Iterator[str]]) -> int | None:
    """The outcome that comes next, if only the seat sees it that gets it."""
    if not state.is_chance_node() or not state.rules.knowledge.deals_secretly(state.facts):
        return None
    outcome = next(coming[state.facts[state.rules.at.turn]], None)
    return None if outcome is None else state.encoding.chance_outcomes.index(outcome)
