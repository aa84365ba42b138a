"""How far a robot's loops are open at q, from its frames' poses alone, in plain NumPy."""

import numpy as np

from linkwise import Robot
from linkwise.calls.direct import ask
from linkwise.model import Closure, JointRelation
from linkwise.model.rewrite import without_closures


def pair(robot: Robot, closure: Closure, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The poses (4, 4) of both frames of a closure in the base; not compiled, which would take longer."""
    A, B = (ask(robot.tree, "forward_kinematics", (q,), frame=name) for name in (closure.frame, closure.other))
    return A, B


def residual(robot: Robot, closure: Closure | JointRelation, q: np.ndarray) -> np.ndarray:
    """The gap and the turn between both frames, seen from the first, along and about what the closure holds.

    The turn is (R₂₃ − R₃₂, R₃₁ − R₁₃, R₁₂ − R₂₁)/2 of the relative rotation: 0 exactly where nothing is turned, or half
    way round.
    """
    u = dict(zip(robot.joint_names, q, strict=True))
    if isinstance(closure, JointRelation):
        p = u[closure.of] if closure.of else 0.0
        return np.array([u[closure.joint] - sum(c * p**k for k, c in enumerate(closure.coefficients))])
    A, B = pair(robot, closure, q)
    gap, R = A[:3, :3].T @ (B[:3, 3] - A[:3, 3]), A[:3, :3].T @ B[:3, :3]
    turn = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return np.array([gap["xyz".index(a)] for a in closure.along] + [turn["xyz".index(a)] for a in closure.about])


def residuals(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Those of all closures, one after another."""
    tree = Robot(without_closures(robot.model))
    return np.concatenate([residual(tree, closure, q) for closure in robot.model.closures])
