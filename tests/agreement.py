"""What it takes for the engine and a naive implementation to agree: the same for both games.

Both get the same chance and the same moves. Compared are the seat to move, the legal moves, every question put to
chance, scores, empty cells, the end with its winners and ranking, the history, and the views of seats and of a
spectator, at every decision.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import nyhavn

View = Mapping[str, Any]
Policy = Callable[[int, View, list[str], Random], str]
"""Given its seat, its view, its legal moves in a fixed order and a generator of its own, a player names a move."""

STANDING = ("turn", "scores", "empty_cells", "over", "winners", "ranking")
EXPLAINED = 3  # legal moves, and moves from elsewhere, that are put to `explain` at each decision


class Naive(Protocol):
    """A naive implementation in play; it has everything of `STANDING` too."""

    @property
    def turn(self) -> int | None: ...
    @property
    def history(self) -> Sequence[Mapping[str, object]]: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...


N = TypeVar("N", bound=Naive)


class Dealer:
    """Chance from outside, the same for the same name; it remembers what it was asked."""

    def __init__(self, name: str) -> None:
        self.luck = Random(f"chance of {name}")
        self.questions: list[tuple[str, list[tuple[str, int]]]] = []

    def __call__(self, kind: str, outcomes: dict[str, int]) -> str:
        self.questions.append((kind, list(outcomes.items())))
        return self.luck.choices(list(outcomes), list(outcomes.values()))[0]


def game_names(chunk: int, games: int) -> Iterator[str]:
    return (f"game {number}" for number in range(chunk * games, (chunk + 1) * games))


@dataclass(frozen=True)
class Comparison(Generic[N]):
    """A game to be played by both: who sits at its tables, its naive implementation, and what of the naive game a
    seat may know, the history apart."""

    game: str
    tables: Mapping[str, Sequence[Policy]]
    naive: Callable[..., N]
    look: Callable[[N, int | None], dict[str, Any]]
    known: Callable[[N, int | None], Sequence[Mapping[str, object]]]
    public: bool = False  # no secrets: besides a spectator's, one seat's view is compared, by chance

    def seated(self, players: int, table: str, name: str) -> tuple[list[Policy], Random]:
        """Who sits where: each game of a mixed table begins with another player."""
        policies = self.tables[table]
        shift = Random(name).randrange(len(policies))
        return list(islice(cycle(policies), shift, shift + players)), Random(f"players of {name}")

    def agree_on_moves(self, state: nyhavn.State, naive: N, elsewhere: list[str], luck: Random, where: str) -> None:
        moves, expected = state.moves(), sorted(naive.moves())
        assert sorted(moves) == expected, where
        for move in luck.sample(expected, min(EXPLAINED, len(expected))):
            assert state.explain(move) is None, f"{where}: {move}"
        legal = set(expected)
        for move in luck.sample(elsewhere, min(EXPLAINED, len(elsewhere))):
            assert (state.explain(move) is None) == (move in legal), f"{where}: {move}"

    def agree_on_views(self, state: nyhavn.State, naive: N, standing: dict[str, Any], luck: Random, where: str) -> None:
        common = {"game": self.game, "players": state.players, "options": state.options, **standing}
        moves = state.moves()
        for seat in (None, luck.randrange(state.players)) if self.public else (None, *range(state.players)):
            expected = {**common, **self.look(naive, seat), "history": self.known(naive, seat)}
            expected["moves"] = moves if seat is not None and seat == naive.turn else []
            seen = state.view(seat)
            assert {key: seen.get(key) for key in expected} == expected, f"{where}, view of {seat}"

    def agree(self, state: nyhavn.State, naive: N, elsewhere: list[str], luck: Random, where: str) -> None:
        """Compare everything about the position."""
        standing = {name: getattr(naive, name) for name in STANDING}
        assert {name: getattr(state, name) for name in STANDING} == standing, where
        assert state.history == naive.history, where
        self.agree_on_moves(state, naive, elsewhere, luck, where)
        self.agree_on_views(state, naive, json.loads(json.dumps(standing)), luck, where)

    def play(self, players: int, table: str, name: str, elsewhere: list[str], **options: Any) -> nyhavn.State:
        """One game by both, to its end. `elsewhere` collects moves of other positions."""
        ours, theirs = Dealer(f"{name} of {players}"), Dealer(f"{name} of {players}")
        state = nyhavn.new_game(self.game, players=players, chance=ours, **options)
        naive = self.naive(players, theirs, **options)
        policies, luck = self.seated(players, table, name)
        check = Random(f"checks of {name}")
        while True:
            where = f"{players} players, {table}, {options}, {name}, after {naive.history[-1:]}"
            assert ours.questions == theirs.questions, where
            self.agree(state, naive, elsewhere, check, where)
            if naive.turn is None:
                return state
            ours.questions.clear()
            theirs.questions.clear()
            legal = sorted(naive.moves())
            move = policies[naive.turn](naive.turn, self.look(naive, naive.turn), legal, luck)
            elsewhere.append(check.choice(legal))
            state.play(move)
            naive.play(move)

    def play_chunk(self, players: int, table: str, chunk: int, games: int, **options: Any) -> None:
        """Some games by both, numbered by chunks."""
        elsewhere: list[str] = []
        for name in game_names(chunk, games):
            self.play(players, table, name, elsewhere, **options)
            del elsewhere[: -10 * games]

    def watch(
        self, players: int, table: str, name: str, **options: Any
    ) -> Iterator[tuple[int, dict[str, Any], str, nyhavn.State]]:
        """The same game move by move: the seat, its view before the move, the move, and the state after it. The
        engine plays it alone, as both agree."""
        state = nyhavn.new_game(self.game, players=players, chance=Dealer(f"{name} of {players}"), **options)
        policies, luck = self.seated(players, table, name)
        while state.turn is not None:
            seat, view = state.turn, state.view(state.turn)
            move = policies[seat](seat, view, sorted(view["moves"]), luck)
            state.play(move)
            yield seat, view, move, state


def check_occurs(wanted: set[str], games: Iterable[Counter[str]]) -> None:
    """Everything that is wanted occurs in some of the games."""
    found = sum(games, Counter[str]())
    assert wanted - found.keys() == set(), dict(found)
