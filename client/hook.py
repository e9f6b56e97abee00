"""Builds the browser client into every wheel, and adds a bill of materials (PEP 770). For a checkout that is only
linked (`pip install -e`), `make` does it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path(__file__).with_name("build.py")
MATERIALS = Path(__file__).parent.parent / "locks" / "sbom.py"
BILL = Path("build") / "nyhavn.cdx.json"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build = runpy.run_path(str(BUILD))
            try:
                build["build"]()
            except build["CannotBuild"] as error:
                raise SystemExit(f"nyhavn cannot be built: {error}") from None
            runpy.run_path(str(MATERIALS))["write"](Path(self.root) / BILL)
            build_data["sbom_files"].append(str(BILL))
