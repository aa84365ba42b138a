"""`python -m bench.one_core`: nanoseconds per step of a rollout on one core of this processor.

The Panda with a spring and a damper at each joint, as on the GPU in bench/cuda/rollouts.py. The figures of a GPU are
compared with these, which are kept in bench/results/rollouts_one_core.json.
"""

import json
import time

from linkwise.rollouts import METHODS

from .cuda.quantities import DTYPES
from .cuda.rollouts import ONE_CORE, STEP, compiled, starts
from .machine import machine

COUNT, STEPS, SECONDS = 512, 200, 3.0


def main() -> None:
    """Measure, each in its best of many runs, and write the file."""
    q0, found = starts(COUNT), {}
    for method in METHODS:
        for dtype in DTYPES:
            kernel, times = compiled(method, "llvm", dtype), []
            end = time.perf_counter() + SECONDS
            while time.perf_counter() < end:
                begin = time.perf_counter()
                kernel(q0, step=STEP, steps=STEPS, threads=1)
                times.append(time.perf_counter() - begin)
            found[f"{method} {dtype}"] = 1e9 * min(times) / (COUNT * STEPS)
    ONE_CORE.write_text(json.dumps({"machine": machine(), "ns": found}, indent=1) + "\n", encoding="utf-8")
    print(ONE_CORE.read_text())


if __name__ == "__main__":
    main()
