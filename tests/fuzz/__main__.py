"""python -m tests.fuzz: so many cases, a summary per format; exit status 1 if something went wrong."""

import argparse
import random
import signal
import sys
import tempfile
from pathlib import Path

from .formats import FORMATS, case
from .one_case import prepare, run_one
from .running import Run
from .tally import Tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, help="by default a fresh one, which is printed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--format", choices=list(FORMATS), help="only this one")
    parser.add_argument("--minutes", type=float, default=120.0, help="stop after this long, with the summary so far")
    parser.add_argument(
        "--failures", type=Path, default=Path("fuzz-failures"), help="the folder for inputs that failed"
    )
    parser.add_argument("--case", type=int, help="run this one case of --format and --seed here, and print its input")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    if given.case is not None:
        return one(given.format or "urdf", seed, given.case)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it gets the summary, as with Ctrl-C
    print(f"{given.cases:,} cases, seed {seed}, {given.processes} processes", flush=True)
    tally = Run(given.cases, seed, given.processes, given.format, given.failures).start(
        given.minutes * 60.0, progress=10.0
    )
    print(tally.summary())
    if tally.faults:
        print(f"{len(tally.faults)} faults: inputs and commands are in {given.failures}")
    return 1 if tally.faults else 0


def one(format: str, seed: int, number: int) -> int:
    """Run one case in this process."""
    data, _ = case(format, seed, number)
    sys.stdout.buffer.write(data + b"\n")
    prepare()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        run_one(format, seed, number, Path(folder), tally)
    print(*(fault.message for fault in tally.faults), tally.summary(), sep="\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
