"""Ideas: who may ask for them, and what is said for a move. What they are worth is the arena's business."""

import random
from collections.abc import Iterator

import pytest

import nyhavn
from nyhavn.analysis import hints as analysis
from nyhavn.bots import Observation, observe
from nyhavn.games import game_names, rules_of
from nyhavn.positions import as_known
from nyhavn.table import hints, visibility
from nyhavn.table.entries import Refusal
from tests.choice_client import numbers
from tests.client.messages import entries
from tests.conftest import EAGER
from tests.games.copenhagen.positions import position
from tests.games.roll_and_write.positions import position as dice_position
from tests.positions import Script
from tests.table.tables import PERSONS, STRANGER, lay, step

BOT = {"bot": "random", "name": "Ida"}
ME = {"person": PERSONS[0], "name": "Ann"}


def seen_by(state: nyhavn.State) -> Observation:
    """What the seat to move sees."""
    assert state.turn is not None
    return observe(state, state.turn)


def codes(state: nyhavn.State, move: str) -> list[str]:
    assert move in state.moves()
    return [str(reason["code"]) for reason in analysis.reasons(seen_by(state), state.preview(move))]


def different(game: str, moves: list[str], each: int = 1) -> list[str]:
    found = analysis.different(game, numbers(game, moves), each)
    return rules_of(game).moves.format_moves(found)


@pytest.mark.parametrize(
    ("seats", "agreed", "allowed"),
    [
        ([ME, BOT], False, True),
        ([ME, ME], False, False),
        ([ME, ME], True, True),
        ([ME, {"person": PERSONS[1], "name": "Bob"}], False, False),
        ([ME, {"person": PERSONS[1], "name": "Bob"}], True, True),
    ],
)
def test_who_may_ask(seats: list[dict[str, str]], agreed: bool, allowed: bool) -> None:
    table = lay(seats=seats, hints=agreed)
    assert hints.allowed(table, PERSONS[0]) is allowed
    assert visibility.info(table, PERSONS[0], [True] * 2)["hints"] is allowed
    assert hints.allowed(table, STRANGER) is agreed
    if not allowed:
        with pytest.raises(Refusal, match="agreement"):
            hints.check(table, PERSONS[0], 0)
        return
    hints.check(table, PERSONS[0], 0)
    with pytest.raises(Refusal, match="not your seat"):
        hints.check(table, STRANGER, 0)
    step(table)
    if table.turn != 0:
        with pytest.raises(Refusal, match="whose turn it is"):
            hints.check(table, PERSONS[0], 0)


def test_points_and_coats_are_told_first() -> None:
    state = position("R R R . . \n R R r r R", hands=["BBBB"])
    assert codes(state, "build B3 d2 e2 e3* pay BBB") == ["points", "coats"]


def test_a_row_that_stays_clean_is_told() -> None:
    state = position("R R . . . \n R r R R r", hands=["BB"])
    assert codes(state, "build B2 c2 c3* pay BB") == ["coats", "clean"]
    assert "clean" not in codes(state, "build B2 c2* c3 pay BB")


def test_a_cheap_tile_and_the_last_one_are_told() -> None:
    state = position("R r . . .", hands=["RRRR"], supply={"R4": 1})
    assert codes(state, "build R4 a2 b2 a3 b3* pay RRR") == ["last", "cheap"]


def test_ideas_differ_from_each_other() -> None:
    rolls = [
        "reroll RR",
        "draw R2 a1 b1* using RR",
        "reroll R",
        "draw R2 b1 c1* using RR",
        "draw R3 a1 b1 b2* using RRR",
    ]
    assert different("roll-and-write", rolls) == [rolls[0], rolls[1], rolls[4]]
    assert different("roll-and-write", [*rolls, "reroll RRW"], each=2) == rolls
    takes = ["take 1 2", "take 2 3", "build R2 a1 b1* pay RR", "build R2 a1* b1 pay RR", "coat special c3"]
    assert different("copenhagen", takes) == [*takes[:3], takes[4]]


def test_where_nothing_else_speaks_for_a_tile_its_cells_do() -> None:
    assert codes(position(hands=["BBB"]), "build B3 a1 b1 b2* pay BBB") == ["cells"]


