"""Ideas for whoever is on turn, and reviews of games, through real sockets."""

import time
from typing import Any

import pytest

import nyhavn
from nyhavn.arena.analysis import analyse
from tests.server.conftest import Meet
from tests.server.serving import Json, Person, Refused

pytestmark = pytest.mark.long  # the kernels that bots think with are compiled first

BOT = {"kind": "bot", "bot": "random", "name": "Ida"}
PATIENCE = 600


def test_ideas_are_legal_and_say_why(meet: Meet) -> None:
    ada = meet("Ada")
    made = ada.make("copenhagen", 2, seats=[{"kind": "me"}, BOT])
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


def test_ideas_between_people_are_for_those_who_agreed(meet: Meet) -> None:
    ada, bob = meet("Ada"), meet("Bob")
    for agreed in (False, True):
        table = ada.make("copenhagen", 2, hints=agreed)["id"]
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


def short_game(moves: int = 8) -> nyhavn.State:
    state = nyhavn.new_game("copenhagen", players=2, seed=3)
    for _ in range(moves):
        state.play(state.moves()[0])
    return state


def test_a_review_agrees_with_the_command_and_is_kept(meet: Meet) -> None:
    ada = meet("Ada")
    text = short_game().record()
    found = reviewed(ada, {"record": text})
    expected: dict[str, Any] = analyse(nyhavn.parse_record(text))
    assert found["analysis"]["decisions"] == expected["decisions"]
    assert found["analysis"]["turning_points"] == expected["turning_points"]
    assert len([step for step in found["replay"]["steps"] if "move" in step]) == len(expected["decisions"])
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
