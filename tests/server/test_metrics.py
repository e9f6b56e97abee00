"""Metrics: of what happened, and on a port of their own for a scraper elsewhere, if somebody opens it."""

import random
import re
import socket
from pathlib import Path

import httpx
import pytest

from tests.cli import one_line, run
from tests.ports import free_port
from tests.server.persistent_players import Launch, Visit
from tests.server.serving import some_move
from tests.waiting import until

pytestmark = pytest.mark.slow


def value(text: str, sample: str) -> float:
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    assert found, sample
    return float(found[1])


def told_to_a_scraper(sample: str, port: int) -> bool:
    """Whether it was counted yet."""
    told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return f"{sample} " in told and value(told, sample) > 0


def test_a_scraper_elsewhere_has_a_port_of_its_own(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    server = launch(f"sqlite:///{tmp_path}/a.db", "--metrics-port", str(port))
    ada = visit(server)
    table = ada.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    live = ada.live(table, 0)
    assert live.choices
    live.do(move=some_move("copenhagen", live.choices, random.Random(1)))
    live.do(ping=True)
    until(lambda: told_to_a_scraper("nyhavn_loop_lag_seconds_count", port))
    until(lambda: told_to_a_scraper('nyhavn_message_seconds_count{kind="ping"}', port))  # a moment after the answer
    told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    for kind in ("subscribe", "move", "ping"):
        assert value(told, f'nyhavn_message_seconds_count{{kind="{kind}"}}') == 1
    assert 0 < value(told, "nyhavn_open_connections") < value(told, "nyhavn_open_connections_limit")
    assert value(told, "nyhavn_database_connections_limit") == 8
    assert value(told, "nyhavn_draining") == 0
    through_a_proxy = httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    assert through_a_proxy.status_code == 404
    elsewhere = httpx.get(f"http://127.0.0.1:{port}/api/v1/tables")
    assert "nyhavn_moves" in elsewhere.text, "nothing but metrics is told there"


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = ("--no-open", "--port", free_port(), "--db", f"sqlite:///{tmp_path}/a.db", "--metrics-port", port)
        done = run("serve", *options)
    assert done.returncode == 2
    assert f"cannot serve metrics on 127.0.0.1, port {port}" in one_line(done.stderr)
