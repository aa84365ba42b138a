"""States by joint name: dicts where an array is expected, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import BadArray, listed, nearest, shown
from .arrays import Array

JointValues = Mapping[str, ArrayLike]
"""One number for each joint, or one for each state of a batch."""


def joint_array(name: str, values: JointValues, joints: Sequence[str], others: ArrayLike | None = None) -> Array:
    """The array (…, n) of a dict by joint name; `others` is what the joints get that it does not name.

    >>> joint_array("q", {"knee": 2.0, "hip": [0.1, 0.2]}, ("hip", "knee"))
    array([[0.1, 2. ],
           [0.2, 2. ]])
    >>> joint_array("q", {"knee": 2.0}, ("hip", "knee"))
    Traceback (most recent call last):
    linkwise.errors.BadArray: q does not name joint 'hip'.
      A number for each of 'hip', 'knee' was expected.
      Hint: robot.joint_array(…, others=0.0) fills in the rest.
    >>> joint_array("q", {"hip": 1.0, "kne": 2.0}, ("hip", "knee"))
    Traceback (most recent call last):
    linkwise.errors.BadArray: q names 'kne', which is not one of the joints.
      A number for each of 'hip', 'knee' was expected.
      Hint: did you mean 'knee'?
    """
    if not isinstance(values, Mapping):
        raise BadArray(f"{name} is {shown(repr(values))}.", "A dict of numbers by joint name was expected.")
    for joint in values:
        if joint not in joints:
            expected = f"A number for each of {listed(joints)} was expected."
            close = nearest(joint, joints)
            hint = f"did you mean {shown(close)}?" if close else ""
            raise BadArray(f"{name} names {shown(joint)}, which is not one of the joints.", expected, hint)
    missing = [joint for joint in joints if joint not in values]
    if missing and others is None:
        raise BadArray(
            f"{name} does not name joint{'s' if len(missing) > 1 else ''} {listed(missing)}.",
            f"A number for each of {listed(joints)} was expected.",
            "robot.joint_array(…, others=0.0) fills in the rest.",
        )
    columns = [np.asarray(values.get(joint, others)) for joint in joints]
    for joint, column in zip(joints, columns, strict=True):
        if column.dtype.kind not in "iuf":
            raise BadArray(f"{name} of joint {shown(joint)} is not a number.", "Real numbers were expected.")
    try:
        return np.stack(np.broadcast_arrays(*columns), axis=-1) if columns else np.zeros(0)
    except ValueError:
        shapes = listed(f"{joint}: {column.shape}" for joint, column in zip(joints, columns, strict=True))
        raise BadArray(
            f"{name} has arrays of different shapes ({shapes}).", "One number, or one for each state, was expected."
        ) from None


def as_arrays(
    names: Sequence[str], states: Sequence[ArrayLike | JointValues], joints: Sequence[str]
) -> tuple[ArrayLike, ...]:
    """States of which some may be dicts by joint name, as arrays.

    >>> as_arrays(("q", "qd"), ({"hip": 1.0, "knee": 2.0}, [0.0, 0.0]), ("hip", "knee"))
    (array([1., 2.]), [0.0, 0.0])
    """
    pairs = zip(names, states, strict=True)
    return tuple(joint_array(name, x, joints) if isinstance(x, Mapping) else x for name, x in pairs)
