"""Matches on a real Ray cluster of several nodes: the same games as on one machine, whatever becomes of the nodes."""

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nyhavn.arena import optional_packages
from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Match, load_all
from nyhavn.arena.ray_clusters import RayCluster, play_slots, portable_task
from nyhavn.arena.runs import play_match
from nyhavn.cli import main
from tests.cli import COMMAND, one_line, stopped_by_hand

# Thinks slowly enough to be interrupted, and writes down where each game begins.
WITNESS = """
import time
from pathlib import Path
import ray
from nyhavn.bots import register

@register("witness")
def choose(observation, budget, rng):
    if ray.is_initialized() and not any("move" in entry for entry in observation.history):
        with Path({path!r}).open("a") as file:
            file.write(ray.get_runtime_context().get_node_id() + "\\n")
    time.sleep(0.01 if ray.is_initialized() else 0)
    return rng.choice(observation.moves)
"""


def untimed(log: Path) -> str:
    """A log, byte for byte but for the time that bots took."""
    return re.sub(r'"ms":\[[^]]*\]', "", log.read_text(encoding="utf-8"))


def without_times(figures: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(figures)
    del found["seconds"]
    for player in found["players"]:
        del player["ms_per_move"]
    return found


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A head that plays, to which nodes are added."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        from ray.cluster_utils import Cluster

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        yield cluster
        cluster.shutdown()


@pytest.mark.long
def test_a_lost_node_costs_its_unfinished_games_only(
    nodes: Any, own_bots: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    doomed = nodes.add_node(num_cpus=1)
    begun = tmp_path / "begun"
    begun.touch()
    code = tmp_path / "witness.py"
    code.write_text(WITNESS.format(path=str(begun)), encoding="utf-8")
    load_all((str(code),))
    match = Match("copenhagen", ("witness", "witness"), seed=3, code=(str(code),))
    alone = Log(match, tmp_path / "alone.jsonl")
    play_match(match, 16, alone)
    alone.close()
    assert begun.read_text(encoding="utf-8") == ""
    log = Log(match, tmp_path / "cluster.jsonl")

    def begun_there() -> int:
        return begun.read_text(encoding="utf-8").split().count(doomed.node_id)

    def lose_node() -> None:
        if (before := begun_there()) and doomed.all_processes:
            patience = time.monotonic() + 30
            while begun_there() == before:  # so that a game is lost that has just begun
                assert time.monotonic() < patience
                time.sleep(0.01)
            nodes.remove_node(doomed, allow_graceful=False)

    capsys.readouterr()
    play_match(match, 16, log, RayCluster(nodes.address), tell=lose_node)
    log.close()
    assert capsys.readouterr().out == ""
    assert not doomed.all_processes
    assert len(begun.read_text(encoding="utf-8").split()) == 17
    assert untimed(tmp_path / "cluster.jsonl") == untimed(tmp_path / "alone.jsonl")


@pytest.mark.long
def test_stopped_by_hand_a_match_goes_on_as_on_one_machine(
    nodes: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = ["arena", "--players", "greedy:1n,random", "--games", "200", "--seed", "11", "--json"]
    assert main([*match, "--jobs", "1", "--log", str(tmp_path / "alone.jsonl")]) == 0
    here = capsys.readouterr().out
    log = tmp_path / "cluster.jsonl"
    command = [*match, "--ray", nodes.address, "--log", str(log)]
    code, out, err = stopped_by_hand([*COMMAND, *command], log)
    assert (code, out) == (130, "")
    assert "Traceback" not in err
    assert f"of 200 games are in {log}; resume with: nyhavn arena --players greedy:1n,random" in err
    assert log.read_bytes().count(b"\n") < 201
    assert main(command) == 0
    there, said = capsys.readouterr()
    assert said == ""
    assert untimed(log) == untimed(tmp_path / "alone.jsonl")
    assert without_times(there) == without_times(here)


@pytest.mark.long
def test_puzzles_are_the_same_as_on_one_machine(nodes: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    make = ["puzzles", "make", "--count", "3", "--seed", "4"]
    other = nodes.add_node(num_cpus=1)
    try:
        assert main([*make, "--ray", nodes.address, "--out", str(tmp_path / "cluster.jsonl")]) == 0
    finally:
        nodes.remove_node(other)
    assert main([*make, "--jobs", "1", "--out", str(tmp_path / "alone.jsonl")]) == 0
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert capsys.readouterr().err == ""


@pytest.mark.long
def test_a_node_with_another_version_is_refused(nodes: Any, tmp_path: Path) -> None:
    (tmp_path / "nyhavn").mkdir()
    (tmp_path / "nyhavn" / "__init__.py").write_text('__version__ = "0.0.1"', encoding="utf-8")
    search = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    other = nodes.add_node(num_cpus=1, env_vars={"PYTHONPATH": search})
    match = Match("copenhagen", ("random", "random"))
    try:
        with pytest.raises(ValueError, match=r"the node .* has nyhavn 0\.0\.1, not .* as here: install the same there"):
            play_match(match, 2, Log(match), RayCluster(nodes.address))
    finally:
        nodes.remove_node(other)


def test_a_node_without_nyhavn_or_with_other_files_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "can't play: there is no game" in str(play_slots("chess", "", b"", []))
    assert "has other files of nyhavn" in str(play_slots("copenhagen", "", b"", []))
    monkeypatch.setitem(sys.modules, "nyhavn", None)
    assert "has no nyhavn: install nyhavn[ray] 1.2.3 there" in str(portable_task()("1.2.3", "copenhagen", "", b"", []))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ray://head:10001", "'ray://head:10001' isn't the address of a Ray cluster: give auto or HOST:PORT"),
        ("head", "isn't the address of a Ray cluster"),
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
        ("127.0.0.1:123456", "no Ray cluster answers"),
    ],
)
def test_where_no_cluster_is(
    address: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(optional_packages, "find_spec", lambda name: True)
    assert main(["arena", "--players", "random,random", "--ray", address]) == 2
    assert said in one_line(capsys.readouterr().err)


def test_programs_stay_on_their_machine(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional_packages, "find_spec", lambda name: True)
    program = f"cmd:{sys.executable} -m nyhavn bot random"
    assert main(["arena", "--players", f"{program},random", "--ray", "auto"]) == 2
    assert "is a program of this machine and can't play on Ray: leave out --ray" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", [["arena", "--players", "random,random"], ["questions"]])
def test_without_ray_a_sentence_says_how_to_install_it(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(optional_packages, "find_spec", lambda name: None)
    assert main([*command, "--ray", "auto"]) == 2
    assert one_line(capsys.readouterr().err) == "nyhavn: this needs ray: install it with pip install 'nyhavn[ray]'"
    assert main([*command, "--ray", "auto", "--jobs", "2"]) == 2
    assert "give one of them" in one_line(capsys.readouterr().err)
