"""What must hold in every position of every game, whatever was played: Hypothesis plays, and looks at each position."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import nyhavn
from tests.conftest import EAGER, GAMES, everything, play_on, share

NUMBERS = st.integers(0, 10**6)
POOL = 30


class Playing(RuleBasedStateMachine):
    """A game being played, a move or many at a time; `look` is called in every position on the way."""

    tables: tuple[tuple[str, dict[str, Any]], ...] = tuple(GAMES)
    state: nyhavn.State

    @initialize(table=NUMBERS, seed=NUMBERS, ahead=st.integers(0, 160))
    def begin(self, table: int, seed: int, ahead: int) -> None:
        game, options = self.tables[table % len(self.tables)]
        self.state = nyhavn.new_game(game, seed=seed, **options)
        self.prepare()
        self.look()
        self.run(seed, ahead, True)

    def prepare(self) -> None:
        """What a machine wants to remember from the beginning on."""

    def look(self) -> None:
        """What must hold in every position."""

    @precondition(lambda self: not self.state.over)
    @rule(number=NUMBERS)
    def move(self, number: int) -> None:
        moves = self.state.moves()
        self.state.play(moves[number % len(moves)])
        self.look()

    @precondition(lambda self: not self.state.over)
    @rule(seed=NUMBERS, count=st.integers(1, 60), eager=st.booleans())
    def run(self, seed: int, count: int, eager: bool) -> None:
        luck = random.Random(seed)
        for _ in range(count):
            if self.state.over:
                break
            moves = self.state.moves()
            liked = [move for move in moves if eager and move.startswith(EAGER)]
            self.state.play(luck.choice(liked or moves))
            self.look()


class AnyGame(Playing):
    """The promises of the contract that are the same for every game."""

    pool: list[str]  # moves that were legal somewhere
    scores: tuple[int, ...]
    empty_cells: tuple[int, ...]

    def prepare(self) -> None:
        self.pool = ["", "nonsense"]
        self.scores, self.empty_cells = self.state.scores, self.state.empty_cells

    def look(self) -> None:
        self.look_at_the_standing()
        self.look_at_the_moves()
        self.look_at_the_views()

    def look_at_the_standing(self) -> None:
        state = self.state
        assert all(now >= before for now, before in zip(state.scores, self.scores, strict=True))
        assert all(now <= before for now, before in zip(state.empty_cells, self.empty_cells, strict=True))
        self.scores, self.empty_cells = state.scores, state.empty_cells
        if state.over:
            assert state.turn is None
            assert state.winners == state.ranking[0]
            assert sorted(seat for group in state.ranking for seat in group) == list(range(state.players))
        else:
            assert state.turn in range(state.players)
            assert (state.winners, state.ranking) == ((), ())

    def look_at_the_moves(self) -> None:
        """parse(format(move)) = move, and `explain` says None to legal moves only."""
        moves = self.state.moves()
        numbers = [self.state.rules.moves.find_move(move) for move in moves]
        assert None not in numbers
        assert len(set(moves)) == len(moves) == len(set(numbers))
        assert bool(moves) is not self.state.over
        legal = set(moves)
        assert all(self.state.explain(move) is None for move in moves)
        assert all((self.state.explain(move) is None) is (move in legal) for move in self.pool)
        self.pool = [*moves[:: len(moves) // 10 + 1], *self.pool][:POOL]

    def look_at_the_views(self) -> None:
        state, moves, history = self.state, self.state.moves(), self.state.history
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            view["history"] = view["history"][-3:]  # the rest was looked at before
            assert json.loads(json.dumps(view)) == view
            assert view["moves"] == (moves if seat is not None and seat == state.turn else [])
            assert tuple(view["scores"]) == state.scores
            assert all(entry in history for entry in view["history"])
            last = state.events(len(history) - 3, seat)
            assert [event["n"] for event in last] == list(range(len(history)))[-3:]

    @rule(number=NUMBERS)
    def refuse(self, number: int) -> None:
        """A refused move changes nothing, the chance to come included."""
        refused = [move for move in self.pool if move not in set(self.state.moves())]
        before, later = everything(self.state), self.state.copy()
        with pytest.raises(nyhavn.IllegalMove):
            self.state.play(refused[number % len(refused)])
        assert everything(self.state) == before
        self.same_future(later, number)

    @rule(seed=NUMBERS, count=st.integers(1, 30))
    def branch(self, seed: int, count: int) -> None:
        """A copy and its original do not touch one another."""
        twin, kept = self.state.copy(), everything(self.state)
        assert twin == self.state
        assert everything(twin) == kept
        play_on(twin, count, random.Random(seed))
        twin.tags["Seat0"] = "another"
        assert everything(self.state) == kept
        if twin != self.state:
            kept = everything(twin)
            play_on(self.state.copy(), count, random.Random(seed + 1))
            assert everything(twin) == kept

    @rule(number=NUMBERS)
    def record(self, number: int) -> None:
        """replay(record) = state, and the game goes on as it would have."""
        text = self.state.record()
        read = nyhavn.parse_record(text)
        assert read == self.state == eval(repr(self.state), {"nyhavn": nyhavn})
        assert everything(read) == everything(self.state)
        self.same_future(read, number)

    @rule()
    def record_without_seed(self) -> None:
        """No view knows the seed."""
        read = nyhavn.parse_record(self.state.record(seed=False))
        assert read.seed is None
        assert everything(read)[2] == everything(self.state)[2]

    def same_future(self, other: nyhavn.State, number: int) -> None:
        twin = self.state.copy()
        assert everything(play_on(twin, 3, random.Random(number))) == everything(
            play_on(other, 3, random.Random(number))
        )


TestAnyGame = pytest.mark.slow(AnyGame.TestCase)
TestAnyGame.settings = settings(max_examples=share(0.15), stateful_step_count=12)


def test_the_machine_sees_whole_games() -> None:
    """So that what is promised for every position is not looked at in openings only."""
    machine = AnyGame()
    machine.begin(0, 5, 30)
    for seed in range(20):
        if not machine.state.over:
            machine.run(seed, 60, True)
    assert machine.state.over
    assert any(points > 0 for points in machine.state.scores)
