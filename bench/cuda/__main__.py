"""All of it; results are written into bench/results: cuda for programs, cuda_rollouts for rollouts and sweeps."""

import argparse
import json
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from linkwise.backends import BACKENDS
from linkwise.backends.cuda import driver
from linkwise.backends.cuda.driver import on_device

from .. import recorded
from ..machine import machine
from . import page, rollouts, sweeps
from .agreement import agreement
from .calls import saved, used
from .copying import copy_speeds
from .profile import one, profiled
from .quantities import QUANTITIES, STATES
from .speeds import speeds

PARTS = ("programs", "rollouts")

EVERY = [*QUANTITIES, "tau@rows", "M@rows", "dtau@rows", "C@rows", "Y@rows"]
"""What is timed, in columns and in rows."""


def main() -> int:
    """Everything; 1 if something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all unless named")
    asked.add_argument("--seconds", type=float, default=420.0, help="no new timing of programs starts after so many")
    asked.add_argument("--quick", action="store_true", help="one robot's agreement, no timing")
    asked.add_argument("--only", default="", help="quantities to time, with commas; figures of the others are kept")
    asked.add_argument("--states", type=int, default=STATES)
    asked.add_argument("--one", nargs=3, help="quantity, precision and shape of a kernel that only runs")
    options = asked.parse_args()
    if options.one:
        return one(*options.one)
    if why := BACKENDS["cuda"].missing():
        print(f"nothing to run on: {why}")
        return 2
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    begin, wrong = time.perf_counter(), list[str]()
    with on_device(0):
        for part in options.parts or PARTS:
            figures = {"machine": machine(), "device": BACKENDS["cuda"].about()}
            print(figures["device"], figures["machine"], flush=True)
            if part == "programs":
                wrong += of_programs(figures, options)
                written(page.of_programs(figures), "cuda")
            else:
                wrong += of_rollouts(figures, options.quick)
                written(page.of_rollouts(figures), "cuda_rollouts")
            print(f"{part}: {time.perf_counter() - begin:.0f} s", flush=True)
    print("all right" if not wrong else f"WRONG: {wrong}")
    return int(bool(wrong))


def of_programs(figures: dict[str, Any], options: argparse.Namespace) -> list[str]:
    """Agreement, calls, and speeds of programs; what went wrong."""
    begin, target = time.perf_counter(), driver.architecture()
    workers = max(1, min(14, (os.cpu_count() or 2) - 1))
    figures |= {"states": options.states, "speeds": {}}
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        figures["agreement"] = agreement(pool, target, options.quick)
        said = json.dumps(figures["agreement"], indent=1)[:6000]
        print(f"agreement, {time.perf_counter() - begin:.0f} s: {said}", flush=True)
        figures["copies"] = copy_speeds(target, 128 * options.states)
        figures["copy"] = max(figures["copies"].values())
        print("copy kernels, TB/s:", {k: round(1e-12 * x, 2) for k, x in figures["copies"].items()}, flush=True)
        figures["used"] = used()
        figures["saved"] = saved()
        print("panda.cu:", figures["saved"], flush=True)
        if not options.quick:
            until, keys = begin + options.seconds, options.only.split(",") if options.only else EVERY
            timed = speeds(pool, target, figures["copy"], until, keys, options.states)
            profiled(timed, until + 60.0)
            figures["speeds"] = (kept(figures) if options.only else {}) | timed
            pool.shutdown(wait=False, cancel_futures=True)  # what there was no time for
    wrong = [name for name, said in figures["used"].items() if said != "right" and not said.startswith("skipped")]
    return [*figures["agreement"]["failed"], *wrong]


def of_rollouts(figures: dict[str, Any], quick: bool) -> list[str]:
    """Agreement, and speeds of rollouts and sweeps; what went wrong."""
    figures["agreement"], figures["statistics"] = rollouts.agreement(), sweeps.agreement()
    figures["tallies"] = sweeps.tallied()
    print("tallies:", figures["tallies"], flush=True)
    print("rollouts:", json.dumps(figures["agreement"], indent=1), figures["statistics"], flush=True)
    figures["interrupted"] = {"rollouts": rollouts.interrupted(), "sweep": sweeps.interrupted()}
    print("interrupted:", figures["interrupted"], flush=True)
    figures["speeds"] = {} if quick else rollouts.speeds()
    figures["calls"] = {} if quick else rollouts.whole_calls()
    figures["sweeps"] = {} if quick else sweeps.timed()
    stopped = figures["interrupted"]
    fine = all(each.get("goes on") and each["bytes lost"] <= 0 for each in stopped.values())
    parts = ("agreement", "statistics", "tallies")
    wrong = [failed for part in parts for failed in figures[part]["failed"]]
    return [*wrong, *([] if fine else [str(stopped)])]


def kept(figures: dict[str, Any]) -> dict[str, Any]:
    """The speeds in the file, if they are of the same device, driver and compiler."""
    file = recorded.RESULTS / "cuda.json"
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return before["speeds"] if before.get("device") == figures["device"] else {}


def written(figures: dict[str, Any], name: str) -> None:
    """Keep figures and their tables."""
    recorded.written(name, figures)
    print(recorded.as_markdown(name, figures), flush=True)


if __name__ == "__main__":
    sys.exit(main())
