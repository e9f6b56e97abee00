"""`nyhavn bench scale`: real groups of processes behind a real nginx, for seconds."""

import json
from pathlib import Path

import pytest

from nyhavn.bench.scale import comparison, groups
from tests.cli import run


@pytest.mark.long
def test_a_group_of_two_is_measured() -> None:
    load = ("--web", 2, "--tables", 4, "--rate", 20, "--seconds", 1.5, "--idle", 20, "--silent", 5)
    done = run("bench", "scale", "--json", *load)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    (group,) = figures["groups"]
    assert (group["web"], group["workers"], figures["cost_ratio"]) == (2, 1, None)
    assert len(group["cores"]["web"]) == 2
    assert all(share > 0 for share in group["cores"]["web"]), "tables are spread over both"
    assert group["cores"]["nginx"] > 0
    assert group["cores"]["postgresql"] > 0
    assert group["full"]["all_ms_per_move"] > group["full"]["work_ms_per_move"] > 0
    assert group["thinking"]["bot_moves"] > 0
    assert group["thinking"]["cores"]["worker"][0] > group["cores"]["worker"][0]
    assert group["p99_ratio"] == pytest.approx(group["thinking"]["p99_ms"] / group["calm"]["p99_ms"], abs=0.01)
    assert group["memory"]["database_kb_per_table"] > 0


def test_costs_are_compared_of_one_and_two() -> None:
    costs = [{"web": web, "full": {"work_ms_per_move": cost}} for web, cost in ((1, 2.0), (2, 2.5), (3, 9.0))]
    assert comparison.cost_ratio(costs) == 1.25
    assert comparison.cost_ratio(costs[1:]) is None


def test_without_a_checkout_it_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "CONFIGURATION", tmp_path / "nginx.conf")
    with pytest.raises(ValueError, match="run it from a checkout"):
        groups.Nginx(tmp_path, [8000])