def test_cards_that_come_together_are_told() -> None:
    state = position(hands=["RR"], docks="RRGBPYY")
    assert analysis.reasons(seen_by(state), state.preview("take 1 2")) == [{"code": "collect", "colour": "R", "n": 4}]
    assert codes(state, "take 3 4") == []


def test_cards_that_somebody_else_collects_are_told() -> None:
    """Taken openly, so that everybody knows of them."""
    state = position(docks="GGGRRYY", chance=Script("GGGGGG"))
    for move in ("take 1 2", "take 4 5", "take 1 2"):
        state.play(move)
    assert state.turn == 1
    assert state.view(1)["seats"][0]["known"]["G"] == 4
    assert "wanted" in codes(state, "take 1 2")
    assert "wanted" not in codes(state, "take 6 7")


def test_a_tile_that_leaves_the_others_no_dice_says_so() -> None:
    state = dice_position(dice="RRRWW")
    by_size = {move.split()[1]: move for move in state.moves() if move.startswith("draw")}
    assert "leaves" in codes(state, by_size["R5"])
    assert "leaves" not in codes(state, by_size["R3"])


def test_what_a_mark_unlocks_is_told() -> None:
    state = dice_position(players=3, active=1, turn=0, dice="BY")
    assert codes(state, "mark blue") == ["bonuses"]


def positions(game: str, seeds: range) -> Iterator[nyhavn.State]:
    """Positions at random moments of games that go somewhere, for every number of players."""
    for seed in seeds:
        luck = random.Random(seed)
        players = 2 + seed % 3
        state = nyhavn.new_game(game, players=players, seed=seed)
        for _ in range(luck.randrange(12 * players)):
            legal = state.moves()
            eager = [move for move in legal if move.startswith(EAGER)]
            state.play(luck.choice(eager if eager and luck.random() < 0.8 else legal))
            if state.over:
                break
        if not state.over:
            yield state


@pytest.mark.long  # the kernels that bots think with are compiled first
@pytest.mark.parametrize("game", game_names())
def test_ideas_are_legal_and_have_words(game: str) -> None:
    """Whatever the position: a few moves that can be played, best first, each with what it does."""
    words = entries("en")
    seen = set()
    for state in positions(game, range(20)):
        before = state.record()
        found = analysis.ideas(seen_by(state))
        assert state.record() == before
        moves = [idea["move"] for idea in found]
        assert 1 <= len(moves) == len(set(moves)) <= min(analysis.MOST, len(state.moves()))
        assert set(moves) <= set(state.moves())
        assert different(game, moves) == moves
        shares = [idea["share"] for idea in found if idea["share"] is not None]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        for idea in found:
            assert idea["fields"] == state.fields(idea["move"])
            assert idea["effects"] == state.preview(idea["move"])
            assert len(idea["reasons"]) <= analysis.MOST_REASONS
            seen |= {f"idea.{reason['code']}" for reason in idea["reasons"]}
        assert found == analysis.ideas(seen_by(state))
    assert seen <= words.keys()
    assert len(seen) > 2


@pytest.mark.long
def test_ideas_are_the_same_when_what_is_hidden_is_dealt_anew() -> None:
    """C11: at any moment of any game, for the seat that decides."""
    different = 0
    for state in positions("copenhagen", range(100, 116)):
        assert state.turn is not None
        found = analysis.ideas(seen_by(state))
        for again in range(2):
            known = as_known(state, state.turn, random.Random(again))
            different += known != state
            assert analysis.ideas(seen_by(known)) == found
    assert different > 12


@pytest.mark.long
def test_ideas_come_from_what_the_seat_may_know() -> None:
    """C11: games that differ only in what is hidden from a seat give it the same ideas, to the letter."""
    lines = nyhavn.new_game("copenhagen", players=3, seed=9).record(seed=False).split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("> hand 1 "))
    found = []
    for hand in ("RRR", "YGB", "PPP"):
        state = nyhavn.parse_record("\n".join([*lines[:place], f"> hand 1 {hand}", *lines[place + 1 :]]))
        found.append(analysis.ideas(seen_by(state)))
    assert found[0] == found[1] == found[2]
    assert all(idea["move"] in state.moves() for idea in found[0])
