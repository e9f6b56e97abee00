"""Datasets: every decision of every game, with what was hidden in columns that say so."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from nyhavn.arena.dataset import positions, write_dataset
from nyhavn.arena.games import replay_game
from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Match
from nyhavn.arena.runs import play_match
from nyhavn.bots import observe
from nyhavn.games import rules_of


@pytest.mark.parametrize(("game", "players"), [("copenhagen", 3), ("roll-and-write", 2)])
def test_rows_are_the_decisions_of_the_games(game: str, players: int, tmp_path: Path) -> None:
    match = Match(game, ("random",) * (players - 1) + ("greedy",), seed=6)
    lines = play_match(match, 3, Log(match))
    path = tmp_path / "games.parquet"
    told: list[None] = []
    rows = write_dataset(path, match, lines, lambda: told.append(None))
    table = pq.read_table(path)
    assert table.num_rows == rows == sum(len(line["moves"]) for line in lines)
    assert len(told) == len(lines)
    assert [it.name for it in tmp_path.iterdir()] == ["games.parquet"]
    seen, hidden = positions(table), positions(table, "hidden_position")
    rules, found = rules_of(game), table.to_pylist()
    row = 0
    for number, line in enumerate(lines):
        state = replay_game(match, line)
        for ply, move in enumerate(line["moves"]):
            one, seat = found[row], state.turn
            assert seat is not None
            assert (one["game"], one["ply"], one["seat"], one["move"]) == (number, ply, seat, move)
            assert (one["seed"], one["bot"]) == (line["seed"], match.players[line["seats"][seat]])
            assert one["legal"] == len(state.moves())
            assert rules.moves.format_moves([one["move_id"]]) == [move]
            assert one["scores"] == list(state.scores)
            assert one["points"] == one["final_points"][seat] == line["points"][seat]
            assert one["outcome"] == one["outcomes"][seat] == (seat in line["winners"]) / len(line["winners"])
            assert seen[row].tobytes() == observe(state, seat).position
            assert hidden[row].tobytes() == state.memory.tobytes()
            state.play(move)
            row += 1
    assert np.array_equal(seen["scores"], hidden["scores"])
    about = json.loads(table.schema.metadata[b"nyhavn"])
    assert (about["game"], about["seed"], about["players"]) == (game, 6, list(match.players))


def test_every_column_is_described() -> None:
    from nyhavn.arena.dataset import _schema

    page = (Path(__file__).parents[2] / "docs" / "dataset.md").read_text(encoding="utf-8")
    names = _schema(Match("copenhagen", ("random", "random"))).names
    assert [name for name in names if f"\n| `{name}` |" not in page] == []


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    match = Match("copenhagen", ("random", "random"), seed=6)
    lines = play_match(match, 2, Log(match))
    lines[1]["moves"][0] = "fly"
    with pytest.raises(ValueError):
        write_dataset(tmp_path / "games.parquet", match, lines)
    assert list(tmp_path.iterdir()) == []
