"""What a robot offers and one with a transmission does not: refused with a way out, not with an AttributeError."""

from typing import ClassVar

from ..robot.refusing import AbstractRefusing

STEPS = "use arm.simulate, run by run."

FIRST = "compose the robot in its joints' coordinates, `arm.robot`, and give the result a transmission."


class AbstractRefused(AbstractRefusing):
    """Methods of a robot that raise `NotForThisRobot` here."""

    HAS = "a transmission"
    WHY = "Coordinates are the motors' positions, which joints follow in no fixed proportion."
    WAY_OUT = "ask the robot in its joints' coordinates, `arm.robot`, at `arm.joints(q_m)`."
    WAYS_OUT: ClassVar = {
        "rollouts": STEPS,
        "compile_rollouts": STEPS,
        "sweep": STEPS,
        "regressor": "arm.robot.regressor(…) at `arm.joints(q_m)`: its rows times J_qm are the motors'.",
        "mass_matrix_inverse": "np.linalg.inv(arm.mass_matrix(q_m)) is small enough.",
        **dict.fromkeys(("with_frame", "with_tip", "with_base", "attach", "subchain"), FIRST),
    }
