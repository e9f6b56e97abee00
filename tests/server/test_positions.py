"""Positions and lessons, through real sockets."""

import json

import pytest

import nyhavn
from tests.server.conftest import Meet
from tests.server.playing import play_out
from tests.server.serving import Refused

pytestmark = pytest.mark.slow

BOT = {"kind": "bot", "bot": "random", "name": "Ida"}


def seats(players: int, mine: int) -> list[dict[str, str]]:
    return [{"kind": "me"} if seat == mine else BOT for seat in range(players)]


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_finished_game_can_be_played_on_from_any_move(meet: Meet, game: str) -> None:
    ada, eve = meet("Ada"), meet("Eve")
    table = ada.make(game, 2, seats=[{"kind": "me"}] * 2)["id"]
    play_out(game, [ada.live(table, 0), ada.live(table, 1)], 3)
    token = ada.get(f"/api/v1/tables/{table}")["replay"]
    steps = eve.get(f"/api/v1/replays/{token}")["steps"]
    moves = [step for step in steps if "move" in step]
    mine = moves[9]["seat"]
    laid = eve.make(position={"replay": token, "moves": 9}, seats=seats(2, mine))
    assert (laid["game"], laid["players"], laid["status"]) == (game, 2, "playing")
    live = eve.live(laid["id"], mine)
    assert live.view is not None
    assert live.view["turn"] == mine
    assert moves[9]["move"] in _legal(game, steps, 9)
    live.do(move=moves[9]["move"])
    play_out(game, [live], 5)
    record = nyhavn.parse_record(eve.get(f"/api/v1/tables/{laid['id']}/record"))
    assert [entry["move"] for entry in record.history if "move" in entry][:10] == [move["move"] for move in moves[:10]]
    with pytest.raises(Refused, match="record"):
        eve.make(position={"replay": token, "moves": len(moves)})
    with pytest.raises(Refused, match="record"):
        eve.make(position={"replay": token, "moves": len(moves) + 1})
    with pytest.raises(Refused, match="not found"):
        eve.make(position={"replay": "nothing"})


def _legal(game: str, steps: list[dict[str, object]], moves: int) -> list[str]:
    """What can be played after so many moves, told by the engine."""
    lines = [f"> {step['chance']}" if "chance" in step else f"{step['seat']} {step['move']}" for step in steps]
    places = [number for number, step in enumerate(steps) if "move" in step]
    players = f'[Game "{game}"]\n[Players "2"]\n[Rules "1"]\n\n'
    return nyhavn.parse_record(players + "\n".join(lines[: places[moves]])).moves()


def test_a_record_can_be_brought(meet: Meet) -> None:
    state = nyhavn.new_game("roll-and-write", players=3, seed=4, mirror=True)
    laid = meet("Ada").make(position={"record": state.record()}, seats=seats(3, 0))
    assert (laid["game"], laid["players"], laid["options"]) == ("roll-and-write", 3, {"mirror": True})
    with pytest.raises(Refused) as refused:
        meet("Bob").make(position={"record": state.record().replace('[Rules "1"]', '[Rules "7"]')})
    assert refused.value.answer["sentence"].endswith("rules version '7' isn't the one this program knows ('1')")
    line = meet("Eve").make(position={"record": state.position(1)}, seats=seats(3, 0))
    assert (line["game"], line["status"]) == ("roll-and-write", "playing")
    with pytest.raises(Refused) as refused:
        meet("Bob").make(position={"record": state.position().replace("0:turn", "0:mark")})
    assert refused.value.answer["sentence"].startswith("line 1: decision '0:mark': ")
    for wrong in ({}, {"record": "x", "shared": "y"}, {"record": ""}, {"lesson": "chess"}):
        with pytest.raises(Refused, match="message"):
            meet("Bob").make(position=wrong)


def test_a_running_game_is_shared_as_its_seat_knows_it(meet: Meet) -> None:
    ada, bob, eve = meet("Ada"), meet("Bob"), meet("Eve")
    table = ada.make("copenhagen", 2)["id"]
    bob.sit(table, 1)
    mine, other = ada.live(table, 0), bob.live(table, 1)
    mine.do(move="take 1 2")
    other.until(mine.n)
    other.do(move="take 4 5")
    mine.until(other.n)
    told = ada.post(f"/api/v1/tables/{table}/positions", {"seat": 0})
    assert told["link"] is None  # nobody else reaches this server
    shown = eve.get(f"/api/v1/positions/{told['position']}")
    assert (shown["seat"], shown["turn"], shown["moves"]) == (0, 0, 2)
    assert shown["view"] == mine.view
    laid = eve.make(position={"shared": told["position"]}, seats=seats(2, 0))
    assert eve.live(laid["id"], 0).view == mine.view
    for person, seat in ((ada, 1), (eve, 0)):
        with pytest.raises(Refused, match="not yours"):
            person.post(f"/api/v1/tables/{table}/positions", {"seat": seat})
    with pytest.raises(Refused, match="not found"):
        eve.get("/api/v1/positions/nothing")


