"""A check that a game keeps its promises, for authors of games:

    from nyhavn.conformance import check_game

    check_game("boathouse")

It plays random games for every number of players and with every option, and looks at each decision from all sides: text
and numbers of moves, records, copies, refusals, what each seat may know, pictures, kernels, bots and, if there is one,
the environment. `NotConforming` says what is wrong, and at which position.
"""

import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from nyhavn import compiled
from nyhavn.bots import make_bot, observe
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.errors import IllegalMove
from nyhavn.games import find_game, rules_of
from nyhavn.luck import fast
from nyhavn.play import State, new_game
from nyhavn.positions import as_known
from nyhavn.records import parse_record

BOTS = ("random", "mc:20n", "ismcts-plain:20n")
LONGEST = 5000
"""Moves of a game that is supposed never to end."""
MOST_MOVES = 40
"""Legal moves of a position that are looked at one by one."""
PROMISED = {"game", "players", "options", "seat", "turn", "scores", "empty_cells", "over", "winners", "ranking"}
"""What every view has, beside `history` and `moves`."""


class NotConforming(AssertionError):
    """What a game does not do as it should."""


class _Check:
    """One game of a check: every complaint names the position."""

    def __init__(self, state: State, rng: random.Random) -> None:
        self.state, self.rng = state, rng
        self.rules = rules_of(state.game)
        self.environment = find_game(state.game).has("environment")

    def that(self, holds: Any, sentence: str) -> None:
        if not holds:
            raise NotConforming(f"{self.state.game}: {sentence}\n\n{self.state.record()}")

    # Each decision

    def moves(self) -> None:
        state, rules = self.state, self.rules
        moves = state.moves()
        self.that(moves, "a seat must decide and has no legal move")
        self.that(len(set(moves)) == len(moves), "a legal move is listed twice")
        self.that(moves == state.copy().moves(), "the order of moves is another one for a copy")
        counts = np.zeros(1, np.int64)
        rules.batch.count_all(state.memory, rules.batch.new_fits(), counts)
        self.that(counts[0] == len(moves), f"{counts[0]} moves are counted and {len(moves)} listed")
        for move in self.rng.sample(moves, min(MOST_MOVES, len(moves))):
            number = rules.moves.find_move(move)
            self.that(number is not None, f"{move!r} is legal and has no number")
            self.that(rules.moves.format_moves([number or 0]) == [move], f"number {number} is not written {move!r}")
            self.that(rules.moves.tidy(move) == move, f"{move!r} is not tidy")
            self.that(state.explain(move) is None, f"{move!r} is legal and explained: {state.explain(move)}")

    def refusals(self, others: set[str]) -> None:
        """A text that is not a legal move here has a reason, and changes nothing."""
        before, legal = _everything(self.state), set(self.state.moves())
        for text in ["", "no such move", *sorted(others - legal)[:MOST_MOVES]]:
            reason = self.state.explain(text)
            self.that(reason is not None, f"{text!r} is not legal, and no reason is given")
            self.that(str(reason) and "\n" not in str(reason), f"the reason for {text!r} is not one line")
            json.dumps(dict(reason.details) if reason else {})
            try:
                self.state.play(text)
            except IllegalMove:
                pass
            else:
                self.that(False, f"{text!r} was played, though it is not legal")
        self.that(_everything(self.state) == before, "a refused move changed something")

    def records(self) -> None:
        again = parse_record(self.state.record())
        self.that(again == self.state, "a record does not lead to the same position")
        self.that(again.record() == self.state.record(), "a record that is read is written differently")
        self.that("[Seed" not in self.state.record(seed=False), "a record without its seed has one")

    def copies(self) -> None:
        before, copy = _everything(self.state), self.state.copy()
        self.that(copy == self.state, "a copy is not equal")
        copy.play(self.rng.choice(copy.moves()))
        self.that(_everything(self.state) == before, "a move in a copy changed the original")

    def views(self) -> None:
        state, knowledge = self.state, self.rules.knowledge
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            self.that(view.keys() >= PROMISED | {"history", "moves"}, f"a view has no {PROMISED - view.keys()}")
            self.that(json.loads(json.dumps(view)) == view, "a view is not made of plain JSON")
            self.that(
                bool(view["moves"]) == (seat is not None and seat == state.turn),
                f"seat {seat} sees moves that are not its own",
            )
            ElementTree.fromstring(state.svg(seat))
            self.that(state.text(seat).strip(), "the text of a position is empty")
            events = state.events(seat=seat)
            json.dumps(events)
            for entry, event in zip(state.history, events, strict=True):
                shown = "move" in event or "chance" in event
                self.that(
                    shown == knowledge.sees_entry(entry, seat), f"seat {seat} and {entry}: history and events differ"
                )
                self.that("move" not in entry or shown, f"seat {seat} does not see the move {entry}")

    def secrets(self) -> None:
        """What a seat sees is the same in every world that it may take for the true one."""
        state, rules = self.state, self.rules
        looked = as_known(state, None, self.rng).look(None)
        self.that(looked == state.look(None), "a spectator sees what is hidden from them")
        for seat in range(state.players):
            past = rules.knowledge.remember(state.history, state.players)
            world = rules.imagine(state.memory, seat, past, fast(self.rng.getrandbits(62))[0])
            known, other = rules.knowledge.erase(state.memory, seat), rules.knowledge.erase(world, seat)
            self.that(
                known.tobytes() == other.tobytes(),
                f"a world that seat {seat} imagines is one that it knows to be wrong",
            )
            look = rules.knowledge.look
            same = look(rules.read(world), seat) == look(rules.read(state.memory), seat)
            self.that(same, f"seat {seat} sees what is hidden from it")
            if self.environment:
                observe_seat = observing_of(state.game).observe
                same = (observe_seat(world, seat) == observe_seat(state.memory, seat)).all()
                self.that(same, f"seat {seat} observes what is hidden from it")
            self.that(
                as_known(state, seat, self.rng).view(seat)["moves"] == state.view(seat)["moves"],
                f"seat {seat} has other moves in another world",
            )

    def actions(self) -> None:
        """Masks are exact, and observations stay within their bounds."""
        state, encoding = self.state, encoding_of(self.state.game)
        firsts = {encoding.text_to_action(move)[0] for move in state.moves()}
        self.that(firsts == set(encoding.stage_actions(state.memory)), "the mask is not that of the legal moves")
        for move in self.rng.sample(state.moves(), min(MOST_MOVES, len(state.moves()))):
            self.that(
                encoding.action_to_text(encoding.text_to_action(move)) == move, f"{move!r} has no actions of its own"
            )
        observing = observing_of(state.game)
        for seat in range(state.players):
            seen = observing.observe(state.memory, seat)
            self.that((seen <= observing.most(state.players)).all(), f"seat {seat} observes more than the most")

    # Whole games

    def standing(self) -> None:
        state = self.state
        self.that((state.turn is None) == state.over, "it is nobody's turn, and the game is not over")
        self.that(len(state.scores) == len(state.empty_cells) == state.players, "scores are not one for each seat")
        ranked = [seat for group in state.ranking for seat in group]
        self.that(sorted(ranked) == (list(range(state.players)) if state.over else []), "the ranking has not all seats")
        self.that(
            state.winners == (state.ranking[0] if state.over else ()), "the winners are not the first of the ranking"
        )

    def play(self, every: int) -> None:
        """A whole game, looked at from all sides at about one of so many decisions."""
        others: set[str] = set()
        played = 0
        while not self.state.over:
            self.standing()
            if self.rng.randrange(every) == 0:
                for check in (self.moves, self.records, self.copies, self.views, self.secrets):
                    check()
                self.refusals(others)
                if self.environment:
                    self.actions()
            others |= set(self.rng.sample(self.state.moves(), min(MOST_MOVES, len(self.state.moves()))))
            self.state.play(self.rng.choice(self.state.moves()))
            played += 1
            self.that(played < LONGEST, "a game does not end")
        self.that(not self.state.moves(), "there are moves when the game is over")
        for check in (self.standing, self.records, self.views, self.bounds):
            check()

    def bounds(self) -> None:
        """A game is not longer than its environment says."""
        if not self.environment:
            return
        state, part, encoding = self.state, find_game(self.state.game).environment, encoding_of(self.state.game)
        assert part is not None
        actions = sum(len(encoding.text_to_action(entry["move"])) for entry in state.history if "move" in entry)
        texts = [entry["chance"] for entry in state.history if "chance" in entry]
        chance = sum(bool(event.outcome) for text in texts for event in self.rules.chance.read(text))
        self.that(
            part.least_actions <= actions <= part.most_actions(state.players), f"{actions} actions are out of bounds"
        )
        self.that(chance <= part.most_chance(state.players), f"{chance} chance events are out of bounds")


