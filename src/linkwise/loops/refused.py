"""What a robot offers and one with closed loops does not: refused with a way out, not with an AttributeError."""

from typing import ClassVar

from ..robot.refusing import AbstractRefusing

STEPS = "use closed.simulate, run by run."
TORQUES = "closed.inverse_dynamics(q, qd, qdd) along the motion has the torques."


class AbstractRefused(AbstractRefusing):
    """Methods of a robot that raise `NotForThisRobot` here."""

    HAS = "closed loops"
    WHY = "Its coordinates are not independent, and forces act on the motors only."
    WAY_OUT = "ask the cut tree, `closed.cut`, which does not know the loops."
    WAYS_OUT: ClassVar = {
        "compile": "compile the questions of the cut tree, `closed.cut`.",
        "coriolis_matrix": "closed.bias_forces(q, qd) has its product with the velocities.",
        "mass_matrix_inverse": "np.linalg.inv(closed.mass_matrix(q)) is small enough.",
        "reaction_wrenches": "closed.cut.reaction_wrenches(…) with closed.constraint_wrenches(…) among its wrenches.",
        "rollouts": STEPS,
        "compile_rollouts": STEPS,
        "sweep": STEPS,
        "linearize": "difference closed.forward_dynamics(…) at closed states.",
        "pose_motion": "use closed.simulate, with wrenches at the frame.",
        "joint_loads": TORQUES,
        "motor_loads": TORQUES,
        "subchain": "closed.robot.subchain(…) keeps loops within the chain, closed.cut.subchain(…) none.",
        "with_motors": "name the motors' joints: closed.with_closures([], actuated=[…]).",
    }
