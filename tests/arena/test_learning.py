"""A judge learns in rounds: a stopped training goes on, and only what a test finds better is put to use."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nyhavn.arena import learning, promotion
from nyhavn.arena.learning import Course, checkpoint, train
from nyhavn.arena.promotion import put_to_test
from nyhavn.arena.sprt import Sprt
from nyhavn.parts import Learning


def tell(_: str) -> None:
    pass


def keep(net: Any, players: int, file: Path) -> None:
    file.write_text(json.dumps({str(players): net}))


def load(file: Path, players: int) -> Any:
    return json.loads(file.read_text()).get(str(players)) if file.exists() else None


@pytest.fixture
def numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learning:
    """A judge that is a number: it learns the sum of what it has seen, and something by chance."""
    found = Learning(
        new=lambda players, seed: players + seed,
        play=lambda net, players, seed, positions: (net or 0) + seed + positions,
        learn=lambda net, seen, rng, tell: (net + sum(seen) + int(rng.integers(1000)), 1 / (1 + net)),
        work=lambda net, players: net,
        file=tmp_path / "nets.json-kept",
        load=load,
        adapt=lambda net, before, players: net * before / players,
        keep=keep,
        remembered=2,
    )
    monkeypatch.setattr(learning, "learning_of", lambda game: found)
    monkeypatch.setattr(promotion, "learning_of", lambda game: found)
    return found


COURSE = Course("copenhagen", 2, 4, 1000, 7)


def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(numbers: Learning, tmp_path: Path) -> None:
    whole, card = train(COURSE, tmp_path / "whole", tell)

    def stop(_: Any) -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            train(COURSE, tmp_path / "stopped", tell, stop)
    again, resumed = train(COURSE, tmp_path / "stopped", tell)
    assert again == whole
    assert [one.cost for one in resumed.rounds] == [one.cost for one in card.rounds]
    assert len(card.rounds) == 4
    assert all(checkpoint(tmp_path / "stopped", number).exists() for number in range(1, 5))


def test_a_folder_holds_one_training(numbers: Learning, tmp_path: Path) -> None:
    train(COURSE, tmp_path / "one", tell)
    with pytest.raises(ValueError, match="holds another training"):
        train(Course("copenhagen", 2, 4, 1000, 8), tmp_path / "one", tell)


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What pairs of games bring, one after the other, in place of games."""
    found: list[float] = []

    def pairs(*_: Any) -> Iterator[float]:
        return iter(found)

    monkeypatch.setattr(promotion, "pairs", pairs)
    return found


@pytest.mark.parametrize("used", [5, None])
@pytest.mark.parametrize(("won", "promoted"), [(0.75, True), (0.5, False), (0.25, False)])
def test_only_a_network_that_is_better_is_put_to_use(
    numbers: Learning, results: list[float], won: float, promoted: bool, used: int | None, tmp_path: Path
) -> None:
    """Better than the one in use, or, for the first one, than none."""
    if used:
        keep(used, 2, numbers.file)
    net, card = train(COURSE, tmp_path / "new", tell)
    results += [won] * 1000
    found = put_to_test(card, net, "greedy", Sprt(0, 20), 2000, tmp_path / "new", promote=True)
    assert found["promoted"] == promoted
    assert found["decided"] == ("better" if promoted else "not better")
    assert found["against"] == ("the one in use" if used else "none")
    assert load(numbers.file, 2) == (net if promoted else used)
    cards = numbers.file.with_suffix(".json")
    assert cards.exists() == promoted
    if promoted:
        assert json.loads(cards.read_text())["2"]["test"]["decided"] == "better"


def test_a_card_tells_what_training_began_with(numbers: Learning, results: list[float], tmp_path: Path) -> None:
    results += [0.75] * 1000
    for number, course in enumerate((COURSE, replace(COURSE, begin=2), replace(COURSE, players=3, begin=2))):
        net, card = train(course, tmp_path / str(number), tell)
        put_to_test(card, net, "greedy", Sprt(0, 20), 2000, tmp_path / str(number), promote=True)
    cards = json.loads(numbers.file.with_suffix(".json").read_text())
    assert cards["2"]["begun_with"]["course"]["begin"] == 0
    assert cards["3"]["begun_with"] == cards["2"]
    assert "begun_with" not in cards["2"]["begun_with"]


def test_pairs_exchange_the_seats(numbers: Learning, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three players, too: a network that always wins from the first seat gets half of the pair."""
    seats: list[list[Any]] = []

    def play_game(game: str, works: list[Any], *_: Any) -> list[float]:
        seats.append(works)
        return [1.0, *[0.0] * (len(works) - 1)]

    monkeypatch.setattr(promotion, "play_game", play_game)
    for players in (2, 3, 4):
        seats.clear()
        assert promotion.play_pair("copenhagen", players, (1, 0), Any, 3, 0) == 0.5  # type: ignore[arg-type]
        assert [a + b for a, b in zip(*seats, strict=True)] == [1] * players


@pytest.mark.slow
def test_the_same_network_wins_as_much_as_it_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are really played: with one judge in both places, the two games of a pair are one."""
    monkeypatch.setattr(promotion, "judging_by", lambda *_: nullcontext())
    monkeypatch.setattr(promotion, "learning_of", lambda game: type("", (), {"work": lambda net, players: net}))
    assert set(promotion.pairs("copenhagen", 2, (1, 1), "greedy", 5, 3)) == {0.5}
    assert np.mean([*promotion.pairs("roll-and-write", 3, (1, 1), "greedy", 5, 2)]) == 0.5
