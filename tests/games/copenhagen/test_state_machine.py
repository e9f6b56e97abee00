"""What must hold in every position of the card game: nothing gets lost, nothing hidden is seen, effects add up."""

import json
from collections import Counter
from contextlib import suppress
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import rule

import nyhavn
from nyhavn.games.copenhagen.moves import find_move, format_moves
from tests.conftest import play_on, share
from tests.test_state_machine import NUMBERS, Playing

LETTERS = "RYGBP"
ABILITIES = ("any", "extra", "discount", "recolour", "both")
CARDS = {2: 14, 3: 12, 4: 14}  # C5
TILES = {2: (2, 2, 2, 1), 3: (2, 3, 2, 1), 4: (3, 3, 3, 1)}  # C3: of size 2, 3, 4, 5
SPECIALS = 12  # C3
CELLS = [f"{column}{row}" for row in range(1, 10) for column in "abcde"]
ROWS = [[f"{column}{row}" for column in "abcde"] for row in range(1, 10)]
COLUMNS = [[f"{column}{row}" for row in range(1, 10)] for column in "abcde"]


def rack(players: int) -> dict[str, int]:
    """The facade tiles at the beginning (C3)."""
    return {f"{letter}{size}": TILES[players][size - 2] for letter in LETTERS for size in (2, 3, 4, 5)}


def recount(house: dict[str, list[str]]) -> int:
    """The points of a house, counted line by line (C30)."""
    points = 0
    for worth, lines in ((1, ROWS), (2, COLUMNS)):
        for line in lines:
            if all(cell in house for cell in line):
                points += worth * (2 if all(house[cell][1] == "window" for cell in line) else 1)
    return points


