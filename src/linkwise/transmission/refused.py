"""What a robot offers and one with a transmission does not: refused with a way out, not with an AttributeError."""

from typing import ClassVar

from ..robot.refusing import AbstractRefusing

FIRST = "compose the robot in its joints' coordinates, `arm.robot`, and give the result a transmission."

OTHER_COORDINATES = (
    *("attach", "subchain", "lock", "closed", "with_closures", "without_closures", "with_motors", "with_transmission"),
    *("with_elastic_joints", "with_floating_base", "with_mobile_base", "with_turn_order", "with_spinning_rotors"),
)
"""Variants with other coordinates than those the transmission moves."""


class AbstractRefused(AbstractRefusing):
    """Methods of a robot that raise `NotForThisRobot` here."""

    HAS = "a transmission"
    WHY = "Coordinates are the motors' positions, which joints follow in no fixed proportion."
    WAY_OUT = "ask the robot in its joints' coordinates, `arm.robot`, at `arm.joints(q_m)`."
    WAYS_OUT: ClassVar = {
        "with_limits": "the motors' limits are given to with_transmission(…, limits=…).",
        "random_configuration": "arm.motors_for(arm.robot.random_configuration()) finds motors for its joints.",
        "mass_matrix_inverse": "np.linalg.inv(arm.mass_matrix(q_m)) is small enough.",
        **dict.fromkeys(OTHER_COORDINATES, FIRST),
    }
