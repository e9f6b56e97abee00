"""The HTTP interface, through real sockets."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

import nyhavn
from nyhavn.server.protocol import NewTable
from tests.server.conftest import Meet
from tests.server.playing import play_out
from tests.server.serving import Json, Person, Server, served

pytestmark = pytest.mark.slow

TABLES = "/api/v1/tables"


def refused(person: Person, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """The status and code with which something is refused."""
    response = person.http.request(method, path, json=body)
    assert response.is_error, response.text
    return response.status_code, response.json()["code"]


def test_a_new_table_is_as_it_was_ordered(meet: Meet) -> None:
    ada = meet("Ada")
    made = ada.make(
        "roll-and-write",
        3,
        options={"mirror": True},
        seats=[{"kind": "open"}, {"kind": "me", "name": "Ada L."}, {"kind": "bot", "bot": "random", "name": "Robo"}],
        watch="nobody",
        order="random",
        clock={"bank": 600, "increment": 5, "at_zero": "forfeit"},
    )
    assert [seat["kind"] for seat in made["seats"]] == ["open", "person", "bot"]
    assert [seat["name"] for seat in made["seats"]] == ["", "Ada L.", "Robo"]
    assert [seat["yours"] for seat in made["seats"]] == [False, True, False]
    assert made["seats"][2]["bot"] == "random"
    assert (made["status"], made["watch"], made["order"], made["host"]) == ("open", "nobody", "random", True)
    assert made["options"] == {"mirror": True}
    assert made["clock"] == {"move": None, "bank": 600, "increment": 5, "at_zero": "forfeit"}
    assert made["commitment"] is None
    assert made["invite"] == {"code": made["invite"]["code"], "link": None, "hint": "lan"}
    assert len(made["invite"]["code"]) == 6


def test_who_begins_is_drawn_by_lot_unless_the_table_says_otherwise(meet: Meet) -> None:
    ada = meet("Ada")
    assert ada.post(TABLES, {"game": "roll-and-write"})["order"] == "lot"
    bots = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    made = ada.make(players=3, seats=bots, order="eldest", eldest=2)
    assert [seat["yours"] for seat in made["seats"]] == [False, True, False]
    assert refused(ada, "POST", TABLES, {"game": "copenhagen", "order": "eldest", "eldest": 2}) == (409, "seat")


def test_the_first_seat_is_mine_if_none_is_said_to_be(meet: Meet) -> None:
    made = meet("Ada").make("copenhagen", 3, seats=[{"kind": "bot", "bot": "greedy"}])
    assert [(seat["kind"], seat["yours"]) for seat in made["seats"]] == [
        ("bot", False), ("person", True), ("open", False)
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_table_starts(meet: Meet, game: str, players: int) -> None:
    ada = meet("Ada")
    made = ada.make(game, players, seats=[{"kind": "me"}] * players)
    assert made["status"] == "playing"
    assert len(made["commitment"]) == 64
    assert made["seed"] is made["replay"] is made["invite"]["code"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"game": "copenhagen", "players": 5},
        {"game": "copenhagen", "players": "2"},
        {"game": "copenhagen", "options": {"mirror": True}},
        {"game": "roll-and-write", "options": {"mirror": 1}},
        {"game": "copenhagen", "seats": [{}, {}, {}]},
        {"game": "copenhagen", "seats": [{"kind": "bot", "bot": "greedy"}] * 2},
        {"game": "copenhagen", "seats": [{"kind": "bot", "bot": "nobody"}]},
        {"game": "copenhagen", "seats": [{"kind": "bot"}]},
        {"game": "copenhagen", "seats": [{"kind": "bot", "bot": "greedy:9999s"}]},
        {"game": "copenhagen", "seats": [{"kind": "bot", "bot": "greedy:900000000n"}]},
        {"game": "copenhagen", "clock": {}},
        {"game": "copenhagen", "clock": {"move": 60, "bank": 60}},
        {"game": "copenhagen", "clock": {"move": 1}},
        {"game": "copenhagen", "name": "x" * 201},
        {"game": "copenhagen", "surprise": 1},
        {"game": "copenhagen", "\ud800": 1},
        {"game": "copenhagen", "name": "\ud800"},
        [],
        None,
    ],
)
def test_a_table_that_cannot_be(meet: Meet, wrong: Any) -> None:
    assert meet("Ada").http.post(TABLES, content=in_ascii(wrong)).status_code == 422


def in_ascii(value: Any) -> bytes:
    """JSON in plain letters, as it may hold what UTF-8 cannot."""
    return json.dumps(value, ensure_ascii=True).encode()


def test_sitting_down_names_and_leaving(meet: Meet) -> None:
    ada, bo, cy = meet("Ada"), meet("Bo"), meet("Cy")
    table = ada.make("copenhagen", 3)["id"]
    seats = f"{TABLES}/{table}/seats"
    assert refused(bo, "POST", f"{seats}/1", {"name": "Bo\u202e"}) == (422, "name")
    assert refused(bo, "POST", f"{seats}/1", {"name": "B\u043e"}) == (422, "name")
    assert refused(bo, "POST", f"{seats}/1", {"name": " ADA"}) == (409, "name taken")
    assert refused(bo, "POST", TABLES, {"name": "Bo\u200b"}) == (422, "name")
    told = bo.post(f"{seats}/1", {"name": "  Bo \u00a0<b>  "})
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bo <b>", ""]
    assert refused(cy, "POST", f"{seats}/1", {"name": "Cy"}) == (409, "taken")
    assert refused(cy, "POST", f"{seats}/3", {"name": "Cy"}) == (409, "seat")
    assert refused(cy, "POST", f"{seats}/4", {"name": "Cy"}) == (422, "message")
    assert refused(bo, "POST", f"{seats}/2", {"bot": "greedy"}) == (403, "not host")
    assert refused(cy, "DELETE", f"{seats}/1") == (403, "not yours")
    assert bo.post(f"{seats}/1", {"name": "Robert"})["seats"][1]["name"] == "Robert"
    assert ada.post(f"{seats}/2", {"bot": "random", "name": "R2"})["status"] == "playing"
    assert refused(ada, "POST", f"{seats}/0", {"name": "A"}) == (409, "started")
    left = bo.ask("DELETE", f"{seats}/1")
    assert left["seats"][1]["left"]
    assert left["status"] == "playing"


def test_a_host_changes_bots_before_the_start(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make("copenhagen", 3, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])["id"]
    assert ada.post(f"{TABLES}/{table}/seats/1", {"bot": "greedy"})["seats"][1]["bot"] == "greedy"
    assert ada.ask("DELETE", f"{TABLES}/{table}/seats/1")["seats"][1]["kind"] == "open"
    assert refused(ada, "POST", f"{TABLES}/{table}/seats/1", {"bot": "nobody"}) == (422, "bot")


def test_a_table_that_everybody_left_is_closed(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make(listed=True)["id"]
    assert ada.ask("DELETE", f"{TABLES}/{table}/seats/0")["status"] == "closed"
    assert table not in [line["id"] for line in bo.get(TABLES)["tables"]]
    assert refused(bo, "POST", f"{TABLES}/{table}/seats/0", {}) == (409, "closed")


def test_codes_and_lists(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    listed, private = ada.make("copenhagen", 3, listed=True), ada.make("copenhagen", 2)
    lines = {line["id"]: line for line in bo.get(TABLES)["tables"]}
    assert private["id"] not in lines
    assert lines[listed["id"]]["open_seats"] == 2
    assert lines[listed["id"]]["names"] == ["Ada", "", ""]
    code = private["invite"]["code"]
    assert bo.post("/api/v1/codes", {"code": f" {code[:3].lower()}-{code[3:]}"}) == {"table": private["id"]}
    assert refused(bo, "POST", "/api/v1/codes", {"code": "AAAAAA"}) == (404, "not found")
    assert bo.get("/api/v1/me/tables") == {"tables": []}
    bo.sit(private["id"], 1)
    (line,) = bo.get("/api/v1/me/tables")["tables"]
    assert (line["id"], line["names"], line["scores"], line["status"]) == (
        private["id"],
        ["Ada", "Bo"],
        [0, 0],
        "playing",
    )
    turns = [one.get("/api/v1/me/tables")["tables"][0]["your_turn"] for one in (ada, bo)]
    assert sorted(turns) == [False, True]
    assert {line["id"] for line in ada.get("/api/v1/me/tables")["tables"]} == {listed["id"], private["id"]}
    assert refused(bo, "POST", "/api/v1/codes", {"code": code}) == (404, "not found")  # the game has started


def test_a_link_moves_me_to_another_device_once(meet: Meet, server: Server) -> None:
    ada, phone, thief = meet("Ada"), meet("Ada"), meet("Eve")
    table = ada.make()["id"]
    link = ada.post("/api/v1/me/links")
    assert link["link"] is None  # nobody else can reach this server
    assert 0 < link["expires"] - time.time() * 1000 < 11 * 60 * 1000
    assert not phone.get(f"{TABLES}/{table}")["host"]
    phone.post("/api/v1/links", {"code": link["code"].lower()})
    assert phone.get(f"{TABLES}/{table}")["host"]
    assert refused(thief, "POST", "/api/v1/links", {"code": link["code"]}) == (404, "not found")
    assert not thief.get(f"{TABLES}/{table}")["host"]


def test_a_code_says_whose_it_is_and_stays(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    for _ in range(2):
        ada.make()
    code = ada.post("/api/v1/me/links")["code"]
    for _ in range(2):
        assert bo.post("/api/v1/links/owner", {"code": code.lower()}) == {"name": "Ada", "tables": 2, "yours": False}
    assert ada.post("/api/v1/links/owner", {"code": code})["yours"]
    bo.post("/api/v1/links", {"code": code})
    assert refused(meet("Eve"), "POST", "/api/v1/links/owner", {"code": code}) == (404, "not found")
    nameless = meet("").post("/api/v1/me/links")["code"]
    assert bo.post("/api/v1/links/owner", {"code": nameless}) == {"name": "", "tables": 0, "yours": False}


def test_after_taking_a_link_one_can_be_restored(meet: Meet) -> None:
    ada, bo, cy = meet("Ada"), meet("Bo"), meet("Cy")
    own = [one.make()["id"] for one in (ada, bo, cy)]

    def hosts() -> list[bool]:
        """Whose tables the browser of Bo has."""
        return [bo.get(f"{TABLES}/{table}")["host"] for table in own]

    assert not bo.get("/api/v1/me")["before"]
    assert refused(bo, "POST", "/api/v1/me/restore", {}) == (404, "not found")
    for one in (ada, cy):  # even who is tricked twice can go back
        assert bo.post("/api/v1/links", {"code": one.post("/api/v1/me/links")["code"]})["before"]
    assert hosts() == [False, False, True]
    assert bo.get("/api/v1/me")["before"]
    found = []
    for _ in range(3):
        assert bo.post("/api/v1/me/restore")["before"]
        found.append(hosts())
    assert found == [[True, False, False], [False, True, False], [False, False, True]]


def test_nobody_forges_who_they_were(meet: Meet) -> None:
    ada, eve = meet("Ada"), meet("Eve")
    person = str(ada.http.cookies["nyhavn"]).partition(".")[0]
    for token in (person, f"{person}.", f"{person}.{'0' * 64}", "~", "~" * 5000):
        eve.http.cookies.set("nyhavn-before", token)
        assert refused(eve, "POST", "/api/v1/me/restore", {}) == (404, "not found")


def test_a_host_who_stood_up_can_be_restored(meet: Meet) -> None:
    """Without a seat, but not without something to lose."""
    ada, bo, cem = (meet(name) for name in ("Ada", "Bo", "Cem"))
    table = ada.make(players=3)["id"]
    bo.sit(table, 1)
    ada.ask("DELETE", f"/api/v1/tables/{table}/seats/0")
    assert ada.post("/api/v1/links", {"code": cem.post("/api/v1/me/links")["code"]})["before"]
    assert not ada.get(f"/api/v1/tables/{table}")["host"]
    ada.post("/api/v1/me/restore")
    assert ada.get(f"/api/v1/tables/{table}")["host"]


def test_strangers_are_asked_to_say_who_they_are(server: Server) -> None:
    for method, path in (("GET", "/me/tables"), ("POST", "/me/links"), ("DELETE", "/tables/x/seats/0")):
        answer = httpx.request(method, f"{server.url}/api/v1{path}")
        assert (answer.status_code, answer.json()["code"]) == (401, "no person")


def test_tables_that_do_not_exist(meet: Meet) -> None:
    ada = meet("Ada")
    for method, path in (
        ("GET", "/tables/none"),
        ("POST", "/tables/none/seats/0"),
        ("DELETE", "/tables/none/seats/0"),
        ("POST", "/tables/none/rematch"),
        ("GET", "/tables/none/record"),
        ("GET", "/tables/none/statistics"),
    ):
        assert refused(ada, method, f"/api/v1{path}", {}) == (404, "no table")
    assert refused(ada, "GET", "/api/v1/replays/none") == (404, "not found")
    assert refused(ada, "GET", "/api/v1/tables/no%20such") == (422, "message")


def test_what_there_is(meet: Meet, server: Server) -> None:
    ada = meet("Ada")
    assert {line["name"] for line in ada.get("/api/v1/bots")["bots"]} >= {"random", "greedy"}
    games = ada.get("/api/v1/games")["games"]
    assert set(games) == {"copenhagen", "roll-and-write"}
    assert all(tile["shapes"] for game in games.values() for tile in game["tiles"])
    assert ada.get("/healthz")["status"] == "ok"
    paths = ada.get("/openapi.json")["paths"]
    assert {"/api/v1/tables", "/api/v1/tables/{table}/seats/{seat}", "/healthz"} <= set(paths)
    assert not any("metrics" in path for path in paths)
    made = {"game": "copenhagen", "clock": {"move": 60}}
    assert NewTable.model_validate(made).clock is not None


def test_metrics_are_for_this_machine(server: Server) -> None:
    assert b"nyhavn" in httpx.get(f"{server.url}/metrics").content
    for name in ("X-Forwarded-For", "Forwarded"):
        assert httpx.get(f"{server.url}/metrics", headers={name: "for=192.0.2.7"}).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("copenhagen", 2), ("roll-and-write", 3)])
def test_after_the_game(meet: Meet, game: str, players: int) -> None:
    ada, bo, eve = meet("Ada"), meet("Bo"), meet("Eve")
    kinds = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy", "name": "Robo"}]
    made = ada.make(game, players, seats=kinds[:players], watch="nobody", show_known=True)
    table = made["id"]
    bo.sit(table, 1)
    for path in ("record", "statistics"):
        assert refused(eve, "GET", f"{TABLES}/{table}/{path}") == (403, "no watching")
    assert refused(ada, "GET", f"{TABLES}/{table}/record") == (409, "running")
    assert refused(ada, "POST", f"{TABLES}/{table}/rematch") == (409, "running")
    seats = [ada.live(table, 0), bo.live(table, 1)]
    play_out(game, seats, seed=3)
    after = ada.get(f"{TABLES}/{table}")
    assert after["status"] == "over"
    check_result(after, seats[0].view or {})

    text = ada.get(f"{TABLES}/{table}/record")
    state = nyhavn.parse_record(text)
    assert list(state.scores) == after["result"]["scores"]
    assert state.tags["Commitment"] == made["commitment"] or state.tags["Commitment"] == after["commitment"]
    assert f"{state.seed:x}".zfill(64) in after["seed"] or str(state.seed) == after["seed"]
    counted = ada.get(f"{TABLES}/{table}/statistics")
    assert counted["moves"] == sum("move" in entry for entry in state.history)
    assert len(counted["time"]) == len(counted["seats"]) == players

    # Anybody who has its link can open the replay; those who may not watch are told nothing.
    assert refused(eve, "GET", f"{TABLES}/{table}") == (403, "no watching")
    assert refused(eve, "POST", f"{TABLES}/{table}/seats/0", {}) == (403, "no watching")
    replay = eve.get(f"/api/v1/replays/{after['replay']}")
    assert replay["record"] == text
    assert replay["table"]["result"] == after["result"]
    assert len(replay["steps"]) == len(state.history)
    assert refused(eve, "GET", f"{TABLES}/{table}/record") == (403, "no watching")

    again = bo.post(f"{TABLES}/{table}/rematch")["table"]
    assert ada.post(f"{TABLES}/{table}/rematch")["table"] == again
    assert refused(eve, "POST", f"{TABLES}/{table}/rematch") == (403, "not seated")
    seats_again = ada.get(f"{TABLES}/{again}")["seats"]
    assert [seat["name"] for seat in seats_again] == [*["Bo", "Robo"][: players - 1], "Ada"]
    assert seats_again[-1]["reserved"]
    assert refused(eve, "POST", f"{TABLES}/{again}/seats/{players - 1}", {}) == (409, "reserved")
    assert ada.sit(again, players - 1)["status"] == "playing"
    assert ada.get(f"{TABLES}/{again}")["show_known"]


def check_result(told: Json, view: Json) -> None:
    result = told["result"]
    assert result["scores"] == view["scores"]
    assert result["winners"] == view["winners"] == result["ranking"][0]
    assert sorted(seat for group in result["ranking"] for seat in group) == list(range(told["players"]))


@pytest.mark.slow
def test_two_who_ask_for_a_rematch_at_once_get_one_table(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make("roll-and-write", 2)["id"]
    bo.sit(table, 1)
    play_out("roll-and-write", [ada.live(table, 0), bo.live(table, 1)], seed=4)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(who.post, f"{TABLES}/{table}/rematch") for who in [ada, bo] * 4]
        assert len({one.result()["table"] for one in asked}) == 1
    assert len(ada.get("/api/v1/me/tables")["tables"]) == len(bo.get("/api/v1/me/tables")["tables"]) == 2


@pytest.mark.slow
def test_links_that_others_can_open(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("public")
    with (
        served(
            f"sqlite:///{folder / 'nyhavn.db'}", folder, "--public-url", "https://games.example.org/ny", "--log", "info"
        ) as server,
        httpx.Client(base_url=server.url, headers={"host": "games.example.org"}) as http,
    ):
        answer = http.get("/api/v1/me")
        assert not answer.json()["local"]
        cookie = answer.headers["set-cookie"]
        assert "Secure" in cookie
        assert "Path=/ny/" in cookie
        sent = {"cookie": cookie.partition(";")[0]}
        made = http.post(TABLES, json={"game": "copenhagen"}, headers=sent).json()
        assert made["invite"]["link"] == f"https://games.example.org/ny/#/t/{made['id']}"
        assert made["invite"]["hint"] == ""
        link = http.post("/api/v1/me/links", headers=sent).json()
        assert link["link"] == f"https://games.example.org/ny/#/me/{link['code']}"
    folder = tmp_path_factory.mktemp("everywhere")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder, "--host", "0.0.0.0") as server:
        ada = Person(server.url, "Ada")
        assert not ada.get("/api/v1/me")["local"]
        link = ada.make()["invite"]["link"]
        assert link is None or "127.0.0.1" not in link
        named = ada.http.post(TABLES, json={"game": "copenhagen"}, headers={"host": "evil.example"})
        assert (named.status_code, named.json()["code"]) == (400, "host")
        ada.http.close()
