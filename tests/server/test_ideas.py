"""Ideas for the seat to move, and reviews of games, through real sockets."""

import json
import time
from pathlib import Path

import pytest

import nyhavn
from nyhavn.bots.deliberation import compile_bots
from nyhavn.cli import main
from nyhavn.games import game_names
from tests.server.conftest import Meet
from tests.server.serving import Json, Person, Refused

pytestmark = pytest.mark.long  # the kernels that bots think with are compiled first


@pytest.fixture(scope="module", autouse=True)
def _can_think() -> None:
    """Nobody waits for the compiler while a connection is open."""
    for game in game_names():
        compile_bots(game, lambda text: None)


BOT = {"kind": "bot", "bot": "random", "name": "Ida"}
PATIENCE = 600


@pytest.mark.parametrize("game", game_names())
def test_ideas_are_legal_and_say_why(meet: Meet, game: str) -> None:
    ada = meet("Ada")
    made = ada.make(game, 2, seats=[{"kind": "me"}, BOT])
    assert made["hints"]
    live = ada.live(made["id"], 0)
    for _ in range(6):
        while live.turn != 0:
            live.receive()
        answer = live.do(hint=True)
        assert 1 <= len(answer["ideas"]) <= 3
        for idea in answer["ideas"]:
            live.do(explain=idea["move"])
            assert all(reason["code"] for reason in idea["reasons"])
        live.do(move=answer["ideas"][0]["move"])


@pytest.mark.parametrize("game", game_names())
def test_ideas_between_people_are_for_those_who_agreed(meet: Meet, game: str) -> None:
    ada, bob = meet("Ada"), meet("Bob")
    for agreed in (False, True):
        table = ada.make(game, 2, hints=agreed)["id"]
        assert bob.get(f"/api/v1/tables/{table}")["hints"] is agreed
        bob.sit(table, 1)
        mine, other = ada.live(table, 0), bob.live(table, 1)
        if agreed:
            assert mine.do(hint=True)["ideas"]
            with pytest.raises(Refused, match="not your turn"):
                other.do(hint=True)
        else:
            with pytest.raises(Refused, match="no ideas"):
                mine.do(hint=True)


def reviewed(person: Person, wanted: Json) -> Json:
    name = person.post("/api/v1/reviews", wanted)["review"]
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found: Json = person.get(f"/api/v1/reviews/{name}")
        if found["analysis"]:
            return found
        assert 0 <= found["done"] <= max(1, found["total"])
        time.sleep(0.2)
    raise AssertionError("the review does not come")


def short_game(game: str, moves: int = 8) -> nyhavn.State:
    state = nyhavn.new_game(game, players=2, seed=3)
    for _ in range(moves):
        state.play(state.moves()[0])
    return state


@pytest.mark.parametrize("game", game_names())
def test_a_review_agrees_with_the_command_and_is_kept(
    meet: Meet, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = meet("Ada")
    file = tmp_path / "game.nyhavn"
    file.write_text(text := short_game(game).record(), encoding="utf-8")
    found = reviewed(ada, {"record": text})
    assert main(["analyse", str(file), "--json"]) == 0
    assert found["analysis"] == json.loads(capsys.readouterr().out)
    moves = [step["move"] for step in found["replay"]["steps"] if "move" in step]
    assert moves == [one["move"] for one in found["analysis"]["decisions"]]
    started = time.monotonic()
    assert reviewed(meet("Bob"), {"record": text}) == found
    assert time.monotonic() - started < 5


def test_what_cannot_be_reviewed_is_refused(meet: Meet) -> None:
    ada = meet("Ada")
    with pytest.raises(Refused, match="record"):
        ada.post("/api/v1/reviews", {"record": "no game"})
    with pytest.raises(Refused, match="not found"):
        ada.post("/api/v1/reviews", {"replay": "nothing"})
    with pytest.raises(Refused, match="not found"):
        ada.get("/api/v1/reviews/nothing")
    with pytest.raises(Refused, match="message"):
        ada.post("/api/v1/reviews", {})
