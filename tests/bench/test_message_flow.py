"""The simulation of who hears of whose moves: it sends people where nginx does, and its ways differ as they should."""

import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from nyhavn.bench.processes import free_port
from nyhavn.bench.scale.message_flow import WAYS, commits, ring, server_of, simulate
from nyhavn.table.commands import new_id
from tests.waiting import until

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
OURS = "channels and processes by letters"


@pytest.mark.slow
def test_keys_go_where_nginx_sends_them(tmp_path: Path) -> None:
    ports = [free_port() for _ in range(4)]
    servers = [f"127.0.0.1:{port}" for port in ports[1:]]
    temporary = " ".join(f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi"))
    upstream = " ".join(f"server {server};" for server in servers)
    answering = " ".join(f'server {{ listen {server}; return 200 "{n}"; }}' for n, server in enumerate(servers))
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"""daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx.log; events {{}}
        http {{ access_log off; {temporary} uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;
            upstream group {{ hash $arg_key consistent; {upstream} }} {answering}
            server {{ listen 127.0.0.1:{ports[0]}; location / {{ proxy_pass http://group; }} }} }}""",
        encoding="utf-8",
    )
    nginx = subprocess.Popen([NGINX, "-c", str(config)])

    def sent(key: str) -> int:
        return int(httpx.get(f"http://127.0.0.1:{ports[0]}/", params={"key": key}).text)

    def answers() -> bool:
        try:
            return sent("") >= 0
        except httpx.TransportError:
            return False

    try:
        until(answers)
        points = ring(servers)
        keys = [new_id()[:2] for _ in range(60)]
        assert [sent(key) for key in keys] == [server_of(points, key) for key in keys]
    finally:
        nginx.terminate()
        nginx.wait()


def test_one_channel_is_heard_by_all_and_ours_by_one() -> None:
    assert simulate("one channel", 8, 400, 500, 0.0).heard == 8
    assert simulate(OURS, 8, 400, 500, 0.0).heard == 1


def test_letters_help_only_if_processes_are_chosen_by_them_too() -> None:
    """With many tables, each channel has some at every process, unless both go by the same letters."""
    found = {way: simulate(way, 4, 60_000, 500, 0.0).heard for way in WAYS}
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert found["channels by letters, processes by the whole name"] > 3.5
    assert found[OURS] == 1


def test_tables_that_two_processes_have_are_told_to_both() -> None:
    few = simulate(OURS, 10, 500, 2_000, 0.5).heard
    assert 1.35 < few < 1.6, "the second one is the first in one case of ten, and channels have few tables each"
    assert simulate(OURS, 10, 500, 2_000, 0.0).heard == 1


def test_tables_are_spread_evenly_and_runs_can_be_repeated() -> None:
    flow = simulate(OURS, 8, 20_000, 100, 0.02, seed=3)
    assert 1 < flow.fullest < 1.5
    assert simulate(OURS, 8, 20_000, 100, 0.02, seed=3) == flow
    assert simulate(OURS, 8, 20_000, 100, 0.02, seed=4) != flow


def test_a_writer_gathers_what_comes_while_it_writes() -> None:
    assert commits(10, 0.001) == pytest.approx(10, rel=0.2), "nearly each for itself"
    assert commits(100_000, 0.01) == pytest.approx(100, rel=0.01), "as many as there is time for"
    assert commits(500, 0.002) < 400
