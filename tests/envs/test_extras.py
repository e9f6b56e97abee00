"""Libraries that environments are made for are extras: without one, its environment says how to get it."""

import importlib
import sys

import pytest

from tests.conftest import sentence


@pytest.mark.parametrize(
    ("library", "extra"), [("gymnasium", "gym"), ("pyspiel", "openspiel"), ("pettingzoo", "pettingzoo")]
)
def test_who_lacks_a_library_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch, library: str, extra: str) -> None:
    importlib.import_module(f"nyhavn.envs.{extra}")
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"nyhavn.envs.{extra}")
    with pytest.raises(ImportError, match=rf"nyhavn\[{extra}\]") as missing:
        importlib.import_module(f"nyhavn.envs.{extra}")
    sentence(missing.value)
