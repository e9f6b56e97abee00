"""How long somebody waits before a commit: `make check` in this checkout."""

import re
import subprocess
import time
from collections.abc import Callable

from nyhavn.bench.speed.rules import machine
from nyhavn.bench.start import ROOT
from nyhavn.client import Json

Progress = Callable[[str], None]

RESULT = re.compile(r"(?P<tests>\d+) passed.* in (?P<seconds>[\d.]+)s")
LAST_LINES = 3


def measure(progress: Progress) -> Json:
    """How long it takes, and how much of that the tests do; ValueError if anything fails."""
    if not (ROOT / "Makefile").is_file():
        raise ValueError("this measures the tests of a checkout: run it from one")
    progress("`make check`")
    begun = time.monotonic()
    done = subprocess.run(["make", "check"], cwd=ROOT, capture_output=True, text=True, check=False)
    took, result = time.monotonic() - begun, RESULT.search(done.stdout)
    if done.returncode or result is None:
        raise ValueError(f"`make check` failed: {' '.join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])}")
    return {
        "seconds": round(took, 1),
        "tests": int(result["tests"]),
        "tests_seconds": float(result["seconds"]),
        "machine": machine(),
    }
