"""`python -m bench`: measure, print the tables, and write tables and figures to files."""

import argparse
import json
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .cpp_build import NoLoop, loops
from .first_call import first_calls
from .machine import machine
from .pooled import pooled
from .robots import ARMS, CHAINS
from .tables import markdown
from .thread_scaling import thread_scaling

RESULTS = Path(__file__).with_name("results")
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
    figures: dict[str, Any] = {"machine": machine(), "processes": options.processes, "skipped": skipped}
    figures |= pooled([_process(order) for _ in range(options.processes)])
    if "panda" in names:
        figures["first_calls"] = first_calls("panda", ("tau", "M", "qdd", "g", "dtau"), 1 if options.quick else 5)
        figures["threads"] = thread_scaling("panda", ("tau", "M", "qdd", "dtau"), seconds)
    text = markdown(figures)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "latest.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False), encoding="utf-8")
    (options.out / "latest.md").write_text(text, encoding="utf-8")
    print(text)
    print(f"{time.perf_counter() - start:.0f} s; figures and tables are in {options.out}", file=sys.stderr)


def _options() -> argparse.Namespace:
    known = [*ARMS, *CHAINS]
    parser = argparse.ArgumentParser(prog="python -m bench", description="linkwise and Pinocchio on this machine")
    parser.add_argument("--quick", action="store_true", help="one process, short, no compiling: half a minute")
    parser.add_argument("--processes", type=int, help="how many processes measure (3; 1 with --quick)")
    parser.add_argument("--robots", help=f"of {', '.join(known)}; all where not given, the arms with --quick")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder that latest.json and latest.md go to")
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
