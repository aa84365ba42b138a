"""Coordinates of orientation by name, for tasks in rates of angles rather than angular velocities.

    zyx              R = R_z(φ1) R_y(φ2) R_x(φ3): yaw, pitch, roll; singular at φ2 = ±90°
    zyz              R = R_z(φ1) R_y(φ2) R_z(φ3); singular at φ2 = 0 and 180°
    xyz, zxz, …      the other ten sequences of axes
    rotation_vector  R = exp(φ̃); singular at a full turn

Each has rotation(φ), angles(R), B(φ) with ω = B φ̇, dB, ddB, B_dot and measure.
"""

from __future__ import annotations

from ..calls.arrays import Array
from ..errors import Singular, UnknownName, shown
from .abstract_orientation import AbstractOrientation
from .euler_angles import SEQUENCES, EulerAngles
from .rotation_vector import RotationVector

ZYX, ZYZ, ROTATION_VECTOR = EulerAngles("zyx"), EulerAngles("zyz"), RotationVector()

ORIENTATIONS: dict[str, AbstractOrientation] = {
    **{name: EulerAngles(name) for name in ("zyx", "zyz", *SEQUENCES)},
    ROTATION_VECTOR.name: ROTATION_VECTOR,
}
"""All coordinates of orientation by name."""

SINGULAR_ANGLES = 1e-8
"""|det B|; below this, half the digits of φ̇ are lost."""


def orientation(name: str) -> AbstractOrientation:
    """The coordinates of orientation with this name.

    >>> orientation("zyz").name
    'zyz'
    """
    if not isinstance(name, str) or name not in ORIENTATIONS:
        raise UnknownName("orientation", name, "linkwise.taskspace", ORIENTATIONS)
    return ORIENTATIONS[name]


def regular_angles(coordinates: AbstractOrientation, R: Array, frame: str) -> Array:
    """The φ of a frame's rotations; an error where they are singular.

    >>> import numpy as np
    >>> regular_angles(ZYX, np.eye(3), "tool") + 0.0
    array([0., 0., 0.])
    """
    φ = coordinates.angles(R)
    least = float(coordinates.measure(φ).min(initial=1.0))
    if least < SINGULAR_ANGLES:
        raise Singular(
            f"the {coordinates.name} angles of frame {shown(frame)} are singular here: |det B| = {least:.3g}.",
            f"At least {SINGULAR_ANGLES:g} was expected, so that every angular velocity has rates of angles.",
            'choose other angles, "rotation_vector" or "geometric".',
            least,
        )
    return φ
