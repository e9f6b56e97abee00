"""Ports for the servers of tests."""

import subprocess
import sys

import pytest

from tests import ports

FEW = 40
CHOOSING = f"""
from tests import ports
ports.FIRST, ports.LAST = {ports.FIRST}, {ports.FIRST + 3 * FEW}
print(*(ports.free_port() for _ in range({FEW})), flush=True)
input()
"""


def test_processes_choose_different_ports_though_nobody_listens_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "LAST", ports.FIRST + 3 * FEW)
    command = [sys.executable, "-c", CHOOSING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        theirs = set(map(int, other.stdout.readline().split()))
        ours = {ports.free_port() for _ in range(FEW)}
        other.communicate("\n")
    assert len(ours) == len(theirs) == FEW
    assert not ours & theirs
