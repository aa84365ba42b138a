"""What one process measures, printed as JSON.

Code and data lie in memory differently in each process, which affects speed: `python -m bench` starts several.
"""

import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from linkwise.costs.measure import flops, fma_peak, pinned, round_robin
from linkwise.costs.measure.pinocchio import Pinocchio
from linkwise.errors import LinkwiseError

from .agreement import agreement
from .contestants import contestants
from .cpp_loop import Loop
from .quantities import OF_CHAINS, QUANTITIES
from .robots import robot


def measured(names: list[str], programs: dict[str, Path], seconds: float) -> dict[str, Any]:
    """The figures of all robots, with `seconds` spent on each quantity."""
    with pinned():
        return {"peak": fma_peak(), "robots": {name: _robot(name, programs, seconds) for name in names}}


def _robot(name: str, programs: dict[str, Path], seconds: float) -> dict[str, Any]:
    arm = robot(name)
    peer = Pinocchio.of(arm)
    if peer is None and find_spec("pinocchio"):
        raise RuntimeError(f"Pinocchio does not see the joints of {name} as they are")
    found: dict[str, Any] = {}
    with ExitStack() as stack:
        loops = {build: stack.enter_context(Loop(path, peer.model)) for build, path in programs.items() if peer}
        for key in OF_CHAINS.get(name, QUANTITIES):
            try:
                found[key] = _quantity(arm, peer, loops, key, seconds)
            except LinkwiseError as error:
                found[key] = {"missing": str(error)}
    return {"n": arm.n, "quantities": found}


def _quantity(arm: Any, peer: Pinocchio | None, loops: dict[str, Loop], key: str, seconds: float) -> dict[str, Any]:
    off = agreement(arm, peer, loops, key) if peer else {}
    entrants = contestants(arm, peer, loops, key)
    timings = round_robin(entrants, seconds)
    count = arm.compile(QUANTITIES[key].question).count
    ways = {name: {"states": entrants[name].states, **timing._asdict()} for name, timing in timings.items()}
    return {"agreement": off, "count": asdict(count), "flops": flops(count), "ways": ways}


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    programs = {build: Path(path) for build, path in given["programs"].items()}
    print(json.dumps(measured(given["robots"], programs, given["seconds"])))
