"""Task space, controllers and changing payloads on the Panda, next to Pinocchio with NumPy in the same run.

    python -m bench.task_space [--quick]

Microseconds per state: minimum (median) over rounds, all contestants in turn. Every answer is first
compared with Pinocchio's. Pinocchio's side is what its users write: the inverse inertia and the Jacobian from it, the
rest in NumPy; a payload is added to the inertia of the last link in place.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import linkwise
from linkwise import control
from linkwise.costs.measure import Call, pinned, round_robin
from linkwise.costs.measure.pinocchio import Pinocchio, without_friction_and_rotors
from linkwise.taskspace import task_space_program

from . import recorded

SAME = 1e-9
"""Answers this close are the same, relative to the largest entry: Λ loses some digits at any state."""

KP, KD, BATCH = 100.0, 20.0, 960


class Peer:
    """What a user of Pinocchio writes for the same answers."""

    def __init__(self, robot: linkwise.Robot, target: Any):
        found = Pinocchio.of(robot)
        assert found is not None, "Pinocchio is not installed (pip install pin)"
        self.pin, self.model, self.data = found.pin, found.model, found.data
        self.frame = self.model.getFrameId(robot.tree.frame_or_tip(None).name)
        self.empty, self.R, self.p = self.model.inertias[7].copy(), target[:3, :3], target[:3, 3]

    def jacobian(self, q: Any) -> Any:
        """Angular part first, base axes."""
        J = self.pin.computeFrameJacobian(self.model, self.data, q, self.frame, self.pin.LOCAL_WORLD_ALIGNED)
        return J[[3, 4, 5, 0, 1, 2]]

    def inertia(self, q: Any) -> Any:
        """Λ."""
        J = self.jacobian(q)
        upper = self.pin.computeMinverse(self.model, self.data, q)
        M_inv = np.triu(upper) + np.triu(upper, 1).T
        return np.linalg.inv(J @ M_inv @ J.T)

    def gravity(self, q: Any) -> Any:
        """p."""
        J = self.jacobian(q)
        upper = self.pin.computeMinverse(self.model, self.data, q)
        A = J @ (np.triu(upper) + np.triu(upper, 1).T)
        return np.linalg.solve(A @ J.T, A @ self.pin.computeGeneralizedGravity(self.model, self.data, q))

    def computed_torque(self, q: Any, qd: Any, q_d: Any) -> Any:
        """ID(q, q̇, K_p e − K_d q̇)."""
        return self.pin.rnea(self.model, self.data, q, qd, KP * (q_d - q) - KD * qd)

    def resolved_acceleration(self, q: Any, qd: Any) -> Any:
        """ID(q, q̇, q̈0 + J̄ (K_p e − K_d J q̇ − J̇ q̇ − J q̈0)) with q̈0 = −2 q̇."""
        pin, model, data, axes = self.pin, self.model, self.data, self.pin.LOCAL_WORLD_ALIGNED
        pin.forwardKinematics(model, data, q, qd, 0.0 * qd)
        T = pin.updateFramePlacement(model, data, self.frame)
        R, J = T.rotation, self.jacobian(q)
        a = pin.getFrameClassicalAcceleration(model, data, self.frame, axes)
        upper = pin.computeMinverse(model, data, q)
        A = J @ (np.triu(upper) + np.triu(upper, 1).T)
        turn = 0.5 * np.cross(R.T, self.R.T).sum(axis=0)
        e, free = np.concatenate([turn, self.p - T.translation]), -2.0 * qd
        missing = KP * e - KD * (J @ qd) - np.concatenate([a.angular, a.linear]) - J @ free
        return pin.rnea(model, data, q, qd, free + A.T @ np.linalg.solve(A @ J.T, missing))

    def loaded(self, q: Any, qd: Any, qdd: Any, load: Any) -> Any:
        """τ with another payload each time."""
        self.model.inertias[7] = self.empty + load
        tau = self.pin.rnea(self.model, self.data, q, qd, qdd)
        self.model.inertias[7] = self.empty
        return tau


def rows(robot: linkwise.Robot) -> list[tuple[str, Call, dict[str, Call]]]:
    """What is asked, Pinocchio's call, and ours by name."""
    rng = np.random.default_rng(16)
    q, qd, qdd, q_d = rng.uniform(-1.0, 1.0, (4, robot.n))
    target = robot.forward_kinematics(q_d)
    peer, many, t = Peer(robot, target), rng.uniform(-1.0, 1.0, (BATCH, robot.n)), np.array(0.0)
    inertia, gravity = (task_space_program(robot, gives=[name]).kernel() for name in ("inertia", "gravity_forces"))
    posture = control.computed_torque(robot, q_d, KP, KD)
    resolved = control.resolved_acceleration(robot, target, KP, KD)
    placement = robot.tree.frame_or_tip(None).placement
    at, tip = np.array(placement.p.components), np.array(placement.R.rows)
    load = peer.pin.Inertia(2.0, at + tip @ [0.0, 0.0, 0.1], np.zeros((3, 3)))
    π = np.array([0.02, 0.0, 0.0, 0.02, 0.0, 0.0, 0.0, 0.0, 0.2, 2.0])  # 2 kg at z = 0.1 of the tip
    opened = robot.compile("inverse_dynamics", parameters=["payload"])

    def varied(q: Any, qd: Any, qdd: Any) -> Any:
        return robot.with_payload(2.0, com=[0.0, 0.0, 0.1]).inverse_dynamics(q, qd, qdd)

    def direct(controller: control.Controller) -> Call:
        return Call(controller, (0.0, q, qd))

    return [
        (
            "Λ of the tip's pose",
            Call(peer.inertia, (q,)),
            {
                "`robot.task_space(q).inertia`": Call(lambda q: robot.task_space(q).inertia, (q,)),
                "kernel of `task_space_program`": Call(inertia, (q,)),
                f"the same, {BATCH} states": Call(inertia, (many,), BATCH),
            },
        ),
        (
            "p of the tip's pose",
            Call(peer.gravity, (q,)),
            {
                "`robot.task_space(q).gravity_forces`": Call(lambda q: robot.task_space(q).gravity_forces, (q,)),
                "kernel of `task_space_program`": Call(gravity, (q,)),
            },
        ),
        (
            "computed torque to a posture",
            Call(peer.computed_torque, (q, qd, q_d)),
            {
                "`controller(t, q, qd)`": direct(posture),
                "its kernel": Call(posture.kernel, (t, q, qd, *posture.ports.at(0.0))),
            },
        ),
        (
            "resolved acceleration to a pose",
            Call(peer.resolved_acceleration, (q, qd)),
            {
                "`controller(t, q, qd)`": direct(resolved),
                "its kernel": Call(resolved.kernel, (t, q, qd, *resolved.ports.at(0.0))),
            },
        ),
        (
            "τ with another payload each time",
            Call(peer.loaded, (q, qd, qdd, load)),
            {
                "`robot.with_payload(…).inverse_dynamics(…)`": Call(varied, (q, qd, qdd)),
                'kernel of `compile(…, parameters=["payload"])`': Call(opened, (q, qd, qdd, π)),
            },
        ),
    ]


