"""The live protocol, through real sockets. Every frame is held against the types of the protocol."""

import random
import time
from pathlib import Path
from typing import Any

import pytest

from nyhavn import machine_code
from nyhavn.server.hub import PAGE
from nyhavn.table.patches import apply
from tests.server.conftest import Meet
from tests.server.playing import play_out, step
from tests.server.protocol_checks import CheckedLive
from tests.server.serving import ConnectionClosed, Json, Live, Person, Refused, Server, some_move

pytestmark = pytest.mark.slow

GAMES = ["copenhagen", "roll-and-write"]
FAR = "build R4 a8 b8* a9 b9 pay RRRR"
"""Nothing that anybody could do at the beginning."""


def refuse(live: Live, **message: Any) -> Json:
    """How something is refused."""
    with pytest.raises(Refused) as caught:
        live.do(**message)
    return caught.value.answer


def pair(meet: Meet, game: str = "copenhagen", **more: Any) -> tuple[CheckedLive, CheckedLive]:
    """A game of two, who both look."""
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make(game, 2, **more)["id"]
    bo.sit(table, 1)
    return ada.live(table, 0), bo.live(table, 1)


def on_turn(*lives: CheckedLive) -> tuple[CheckedLive, CheckedLive]:
    """The person to move, and another one, both up to date."""
    n = max(live.n for live in lives)
    for live in lives:
        live.until(n)
    mover = next(live for live in lives if live.choices and not live.choices["plan"])
    return mover, next(live for live in lives if live is not mover)