def _everything(state: State) -> tuple[object, ...]:
    """All there is to a state, as a value."""
    seats = (None, *range(state.players))
    return state.memory.tobytes(), state.record(), json.dumps([state.view(seat) for seat in seats]), state.seed


def tables(name: str) -> Iterator[dict[str, Any]]:
    """Every number of players, with every combination of options that are on or off."""
    rules = rules_of(name)
    for players in rules.players:
        for values in product((False, True), repeat=len(rules.options)):
            yield {"players": players, **dict(zip(rules.options, values, strict=True))}


def check_game(name: str, games: int = 3, seed: int = 0, every: int = 1) -> None:
    """Play so many games at every kind of table, and look at everything at one of `every` decisions; `NotConforming` if
    something is wrong."""
    game, rules = find_game(name), rules_of(name)
    if rules.name != name or game.name != name or list(rules.players) != sorted(set(rules.players)):
        raise NotConforming(f"{name}: the names of the game and its rules differ, or players are not ascending")
    check_sources(name)
    for table in tables(name):
        for number in range(games):
            rng = random.Random(f"nyhavn conformance {seed} {name} {table} {number}")
            check = _Check(new_game(name, seed=rng.getrandbits(64), **table), rng)
            check.play(every)
            again = new_game(name, seed=check.state.seed, **table)
            for entry in check.state.history:
                if "move" in entry:
                    again.play(entry["move"])
            check.that(again.history == check.state.history, "the same seed and the same moves gave another game")
        for bot in BOTS:
            state, rng = new_game(name, seed=seed, **table), random.Random(seed)
            while (seat := state.turn) is not None:
                state.play(make_bot(bot).choose(observe(state, seat), rng))


def check_sources(name: str) -> None:
    """Every kernel stands in a file that the compile cache looks at: otherwise an edit would go unnoticed."""
    game = find_game(name)
    given = {"rules": game.rules.batch.given, "bots": game.bots.thinking.given}
    if game.environment is not None:
        given["envs"] = game.environment.kernels.given
    for part, names in given.items():
        known = {path.resolve() for path in compiled.sources(game.package, part)}
        for function in (value.py_func for value in names.values() if hasattr(value, "py_func")):
            file = Path(function.__code__.co_filename).resolve()
            if file not in known:
                raise NotConforming(f"{name}: {function.__name__} stands in {file}, which nothing recompiles in {part}")
