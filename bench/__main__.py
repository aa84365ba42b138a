"""`python -m bench`: linkwise and Pinocchio on arms and chains, measured in several processes."""

import argparse
import json
import subprocess
import sys
import time
from importlib.util import find_spec
from typing import Any

from . import recorded
from .contestants import WAYS
from .cpp_build import NoLoop, loops
from .pooled import pooled
from .robots import ARMS, CHAINS
from .tables import tables

SECONDS = 1.2
"""How long a quantity is measured in each process."""


def main() -> None:
    """Read the options, start the measuring processes, write their results."""
    options = _options()
    start = time.perf_counter()
    programs, skipped = {}, {}
    try:
        programs = {build: str(path) for build, path in loops(make=not options.quick).items()}
    except NoLoop as reason:
        skipped["pinocchio_cpp"] = str(reason)
    if not find_spec("pinocchio"):
        skipped["pinocchio_call"] = "Pinocchio is not installed (pip install pin)"
    seconds = 0.15 if options.quick else SECONDS
    names = options.robots.split(",")
    order = json.dumps({"robots": names, "programs": programs, "seconds": seconds})
    figures = pooled([_process(order) for _ in range(options.processes)])
    note = f"Minimum (median) over rounds, all contestants in turn, on one core; processes: {options.processes}."
    note += "".join(f" No figures for {WAYS[way]}: {reason}." for way, reason in skipped.items())
    recorded.keep("arms", "python -m bench", tables(figures), options, note=note, **figures)
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)


def _options() -> argparse.Namespace:
    known = [*ARMS, *CHAINS]
    parser = recorded.options(__doc__)
    parser.add_argument("--processes", type=int, help="how many processes measure (3; 1 with --quick)")
    parser.add_argument("--robots", help=f"of {', '.join(known)}; all where not given, the arms with --quick")
    options = parser.parse_args()
    options.processes = options.processes or (1 if options.quick else 3)
    options.robots = options.robots or ",".join(ARMS if options.quick else known)
    if unknown := set(options.robots.split(",")) - set(known):
        parser.error(f"no robot {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if options.processes < 1:
        parser.error("at least one process measures")
    return options


def _process(order: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.one_process", order], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"a measuring process failed ({done.returncode}): see above")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
