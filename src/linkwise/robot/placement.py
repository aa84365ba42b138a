"""Where something is: a position and a rotation, or both in one matrix, as callers give them. One way in all doors."""

import math

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import ZERO, Rotation, Transform, Vec3
from ..calls.checks import finite, vector
from ..errors import InvalidModel


def placement(
    xyz: ArrayLike | None = None,
    rpy: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    pose: ArrayLike | None = None,
) -> Transform:
    """The pose that a caller gives: `xyz`, and `rpy` (Rz(yaw) Ry(pitch) Rx(roll)) or a `rotation`, either a 3×3 matrix
    or a quaternion (w, x, y, z); or all of it as `pose`, a 4×4 matrix.

    >>> placement([0.0, 0.0, 0.1]).p.z, placement(rotation=[0.0, 0.0, 0.0, 1.0]).R.rows[0]
    (0.1, (-1.0, 0.0, 0.0))
    """
    if pose is not None:
        if not (xyz is None and rpy is None and rotation is None):
            raise InvalidModel(
                "a pose came with xyz, rpy or rotation.",
                "Either a 4×4 pose was expected, or a position and a rotation.",
                "leave out one or the other.",
            )
        return _homogeneous("pose", _matrix("pose", pose, 4))
    if rpy is not None and rotation is not None:
        raise InvalidModel("rpy and rotation were both given.", "One of them was expected.", "leave one out.")
    p = ZERO if xyz is None else Vec3(*vector("xyz", xyz, 3, "a position", error=InvalidModel).tolist())
    if rotation is not None:
        return Transform(_rotation(rotation), p)
    if rpy is None:
        return Transform(Rotation.identity(), p)
    roll, pitch, yaw = vector("rpy", rpy, 3, "roll, pitch and yaw in radians", error=InvalidModel).tolist()
    return Transform(Rotation.rpy(roll, pitch, yaw), p)


def _rotation(rotation: ArrayLike) -> Rotation:
    expected = "a 3×3 matrix, or a quaternion (w, x, y, z)"
    R = finite("rotation", rotation, (), expected, error=InvalidModel)
    if R.shape == (4,):
        length = math.hypot(*R.tolist())
        from ..readers.screws.axis import LOOSE  # with all the readers of TOML

        if abs(length - 1.0) > LOOSE:
            raise InvalidModel(
                f"the quaternion has length {length:.9g}.", "A unit quaternion (w, x, y, z) was expected."
            )
        return Rotation.quaternion(*(R / length).tolist())
    if R.shape != (3, 3):
        raise InvalidModel(f"rotation has shape {R.shape}.", f"Finite numbers were expected: {expected}.")
    whole = np.eye(4)
    whole[:3, :3] = R
    turned = _homogeneous("rotation", whole).R
    assert isinstance(turned, Rotation)
    return turned


def _matrix(name: str, value: ArrayLike, size: int) -> np.ndarray:
    M = finite(name, value, (), f"a {size}×{size} matrix", error=InvalidModel)
    if M.shape != (size, size):
        raise InvalidModel(f"{name} has shape {M.shape}.", f"A {size}×{size} matrix was expected.")
    return M


def _homogeneous(name: str, M: np.ndarray) -> Transform:
    from ..readers.screws.axis import NotAnAxis, checked_home

    try:
        return checked_home(M.tolist())
    except NotAnAxis as error:
        why = str(error)
        what = f"the {name} given is not a {'rotation matrix' if name == 'rotation' else name}."
        raise InvalidModel(what, f"{why[0].upper()}{why[1:]}.", f"{error.hint}.") from None
