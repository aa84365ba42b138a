"""A motion at a time: its definition in NumPy, compiled, and SciPy's splines where they are the same; and along it
computed torque.

    python -m bench.motions [--quick]

Motions of the Panda's seven joints. Each answer is compared with the definition's before it is timed; all ways are
measured in turn, in one process.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline

import linkwise
from linkwise.control import computed_torque
from linkwise.costs.measure import pinned, round_robin
from linkwise.costs.measure.timing import Call
from linkwise.trajectories import AbstractTrajectory, Fourier, Joined, Quintic, Sampled, Spline, Trapezoidal

from . import recorded

MANY = 1000
"""Times of a batch."""

AGREES = 1e-9
"""The largest difference, relative to the largest entry."""

Answer = Callable[[], Any]


def motions() -> dict[str, tuple[AbstractTrajectory, Any]]:
    """Motions by name, each with SciPy's polynomials for the same, if there are some."""
    arm, random = linkwise.load("panda"), np.random.default_rng(0)
    start = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
    end = start + 0.4
    points = start + 0.2 * random.normal(size=(12, arm.n))
    times = np.linspace(0.0, 3.0, 12)
    reach = Quintic(start, end, duration=2.0)
    data = np.linspace(0.0, 3.0, 1000)
    measured = np.sin(data[:, None] * np.arange(1.0, arm.n + 1.0))
    back = Trapezoidal(end, start, velocity=1.0, acceleration=3.0)
    waves = Fourier(start, *random.normal(size=(2, 5, arm.n)), frequency=0.3)
    return {
        "Quintic": (reach, None),
        "Trapezoidal": (back, None),
        "Spline through 12 points": (Spline(points, times), CubicSpline(times, points, bc_type="clamped")),
        "Sampled, 1000 samples": (Sampled(data, measured), CubicSpline(data, measured)),
        "Fourier, 5 harmonics": (waves, None),
        "Joined, a quintic and a trapeze": (Joined((reach, back)), None),
        "stretched Quintic": (reach.stretched(2.0), None),
        "`fastest_along` the quintic": (arm.fastest_along(reach).trajectory, None),
    }


def measured(ways: dict[str, Answer], seconds: float, states: int = 1) -> dict[str, float]:
    """Nanoseconds of each way per state, all having given the same answer."""
    first, *others = (np.array(way()) for way in ways.values())
    for other in others:
        assert np.abs(other - first).max() < AGREES * np.abs(first).max(), "the ways disagree"
    timings = round_robin({name: Call(way, (), states) for name, way in ways.items()}, seconds)
    return {name: timing.minimum * 1e9 for name, timing in timings.items()}


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    seconds = 0.05 if asked.quick else 0.5
    arm, rows = linkwise.load("panda"), []
    q, qd = np.array([0.1, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8]), np.full(arm.n, 0.1)
    with pinned():
        for name, (motion, peer) in motions().items():
            t, many = 0.4 * motion.duration, np.linspace(0.0, motion.duration, MANY)

            def ways(t: Any, motion: AbstractTrajectory = motion, peer: Any = peer) -> dict[str, Answer]:
                found: dict[str, Answer] = {"NumPy": lambda: motion.derivatives(t, 2), "compiled": lambda: motion(t)}
                return found | ({} if peer is None else {"SciPy": lambda: (peer(t), peer(t, 1), peer(t, 2))})

            one, batch = measured(ways(t), seconds), measured(ways(many), seconds, MANY)
            controller = computed_torque(arm, motion, 100.0, 20.0)
            along = measured({"torque": lambda t=t, c=controller: c(t, q, qd)}, seconds)["torque"]
            cells = [each.get(way) for each in (one, batch) for way in ("NumPy", "SciPy", "compiled")]
            times = ["–" if cell is None else f"{cell:,.0f}" for cell in cells]
            rows.append([name, *times, f"{along:,.0f}"])
    head = ["ns", "one time: NumPy", "SciPy", "compiled", f"each of {MANY}: NumPy", "SciPy", "compiled"]
    table = recorded.Table([*head, "computed torque, one call"], rows)
    recorded.keep("motions", "python -m bench.motions", {"motions": table}, asked)


if __name__ == "__main__":
    main()
