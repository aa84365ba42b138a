"""Every form of one call, as a ratio to Pinocchio's own call for the same answer.

    python -m bench.calls [--quick]

The forms are those people use: arrays, a method taken from the robot before its first call, keywords, lists, float32,
`out=`, named frames, wrenches, small batches; on the Panda, and on a chain of 100 links. Each answer is compared with
Pinocchio's before it is timed; all forms and Pinocchio's call are measured in turn, in one process.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwise import Robot
from linkwise.calls.sampling import fixed_states
from linkwise.costs.measure import pinned, round_robin
from linkwise.costs.measure.pinocchio import Pinocchio
from linkwise.costs.measure.timing import Call

from . import recorded
from .robots import robot

FRAMES = ("panda_link4", "panda_link8")
"""The frames whose poses and Jacobians are asked for."""

AGREES = 1e-9
"""The largest difference from Pinocchio, relative to the largest entry; float32 is held to 1e-3."""

Answer = Callable[[], Any]


class Form(NamedTuple):
    """A form of call: how it is written, the call, Pinocchio's call for the same, and the states it answers.

    `read` brings Pinocchio's answer into linkwise's form; it is not timed.
    """

    written: str
    ours: Answer
    theirs: Answer
    states: int = 1
    read: Callable[[Any], Any] = np.array


def panda_forms(arm: Robot, peer: Pinocchio) -> list[Form]:
    """Forms of call on an arm with the frames of the Panda."""
    tau, qdd_of = arm.inverse_dynamics, arm.forward_dynamics  # before the first call
    pin, model, data = peer.pin, peer.model, peer.data
    q, qd, qdd = fixed_states(arm.n, 3)
    wrench = np.linspace(-1.0, 1.0, 6)
    single, listed = [np.float32(x) for x in (q, qd, qdd)], [x.tolist() for x in (q, qd, qdd)]
    ids, axes = [model.getFrameId(name) for name in FRAMES], pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    forces = pin.StdVec_Force([pin.Force.Zero() for _ in range(model.njoints)])
    out = np.empty(arm.n)

    def rnea() -> Any:
        return pin.rnea(model, data, q, qd, qdd)

    def aba() -> Any:
        return pin.aba(model, data, q, qd, qdd)

    def pushed() -> Any:
        return pin.rnea(model, data, q, qd, qdd, forces)

    def frame_jacobian() -> Any:
        return pin.computeFrameJacobian(model, data, q, ids[-1], axes)

    def frame_jacobians() -> Any:
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        return [pin.getFrameJacobian(model, data, k, axes) for k in ids]

    def frame_poses() -> Any:
        pin.framesForwardKinematics(model, data, q)
        return [data.oMf[k] for k in ids]

    frame_poses()
    turned = pin.SE3(data.oMf[ids[-1]].rotation.T, np.zeros(3)).act(pin.Force(wrench[3:], wrench[:3]))
    forces[model.frames[ids[-1]].parentJoint] = model.frames[ids[-1]].placement.act(turned)
    forms = [
        Form("τ: `robot.inverse_dynamics(q, qd, qdd)`", lambda: arm.inverse_dynamics(q, qd, qdd), rnea),
        Form("τ: `f(q, qd, qdd)`, f taken before the first call", lambda: tau(q, qd, qdd), rnea),
        Form("q̈: `robot.forward_dynamics(q, qd, tau)`", lambda: arm.forward_dynamics(q, qd, qdd), aba),
        Form("q̈: `f(q, qd, tau)`, f taken before the first call", lambda: qdd_of(q, qd, qdd), aba),
        Form("τ: keywords `q=q, qd=qd, qdd=qdd`", lambda: arm.inverse_dynamics(q=q, qd=qd, qdd=qdd), rnea),
        Form("τ: float32", lambda: arm.inverse_dynamics(*single), rnea),
        Form("τ: `out=`", lambda: arm.inverse_dynamics(q, qd, qdd, out=out), rnea),
        Form("τ: lists of floats", lambda: arm.inverse_dynamics(*listed), rnea),
        Form(
            "τ: `wrenches={frame: w}`", lambda: arm.inverse_dynamics(q, qd, qdd, wrenches={FRAMES[-1]: wrench}), pushed
        ),
        Form("J: `robot.jacobian(q, frame)`", lambda: arm.jacobian(q, FRAMES[-1]), frame_jacobian, read=_angular_first),
        Form("J of two frames, one call", lambda: arm.jacobian(q, FRAMES), frame_jacobians, read=_angular_first),
        Form("T of two frames, one call", lambda: arm.forward_kinematics(q, FRAMES), frame_poses, read=_homogeneous),
    ]
    for count in (2, 8, 64):
        states = fixed_states(arm.n, 3, count)
        forms.append(Form(f"τ: {count} states", _asked(arm, *states), _each(pin.rnea, model, data, *states), count))
    states = fixed_states(arm.n, 3, 32)
    wide = np.concatenate(states, axis=1)
    views = [wide[:, k * arm.n : (k + 1) * arm.n] for k in range(3)]
    leading = [x.reshape(4, 8, arm.n) for x in states]
    each = _each(pin.rnea, model, data, *states)
    shared = _each(pin.rnea, model, data, states[0], states[1], np.tile(qdd, (32, 1)))
    forms += [
        Form("τ: q, qd (32, 7), qdd (7,)", _asked(arm, states[0], states[1], qdd), shared, 32),
        Form("τ: (32, 7) views of a (32, 21) array", _asked(arm, *views), each, 32),
        Form("τ: (4, 8, 7)", _asked(arm, *leading), each, 32),
    ]
    return forms


def chain_forms(chain: Robot, peer: Pinocchio) -> list[Form]:
    """One call of τ, M and q̈ of a long chain."""
    pin, model, data = peer.pin, peer.model, peer.data
    q, qd, qdd = fixed_states(chain.n, 3)

    def rnea() -> Any:
        return pin.rnea(model, data, q, qd, qdd)

    def crba() -> Any:
        return pin.crba(model, data, q)

    def aba() -> Any:
        return pin.aba(model, data, q, qd, qdd)

    return [
        Form("τ of a chain of 100 links", lambda: chain.inverse_dynamics(q, qd, qdd), rnea),
        Form("M of a chain of 100 links", lambda: chain.mass_matrix(q), crba, read=_symmetric),
        Form("q̈ of a chain of 100 links", lambda: chain.forward_dynamics(q, qd, qdd), aba),
    ]


def _angular_first(J: Any) -> Any:
    J = np.array(J)
    return np.concatenate([J[..., 3:, :], J[..., :3, :]], axis=-2)


def _homogeneous(poses: Any) -> Any:
    return np.array([pose.homogeneous for pose in poses])


def _symmetric(M: Any) -> Any:
    return np.triu(M) + np.triu(M, 1).T


def _asked(arm: Robot, *states: Any) -> Answer:
    q, qd, qdd = states
    return lambda: arm.inverse_dynamics(q, qd, qdd)


def _each(function: Callable[..., Any], model: Any, data: Any, *states: Any) -> Answer:
    """Pinocchio's call, state by state."""
    rows = [tuple(np.ascontiguousarray(x) for x in state) for state in zip(*states, strict=True)]
    return lambda: [function(model, data, *row) for row in rows]


