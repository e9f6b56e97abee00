"""Builds the browser client into every wheel. For a checkout that is only linked (`pip install -e`), `make` does it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path(__file__).with_name("build.py")


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build = runpy.run_path(str(BUILD))
            try:
                build["build"]()
            except build["CannotBuild"] as error:
                raise SystemExit(f"nyhavn cannot be built: {error}") from None
