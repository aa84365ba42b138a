"""Errors of motions that are known exactly, by linkwise and by MuJoCo.

    python -m bench.exact_motions

The largest error of a position at the times of tests/simulate/known_motions.py, in radians. MuJoCo has no coefficient
of restitution and no static friction above the sliding one: it cannot be asked two of them. Needs MuJoCo.
"""

import os
from collections.abc import Callable

import mujoco
import numpy as np

os.environ.setdefault("OMP_NUM_THREADS", "1")

from tests.peers.mujoco import specified
from tests.simulate.exact_motions import TOP
from tests.simulate.known_motions import COULOMB, KNOWN, VISCOUS, Known, run_of

from linkwise import Robot

from . import recorded

Array = np.ndarray


def ours(**options: object) -> Callable[[str, Known], str]:
    """The error of a run by linkwise, and that of its event times."""

    def error(name: str, known: Known) -> str:
        run, off = run_of(known, **options)
        late = [abs(event.t - t) for event, (_, t) in zip(run.events, known.events(), strict=False)]
        return f"{off:.1e}" + (f", events {max(late):.1e} s" if late else "")

    return error


def the_top() -> mujoco.MjModel:
    """Lagrange's top: MuJoCo refuses links without mass, and takes three hinges on one body."""
    across = TOP["A"] - TOP["m"] * TOP["l"] ** 2
    hinges = "".join(f'<joint type="hinge" axis="{axis}"/>' for axis in ("0 0 1", "0 1 0", "0 0 1"))
    weight = f'<inertial pos="0 0 {TOP["l"]}" mass="{TOP["m"]}" diaginertia="{across} {across} {TOP["C"]}"/>'
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 {-TOP["g"]}"/><worldbody><body>{hinges}{weight}</body></worldbody></mujoco>'
    )


def thickened(robot: Robot) -> mujoco.MjModel:
    """A robot of rods and point masses: MuJoCo asks for inertia about every axis, and gets 1e-12 kg m²."""
    spec = specified(robot.model)
    for body in spec.bodies[1:]:
        body.inertia = np.maximum(body.inertia, 1e-12)
    return spec.compile()


def mujoco_model(name: str, known: Known) -> mujoco.MjModel | None:
    """The case as MuJoCo knows it; None if it cannot."""
    if name in ("bouncing to rest", "sticking and slipping"):
        return None
    model = the_top() if name == "Lagrange's top" else thickened(known.robot().without_friction())
    if name == "creeping to rest":
        model.dof_damping[:], model.dof_frictionloss[:] = VISCOUS, COULOMB
    return model


def mujoco_run(integrator: str, step: float) -> Callable[[str, Known], str]:
    """The error of a run by MuJoCo."""

    def error(name: str, known: Known) -> str:
        model = mujoco_model(name, known)
        if model is None:
            return "–"
        model.opt.timestep, model.opt.integrator = step, getattr(mujoco.mjtIntegrator, f"mjINT_{integrator}")
        data = mujoco.MjData(model)
        zero = np.array([body.joint.offset for body in known.robot().model.bodies])  # of our angles, in MuJoCo's
        data.qpos[:], data.qvel[:] = zero + known.run["q0"], known.run.get("qd0", 0.0)
        q, controller = [], known.run.get("controller")
        for t in known.t:
            while data.time < t - 0.5 * step:
                if controller is not None:
                    data.qfrc_applied[:] = controller(data.time, data.qpos - zero, data.qvel)
                mujoco.mj_step(model, data)
            q.append(data.qpos - zero)
        return f"{np.abs(np.array(q) - known.q(known.t)).max():.1e}"

    return error


CONTESTANTS = {
    "linkwise, defaults": ours(),
    "linkwise, rtol 1e-12": ours(rtol=1e-12),
    "linkwise rk4, 1 ms": ours(method="rk4", step=1e-3),
    "MuJoCo, defaults (Euler, 2 ms)": mujoco_run("EULER", 2e-3),
    "MuJoCo RK4, 1 ms": mujoco_run("RK4", 1e-3),
}
"""The integrators that are compared."""


def main() -> None:
    """Run, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    rows = [[name, *(error(name, known) for error in CONTESTANTS.values())] for name, known in KNOWN.items()]
    tables = {"exact_motions": recorded.Table(["motion", *CONTESTANTS], rows)}
    recorded.keep("exact_motions", "python -m bench.exact_motions", tables, asked)


if __name__ == "__main__":
    main()
