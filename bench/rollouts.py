"""How long a step of a rollout takes, in linkwise and in MuJoCo, on one core.

    python -m bench.rollouts [--quick]

The Panda under gravity with a spring and a damper at each joint (a PD controller), the classical Runge–Kutta method,
steps of 1 ms. In MuJoCo the controller is its joints' own stiffness and damping, which costs next to nothing;
contacts, limits and everything else are off. Both keep every state; their end states must agree before they are timed.
"""

import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from tests.peers.mujoco import QUIET, built

import linkwise
from linkwise.costs.measure import pinned
from linkwise.rollouts import InLoop

from . import recorded
from .recorded import Table

STEP, STIFFNESS, DAMPING = 1e-3, 20.0, 0.5
AGREE = 1e-10
METHODS = ("euler", "semi_implicit_euler", "implicit_midpoint", "gauss_legendre_4")


def controller(eq: Any, t: Any, q: Any, qd: Any, kp: Any, kd: Any, goal: Any) -> list[Any]:
    """A spring and a damper at each joint."""
    return [p * (g - x) - d * v for p, d, g, x, v in zip(kp, kd, goal, q, qd, strict=True)]


def mujoco_rollout(robot: Any, goal: np.ndarray, count: int, steps: int) -> Callable[[np.ndarray], np.ndarray]:
    """A function from initial positions to the states (count, steps, 2n) of MuJoCo."""
    import mujoco
    from mujoco import rollout

    model = built(robot.model)
    model.opt.disableflags |= QUIET & ~(mujoco.mjtDisableBit.mjDSBL_SPRING | mujoco.mjtDisableBit.mjDSBL_DAMPER)
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, STEP
    model.jnt_stiffness[:], model.qpos_spring[:], model.dof_damping[:] = STIFFNESS, goal, DAMPING
    data = mujoco.MjData(model)
    n, size = robot.n, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros((count, size))
    kept, sensed = np.empty((count, steps, size)), np.empty((count, steps, 0))

    def run(q0: np.ndarray) -> np.ndarray:
        start[:, 1 : 1 + n] = q0
        rollout.rollout(model, data, start, nstep=steps, state=kept, sensordata=sensed, skip_checks=False)
        return kept[:, :, 1 : 1 + 2 * n]

    return run


def least(call: Callable[[], Any], seconds: float) -> float:
    """The least processor time of a call, over some seconds and at least three calls."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def compared(seconds: float, steps: int = 200) -> dict[str, Any]:
    """Nanoseconds per step of a rollout on both sides, and how far their end states are apart."""
    robot = linkwise.load("panda").without_friction()
    rng = np.random.default_rng(1)
    goal = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
    count, few = 512, 16
    q0 = goal + rng.uniform(-0.5, 0.5, (count, robot.n))
    inputs = {"kp": [STIFFNESS] * robot.n, "kd": [DAMPING] * robot.n, "goal": goal}
    kernel = robot.compile_rollouts(controller=InLoop(controller, inputs))
    theirs = mujoco_rollout(robot, goal, few, steps)
    ours = kernel(q0[:few], step=STEP, steps=steps, every=1)
    ended = theirs(q0[:few])[:, -1]
    apart = float(abs(np.concatenate([ours.q, ours.qd], axis=-1)[:, -1] - ended).max())
    if not apart < AGREE:
        raise SystemExit(f"end states are {apart:g} apart: these are two problems, and no race.")
    found: dict[str, Any] = {"apart": apart}
    both = {
        "ours, last state": (lambda: kernel(q0, step=STEP, steps=steps), count),
        "ours, every state": (lambda: kernel(q0, step=STEP, steps=steps, every=1), count),
        "mujoco.rollout, every state": (lambda: theirs(q0[:few]), few),
    }
    for name, (call, rollouts) in both.items():
        found[name] = 1e9 * least(call, seconds) / (rollouts * steps)
    for method in METHODS:
        other = robot.compile_rollouts(controller=InLoop(controller, inputs), method=method)
        found[method] = 1e9 * least(lambda k=other: k(q0, step=STEP, steps=steps), seconds / 4) / (count * steps)  # type: ignore[misc]
    return found


def many(rollouts: int, steps: int, threads: int) -> dict[str, Any]:
    """Many rollouts with a progress bar: seconds, and the memory they took beyond the initial states."""
    robot = linkwise.load("panda").without_friction()
    goal = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
    q0 = goal + np.random.default_rng(1).uniform(-0.5, 0.5, (rollouts, robot.n))
    inputs = {"kp": [STIFFNESS] * robot.n, "kd": [DAMPING] * robot.n, "goal": goal}
    kernel = robot.compile_rollouts(
        controller=InLoop(controller, inputs),
        outputs={"tau": lambda eq, t, q, qd, tau: tau},
        reduce={"peak": ("max", "tau")},
    )
    kernel(q0[:8], step=STEP, steps=2)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    found = kernel(q0, step=STEP, steps=steps, progress=True, threads=threads)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    results = sum(x.nbytes for x in (found.q, found.qd, *found.outputs.values(), *found.reductions.values()))
    return {
        "rollouts": rollouts,
        "steps": steps,
        "threads": threads,
        "seconds": seconds,
        "finished": found.message,
        "grew by MB": (peak - before) / 1024,
        "of which results MB": results / 2**20,
        "peak MB": peak / 1024,
    }


def main() -> None:
    """Measure, and keep the tables."""
    parser = recorded.options(__doc__)
    parser.add_argument("--threads", type=int, default=1, help="of the many rollouts")
    asked = parser.parse_args()
    with pinned():
        ns = compared(0.3 if asked.quick else 3.0)
    theirs, ours = ns["mujoco.rollout, every state"], ns["ours, every state"]
    steps = [
        ["`mujoco.rollout`, every state kept", f"{theirs:,.0f}", ""],
        ["`robot.rollouts`, every state kept", f"{ours:,.0f}", f"{theirs / ours:.0f}×"],
        ["`robot.rollouts`, only the last state", f"{ns['ours, last state']:,.0f}", ""],
        *([f"the same with `{method}`", f"{ns[method]:,.0f}", ""] for method in METHODS),
    ]
    all_of = many(*((2_000, 100) if asked.quick else (100_000, 1_000)), asked.threads)
    cells = [f"{all_of['rollouts']:,}", f"{all_of['steps']:,}", f"{all_of['seconds']:.1f}", f"{all_of['peak MB']:.0f}"]
    tables = {
        "steps": Table(["ns per rollout and step", "time", "MuJoCo / linkwise"], steps),
        "many": Table(["rollouts", "steps", "s", "MB of the process"], [cells]),
    }
    recorded.keep("rollouts", "python -m bench.rollouts", tables, asked, figures=ns | {"many": all_of})


if __name__ == "__main__":
    main()
