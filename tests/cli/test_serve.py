"""`nyhavn` alone, and `nyhavn serve`: what they say and how they end. The server itself is tested in tests/server."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from nyhavn import machine_code
from nyhavn.games import game_names, rules_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("arguments", [[], ["serve", "--lan"]])
def test_the_game_starts_and_says_where_it_is(arguments: list[str], tmp_path: Path) -> None:
    """Without a screen no browser is opened, and the address is there to read."""
    for game in game_names():
        rules_of(game)  # compiled by now, if they were not
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "nyhavn", *arguments]
    with subprocess.Popen(
        command, env=env | {"XDG_DATA_HOME": str(tmp_path)}, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        told = next(line for line in server.stderr if "the game is at" in line)
        address = told.split(" at ")[1].split()[0]
        assert httpx.get(f"{address}healthz").json()["status"] == "ok"
        if machine_code.suits():
            assert "llvm" not in Path(f"/proc/{server.pid}/maps").read_text(), "the compiler takes half of the memory"
        if arguments:
            assert "friends on the same network open" in server.stderr.readline()
        server.send_signal(signal.SIGTERM)
        server.stderr.read()
    assert server.returncode == 0
    assert (tmp_path / "nyhavn" / "nyhavn.db").is_file()
