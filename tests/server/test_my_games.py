"""My games: what each of its players is told of a finished one, pages of them, results against bots; leaving."""

from typing import Any

import pytest

from nyhavn.server import my_games
from nyhavn.table import visibility
from nyhavn.table.entries import TableSummary
from tests.server.conftest import Meet
from tests.server.playing import play_out
from tests.server.test_api import refused

GAMES, RESULTS, MINE = "/api/v1/me/games", "/api/v1/me/results", "/api/v1/me/tables"
ENDED = '{"names":["Ada","Robo"],"bots":[null,"easy"],"scores":[12,9],"winners":[0]}'


def summary(**changes: Any) -> TableSummary:
    fields: dict[str, Any] = {"game": "copenhagen", "players": 2, "status": "over", "listed": False, "host": "ada"}
    fields |= {"wake": None, "seats": (("ada", False), (None, False)), "code": None, "replay": "xyz", "created": 5}
    return TableSummary(**fields | {"updated": 9, "outcome": ENDED} | changes)


@pytest.mark.slow
def test_a_game_is_among_those_of_its_players_once_it_is_over(meet: Meet) -> None:
    ada, ben, eve = meet("Ada"), meet("Ben"), meet("Eve")
    assert ada.get(GAMES) == {"games": [], "next": None}
    made = ada.make("copenhagen", 2, name="Ada", order="seated")
    ben.sit(made["id"], 1)
    assert ada.get(GAMES)["games"] == []
    [line] = ada.get(MINE)["tables"]
    assert (line["mine"], line["bots"], line["left"]) == ([0], [None, None], False)
    play_out("copenhagen", [ada.live(made["id"], 0), ben.live(made["id"], 1)], seed=3)
    result = ada.get(f"/api/v1/tables/{made['id']}")["result"]
    for seat, person in enumerate((ada, ben)):
        [game] = person.get(GAMES)["games"]
        assert (game["id"], game["status"], game["mine"]) == (made["id"], "over", [seat])
        assert game["names"] == ["Ada", "Ben"]
        assert (game["scores"], game["winners"]) == (result["scores"], result["winners"])
        assert person.get(f"/api/v1/replays/{game['replay']}")["table"]["id"] == made["id"]
        assert person.get(RESULTS) == {"results": []}, "there was no bot"
    assert eve.get(GAMES) == {"games": [], "next": None}


@pytest.mark.slow
def test_a_place_in_the_list_that_is_none_is_refused(meet: Meet) -> None:
    for before in ("x", "1", "1.", f"{10**15}.a", "1.a b", "-1.a"):
        assert refused(meet("Ada"), "GET", f"{GAMES}?before={before}")[0] == 422
    assert meet("Bo").get(f"{GAMES}?before=999999999999999.abc") == {"games": [], "next": None}


@pytest.mark.slow
def test_a_game_against_bots_is_abandoned_for_good_and_one_with_others_is_left(meet: Meet) -> None:
    ada, ben = meet("Ada"), meet("Ben")
    alone = ada.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}])
    seat = next(one["seat"] for one in alone["seats"] if one["yours"])
    left = ada.http.delete(f"/api/v1/tables/{alone['id']}/seats/{seat}").json()
    assert left["status"] == "closed"
    both = ada.make("copenhagen", 2, name="Ada", order="seated")
    ben.sit(both["id"], 1)
    assert ada.http.delete(f"/api/v1/tables/{both['id']}/seats/0").json()["status"] == "playing"
    assert [line["left"] for line in ada.get(MINE)["tables"] if line["status"] == "playing"] == [True]
    assert [line["left"] for line in ben.get(MINE)["tables"]] == [False]
    assert ben.http.delete(f"/api/v1/tables/{both['id']}/seats/1").json()["status"] == "closed"


def test_results_against_bots_are_shares_of_the_win() -> None:
    won = {"at": 9, "game": "copenhagen", "bot": "easy", "share": 1.0}
    assert visibility.bot_results(summary(), "ada") == [won]
    shared = summary(outcome=ENDED.replace('"winners":[0]', '"winners":[0,1]'))
    assert visibility.bot_results(shared, "ada") == [won | {"share": 0.5}]
    lost = summary(outcome=ENDED.replace('"winners":[0]', '"winners":[1]'))
    assert visibility.bot_results(lost, "ada") == [won | {"share": 0.0}]


def test_only_whole_games_alone_against_bots_count() -> None:
    assert visibility.bot_results(summary(position=True), "ada") == []
    assert visibility.bot_results(summary(), "somebody else") == []
    assert visibility.bot_results(summary(outcome=ENDED.replace('"easy"', "null")), "ada") == []
    assert visibility.bot_results(summary(outcome=None), "ada") == []
    both = summary(seats=(("ada", False), ("ada", False)))
    assert visibility.bot_results(both, "ada") == []


def test_nothing_of_other_people_is_told_but_their_names() -> None:
    """No person, host, code or seat of others leaves the server with a line."""
    told = visibility.finished(
        "t", summary(seats=(("ada", False), ("secret", False)), host="secret", code="HIDDEN"), "ada"
    )
    assert "secret" not in str(told)
    assert "HIDDEN" not in str(told)
    assert told["mine"] == [0]
    assert my_games.PAGE <= 50