def checked(true: Callable[[], Any], ours: Call) -> None:
    """Refuse to time an answer that is not Pinocchio's."""
    if ours.states == 1:
        found, expected = ours.function(*ours.arguments), true()
        assert np.abs(found - expected).max() <= SAME * np.abs(expected).max(), ours


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    seconds, lines = 0.2 if asked.quick else 2.0, []
    robot = without_friction_and_rotors(linkwise.load("panda"))
    with pinned():
        for what, peer, ours in rows(robot):
            for _ in range(3):  # varied three times, a robot shares its kernels
                for call in ours.values():
                    checked(lambda peer=peer: peer.function(*peer.arguments), call)
            timings = round_robin({"peer": peer, **ours}, seconds)
            theirs, *others = (f"{1e6 * timing.minimum:.3g} ({1e6 * timing.median:.3g})" for timing in timings.values())
            for name, text in zip(ours, others, strict=True):
                ratio = timings["peer"].minimum / timings[name].minimum
                lines.append([what, name, theirs, text, f"{ratio:.3g}×"])
    table = recorded.Table(["µs per state", "linkwise's way", "Pinocchio and NumPy", "linkwise", "ratio"], lines)
    recorded.keep("task_space", "python -m bench.task_space", {"task_space": table}, asked)


if __name__ == "__main__":
    main()
