"""Simulations of a Panda under computed torque along a quintic, next to Pinocchio in SciPy and MuJoCo's loop.

    python -m bench.simulate [--quick]

Processor seconds per simulated second: medians over rounds in which all contestants take turns, in one process;
in its turn each runs as often as it can in 20 ms, so that the code of the one before is out of the caches.
All follow the same motion and must end at the same place before they are timed. The others' side is what their users
write: Pinocchio's `aba` and `rnea` with a quintic by hand in SciPy's DOP853, MuJoCo's inverse dynamics and `mj_step` in
a Python loop. Linkwise keeps accelerations, torques, energies and the work of all forces along the motion as well.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import linkwise
from linkwise import control
from linkwise.costs.measure import pinned
from linkwise.costs.measure.pinocchio import Pinocchio, without_friction_and_rotors
from linkwise.trajectories import Quintic

from . import recorded

START = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
FAR, KP, KD, DURATION, STEP = 0.5, 100.0, 20.0, 1.0, 1e-3
SAME, SAME_WITH_STEPS = 1e-7, 2e-2
"""How far from each other the ends may be: of methods of high order, and of Euler's."""

TURN = 0.02
"""How many seconds a contestant runs before the next one does."""

Contestant = Callable[[], Any]


def quintic(t: float) -> tuple[Any, Any, Any]:
    """The motion by hand."""
    s = t / DURATION
    d = np.full(7, FAR)
    q = START + d * (10 * s**3 - 15 * s**4 + 6 * s**5)
    return q, d * (30 * s**2 - 60 * s**3 + 30 * s**4) / DURATION, d * (60 * s - 180 * s**2 + 120 * s**3) / DURATION**2


class Peer:
    """What a user of Pinocchio and SciPy writes."""

    def __init__(self, robot: linkwise.Robot):
        found = Pinocchio.of(robot)
        assert found is not None, "Pinocchio is not installed (pip install pin)"
        self.pin, self.model, self.data = found.pin, found.model, found.data

    def torques(self, t: float, q: Any, qd: Any) -> Any:
        """Computed torque."""
        q_d, qd_d, qdd_d = quintic(t)
        return self.pin.rnea(self.model, self.data, q, qd, qdd_d + KP * (q_d - q) + KD * (qd_d - qd))

    def posture(self, t: float, q: Any, qd: Any) -> Any:
        """A spring and a damper at each joint: a function that costs next to nothing."""
        return KP * (START - q) - KD * qd

    def run(self, torques: Callable[..., Any], dense: bool = False) -> Any:
        """The last positions, by SciPy's DOP853."""

        def rates(t: float, y: Any) -> Any:
            q, qd = y[:7], y[7:]
            return np.concatenate([qd, self.pin.aba(self.model, self.data, q, qd, torques(t, q, qd))])

        start, tolerances = np.concatenate([START, np.zeros(7)]), {"rtol": 1e-8, "atol": 1e-8}
        return solve_ivp(rates, (0.0, DURATION), start, "DOP853", dense_output=dense, **tolerances).y[:7, -1]


def mujoco_loop(robot: linkwise.Robot) -> Contestant:
    """MuJoCo with its Euler integrator, called step by step."""
    import mujoco
    from tests.peers.mujoco import QUIET, built

    model = built(robot.model)
    model.opt.disableflags |= QUIET
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_EULER, STEP
    data, torque = mujoco.MjData(model), np.zeros(7)

    def run() -> Any:
        mujoco.mj_resetData(model, data)
        data.qpos[:] = START
        for k in range(round(DURATION / STEP)):
            q_d, qd_d, qdd_d = quintic(k * STEP)
            mujoco.mj_fwdPosition(model, data)
            mujoco.mj_fwdVelocity(model, data)
            data.qacc[:] = qdd_d + KP * (q_d - data.qpos) + KD * (qd_d - data.qvel)
            mujoco.mj_rne(model, data, 1, torque)
            data.qfrc_applied[:] = torque
            mujoco.mj_step(model, data)
        return data.qpos.copy()

    return run


def contestants() -> dict[str, tuple[Contestant, float]]:
    """Everyone by name, with how far from the rest it may end."""
    robot = without_friction_and_rotors(linkwise.load("panda"))
    path, peer = Quintic(START, START + FAR, duration=DURATION), Peer(robot)
    controller = control.computed_torque(robot, path, KP, KD)

    def ours(**options: Any) -> Contestant:
        return lambda: robot.simulate(START, t=DURATION, **{"controller": controller, **options}).q[-1]

    rough = robot.with_friction(linkwise.model.Friction(viscous=0.5, coulomb=0.5))

    def rubbing(**options: Any) -> Contestant:
        return lambda: rough.simulate(START, t=DURATION, **{"controller": controller, **options}).q[-1]

    fixed = {"step": STEP}
    return {
        "`simulate`, defaults": (ours(), SAME),
        '`simulate`, `events="limits"`': (ours(events="limits"), SAME),
        "`simulate`, rk4 1 ms": (ours(method="rk4", **fixed), SAME),
        "`simulate`, semi-implicit Euler 1 ms": (ours(method="semi_implicit_euler", **fixed), SAME_WITH_STEPS),
        "`simulate`, sampled at 1 kHz": (ours(sample=STEP), SAME_WITH_STEPS),
        "`simulate`, Python function sampled at 1 kHz": (ours(controller=peer.torques, sample=STEP), SAME_WITH_STEPS),
        "`simulate`, Python function": (ours(controller=peer.torques), SAME),
        "Pinocchio in SciPy's DOP853, the same function": (lambda: peer.run(peer.torques), SAME),
        "the same with dense output": (lambda: peer.run(peer.torques, dense=True), SAME),
        "`simulate`, Coulomb friction: seven joints stick and break loose": (rubbing(), np.inf),
        "the same, rk4 1 ms": (rubbing(method="rk4", **fixed), np.inf),
        "`simulate`, let go onto its stops: `stops=0.3`, no controller": (ours(controller=None, stops=0.3), np.inf),
        "MuJoCo's loop, Euler 1 ms": (mujoco_loop(robot), SAME_WITH_STEPS),
        "`simulate`, cheap Python function": (ours(controller=peer.posture), np.inf),
        "Pinocchio in SciPy's DOP853, cheap function": (lambda: peer.run(peer.posture), np.inf),
    }


def measured(seconds: float) -> dict[str, float]:
    """Processor seconds per simulated second, by name."""
    every = contestants()
    truth = every["Pinocchio in SciPy's DOP853, the same function"][0]()
    for name, (run, most) in every.items():
        apart = np.abs(run() - truth).max()
        assert apart <= most, f"{name} ends {apart:.2g} from the others: these are two problems, and no race."
    times: dict[str, list[float]] = {name: [] for name in every}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, (run, _) in every.items():
            begin, count = time.process_time(), 0
            while not count or time.process_time() - begin < TURN:
                run()
                count += 1
            times[name].append((time.process_time() - begin) / count)
    return {name: median(each) / DURATION for name, each in times.items()}


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    with pinned():
        figures = measured(3.0 if asked.quick else 30.0)
    rows = [[name, f"{1e3 * seconds:.3g}"] for name, seconds in figures.items()]
    table = recorded.Table(["processor time per simulated second", "ms"], rows)
    recorded.keep("simulate", "python -m bench.simulate", {"simulate": table}, asked)


if __name__ == "__main__":
    main()