def measured(forms: list[Form], seconds: float) -> list[list[str]]:
    """One row per form: nanoseconds per state of Pinocchio and of linkwise, and their ratio."""
    rows = []
    for form in forms:
        expected, found = form.read(form.theirs()), np.array(form.ours())
        off = np.abs(found.reshape(expected.shape) - expected).max() / np.abs(expected).max()
        assert off < (AGREES if found.dtype == np.float64 else 1e-3), f"{form.written}: off by {off:.1e}"
        for _ in range(3):  # whatever this form needs compiled
            form.ours()
        entrants = {"theirs": Call(form.theirs, (), form.states), "ours": Call(form.ours, (), form.states)}
        times = {name: timing.minimum for name, timing in round_robin(entrants, seconds).items()}
        ratio = times["theirs"] / times["ours"]
        rows.append([form.written, f"{times['theirs'] * 1e9:,.0f}", f"{times['ours'] * 1e9:,.0f}", f"{ratio:.1f}×"])
    return rows


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    seconds = 0.05 if asked.quick else 0.5
    rows = []
    with pinned():
        for name, forms in (("panda", panda_forms), ("chain100", chain_forms)):
            arm = robot(name)
            peer = Pinocchio.of(arm)
            if peer is None:
                sys.exit("Pinocchio is not installed (pip install pin)")
            rows += measured(forms(arm, peer), seconds)
    table = recorded.Table(["ns per state", "Pinocchio, one call", "linkwise", "ratio"], rows)
    recorded.keep("calls", "python -m bench.calls", {"calls": table}, asked)


if __name__ == "__main__":
    main()
