"""Matches: the same deals from every seat, and chance that does not depend on how games are shared out."""

from collections import Counter
from pathlib import Path

import pytest

from nyhavn.arena.games import BotFailed, play_game, replay_game
from nyhavn.arena.logs import Log, slot_of
from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.arena.results import summary
from nyhavn.arena.runs import play_match, wins
from nyhavn.arena.sprt import Course, Sprt
from nyhavn.arena.workers import Processes
from nyhavn.bots import register


def untimed(lines: list[Line]) -> list[Line]:
    return [{key: value for key, value in line.items() if key != "ms"} for line in lines]


def test_games_are_rounded_up_to_whole_rotations() -> None:
    match = Match("copenhagen", ("greedy", "random", "random"))
    slots = list(match.slots(4))
    assert len(slots) == 6
    assert [slot.seats for slot in slots[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({match.deal(slot) for slot in slots}) == 2
    cross = Match("copenhagen", ("greedy", "random", "greedy", "random", "random"), cross=True)
    assert Counter(slot.table for slot in cross.slots(3)) == dict.fromkeys(cross.tables, 4)
    assert len(cross.tables) == 10


def test_chance_comes_in_streams() -> None:
    match = Match("copenhagen", ("random", "random"), seed=5)
    first, second = list(match.slots(2))
    other = Match("copenhagen", ("random", "random"), seed=6)
    assert match.deal(first) == match.deal(second) != other.deal(first)
    drawn = {one.luck(slot, player).random() for one in (match, other) for slot in (first, second) for player in (0, 1)}
    assert len(drawn) == 8
    # Specified in the module, so that others can repeat a match.
    assert match.deal(Slot(0, (0, 1), 0)) == 3512036001226084904
    assert round(match.luck(Slot(0, (0, 1), 1), 0).random(), 6) == 0.484772


def test_games_can_be_replayed_from_their_line() -> None:
    match = Match("roll-and-write", ("greedy", "random"), seed=1, options={"mirror": True})
    line = play_game(match, Slot(3, (0, 1), 1))
    assert line["seats"] == [1, 0]
    state = replay_game(match, line)
    for move in line["moves"]:
        state.play(move)
    assert state.over
    assert (list(state.scores), list(state.winners)) == (line["points"], line["winners"])
    assert sum(line["asked"]) == len(line["moves"])
    assert sum(wins(line)) == 1


@pytest.mark.slow
def test_several_processes_play_the_same_games() -> None:
    match = Match("copenhagen", ("random", "greedy:1n", "random"), seed=9)
    alone = play_match(match, 7, Log(match))
    assert untimed(play_match(match, 7, Log(match), Processes(2))) == untimed(alone)
    assert [slot_of(line) for line in alone] == list(match.slots(7))


def test_a_closed_log_has_its_games_in_order(tmp_path: Path) -> None:
    match = Match("copenhagen", ("random", "random"), seed=1)
    lines = play_match(match, 4, Log(match))
    texts = []
    for number, order in enumerate(([0, 1, 2, 3], [2, 0, 3, 1])):
        log = Log(match, tmp_path / f"{number}.jsonl")
        for place in order:
            log.add(lines[place])
        assert [slot_of(lines[place]) for place in order] == list(log.games)
        log.close()
        texts.append((tmp_path / f"{number}.jsonl").read_bytes())
    assert texts[0] == texts[1]
    assert sorted(tmp_path.iterdir()) == [tmp_path / "0.jsonl", tmp_path / "1.jsonl"]


def test_what_was_interrupted_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    match = Match("copenhagen", ("greedy:1n", "random"), seed=2)
    whole = play_match(match, 10, Log(match))
    path = tmp_path / "match.jsonl"
    log = Log(match, path)

    def stop() -> None:
        if len(log.games) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(match, 10, log, tell=stop)
    log.close()
    with path.open("ab") as file:
        file.write(b'{"number":1,"tab')  # a crash in the middle of a line
    again = Log(match, path)
    assert len(again.games) == 3
    resumed = play_match(match, 10, again)
    again.close()
    assert untimed(resumed) == untimed(whole)
    assert len(path.read_bytes().splitlines()) == 11
    enough = Log(match, path)
    enough.close()
    assert untimed(play_match(match, 6, enough)) == untimed(whole[:6])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("precious", "not a match log"),
        ('{"moves": []}\n', "not a match log"),
        ("[1]\n", "not a match log"),
        ("{}\n{", "not a match log"),
    ],
)
def test_a_file_that_is_no_log_is_refused_and_kept(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        Log(Match("copenhagen", ("random", "random")), path)
    assert path.read_text(encoding="utf-8") == text


def test_the_log_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Log(Match("copenhagen", ("random", "random"), seed=1), path).close()
    for other in (
        Match("copenhagen", ("random", "random"), seed=2),
        Match("copenhagen", ("random", "greedy"), seed=1),
        Match("copenhagen", ("random", "random"), seed=1, cross=True),
        Match("roll-and-write", ("random", "random"), seed=1),
    ):
        with pytest.raises(ValueError, match="different match"):
            Log(other, path)
    with path.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(ValueError, match="line 2: not a game"):
        Log(Match("copenhagen", ("random", "random"), seed=1), path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "games"), [("copenhagen", 60), pytest.param("roll-and-write", 200, marks=pytest.mark.long)]
)
def test_a_bot_is_as_good_as_itself(game: str, games: int) -> None:
    match = Match(game, ("greedy", "greedy"), seed=4)
    found = summary(match, play_match(match, games, Log(match)))
    one, other = found["players"]
    assert one["low"] <= 0.5 <= one["high"]
    assert one["high"] - one["low"] < 0.6
    assert one["win_share"] + other["win_share"] == pytest.approx(1)


