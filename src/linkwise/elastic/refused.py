"""What a robot offers and one with elastic joints does not: refused with a way out, not with an AttributeError."""

from typing import ClassVar

from ..robot.refusing import AbstractRefusing

FIRST = "compose the rigid robot, `elastic.robot`, and give the result elastic joints."

OTHER_COORDINATES = (
    *("attach", "subchain", "lock", "closed", "with_closures", "without_closures", "with_motors", "with_drive"),
    *("with_elastic_joints", "with_transmission", "with_floating_base", "with_mobile_base", "with_turn_order"),
    *("with_spinning_rotors", "without_rotors"),
)
"""Variants with other coordinates, to which the springs do not belong, or with other rotors."""


class AbstractRefused(AbstractRefusing):
    """Methods of a robot that raise `NotForThisRobot` here."""

    HAS = "elastic joints"
    WHY = "Coordinates are x = (q, q_M), and forces act on the motors only."
    WAY_OUT = "ask the rigid robot, `elastic.robot`, or its links without rotors, `elastic.links`."
    WAYS_OUT: ClassVar = {
        "inverse_dynamics_derivatives": "elastic.linearize(x) has D, V and P.",
        "mass_matrix_inverse": "np.linalg.inv(elastic.mass_matrix(x)) is small enough.",
        **dict.fromkeys(OTHER_COORDINATES, FIRST),
    }
