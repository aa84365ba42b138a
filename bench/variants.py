"""A robot that is varied in a loop: another payload, gravity or tool each time, next to Pinocchio.

    python -m bench.variants [--quick]

Microseconds for a variant and one answer from it: the least over rounds, all contestants in turn. Pinocchio's users
change numbers of their model in place, unchecked. `robot.with_payload(…)` and the like make and check a new robot, from
the third on with the code of those before it; a kernel with the numbers left open takes them as one more array. Each
answer is compared with Pinocchio's before it is timed. "Compiled anew" is the processor time of the first call of a
robot with such a payload or tool that shares nothing, without anything in the cache.
"""

import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from linkwise import Robot
from linkwise.calls.sampling import fixed_states
from linkwise.costs.measure import Call, pinned, round_robin
from linkwise.costs.measure.pinocchio import Pinocchio
from linkwise.formulations.determinacy import certain

from . import recorded
from .robots import robot
from .trees import tree

ROBOTS = {"panda": robot, "talos_reduced": tree, "icub": tree, "tiago": tree, "chain100": robot}
"""Robots by name, and what makes them."""

MASS, COM, TOOL, MOON = 2.0, [0.0, 0.0, 0.1], [0.1, -0.2, 0.3], [0.0, 0.0, -1.62]
"""A payload at the frame of the last link, a tool's place there, and another gravity."""

AGREES = 1e-9
"""The largest difference from Pinocchio, relative to the largest entry."""


LEAST = 1e-11
"""The damping of Pinocchio's steps: as much as ours have near a pose."""

REACHED = 1e-6
"""What the poses of inverse kinematics may miss, in rad and in m."""


class Loop(NamedTuple):
    """What is done in a loop: its name, Pinocchio's way, ours, and with a kernel, where there is one; and what is
    compared of an answer."""

    written: str
    theirs: Callable[[], Any]
    ours: Callable[[], Any]
    alone: Callable[[], Any]
    kernel: Callable[[], Any] | None = None
    compared: Callable[[Any], Any] = np.array