def test_no_hand_of_a_running_game_leaves(meet: Meet) -> None:
    """The opening cards of the other seat are dealt anew each time: over many, all that can be comes."""
    ada, bob = meet("Ada"), meet("Bob")
    table = ada.make("copenhagen", 2)["id"]
    bob.sit(table, 1)
    hands = set()
    for _ in range(8):
        name = ada.post(f"/api/v1/tables/{table}/positions", {"seat": 0})["position"]
        assert json.dumps(ada.get(f"/api/v1/positions/{name}")).count('"hand"') == 1
        laid = ada.make(position={"shared": name}, seats=[{"kind": "me"}] * 2)["id"]
        view = ada.live(laid, 1).view
        assert view is not None
        hands.add(view["hand"])
    assert len(hands) > 3


def test_no_host_knows_the_hands_of_those_who_come(meet: Meet) -> None:
    """A record with hands that the host has chosen: where others sit down, they get other cards, and are told."""
    ada, bob = meet("Ada"), meet("Bob")
    record = nyhavn.new_game("copenhagen", players=2, seed=4).record()
    chosen = nyhavn.parse_record(record).view(1)["hand"]
    hands = set()
    for _ in range(6):
        laid = ada.make(position={"record": record}, seats=[{"kind": "me"}, {"kind": "open"}], listed=True)
        assert (laid["position"], laid["listed"]) == ({"moves": 0, "dealt": None}, False)
        assert laid["id"] not in [one["id"] for one in bob.get("/api/v1/tables")["tables"]]
        told = bob.sit(laid["id"], 1)
        assert told["position"] == {"moves": 0, "dealt": "anew"}
        view = bob.live(laid["id"], 1, since=0).view
        assert view is not None
        hands.add(view["hand"])
    assert hands != {chosen}
    assert len(hands) > 2
    listed = {one["id"]: one["position"] for one in bob.get("/api/v1/me/tables")["tables"]}
    assert listed[laid["id"]]
    alone = ada.make(position={"record": record}, seats=[{"kind": "me"}, {"kind": "me"}])
    assert alone["position"] == {"moves": 0, "dealt": "given"}
    view = ada.live(alone["id"], 1).view
    assert view is not None
    assert view["hand"] == chosen


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_lesson(meet: Meet, game: str) -> None:
    ada = meet("Ada")
    laid = ada.post("/api/v1/lessons", {"lesson": game, "names": ["Ida", "Mads"]})
    assert (laid["lesson"]["key"], laid["lesson"]["task"], laid["lesson"]["step"]) == ("goal", False, 0)
    assert [seat["name"] for seat in laid["seats"]][1] == "Ida"
    live = ada.live(laid["id"], 0)
    live.do(step=1)
    assert live.table["lesson"]["task"]
    wrong = {"copenhagen": "take 1 2", "roll-and-write": "reroll R"}[game]
    with pytest.raises(Refused, match="lesson other"):
        live.do(move=wrong)
    live.do(move={"copenhagen": "take 3 4", "roll-and-write": "draw R2 a1 b1* using RR"}[game])
    assert live.table["lesson"]["done"]
    shared = ada.post(f"/api/v1/tables/{laid['id']}/positions", {"seat": 0})["position"]
    players = len(laid["seats"])
    for position in ({"shared": shared}, {"lesson": game, "step": 1}):
        assert meet("Eve").make(position=position, seats=seats(players, 0))["players"] == players
    live.do(step=2)
    back = ada.live(laid["id"], 0, since=0)
    assert back.table["lesson"]["step"] == 2
    assert [event["event"]["kind"] for event in back.events] == ["create", "start", "step", "step"]
    with pytest.raises(Refused, match="not found"):
        live.do(step=50)
    ada.ask("DELETE", f"/api/v1/tables/{laid['id']}/seats/0")
    assert ada.get(f"/api/v1/tables/{laid['id']}")["status"] == "closed"
