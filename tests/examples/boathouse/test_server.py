"""A table of Boathouse on a real server, over HTTP and a WebSocket."""

import random

import pytest

from nyhavn.client import Refused
from tests.server.conftest import Meet, meet, server

__all__ = ["meet", "server"]


def test_it_is_offered(meet: Meet) -> None:
    ada = meet("Ada")
    assert ada.components("boathouse") == {"game": "boathouse", "players": [2], "options": {}}
    bots = {bot["name"] for bot in ada.get("/api/v1/bots")["bots"] if "boathouse" in bot["games"]}
    assert bots == {"random", "mc", "ismcts-plain"}
    with pytest.raises(Refused, match="played by 2 players"):
        ada.make("boathouse", 3)


def test_two_people_and_a_spectator(meet: Meet) -> None:
    ada, bo, eve = map(meet, ("Ada", "Bo", "Eve"))
    table = ada.make("boathouse", 2)["id"]
    bo.sit(table, 1)
    lives = [ada.live(table, 0), bo.live(table, 1)]
    for seat, live in enumerate(lives):
        live.subscribe(seat, picture=True)
    watching = eve.live(table)
    rng = random.Random(1)
    while lives[0].table["status"] == "playing":
        mover = next(live for live in lives if live.must_decide)
        other = next(live for live in lives if live is not mover)
        assert mover.choices is not None
        assert other.choices is not None
        assert (mover.choices["tiles"], other.choices["moves"]) == ([], [])
        assert mover.picture is not None
        assert "Your hand: " in mover.picture
        n = mover.do(move=rng.choice(mover.choices["moves"]))["n"]
        for live in (*lives, watching):
            live.until(n)
    assert lives[0].table["result"]["scores"] == lives[1].table["result"]["scores"]
    assert watching.picture is None
    assert watching.view is not None
    assert "hand" not in watching.view
    replay = ada.get(f"/api/v1/replays/{lives[0].table['replay']}")
    assert replay["record"] == ada.get(f"/api/v1/tables/{table}/record")
    assert replay["statistics"]["moves"] == 6


def test_each_picture_shows_the_own_hand_only(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make("boathouse", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    first, second = ada.live(table, 0), ada.live(table, 1)
    told = [live.subscribe(seat, picture=True) for seat, live in enumerate((first, second))]
    for seat, frame in enumerate(told):
        colour = {"R": "red", "Y": "yellow"}[frame["view"]["hand"]]
        assert f"Your hand: {colour}." in frame["picture"]
        assert frame["picture"].count("Your hand") == 1
        assert f"seat {1 - seat} (you)" not in frame["picture"]
    assert "Your hand" not in ada.live(table).subscribe(None, picture=True)["picture"]


def test_a_bot_plays_and_has_ideas(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make("boathouse", 2, seats=[{"kind": "me"}, {"kind": "bot", "bot": "mc:50ms"}])["id"]
    live = ada.live(table, 0)
    while live.table["status"] == "playing":
        while not live.must_decide and live.table["status"] == "playing":
            live.receive()
        if live.must_decide:
            ideas = live.do(hint=True)["ideas"]
            assert live.choices is not None
            assert ideas[0]["move"] in live.choices["moves"]
            live.until(live.do(move=ideas[0]["move"])["n"])
    assert live.table["result"]


def test_reasons_reach_the_player(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make("boathouse", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    with pytest.raises(Refused, match="B2' is no tile"):
        ada.live(table, 0).do(move="build B2 a1 b1")
