"""Functions of CasADi, beside those of adam (`pip install adam-robotics[casadi]`).

    python -m bench.optimal_control

Steps of a Panda's torques, accelerations and mass matrix, of their Jacobians and of the Hessian of a weighted sum, and
the time of each for a state: of many states in one call, so that Python does not count. adam's torques are M q̈ + h.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import casadi
import numpy as np

import linkwise
from linkwise import Robot
from linkwise.readers import writer

from . import recorded

STATES, SECONDS = 40, 1.0
GRAVITY = [0.0, 0.0, -9.80665]
"""adam's."""

QUESTIONS = ("inverse_dynamics", "forward_dynamics", "mass_matrix")


def ours(robot: Robot) -> dict[str, Any]:
    """The functions by question."""
    return {question: robot.casadi(question) for question in QUESTIONS}


def adams(robot: Robot) -> dict[str, Any]:
    """The same by adam; empty if it is not installed."""
    try:
        from adam.casadi import KinDynComputations
    except ImportError:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.urdf"
        path.write_text(writer(".urdf")(robot.model, lossy=True), encoding="utf-8")
        model = KinDynComputations(str(path), list(robot.joint_names))
    q, qd, x = (casadi.SX.sym(name, robot.n) for name in ("q", "qd", "x"))
    base, still = casadi.SX.eye(4), casadi.SX.zeros(6)
    M, h = model.mass_matrix(base, q)[6:, 6:], model.bias_force(base, q, still, qd)[6:]
    found = {
        "inverse_dynamics": ((q, qd, x), M @ x + h),
        "forward_dynamics": ((q, qd, x), casadi.solve(M, x - h)),
        "mass_matrix": ((q,), M),
    }
    return {name: casadi.Function(name, takes, [answer], {"cse": True}) for name, (takes, answer) in found.items()}


def hessian(function: Any) -> Any:
    """The second derivatives of a weighted sum of the answer."""
    takes = function.sx_in()
    answer = casadi.vec(function(*takes))
    weights, x = casadi.SX.sym("weights", answer.numel()), casadi.vertcat(*takes)
    return casadi.Function("second", [*takes, weights], [casadi.hessian(casadi.dot(weights, answer), x)[0]])


DERIVED: dict[str, Callable[[Any], Any]] = {
    "answer": lambda function: function,
    "Jacobian": lambda function: function.jacobian(),
    "Hessian": hessian,
}


LETTERS = {"inverse_dynamics": "τ", "forward_dynamics": "q̈", "mass_matrix": "M"}


def nanoseconds(function: Any) -> float:
    """The shortest time of a state, in one call for many."""
    rng, mapped, best = np.random.default_rng(0), function.map(STATES), np.inf
    given = [casadi.DM(rng.uniform(-1.0, 1.0, mapped.size_in(k))) for k in range(mapped.n_in())]
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        begin = time.perf_counter()
        mapped.call(given)
        best = min(best, time.perf_counter() - begin)
    return 1e9 * best / STATES


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    robot = linkwise.load("panda").without_friction().with_gravity(GRAVITY)
    mine, theirs, rows = ours(robot), adams(robot), []
    for question, function in mine.items():
        if theirs:
            given = np.random.default_rng(1).uniform(-1.0, 1.0, (function.n_in(), robot.n))
            apart = (function(*given) - theirs[question](*given)).full()
            assert np.abs(apart).max() < 1e-9, question
        steps: list[list[str]] = [[], []]
        ratios = []
        for derived in DERIVED.values():
            both = [derived(functions[question]) for functions in (mine, theirs) if functions]
            times = [nanoseconds(each) for each in both]
            for some, each in zip(steps, both, strict=False):
                some.append(str(each.n_instructions()))
            if theirs:
                ratios.append(f"{times[1] / times[0]:.0f}")
        rows.append([LETTERS[question], *(", ".join(some) or "–" for some in (*steps, ratios))])
    heads = ["", "steps, ours", "steps, adam's", "adam's time divided by ours"]
    tables = {"optimal_control": recorded.Table(heads, rows)}
    recorded.keep("optimal_control", "python -m bench.optimal_control", tables, asked)


if __name__ == "__main__":
    main()
