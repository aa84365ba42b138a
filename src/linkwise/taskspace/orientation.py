"""Coordinates of orientation by name, for those who want rates of angles rather than angular velocities.

    zyx              R = R_z(φ1) R_y(φ2) R_x(φ3): yaw, pitch, roll; singular at φ2 = ±90°
    zyz              R = R_z(φ1) R_y(φ2) R_z(φ3); singular at φ2 = 0 and 180°
    xyz, zxz, …      the other ten sequences of axes
    rotation_vector  R = exp(φ̃); singular at a full turn

Each answers rotation(φ), angles(R), B(φ) with ω = B φ̇, dB, ddB, B_dot and measure.
"""

from ..errors import UnknownName
from .abstract_orientation import AbstractOrientation
from .euler_angles import SEQUENCES, EulerAngles
from .rotation_vector import RotationVector

ZYX, ZYZ, ROTATION_VECTOR = EulerAngles("zyx"), EulerAngles("zyz"), RotationVector()

ORIENTATIONS: dict[str, AbstractOrientation] = {
    **{name: EulerAngles(name) for name in ("zyx", "zyz", *SEQUENCES)},
    ROTATION_VECTOR.name: ROTATION_VECTOR,
}
"""All of them by name."""


def orientation(name: str) -> AbstractOrientation:
    """The coordinates of a name.

    >>> orientation("zyz").name
    'zyz'
    """
    if not isinstance(name, str) or name not in ORIENTATIONS:
        raise UnknownName("orientation", name, "linkwise.taskspace", ORIENTATIONS)
    return ORIENTATIONS[name]
