"""Energy drift of undamped 7R arms that swing freely for 100 s, by linkwise, SciPy and MuJoCo.

    python -m bench.energy [--quick] [--states 20] [--implicit 3] [--seconds 100]

Drift is max |E − E₀| at 2,001 times, relative to the largest kinetic energy of the run; the worst over the random
initial postures is printed. All integrate the same smooth models, without limits, contacts and friction. Needs MuJoCo.
"""

import os
import sys
from collections.abc import Callable

import mujoco
import numpy as np

os.environ.setdefault("OMP_NUM_THREADS", "1")

from tests.peers.mujoco import QUIET, built
from tests.simulate.arms import iiwa, starts

import linkwise
from linkwise import Robot

from . import recorded

Array = np.ndarray
Outcome = tuple[float, str]
"""Drift, and a remark."""


def drift(robot: Robot, q: Array, qd: Array) -> float:
    """The drift of a run by linkwise's energies, whoever integrated it."""
    kinetic = robot.kinetic_energy(q, qd)
    total = kinetic + robot.potential_energy(q)
    return float(np.abs(total - total[0]).max() / kinetic.max())


def ours(method: str, **given: float) -> Callable[[Robot, Array, Array], Outcome]:
    """A run by `robot.simulate`."""

    def run(robot: Robot, q0: Array, t: Array) -> Outcome:
        found = robot.simulate(q0, t=t, method=method, **given)
        slope = np.polyfit(found.t, found.energies.balance / found.energies.kinetic.max(), 1)[0]
        return found.drift, found.status if found.status != "finished" else f"slope {slope:.0e}/s"

    return run


def scipy_default(robot: Robot, q0: Array, t: Array) -> Outcome:
    """A run by solve_ivp with its defaults: RK45, rtol 1e-3, atol 1e-6."""
    from scipy.integrate import solve_ivp

    n, none = robot.n, np.zeros(robot.n)
    rates = lambda t, x: np.concatenate([x[n:], robot.forward_dynamics(x[:n], x[n:], none)])  # noqa: E731
    x = solve_ivp(rates, (t[0], t[-1]), np.concatenate([q0, none]), t_eval=t).y.T
    lost = robot.kinetic_energy(*(np.ascontiguousarray(p) for p in (x[:, :n], x[:, n:])))
    return drift(
        robot, np.ascontiguousarray(x[:, :n]), np.ascontiguousarray(x[:, n:])
    ), f"T at the end {lost[-1]:.3g} J"


def mujoco_run(integrator: str, step: float) -> Callable[[Robot, Array, Array], Outcome]:
    """A run by MuJoCo with its warnings counted: it resets a bad state to the model's start, and goes on."""

    def run(robot: Robot, q0: Array, t: Array) -> Outcome:
        model = built(robot.model)
        model.opt.disableflags |= QUIET
        model.opt.timestep, model.opt.integrator = step, getattr(mujoco.mjtIntegrator, f"mjINT_{integrator}")
        data, v = mujoco.MjData(model), np.array([model.joint(name).dofadr[0] for name in robot.joint_names])
        data.qpos[v] = q0
        each, q, qd = round((t[1] - t[0]) / step), np.empty((len(t), robot.n)), np.empty((len(t), robot.n))
        for k in range(len(t)):
            q[k], qd[k] = data.qpos[v], data.qvel[v]
            mujoco.mj_step(model, data, each)
        resets = sum(int(data.warning[kind].number) for kind in range(len(data.warning)))
        return drift(robot, q, qd), "reset" if resets else ""

    return run


CONTESTANTS = {
    "linkwise DOP853, defaults": ours("DOP853"),
    "linkwise rk4, 1 ms": ours("rk4", step=1e-3),
    "linkwise gauss_legendre_4, 2 ms": ours("gauss_legendre_4", step=2e-3),
    "linkwise implicit_midpoint, 2 ms": ours("implicit_midpoint", step=2e-3),
    "SciPy solve_ivp, defaults (RK45)": scipy_default,
    "MuJoCo, defaults (Euler, 2 ms)": mujoco_run("EULER", 2e-3),
    "MuJoCo RK4, 1 ms": mujoco_run("RK4", 1e-3),
}
"""The integrators that are compared."""


def main() -> None:
    """Run, and keep the table."""
    parser = recorded.options(__doc__)
    parser.add_argument("--states", type=int, default=20)
    parser.add_argument("--implicit", type=int, default=3, help="states for the implicit methods, which take longer")
    parser.add_argument("--seconds", type=float, default=100.0)
    asked = parser.parse_args()
    if asked.quick:
        asked.states, asked.implicit, asked.seconds = 2, 1, 2.0
    mujoco.set_mju_user_warning(lambda text: None)  # it would write a log file
    t = np.linspace(0.0, asked.seconds, round(20 * asked.seconds) + 1)
    robots, rows = {"Panda": linkwise.load("panda").without_friction(), "iiwa-like 7R arm": iiwa()}, []
    for name, run in CONTESTANTS.items():
        count, cells = asked.implicit if "gauss" in name or "midpoint" in name else asked.states, []
        for robot in robots.values():
            found = [run(robot, q0, t) for q0 in starts(robot, count)]
            worst, resets = max(found, key=lambda pair: pair[0]), sum(said == "reset" for _, said in found)
            said = f", {worst[1]}" if worst[1] else ""
            cells.append(f"{resets} of {count} blow up and are reset" if resets else f"{worst[0]:.1e}{said}")
            print(name, robot.name, cells[-1], file=sys.stderr, flush=True)
        rows.append([name, str(count), *cells])
    tables = {"energy": recorded.Table(["integrator", "starts", *robots], rows)}
    recorded.keep("energy", "python -m bench.energy", tables, asked)


if __name__ == "__main__":
    main()
