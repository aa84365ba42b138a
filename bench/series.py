"""All measurements whose tables the pages show, one after another, on a quiet machine: some 20 minutes.

    python -m bench.series [--quick] [--out FOLDER] [part …]          (make bench)

Each part is a process of its own with a limit of time, and keeps its results as soon as it is done; one that fails or
takes too long stops nothing. `python -m bench.recorded` then brings the tables into the pages. The Pinocchio loops in
C++ are compiled first, where that has not been done: some minutes more, once.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from .cpp_build import SOURCE, NoLoop, loops
from .recorded import ROOT


class Part(NamedTuple):
    """A module with its words, and the most seconds it may take."""

    module: str
    limit: float
    words: tuple[str, ...] = ()


PARTS = {
    "arms": Part("bench", 450, ("--robots", "panda,ur5,puma560,chain30")),
    "calls": Part("bench.calls", 60),
    "first_call": Part("bench.first_call", 180),
    "threads": Part("bench.thread_scaling", 60),
    "long_chains": Part("bench.long_chains", 300),
    "long_first_calls": Part("bench.long_first_calls", 180),
    "trees": Part("bench.trees", 400),
    "task_space": Part("bench.task_space", 60),
    "variants": Part("bench.variants", 200),
    "motions": Part("bench.motions", 60),
    "simulate": Part("bench.simulate", 60),
    "rollouts": Part("bench.rollouts", 90),
    "inverse_kinematics": Part("bench.inverse_kinematics", 240),
    "studio": Part("bench.studio", 150),
}
"""What is measured, in this order."""


def main() -> int:
    """Run the parts; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--quick", action="store_true", help="short runs, which show that everything works")
    parser.add_argument("--out", type=Path, help="where results are kept: bench/results, or nowhere with --quick")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    words = [*(["--quick"] if asked.quick else []), *(["--out", str(asked.out)] if asked.out else [])]
    if not asked.quick:
        _compile()
    ended = {}
    for name in asked.parts or PARTS:
        begin = time.perf_counter()
        print(f"\n---- {name}", flush=True)
        said = _run(PARTS[name], words)
        ended[name] = f"{time.perf_counter() - begin:6.0f} s  {said}"
    print("\n" + "\n".join(f"{name:20s}{line}" for name, line in ended.items()))
    return int(any(not line.endswith("done") for line in ended.values()))


def _compile() -> None:
    """The C++ loops, before any limit of time; without them Pinocchio is measured from Python alone."""
    try:
        for source in (SOURCE, Path(__file__).with_name("pinocchio_inverse_kinematics.cpp")):
            loops(source=source)
    except NoLoop as reason:
        print(f"without Pinocchio's C++ loops: {reason}", file=sys.stderr)


def _run(part: Part, words: list[str]) -> str:
    """How a part ended; whatever it started ends with it."""
    command = [sys.executable, "-m", part.module, *words, *part.words]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        code = process.wait(part.limit)
    except subprocess.TimeoutExpired:
        return f"stopped after its {part.limit:.0f} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return "done" if code == 0 else f"failed with {code}"


if __name__ == "__main__":
    sys.exit(main())
