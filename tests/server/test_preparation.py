"""Games that are being compiled while the server answers already."""

import asyncio
import logging
from types import SimpleNamespace

import pytest

from nyhavn import compiled
from nyhavn.games import game_names, rules_of
from nyhavn.server import preparation
from nyhavn.server.preparation import PARTS, Preparation


@pytest.mark.parametrize("command", ["/nowhere/python", "/bin/echo"])
def test_games_begin_even_if_no_process_can_compile_them(
    command: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One cannot be started, or is something else: whoever needs them compiles them, and nobody waits for ever."""
    for game in game_names():
        rules_of(game)  # what is loaded need not be compiled here
    monkeypatch.setattr(compiled, "is_compiled", lambda package, part: False)
    monkeypatch.setattr(preparation, "sys", SimpleNamespace(executable=command))

    async def prepare() -> Preparation:
        found = Preparation()
        assert not found.playable.is_set()
        await asyncio.wait_for(found.run(), 120)
        return found

    with caplog.at_level(logging.ERROR, "nyhavn.server"):
        prepared = asyncio.run(prepare())
    assert prepared.playable.is_set()
    assert all(prepared.bots(game).is_set() for game in game_names())
    assert [record.getMessage() for record in caplog.records] == ["not compiled"] * len(game_names()) * len(PARTS)


def test_rules_that_cannot_be_loaded_are_told_as_a_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody is told to wait for what will never be there."""

    def fail(game: str) -> None:
        raise RuntimeError("no room on the disk")

    monkeypatch.setattr(compiled, "is_compiled", lambda package, part: True)
    monkeypatch.setattr(preparation, "rules_of", fail)

    async def prepare() -> Preparation:
        found = Preparation()
        assert found.refusal().code == "preparing"
        with pytest.raises(RuntimeError):
            await found.run()
        return found

    prepared = asyncio.run(prepare())
    assert not prepared.playable.is_set()
    assert prepared.refusal().code == "internal"
    assert [record.getMessage() for record in caplog.records] == ["rules not loaded"]
