"""What the client itself tests: its logic with Vitest, its types with svelte-check."""

import os
import subprocess

import pytest

from client.build import CLIENT, fetch_tools, node


@pytest.mark.slow
@pytest.mark.parametrize("script", ["test", "check"])
def test_client(script: str, client: None) -> None:
    fetch_tools()  # CannotBuild says in a sentence what is missing
    program, npm = node()
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        [program, npm, "run", "--silent", script], cwd=CLIENT, env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
    )  # fmt: skip
    assert done.returncode == 0, f"`npm run {script}` fails:\n{done.stdout[-4000:]}"
