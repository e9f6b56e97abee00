"""The machine that this runs on."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

LEVELS = {
    "x86-64-v2": ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"),
    "x86-64-v4": ("avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"),
}
"""Common levels of processors, each with what it has beyond those before it, in LLVM's words."""
ASK = """
import json, llvmlite.binding as llvm
print(json.dumps([llvm.get_host_cpu_name(), dict(llvm.get_host_cpu_features())]))
"""
CPUINFO = Path("/proc/cpuinfo")
TELLING = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags")
"""What of a processor does not change while it runs."""

Processor = tuple[str, Mapping[str, bool]]
"""Its name and its features, in LLVM's words."""


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_level(level: str, features: Mapping[str, bool]) -> bool:
    """Whether a processor with these features can run what is compiled for a level."""
    levels = list(LEVELS)
    return all(features.get(name, False) for one in levels[: levels.index(level) + 1] for name in LEVELS[one])


def choose_processor(settings: Any, features: Mapping[str, bool]) -> None:
    """What is compiled for a level (`NUMBA_CPU_NAME=x86-64-v3`) runs on every machine that has it, so it can be
    compiled where an image is built. A machine that has not would crash, and compiles for itself instead."""
    if settings.CPU_NAME in LEVELS:
        suits = has_level(settings.CPU_NAME, features)
        settings.CPU_NAME = settings.CPU_NAME if suits else None
        settings.CPU_FEATURES = "" if suits else None  # else those of the machine that compiles would be used as well


def host_processor() -> Processor:
    """The processor of this machine, as LLVM tells it; no features where it does not know them."""
    import llvmlite.binding as llvm

    try:
        return llvm.get_host_cpu_name(), llvm.get_host_cpu_features()
    except RuntimeError:
        return llvm.get_host_cpu_name(), {}


def remembered_processor(folder: Path) -> Processor:
    """The same without LLVM in this process: what another one was told, kept in a folder until the processor or LLVM
    is another. OSError or ValueError if nobody can tell."""
    lines = CPUINFO.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
    telling = [line for line in lines if line.partition(":")[0].strip() in TELLING]
    named = hashlib.sha256("\n".join([version("llvmlite"), *telling]).encode()).hexdigest()[:20]
    file = folder / f"processor-{named}.json"
    try:
        name, features = json.loads(file.read_bytes())
    except (OSError, ValueError):
        try:
            asked = subprocess.run([sys.executable, "-c", ASK], capture_output=True, check=True)
        except subprocess.SubprocessError as error:
            raise OSError("LLVM does not tell the processor") from error
        name, features = json.loads(asked.stdout)
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as made:
                made.write(asked.stdout)
            Path(made.name).replace(file)
    return name, features
