"""A program in a process of its own, with a folder of its own for compiled code: what ends it ends nothing else."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SOURCES = os.pathsep.join([str(ROOT), str(ROOT / "src")])
"""Where a process of its own finds the tests and the library they stand beside."""

PRELUDE = "import gc, os, sys, threading, warnings\nimport numpy as np\nimport linkwise\n"


def run(program: str, cache: Path | str, *arguments: str, warnings: str = "error", seconds: float = 300.0) -> str:
    """What the program prints; the test fails, and shows why, if it ends in any other way than by itself."""
    environment = os.environ | {"LINKWISE_CACHE": str(cache), "PYTHONPATH": SOURCES, "PYTHONFAULTHANDLER": "1"}
    strict = 'warnings.simplefilter("error", linkwise.backends.cache.CacheNotice)\n' if warnings == "error" else ""
    command = [sys.executable, "-W", warnings, "-c", PRELUDE + strict + program, *arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
    assert ended.returncode == 0, f"ended with {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout
