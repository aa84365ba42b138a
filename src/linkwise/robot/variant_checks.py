"""Numbers from a caller as a model has them, checked: the inertia of a payload or link, a matrix of motors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia, Sym3, Vec3
from ..calls.arrays import Array
from ..calls.checks import finite, vector
from ..errors import InvalidModel, shown
from ..readers.rigid import Moments

SYMMETRIC = 1e-12
"""How far a tensor may be from its transpose, relative to its largest entry: the rounding left by rotating it."""


def rigid(whose: str, mass: float, com: ArrayLike, inertia: ArrayLike | None) -> Inertia:
    """The inertia of a rigid body: mass, centre of mass, and 3×3 tensor at it (a point mass if none is given). `whose`
    it is begins the errors.

    >>> rigid("the payload's", 2.0, [0.0, 0.0, 0.5], None).I.xx
    0.5
    """
    m = finite(f"{whose} mass", mass, (), "one number", error=InvalidModel)
    c = vector(f"{whose} com", com, 3, "a point of the frame", error=InvalidModel)
    tensor = np.zeros((3, 3)) if inertia is None else inertia
    I = finite(f"{whose} inertia", tensor, (3,), "a symmetric 3×3 matrix", error=InvalidModel)
    _require(m.shape == (), f"{whose} mass has shape {m.shape}", "One number was expected.")
    _require(I.shape == (3, 3), f"{whose} inertia has shape {I.shape}", "A 3×3 matrix was expected.")
    _require(bool(m >= 0), f"{whose} mass is {m:g}", "A number ≥ 0 was expected.")
    lopsided = float(np.abs(I - I.T).max())
    symmetric = lopsided <= SYMMETRIC * np.abs(I).max()
    wrong = f"{whose} inertia differs from its transpose by {lopsided:g}"
    _require(symmetric, wrong, "A symmetric matrix was expected.")
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (0.5 * (I + I.T)).tolist()
    I_c = Sym3(xx, xy, xz, yy, yz, zz)
    moments = Moments.of(I_c, 0.0)
    sound = "A rigid body was expected: no principal moment negative, none larger than the other two together."
    _require(not moments.fault, f"{whose} inertia has {moments}", sound)
    return Inertia.at_com(float(m), Vec3(*c.tolist()), I_c)


def _require(good: bool, found: str, expected: str) -> None:
    if not good:
        raise InvalidModel(f"{found}.", expected)


def motors(coupling: ArrayLike, names: Sequence[str] | None, n: int) -> tuple[list[list[float]], tuple[str, ...]]:
    """J_qm as rows, and the motors' names: motor1, motor2, … if none are given.

    >>> motors([[1.0, 0.0], [-1.0, 1.0]], None, 2)
    ([[1.0, 0.0], [-1.0, 1.0]], ('motor1', 'motor2'))
    """
    J = finite("the coupling", coupling, (n,), "dq = J_qm dq_m, one row per coordinate", error=InvalidModel)
    if J.shape != (n, n):
        raise InvalidModel(
            f"the coupling has shape {J.shape}.", f"A matrix of {n} × {n} numbers was expected: dq = J_qm dq_m."
        )
    if np.linalg.cond(_balanced(J)) > 1e12:
        raise InvalidModel("the coupling is singular.", "Each motor must move the robot differently.")
    own = tuple(f"motor{k}" for k in range(1, n + 1)) if names is None else names
    listed = isinstance(own, tuple | list) and all(isinstance(name, str) and name for name in own)
    if not listed or len(own) != n or len(set(own)) != n:
        raise InvalidModel(f"the motors are called {shown(repr(names))}.", f"{n} different names were expected.")
    return J.tolist(), tuple(own)


def _balanced(J: Array) -> Array:
    """The coupling scaled to columns and rows of similar size: a mix of slow and fast gears is not singular."""
    for axis in (0, 1):
        size = np.abs(J).max(axis=axis, keepdims=True, initial=0.0)
        J = J / np.where(size > 0.0, size, 1.0)
    return J
