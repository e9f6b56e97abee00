from pathlib import Path

import pytest

import nyhavn
from nyhavn.cli import main
from nyhavn.server.protocol import ReplayStep
from nyhavn.table import commands, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.patches import apply
from nyhavn.table.table import Table
from tests.table.tables import ANN, START, Json, Log, lay, play_out, step

GAMES = [("copenhagen", 2), ("copenhagen", 3), ("roll-and-write", 2), ("roll-and-write", 4)]
FORFEIT = {"move": 10, "bank": None, "increment": 0, "at_zero": "forfeit"}


def forfeited() -> Log:
    table = lay(clock=FORFEIT)
    step(table, "take 1 2")
    commands.time_out(table, START + 10**9)
    table.write()
    return table


def first(kind: str, outcomes: dict[str, int]) -> str:
    return next(outcome for outcome, weight in outcomes.items() if weight)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_record_is_the_game_and_verifies(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = play_out(lay(game, players, seed=2**255 + 19))
    text = visibility.record(table)
    again = nyhavn.parse_record(text)
    assert again == table.state
    assert again.seed == table.seed
    assert again.tags["Commitment"] == table.commitment
    assert (again.tags["Date"], again.tags["Seat0"], again.tags["Seat1"]) == ("2023-11-14", "Ann", "Bob")
    assert visibility.record(table.again()) == text
    assert "person-" not in text
    path = tmp_path / "game.nyhavn"
    path.write_text(text)
    assert main(["verify", str(path)]) == 0
    assert "promised" in capsys.readouterr().out


def test_a_record_holds_only_what_stands() -> None:
    table = lay("roll-and-write")
    commands.set_confirming(table, table.at, ANN, 0, True, "1")
    commands.play(table, table.at, ANN, 0, ["start red"], "2")
    commands.undo(table, table.at, ANN, 0, False, "3")
    commands.play(table, table.at, ANN, 0, ["start blue"], "4")
    commands.confirm(table, table.at, ANN, 0, "5")
    table.write()
    text = visibility.record(play_out(table))
    assert "0 start blue" in text
    assert "start red" not in text.replace("1 start red", "")


def test_no_record_before_the_end_and_none_under_other_rules() -> None:
    with pytest.raises(Refusal, match="you can get the record when the game is over") as refused:
        visibility.record(lay())
    assert refused.value.code == "running"
    table = play_out(lay("roll-and-write"))
    table.log[1].body["rules"] = "0"
    with pytest.raises(Refusal, match="older version") as refused:
        visibility.record(Table("table", table.log))
    assert (refused.value.code, refused.value.details) == ("frozen", {"why": "rules"})


def test_names_of_any_kind_stand_in_a_record() -> None:
    seats = [{"person": ANN, "name": 'A "\\" ]'}, {"bot": "random", "name": ""}]
    tags = nyhavn.parse_record(visibility.record(play_out(lay("roll-and-write", seats=seats)))).tags
    assert (tags["Seat0"], tags["Seat1"]) == ('A "\\" ]', "random")


def test_the_record_of_a_forfeited_game_tells_who_forfeited() -> None:
    table = forfeited()
    again = nyhavn.parse_record(visibility.record(table))
    assert again == table.state
    assert not again.over
    assert again.tags["Forfeited"] == "1"
    assert again.seed == table.seed


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_steps_of_a_replay_lead_to_the_end_with_open_hands(game: str, players: int) -> None:
    table = play_out(lay(game, players))
    state = table.state
    assert state is not None
    told = visibility.replay(visibility.record(table))
    assert [_text(step) for step in told["steps"]] == [_text(entry) for entry in state.history]
    view = told["view"]
    for step_ in told["steps"]:
        ReplayStep.model_validate(step_)
        view = apply(view, step_["patch"])
    hands = [state.look(seat).get("hand") for seat in range(players)]
    assert view == {**state.look(None), "hands": hands}
    if game == "copenhagen":
        dealt = [step_ for step_ in told["steps"] if step_.get("chance", "").startswith("hand")]
        assert len(dealt) == players
        assert all(effect["cards"] for step_ in dealt for effect in step_["effects"] if effect["effect"] == "deal")


def _text(step: Json) -> object:
    return step.get("chance") or (step["seat"], step["move"])


def test_a_replay_begins_with_the_position_before_the_first_move() -> None:
    table = forfeited()
    told = visibility.replay(visibility.record(table))
    start = nyhavn.new_game("copenhagen", 2, seed=table.seed)
    assert told["view"]["docks"] == start.look(None)["docks"]
    assert told["view"]["hands"] == [start.look(seat)["hand"] for seat in (0, 1)]


def test_a_game_of_given_chance_has_a_record_without_a_seed() -> None:
    table = play_out(lay("roll-and-write", chance=lambda table: first))
    text = visibility.record(table)
    assert "[Seed" not in text
    assert "[Commitment" not in text
    assert nyhavn.parse_record(text) == table.state
    view = (told := visibility.replay(text))["view"]
    for step_ in told["steps"]:
        view = apply(view, step_["patch"])
    assert view["over"]