def loops(arm: Robot, peer: Pinocchio) -> list[Loop]:
    """Those of one robot."""
    pin, model, data = peer.pin, peer.model, peer.data
    q, qd, x = fixed_states(arm.n, 3)
    last = arm.tree.bodies[-1].name
    joint = model.getJointId(arm.tree.bodies[-1].joint.name)
    own, load = model.inertias[joint].copy(), pin.Inertia(MASS, np.array(COM), np.zeros((3, 3)))
    earth, axes = model.gravity.linear.copy(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    placement = pin.SE3(np.eye(3), np.array(TOOL))

    def loaded(answer: Callable[[], Any]) -> Callable[[], Any]:
        def call() -> Any:
            model.inertias[joint] = own + load
            found = answer()
            model.inertias[joint] = own
            return found

        return call

    def hung() -> Any:
        model.gravity.linear = np.array(MOON)
        found = pin.rnea(model, data, q, qd, x)
        model.gravity.linear = earth
        return found

    def heavy() -> Robot:
        return arm.with_payload(MASS, COM, frame=last)

    def tooled() -> Robot:
        return arm.with_frame("tool", last, TOOL)

    start, there = 0.95 * q, tooled().forward_kinematics(q, "tool")
    target = pin.SE3(there)

    def tool_jacobian() -> Any:
        pin.computeJointJacobians(model, data, q)
        return pin.getFrameJacobian(model, data, joint, placement, axes)[[3, 4, 5, 0, 1, 2]]

    def inverse() -> Any:
        upper = np.triu(pin.computeMinverse(model, data, q))
        return upper + np.triu(upper, 1).T

    def slopes() -> Any:
        pin.computeABADerivatives(model, data, q, qd, x)
        return np.hstack([data.ddq_dq, data.ddq_dv])

    found = [
        Loop(
            "τ, another payload",
            loaded(lambda: pin.rnea(model, data, q, qd, x)),
            lambda: heavy().inverse_dynamics(q, qd, x),
            lambda: Robot(heavy().model).inverse_dynamics(q, qd, x),
        ),
        Loop(
            "q̈, another payload",
            loaded(lambda: pin.aba(model, data, q, qd, x)),
            lambda: heavy().forward_dynamics(q, qd, x),
            lambda: Robot(heavy().model).forward_dynamics(q, qd, x),
        ),
        Loop(
            "∂τ, another payload",
            loaded(lambda: np.hstack(pin.computeRNEADerivatives(model, data, q, qd, x)[:2])),
            lambda: np.hstack(heavy().inverse_dynamics_derivatives(q, qd, x)[:2]),
            lambda: Robot(heavy().model).inverse_dynamics_derivatives(q, qd, x),
        ),
        Loop(
            "τ, another gravity",
            hung,
            lambda: arm.with_gravity(MOON).inverse_dynamics(q, qd, x),
            lambda: Robot(arm.with_gravity(MOON).model).inverse_dynamics(q, qd, x),
        ),
    ]
    if not certain(arm.tree):  # its programs check their pivots
        found += [
            Loop(
                "∂q̈, another payload",
                loaded(slopes),
                lambda: np.hstack(heavy().forward_dynamics_derivatives(q, qd, x)[:2]),
                lambda: Robot(heavy().model).forward_dynamics_derivatives(q, qd, x),
            ),
            Loop(
                "M⁻¹, another payload",
                loaded(inverse),
                lambda: heavy().mass_matrix_inverse(q),
                lambda: Robot(heavy().model).mass_matrix_inverse(q),
            ),
        ]

    def reactions() -> Any:
        pin.rnea(model, data, q, qd, x)
        return [np.concatenate([f.angular, f.linear]) for f in data.f.tolist()[1:]]

    found.append(
        Loop(
            "reactions, another payload",
            loaded(reactions),
            lambda: heavy().reaction_wrenches(q, qd, x),
            lambda: Robot(heavy().model).reaction_wrenches(q, qd, x),
        )
    )
    pose, tool = np.eye(4), arm.compile("jacobian", frame=last, parameters=["placement"])
    pose[:3, 3] = TOOL
    jacobian = Loop(
        "J, another tool",
        tool_jacobian,
        lambda: tooled().jacobian(q, "tool"),
        lambda: Robot(tooled().model).jacobian(q, "tool"),
        lambda: tool(q, pose),
    )
    posture = Loop(
        "inverse kinematics, another tool",
        lambda: newton(peer, joint, placement, target, start),
        lambda: tooled().inverse_kinematics(there, frame="tool", q0=start, limits=False).q,
        lambda: Robot(tooled().model).inverse_kinematics(there, frame="tool", q0=start, limits=False),
        compared=lambda q: tooled().forward_kinematics(q, "tool"),
    )
    if arm.name != "panda":
        return [*found, jacobian, posture]
    π = np.array([0.02, 0.0, 0.0, 0.02, 0.0, 0.0, 0.0, 0.0, 0.2, MASS])  # seen from the tip, where the last link is
    opened = arm.with_tip(last).compile("inverse_dynamics", parameters=["payload"])
    return [found[0]._replace(kernel=lambda: opened(q, qd, x, π)), *found[1:], jacobian, posture]


def newton(peer: Pinocchio, joint: int, placement: Any, target: Any, start: Any) -> Any:
    """Joint positions for a pose, as Pinocchio's users find them: damped least squares in NumPy."""
    pin, model, data, q = peer.pin, peer.model, peer.data, start.copy()
    for _ in range(100):
        pin.computeJointJacobians(model, data, q)
        off = pin.log6((data.oMi[joint] * placement).actInv(target)).vector
        if np.abs(off).max() < REACHED:
            break
        J = pin.getFrameJacobian(model, data, joint, placement, pin.ReferenceFrame.LOCAL)
        q += J.T @ np.linalg.solve(J @ J.T + LEAST * np.eye(6), off)
    return q


def anew(loop: Loop) -> float:
    """Seconds of processor time of the first answer of a robot that shares nothing."""
    with patch.dict(os.environ, LINKWISE_CACHE="off"):
        start = time.process_time()
        loop.alone()
        return time.process_time() - start


def measured(name: str, loop: Loop, seconds: float) -> list[str]:
    """A row of the table."""
    expected = loop.compared(loop.theirs())
    most = AGREES * np.abs(expected).max() if loop.compared is np.array else 2.0 * REACHED
    for _ in range(4):  # varied so often, a robot shares its kernels
        for answer in filter(None, (loop.ours, loop.kernel)):
            assert np.abs(loop.compared(answer()) - expected).max() <= most, (name, loop.written)
    ways = {"theirs": loop.theirs, "ours": loop.ours} | ({"kernel": loop.kernel} if loop.kernel else {})
    least = {
        way: 1e6 * timing.minimum
        for way, timing in round_robin({way: Call(call, ()) for way, call in ways.items()}, seconds).items()
    }
    kernel = f"{least['kernel']:.2f} ({least['theirs'] / least['kernel']:.1f}×)" if "kernel" in least else "–"
    ratio = least["theirs"] / least["ours"]
    cells = [f"{least['theirs']:.2f}", f"{least['ours']:.0f} ({ratio:.3f}×)", kernel]
    return [f"{name}: {loop.written}", *cells, f"{1e3 * anew(loop):.0f}"]


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    seconds, rows = 0.1 if asked.quick else 1.0, []
    with pinned():
        for name, make in ROBOTS.items():
            arm = make(name)
            peer = Pinocchio.of(arm)
            assert peer is not None, f"Pinocchio is not installed, or does not see the joints of {name} as they are"
            rows += [measured(name, loop, seconds) for loop in loops(arm, peer)]
    table = recorded.Table(["µs", "Pinocchio, in place", "a new robot", "a kernel", "compiled anew, ms"], rows)
    recorded.keep("variants", "python -m bench.variants", {"variants": table}, asked)


if __name__ == "__main__":
    main()
