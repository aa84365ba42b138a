"""What controllers are made of, checked on the way in: robots, gains, postures and motions to follow."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..calls.arrays import Array
from ..calls.checks import numbers
from ..calls.direct import require_mass
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from ..robot import Robot

Moving = tuple[list[Scalar], list[Scalar], list[Scalar]]
"""Positions, velocities and accelerations over scalars."""


def controlled(robot: Any, dynamics: bool = True) -> Robot:
    """A robot that a controller can be made for.

    >>> import linkwise
    >>> controlled(linkwise.load("pendulum")).n
    1
    """
    if not isinstance(robot, Robot):
        raise LinkwiseError(
            f"{shown(repr(robot))} is no robot.",
            "A linkwise.Robot was expected.",
            "of a robot with elastic joints, give its .robot and see to what its motors are asked.",
        )
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints that move.", "A robot that can move.")
    if dynamics:
        require_mass(robot.tree, "inverse_dynamics")
    return robot


def gain(name: str, value: ArrayLike, size: int, *, positive: bool = False) -> Array:
    """A gain as its diagonal (size,) or as a matrix (size, size), from one number, a diagonal or a matrix.

    None may be negative, nor 0 where they must be `positive`; of a matrix, that is said of its symmetric part.

    >>> gain("kp", 3, 2), gain("kd", [[2.0, 1.0], [1.0, 2.0]], 2).shape
    (array([3., 3.]), (2, 2))
    """
    expected = f"One number, {size} numbers or a {size}×{size} matrix, {'above 0' if positive else 'not below 0'}."
    array = numbers(name, value, (), "a gain").astype(float)
    if array.shape not in ((), (size,), (size, size)):
        raise BadArray(f"{name} has shape {array.shape}.", expected)
    if not np.isfinite(array).all():
        raise BadArray(f"{name} is not finite.", expected)
    if array.shape == ():
        array = np.full(size, float(array))
    least = float(array.min() if array.ndim == 1 else np.linalg.eigvalsh((array + array.T) / 2).min())
    if least < 0.0 or (positive and least <= 0.0):
        what = "is" if array.ndim == 1 else "has the eigenvalue"
        raise BadArray(f"{name} {what} {least:g}.", expected, "gains are given without the minus sign of feedback.")
    return fixed(array)


def matrix(name: str, value: ArrayLike, size: int) -> Array:
    """A symmetric positive-definite matrix, from one number, a diagonal or itself.

    >>> matrix("inertia", [1.0, 2.0], 2)
    array([[1., 0.],
           [0., 2.]])
    """
    found = gain(name, value, size, positive=True)
    found = np.diag(found) if found.ndim == 1 else found
    if not np.allclose(found, found.T, rtol=1e-12, atol=0.0):
        raise BadArray(f"{name} is not symmetric.", "A symmetric matrix with positive eigenvalues was expected.")
    return fixed(found)


def level(name: str, value: Any) -> float:
    """A finite number that is not negative.

    >>> level("sigma", 0)
    0.0
    """
    fine = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not fine or not np.isfinite(value) or value < 0:
        raise BadArray(f"{name} is {shown(repr(value))}.", "A finite number not below 0 was expected.")
    return float(value)


def vector(name: str, value: ArrayLike, size: int, meaning: str) -> Array:
    """So many finite numbers.

    >>> vector("q", [1, 2], 2, "one entry per joint")
    array([1., 2.])
    """
    array = numbers(name, value, (size,), meaning).astype(float)
    if array.shape != (size,):
        raise BadArray(f"{name} has shape {array.shape}.", f"{size} numbers were expected: {meaning}.")
    if not np.isfinite(array).all():
        raise BadArray(f"{name} is not finite.", f"{size} finite numbers were expected: {meaning}.")
    return fixed(array)


def fixed(array: Array) -> Array:
    """The array, read-only: controllers are frozen."""
    array.flags.writeable = False
    return array


def motion_input(desired: Any, n: int) -> Any:
    """What a controller follows, as its input: a posture, or a motion in time.

    A trajectory; a function of t that gives q, qd, qdd; or n numbers, to be held.

    >>> motion_input([0.5, 1.0], 2)
    array([0.5, 1. ])
    """
    if hasattr(desired, "derivatives"):
        if getattr(desired, "n", None) != n:
            raise BadArray(f"the motion to follow has {getattr(desired, 'n', None)} joints.", f"{n} were expected.")
        return ("timed", desired)
    if callable(desired):
        found = desired(0.0)
        if np.shape(found) != (3, n):
            raise BadArray(
                f"the motion to follow gives an array of shape {np.shape(found)} at t = 0.",
                f"q, qd, qdd of {n} joints were expected, shape (3, {n}).",
                "see linkwise.trajectories.",
            )
        return ("timed", desired)
    return vector("the posture to hold", desired, n, "one entry per joint, or a trajectory")


def motion(desired: Sequence[Any], n: int) -> Moving:
    """q, q̇, q̈ to follow, from an input: three lists of a trajectory, their 3 n numbers, or a posture.

    >>> motion([0.5], 1)
    ([0.5], [0.0], [0.0])
    """
    if isinstance(desired[0], list | tuple):
        q, qd, qdd = desired
        return list(q), list(qd), list(qdd)
    if len(desired) == n:
        return list(desired), [0.0] * n, [0.0] * n
    return list(desired[:n]), list(desired[n : 2 * n]), list(desired[2 * n :])