def legal(live: Live, seed: int = 0) -> str:
    assert live.choices is not None
    assert live.view is not None
    return some_move(live.view["game"], live.choices, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_people_bots_and_watchers(meet: Meet, game: str, players: int) -> None:
    ada, bo, eve = meet("Ada"), meet("Bo"), meet("Eve")
    kinds: list[Json] = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
    kinds += [{"kind": "bot", "bot": "random"}]
    table = ada.make(game, players, seats=kinds[:players])["id"]
    watcher = eve.live(table)
    assert watcher.view is None
    first = ada.live(table, 0)
    bo.sit(table, 1)
    seats = [first, bo.live(table, 1)]
    play_out(game, seats, seed=players)
    watcher.until(first.n)
    assert first.table["status"] == watcher.table["status"] == "over"
    assert first.table["result"] == watcher.table["result"]
    assert first.table["seed"]
    for live, seat in ((first, 0), (seats[1], 1), (watcher, None)):
        person = {0: ada, 1: bo, None: eve}[seat]
        late = person.live(table, seat, since=0)
        assert late.view == live.view, "patches lead where a fresh look does"
        assert late.choices is None
    assert all(frame.get("choices") is None for frame in watcher.frames)


def test_the_first_message_subscribes(meet: Meet, server: Server) -> None:
    ada = meet("Ada")
    table = ada.make(seats=[{"kind": "me"}] * 2)["id"]
    live = CheckedLive(server.url, table, ada.cookie, None, None, subscribe=False)
    assert live.hello["protocol"] == 1
    assert abs(live.hello["now"] - time.time() * 1000) < 5000
    assert refuse(live, ping=True)["code"] == "subscribe first"
    assert live.subscribe(1)["n"] == live.n
    assert live.do(ping=True)["n"] == live.n
    live.close()


def test_a_table_that_does_not_exist(meet: Meet) -> None:
    with pytest.raises(Refused, match="no table"):
        meet("Ada").live("nowhere")


def test_somebody_elses_seat(meet: Meet) -> None:
    ada, eve = meet("Ada"), meet("Eve")
    table = ada.make(seats=[{"kind": "me"}] * 2)["id"]
    for seat in (0, 3):
        with pytest.raises(Refused, match="not yours"):
            eve.live(table, seat)


@pytest.mark.parametrize("game", GAMES)
def test_subscribing_gives_exactly_what_is_missing(meet: Meet, game: str) -> None:
    ada = meet("Ada")
    table = ada.make(game, 2, seats=[{"kind": "me"}] * 2)["id"]
    seats = [ada.live(table, 0), ada.live(table, 1)]
    rng = random.Random(1)
    for number in range(12):
        step(game, seats, rng)
        if number % 4 == 2:
            seats[0].do(chat=f"line {number}")
    first = on_turn(*seats)[0]
    n = first.n
    for seat in (0, 1, None):
        whole = ada.live(table, seat, since=0).events
        assert [event["n"] for event in whole] == sorted({event["n"] for event in whole})
        assert whole[0]["event"]["kind"] == "create"
        for since in range(n + 1):
            assert ada.live(table, seat, since=since).events == [one for one in whole if one["n"] > since]
    assert ada.live(table, 0, since=n + 5).events == []


def test_much_that_was_missed_comes_in_pages(meet: Meet) -> None:
    """Several answers, the last with where things stand; and nothing twice, nothing left out."""
    ada = meet("Ada")
    table = ada.make("copenhagen", 2, seats=[{"kind": "me"}] * 2)["id"]
    seats = [ada.live(table, 0), ada.live(table, 1)]
    rng = random.Random(1)
    for number in range(2 * PAGE + 10):
        if number % 40 == 0:
            step("copenhagen", seats, rng)
        seats[0].do(chat=f"line {number}") if number < 990 else step("copenhagen", seats, rng)
    last = max(seat.n for seat in seats)  # the other seat may not have read the last move yet
    late = ada.live(table, 1, since=0)
    pages = [frame for frame in late.frames if "more" in frame]
    assert len(pages) == 2
    assert all(len(page["events"]) <= PAGE + 20 for page in pages)
    numbers = [event["n"] for event in late.events]
    assert numbers == sorted(set(numbers))
    assert numbers == list(range(1, last + 1))
    seats[1].until(last)
    assert late.view == seats[1].view
    assert [event["n"] for event in ada.live(table, None, since=700).events] == list(range(701, last + 1))


def test_a_connection_can_look_from_another_seat(meet: Meet) -> None:
    """Several people on one device: a subscription for each seat, or one that changes."""
    ada = meet("Ada")
    table = ada.make(seats=[{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Anna"}])["id"]
    live = ada.live(table, 0)
    assert live.view is not None
    hand = live.view["hand"]
    live.subscribe(1)
    assert live.view["seat"] == 1
    assert live.choices is not None
    assert live.choices["plan"]
    assert refuse(live, move="end")["code"] == "not your turn"
    assert live.subscribe(None)["choices"] is None
    assert refuse(live, move="end")["code"] == "not seated"
    live.subscribe(0)
    assert live.view["hand"] == hand
    other = ada.live(table, 1)
    live.do(move=legal(live))
    other.until(live.n)
    assert other.view == ada.live(table, 1).view


def test_a_message_sent_five_times_is_one_move(meet: Meet) -> None:
    for game in GAMES:
        lives = pair(meet, game)
        for turn in range(6):
            mover, other = on_turn(*lives)
            move, before = legal(mover, turn), mover.n
            numbers = {mover.do(name=f"once-{turn}", move=move)["n"] for _ in range(5)}
            assert len(numbers) == 1
            assert mover.do(ping=True)["n"] == numbers.pop() == mover.n > before
            other.until(mover.n)
            moves = [one for one in other.events if one["n"] > before and one["event"]["kind"] == "move"]
            assert len(moves) == 1


def test_an_id_belongs_to_its_sender(meet: Meet) -> None:
    lives = pair(meet)
    for _ in range(4):
        mover, _ = on_turn(*lives)
        before = mover.n
        mover.do(name=f"the-same-{before}", move=legal(mover))
    mover, other = on_turn(*lives)
    first = mover.do(name="hello", chat="from one")["n"]
    assert other.do(name="hello", chat="from the other")["n"] > first


def test_moves_are_all_played_or_none(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make("copenhagen", 2, seats=[{"kind": "me"}] * 2)["id"]
    live = ada.live(table, 0)
    assert live.choices is not None
    take = next(move for move in live.choices["moves"] if move.startswith("take"))
    before = live.n
    assert refuse(live, moves=[take, FAR])["code"] in ("chance", "not your turn")
    answer = refuse(live, moves=[FAR, take])
    assert answer["details"]["place"] == 0
    assert live.do(ping=True)["n"] == before
    assert live.do(moves=[take])["n"] > before
    assert refuse(live, moves=[])["code"] == "message"
    assert refuse(live, moves=[take] * 21)["code"] == "message"


def test_refusals_carry_the_engines_reason(meet: Meet) -> None:
    lives = pair(meet)
    mover, other = on_turn(*lives)
    before = mover.n
    far = refuse(mover, explain=FAR)
    assert {**refuse(mover, move=FAR), "refused": None} == {**far, "refused": None}
    assert far["sentence"]
    assert far["code"] not in ("message", "internal", "not your turn")
    assert isinstance(far["details"], dict)
    assert mover.do(explain=legal(mover))["n"] == before
    assert refuse(other, move=legal(mover))["code"] == "not your turn"
    assert refuse(other, explain=legal(mover))["code"] == "not your turn"
    assert mover.do(ping=True)["n"] == before


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"ping": True, "chat": "two things"},
        {"ping": False},
        {"ping": None},
        {"undo": False},
        {"undo": "all"},
        {"dance": True},
        {"move": 3},
        {"move": ""},
        {"move": "x" * 201},
        {"chat": "x" * 1001},
        {"phrase": "no such thing!"},
        {"standin": 4},
        {"subscribe": {"since": -1}},
        {"subscribe": {"since": 2**63}},
        {"subscribe": {"since": 2**40}},
        {"subscribe": {"since": 1.5}},
        {"subscribe": {"seat": True}},
    ],
)
def test_messages_that_cannot_be_read(meet: Meet, message: Json) -> None:
    live = pair(meet)[0]
    assert refuse(live, **message)["code"] == "message"
    assert live.do(ping=True)


@pytest.mark.parametrize("text", ["", "no", "[]", "3", '"x"', "null", "{}", '{"id": 3, "ping": true}', b"\xff\x00"])
def test_messages_without_a_name(meet: Meet, text: str | bytes) -> None:
    live = pair(meet)[0]
    live.send(text)
    while "refused" not in (frame := live.receive()):
        pass
    assert frame["refused"] is None
    assert frame["code"] == "message"
    assert live.do(ping=True)


def test_chat_and_phrases(meet: Meet) -> None:
    lives = pair(meet)
    eve = meet("Eve")
    watcher = eve.live(lives[0].table["id"])
    lives[0].do(chat="  <b>hi</b>\u202e \n\n there\x00 ")
    lives[1].do(phrase="well-played")
    assert refuse(watcher, chat="from outside")["code"] == "chat players"
    assert refuse(lives[1], chatting="anyone")["code"] == "not host"
    lives[0].do(chatting="anyone")
    watcher.do(chat="from outside")
    assert watcher.table["chat"] == "anyone"
    for live in (*lives, watcher):
        live.until(watcher.n)
    said = [one["event"] for one in lives[1].events if one["event"]["kind"] == "chat"]
    told = [{name: one[name] for name in one if name not in ("kind", "at")} for one in said]
    assert told == [
        {"seat": 0, "text": "<b>hi</b> there"},
        {"seat": 1, "phrase": "well-played"},
        {"seat": None, "text": "from outside"},
    ]
    assert [one["event"] for one in watcher.events if one["event"]["kind"] == "chat"] == said
    assert refuse(lives[0], phrase="nonsense")["code"] == "phrase"
    assert refuse(lives[0], chat="\u200b \n")["code"] == "empty"
    lives[0].do(chatting="nobody")
    for live in (*lives, watcher):
        assert refuse(live, phrase="hello")["code"] == "chat closed"


def test_presence(meet: Meet) -> None:
    ada, bo, eve = meet("Ada"), meet("Bo"), meet("Eve")
    table = ada.make()["id"]
    first = ada.live(table, 0)
    bo.sit(table, 1)

    def wait(**wanted: Any) -> None:
        deadline = time.monotonic() + 5
        while first.presence != wanted and time.monotonic() < deadline:
            first.receive()
        assert first.presence == wanted

    wait(presence=[True, False], watchers=0)
    second, watcher = bo.live(table, 1), eve.live(table)
    wait(presence=[True, True], watchers=1)
    assert [seat["present"] for seat in eve.get(f"/api/v1/tables/{table}")["seats"]] == [True, True]
    watcher.close()
    wait(presence=[True, True], watchers=0)
    second.close()
    wait(presence=[True, False], watchers=0)


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_what_revealed_nothing(meet: Meet, game: str) -> None:
    lives = pair(meet, game)
    rng = random.Random(5)
    undone = 0
    for _ in range(400):
        mover, other = on_turn(*lives)
        if mover.choices is None:
            break
        view = mover.view
        mover.do(move=some_move(game, mover.choices, rng))
        other.until(mover.n)
        if mover.undo and other.undo == 0:
            moved = other.view
            assert mover.do(undo=True)["n"]
            assert mover.view == view
            other.until(mover.n)
            assert other.view != moved
            assert other.events[-1]["event"]["kind"] == "undo"
            assert other.events[-1]["event"]["moves"] == 1
            undone += 1
            if undone == 3:
                break
        elif mover.choices and mover.choices["plan"]:
            assert refuse(mover, undo=True)["code"] == "not your turn"
    assert undone == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_is_confirmed(meet: Meet, game: str) -> None:
    lives = pair(meet, game)
    for live in lives:
        live.do(confirming=True)
    rng = random.Random(6)
    held = 0
    while held < 4:
        mover, other = on_turn(*lives)
        assert mover.choices is not None
        if refuse(mover, confirm=True)["code"] != "nothing held":
            pytest.fail("there is nothing to confirm")
        before, view, seen = other.n, other.view, mover.view
        move = some_move(game, mover.choices, rng)
        mover.do(move=move)
        if mover.held is None:
            continue
        held += 1
        assert mover.held == move
        assert refuse(mover, move=move)["code"] == "held"
        other.do(ping=True)
        assert (other.n, other.view) == (before, view), "what is held is nobody else's business"
        if held % 2:
            mover.do(undo=True)
            assert mover.events[-1]["held"] is None
            assert mover.view == seen
            mover.do(move=move)
        late = mover.again()
        assert late.held == move
        late.close()
        mover.do(confirm=True)
        assert mover.events[-1]["held"] is None
        other.until(mover.n)
        kinds = [one["event"]["kind"] for one in other.events if one["n"] > before]
        assert "move" in kinds
        assert "hold" not in kinds
        assert "undo" not in kinds


def test_a_bot_plays_for_the_absent_until_they_are_back(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make("roll-and-write", 2)["id"]
    bo.sit(table, 1)
    first, second = ada.live(table, 0), bo.live(table, 1)
    assert refuse(first, standin=1)["code"] == "present"
    assert refuse(first, standin=0)["code"] == "no stand-in"
    assert refuse(second, back=True)["code"] == "no stand-in"
    bo.ask("DELETE", f"/api/v1/tables/{table}/seats/1")
    first.do(standin=1)
    assert first.table["seats"][1]["standin"]
    assert first.table["seats"][1]["left"]
    rng = random.Random(2)
    for _ in range(200):
        first.until(second.n)
        if any(one["event"]["kind"] == "move" and one["event"]["seat"] == 1 for one in first.events):
            break
        if first.choices and not first.choices["plan"]:
            first.do(move=some_move("roll-and-write", first.choices, rng))
        else:
            first.receive()
    else:
        pytest.fail("the bot has not moved")
    second.do(back=True)
    first.until(second.n)
    assert first.table["seats"][1]["standin"] is None
    assert not first.table["seats"][1]["left"]
    for _ in range(200):
        step("roll-and-write", [first, second], rng)
        if second.choices and not second.choices["plan"]:
            second.do(move=some_move("roll-and-write", second.choices, rng))
            return
    pytest.fail("the player has not come to move again")


@pytest.mark.slow
@pytest.mark.parametrize("at_zero", ["bot", "forfeit"])
def test_the_clock_at_zero(meet: Meet, at_zero: str) -> None:
    started = time.monotonic()
    mover, other = on_turn(*pair(meet, "copenhagen", clock={"move": 5, "at_zero": at_zero}))
    awaited = "standin" if at_zero == "bot" else "over"
    while not any(one["event"]["kind"] == awaited for one in other.events):
        other.receive()
    assert time.monotonic() - started >= 5
    mover.until(other.n)
    if at_zero == "forfeit":
        assert other.table["status"] == "over"
        assert other.table["result"]["winners"] == [1]
        assert other.table["result"]["forfeited"] == [0]
    else:
        assert other.table["seats"][0]["standin"]
        while mover.table["seats"][0]["standin"]:  # the bot ends the turn first
            try:
                mover.do(back=True)
            except Refused as refusal:
                if refusal.code != "late":
                    raise


@pytest.mark.skipif(not machine_code.suits(), reason="elsewhere a server needs it")
def test_the_server_has_no_compiler_in_memory(server: Server, meet: Meet) -> None:
    """These tests play on the machine code that was kept."""
    play_out("copenhagen", pair(meet, "copenhagen"), 1)
    assert server.process is not None
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "_helperlib" in maps, "what this code calls"
    assert "llvm" not in maps


@pytest.mark.slow
def test_clocks_over_the_wire(meet: Meet) -> None:
    lives = pair(meet, "copenhagen", clock={"bank": 60, "increment": 3})
    mover, other = on_turn(*lives)
    begun = next(frame["clock"] for frame in mover.frames if frame.get("clock"))
    assert begun["running"] == 0
    assert begun["left"] == [60_000, 60_000]
    time.sleep(1.2)
    assert mover.choices is not None
    while mover.turn == 0:
        mover.do(move=legal(mover))
    other.until(mover.n)
    told = other.events[-1]["clock"]
    assert told["running"] == 1
    assert 60_000 < told["left"][0] < 63_000
    assert told["left"][1] == 60_000


def test_watching_can_be_forbidden(meet: Meet) -> None:
    ada, bo, eve = meet("Ada"), meet("Bo"), meet("Eve")
    table = ada.make("copenhagen", 2, watch="nobody")["id"]
    watcher = eve.live(table, None, since=0)
    assert [one["event"]["kind"] for one in watcher.events] == ["create"]
    bo.sit(table, 1)
    with pytest.raises(ConnectionClosed):  # the game is not hers to look at
        watcher.until(1000)
    assert {one["event"]["kind"] for one in watcher.events} <= {"create", "sit"}
    assert watcher.view is None
    player = ada.live(table, 0)
    player.do(chat="between us")
    player.do(move=legal(player))
    with pytest.raises(Refused, match="no watching"):
        eve.live(table, None, since=0)
    with pytest.raises(Refused, match="no watching"):
        eve.get(f"/api/v1/tables/{table}")


def test_patches_are_all_a_client_needs(meet: Meet) -> None:
    lives = pair(meet)
    view = lives[1].view
    rng = random.Random(9)
    for _ in range(20):
        step("copenhagen", lives, rng)
    lives[1].until(lives[0].n)
    for frame in lives[1].events:
        view = apply(view, frame["patch"]) if frame.get("patch") else view
    assert view == lives[1].view


def test_one_person_twice(meet: Meet) -> None:
    """Two windows of one person are told the same."""
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make()["id"]
    bo.sit(table, 1)
    here, there = ada.live(table, 0), ada.live(table, 0)
    here.do(move=legal(here))
    there.until(here.n)
    assert there.view == here.view
    assert there.choices == here.choices


def test_people_are_not_told_who_others_are(meet: Meet) -> None:
    """No frame and no answer holds the name by which the server knows somebody."""
    ada, bo = meet("Ada"), meet("Bo")
    table = ada.make()["id"]
    bo.sit(table, 1)
    lives = [ada.live(table, 0, since=0), bo.live(table, 1, since=0)]
    lives[0].do(chat="hello")
    lives[1].until(lives[0].n)
    secrets = [secret_of(ada), secret_of(bo)]
    told = str([live.frames for live in lives]) + str(bo.get(f"/api/v1/tables/{table}"))
    assert not any(secret in told for secret in secrets)


def secret_of(person: Person) -> str:
    return str(person.http.cookies["nyhavn"]).partition(".")[0]


def test_pictures_come_to_those_who_want_them_and_hide_what_the_view_hides(meet: Meet) -> None:
    first, second = pair(meet, watch="nobody")
    assert all("picture" not in frame for frame in first.frames)
    told = first.subscribe(0, picture=True)
    assert told["picture"].startswith("<svg ")
    mover, _ = on_turn(first, second)
    mover.do(move=legal(mover))
    first.until(mover.n)
    second.until(mover.n)
    changed = [frame for frame in first.frames if "event" in frame and "undo" in frame]
    assert changed
    assert all(frame["picture"].startswith("<svg ") for frame in changed)
    assert first.picture != told["picture"]
    assert first.picture is not None
    assert "seen by seat 0" in first.picture
    assert all("picture" not in frame for frame in second.frames)
    with pytest.raises(Refused, match="no watching"):
        meet("Eve").live(first.table["id"])
