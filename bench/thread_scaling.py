"""How much sooner a large batch is answered by several threads.

    python -m bench.thread_scaling [--quick]

The machine's other load decides this more than anything else: a quiet one is needed.
"""

from functools import partial

import numpy as np

from linkwise.calls.thread_count import cores
from linkwise.costs.measure import Call, round_robin

from . import recorded
from .quantities import QUANTITIES
from .robots import robot

COUNT = 200_000
"""States of the batch: far more than fit a cache."""


def thread_scaling(name: str, keys: tuple[str, ...], seconds: float = 1.2) -> dict[str, dict[str, float]]:
    """Seconds per state of each quantity in rows, by the number of threads and by default ("default")."""
    arm, rng = robot(name), np.random.default_rng(3)
    found = {}
    for key in keys:
        kernel = arm.compile(QUANTITIES[key].question)
        states = [rng.uniform(-2.0, 2.0, (COUNT, *port.shape)) for port in kernel.signature.takes]
        first = kernel(*states)
        out = first if isinstance(first, np.ndarray) else tuple(first)
        ways = {str(n): partial(kernel, threads=n) for n in sorted({1, 2, cores()})} | {"default": kernel}
        calls = {way: Call(function, tuple(states), COUNT, out) for way, function in ways.items()}
        found[key] = {way: timing.minimum for way, timing in round_robin(calls, seconds).items()}
    return found


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    found = thread_scaling("panda", ("tau", "M", "qdd", "dtau"), 0.2 if asked.quick else 5.0)
    rows = [[QUANTITIES[key].letters, *(f"{1e9 * each:.1f}" for each in ways.values())] for key, ways in found.items()]
    heads = [way if way == "default" else f"{way} thread{'s' * (way != '1')}" for way in next(iter(found.values()))]
    table = recorded.Table([f"ns per state, {COUNT:,} in rows", *heads], rows)
    recorded.keep("threads", "python -m bench.thread_scaling", {"threads": table}, asked)


if __name__ == "__main__":
    main()