class Log:
    """A table put together from effects alone, as a log or an animation would."""

    def __init__(self, players: int, seat: int | None) -> None:
        self.seat = seat
        self.hand: Counter[str] = Counter()
        self.docks: list[str | None] = [None] * 7
        self.deck = 0
        self.discards = dict.fromkeys(LETTERS, 0)
        self.supply = rack(players)
        self.specials = SPECIALS
        self.abilities = dict.fromkeys(ABILITIES, players) | {"any": 0}
        self.seats: list[dict[str, Any]] = [
            {"house": {}, "lines": "", "abilities": {"any": "active"}, "count": 0, "known": dict.fromkeys(LETTERS, 0)}
            for _ in range(players)
        ]
        self.scores = [0] * players
        self.lines = [0] * players
        self.coats = 0
        self.turn: int | None = None
        self.winners: list[int] = []
        self.ranking: list[list[int]] = []

    def read(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            for effect in event["effects"]:
                getattr(self, "on_" + effect["effect"].replace(" ", "_"))(effect)

    def on_deal(self, effect: dict[str, Any]) -> None:
        self.deck = effect["deck"]
        if "dock" in effect:
            self.docks[effect["dock"] - 1] = effect["card"]
            return
        self.seats[effect["seat"]]["count"] += effect["count"]
        assert ("cards" in effect) is (effect["seat"] == self.seat)
        self.hand.update(effect.get("cards", ""))

    def on_shuffle(self, effect: dict[str, Any]) -> None:
        assert self.deck == 0
        self.deck = effect["deck"]
        self.discards = dict.fromkeys(LETTERS, 0)

    def on_end_card(self, effect: dict[str, Any]) -> None:
        self.deck = effect["deck"]

    def on_take(self, effect: dict[str, Any]) -> None:
        card, seat = effect["card"], effect["seat"]
        assert self.docks[effect["dock"] - 1] == card
        self.docks[effect["dock"] - 1] = None
        self.seats[seat]["count"] += 1
        self.seats[seat]["known"][card] += 1
        if seat == self.seat:
            self.hand[card] += 1

    def on_pay(self, effect: dict[str, Any]) -> None:
        for card in effect["cards"]:
            known = self.seats[effect["seat"]]["known"]
            known[card] = max(0, known[card] - 1)
            self.discards[card] += 1
        self.seats[effect["seat"]]["count"] -= len(effect["cards"])
        assert effect["discards"] == sum(self.discards.values())
        if effect["seat"] == self.seat:
            self.hand.subtract(effect["cards"])

    on_discard = on_pay

    def on_supply(self, effect: dict[str, Any]) -> None:
        if "ability" in effect:
            self.abilities[effect["ability"]] -= 1
            assert self.abilities[effect["ability"]] == effect["left"]
        elif effect["tile"] == "W1":
            self.specials -= 1
            assert self.specials == effect["left"]
        else:
            self.supply[effect["tile"]] -= 1
            assert self.supply[effect["tile"]] == effect["left"]

    def on_cover(self, effect: dict[str, Any]) -> None:
        assert len(effect["cells"]) == int(effect["tile"][1])
        for cell in effect["cells"]:
            side = "brick" if cell == effect["brick"] else "window"
            assert cell not in self.seats[effect["seat"]]["house"]
            self.seats[effect["seat"]]["house"][cell] = [effect["tile"][0], side]

    def on_line(self, effect: dict[str, Any]) -> None:
        self.lines[effect["seat"]] += effect["points"]
        own = self.seats[effect["seat"]]
        own["lines"] = "".join(sorted(own["lines"] + effect["line"].split()[1]))

    def on_points(self, effect: dict[str, Any]) -> None:
        self.scores[effect["seat"]] += effect["points"]
        assert self.scores[effect["seat"]] == effect["score"] == self.lines[effect["seat"]]

    def on_coats(self, effect: dict[str, Any]) -> None:
        assert effect["earned"] == len(effect["cells"]) + len(effect["rows"])
        self.coats = effect["owed"]

    def on_ability(self, effect: dict[str, Any]) -> None:
        owned = self.seats[effect["seat"]]["abilities"]
        assert (effect["ability"] not in owned) is effect["gained"]
        assert owned.get(effect["ability"]) != effect["side"]
        owned[effect["ability"]] = effect["side"]

    def on_turn(self, effect: dict[str, Any]) -> None:
        self.turn = effect["seat"]

    def on_over(self, effect: dict[str, Any]) -> None:
        self.turn, self.winners, self.ranking = None, effect["winners"], effect["ranking"]

    def seen(self) -> dict[str, Any]:
        """The same as a view would have it."""
        own = ("seat", "hand", "lines")
        found = {name: value for name, value in vars(self).items() if name not in own}
        return found if self.seat is None else found | {"hand": "".join(c * self.hand[c] for c in LETTERS)}


class CardGame(Playing):
    """The card game, looked at with the eyes of every seat."""

    tables = tuple(("copenhagen", {"players": players}) for players in (2, 3, 4))
    logs: list[Log]
    told: int

    def prepare(self) -> None:
        seats = (None, *range(self.state.players))
        self.logs = [Log(self.state.players, seat) for seat in seats]
        self.told = 0

    def look(self) -> None:
        self.views = [self.state.view(seat) for seat in range(self.state.players)]
        self.nothing_is_lost()
        self.scores_are_what_the_houses_say()
        self.hands_are_small_enough()
        self.effects_add_up()
        assert format_moves([find_move(move) or 0 for move in self.state.moves()]) == self.state.moves()

    def nothing_is_lost(self) -> None:
        """C3, C5, C9: cards, tiles and abilities are all somewhere, each once."""
        state, view = self.state, self.views[0]
        deck = dict(zip(LETTERS, state.memory["deck"][0].tolist(), strict=True))
        assert sum(deck.values()) == view["deck"] - (view["end_card"] == "deck")
        for letter in LETTERS:
            in_hands = sum(other["hand"].count(letter) for other in self.views)
            there = view["docks"].count(letter) + in_hands + view["discards"][letter] + deck[letter]
            assert there == CARDS[state.players]
        built = Counter(
            entry["move"].split()[1] for entry in state.history if entry.get("move", "").startswith("build")
        )
        specials = sum(entry.get("move", "").startswith("coat special") for entry in state.history)
        assert {tile: left + built[tile] for tile, left in view["supply"].items()} == rack(state.players)
        assert view["specials"] + specials == SPECIALS
        for seat in view["seats"]:
            letters = Counter(letter for letter, _ in seat["house"].values())
            assert letters.total() == len(seat["house"])
        covered = sum(len(seat["house"]) for seat in view["seats"])
        assert covered == specials + sum(int(tile[1]) * count for tile, count in built.items())
        owned = Counter(ability for seat in view["seats"] for ability in seat["abilities"])
        assert {name: left + owned[name] for name, left in view["abilities"].items()} == dict.fromkeys(
            ABILITIES, state.players
        )

    def scores_are_what_the_houses_say(self) -> None:
        for seat, own in enumerate(self.views[0]["seats"]):
            assert recount(own["house"]) == self.state.scores[seat]
            assert self.state.empty_cells[seat] == len([cell for cell in CELLS if cell not in own["house"]])

    def hands_are_small_enough(self) -> None:
        """C11, C16: at most seven cards except while discarding; of a hand others know its size and no more than it."""
        for seat, own in enumerate(self.views):
            counted = own["seats"][seat]
            assert len(own["hand"]) == counted["count"]
            assert all(own["hand"].count(letter) >= known for letter, known in counted["known"].items())
            assert counted["count"] <= 7 or (own["phase"] == "discard" and seat == self.state.turn)

    def effects_add_up(self) -> None:
        for log in self.logs:
            view = self.state.view(log.seat)
            log.read(self.state.events(self.told, log.seat))
            assert log.seen() == {name: view[name] for name in log.seen()}
        self.told = len(self.state.history)

    @rule(number=NUMBERS)
    def swap_what_nobody_saw(self, number: int) -> None:
        """C11: another game, with other cards in a hand and in the deck, looks the same to everybody else."""
        for seat in range(self.state.players):
            other = swapped(self.state, seat, number)
            if other is None:
                continue
            assert other.view(seat)["hand"] != self.state.view(seat)["hand"]
            for viewer in (None, *range(self.state.players)):
                if viewer != seat:
                    assert json.dumps(other.view(viewer)) == json.dumps(self.state.view(viewer))
                    assert json.dumps(other.events(seat=viewer)) == json.dumps(self.state.events(seat=viewer))
                    assert other.text(viewer) == self.state.text(viewer)


def swapped(state: nyhavn.State, seat: int, number: int) -> nyhavn.State | None:
    """The same game with one unknown card of a hand exchanged for one of the first deck, if there is such a pair."""
    S = state.memory[0]
    hidden, deck = S.hands[seat] - S.known[seat], S.deck
    pairs = [(a, b) for a in range(5) for b in range(5) if a != b and hidden[a] and deck[b]]
    if not pairs or S.deck_number > 1:
        return None
    out, into = (LETTERS[colour] for colour in pairs[number % len(pairs)])
    dealt = next(line for line in state.record().split("\n") if line.startswith(f"> hand {seat} "))
    cards = sorted(dealt.split()[-1].replace(out, into, 1), key=LETTERS.index)
    return nyhavn.parse_record(state.record(seed=False).replace(dealt, f"> hand {seat} {''.join(cards)}"))


TestCardGame = pytest.mark.slow(CardGame.TestCase)
TestCardGame.settings = settings(max_examples=share(0.3), stateful_step_count=12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_C11_a_record_with_another_starting_hand_looks_the_same_to_the_others(players: int) -> None:
    """The same in public: whole games that differ in cards that never came to light."""
    state = play_on(nyhavn.new_game("copenhagen", players=players, seed=3), 25, Random(1))
    lines = state.record(seed=False).splitlines()
    different = 0
    for seat in range(players):
        at = next(number for number, line in enumerate(lines) if line.startswith(f"> hand {seat} "))
        size = len(lines[at].split()[-1])
        for cards in map("".join, combinations_with_replacement(LETTERS, size)):
            text = "\n".join([*lines[:at], f"> hand {seat} {cards}", *lines[at + 1 :]])
            with suppress(nyhavn.RecordError):  # a card came to light that this hand has not
                other = nyhavn.parse_record(text)
                different += other != state
                for viewer in {None, *range(players)} - {seat}:
                    assert json.dumps(other.view(viewer)) == json.dumps(state.view(viewer))
                    assert json.dumps(other.events(seat=viewer)) == json.dumps(state.events(seat=viewer))
    assert different