@pytest.mark.long
def test_of_many_matches_between_equals_one_in_twenty_looks_unequal() -> None:
    covered = 0
    for seed in range(40):
        match = Match("copenhagen", ("random", "random"), seed=seed)
        one, _ = summary(match, play_match(match, 20, Log(match)))["players"]
        covered += one["low"] <= 0.5 <= one["high"]
    assert 34 <= covered <= 40


def test_a_test_counts_pairs_in_their_order_and_no_game_after_it() -> None:
    match = Match("copenhagen", ("greedy", "random"), seed=3)
    course = Course(Sprt(0, 300))
    lines = play_match(match, 200, Log(match), course=course)
    assert course.decided == "better"
    assert len(lines) == 2 * course.pairs < 60
    three = Match("copenhagen", ("random", "random", "random"))
    with pytest.raises(ValueError, match="two players"):
        play_match(three, 3, Log(three), course=Course(Sprt(0, 10)))


def test_a_bot_that_fails_is_named_with_its_game(own_bots: None) -> None:
    @register("broken")
    def choose(observation: object, budget: object, rng: object) -> str:
        raise ZeroDivisionError("nothing left")

    @register("cheating")
    def cheat(observation: object, budget: object, rng: object) -> str:
        return "win"

    for spec, said in (("broken", "ZeroDivisionError: nothing left"), ("cheating:5n", "'win'.*a legal move")):
        match = Match("copenhagen", ("random", spec), seed=8)
        where = rf"^{spec} gave no move \(game 0.0, seed {match.deal(Slot(0, (0, 1), 0))}, seat 1, after \d+ moves\)"
        with pytest.raises(BotFailed, match=f"{where}: .*{said}"):
            play_match(match, 2, Log(match))


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("greedy",), "2 to 4 bots"),
        (("random",) * 5, "2 to 4 bots"),
        (("random", "nobody"), "there is no bot 'nobody'"),
    ],
)
def test_matches_that_cannot_be(players: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Match("copenhagen", players)


def test_a_bot_of_another_game_cannot_come(own_bots: None) -> None:
    register("roller", games="roll-and-write")(lambda observation, budget, rng: observation.moves[0])
    with pytest.raises(ValueError, match="roller does not play copenhagen, only roll-and-write"):
        Match("copenhagen", ("roller", "random"))
