"""A load for the hand, from the numbers a data sheet gives."""

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia, Sym3, Vec3
from ..calls.arrays import real
from ..errors import InvalidModel
from ..readers.rigid import Moments

SYMMETRIC = 1e-12
"""How far a tensor may be from its transpose, relative to its largest entry: what turning one by hand leaves."""


def payload(mass: float, com: ArrayLike, inertia: ArrayLike | None) -> Inertia:
    """The inertia of a rigid body: mass, centre of mass, and 3×3 tensor at it (a point mass where none is given).

    >>> payload(2.0, [0.0, 0.0, 0.5], None).I.xx
    0.5
    """
    m = real("mass", [mass], 1, "one number")
    c = real("com", com, 3, "a point of the frame")
    I = real("inertia", np.zeros((3, 3)) if inertia is None else inertia, 3, "a symmetric 3×3 matrix")
    _require(m.shape == (1,), "mass", "one number")
    _require(c.shape == (3,), "com", "one point of three coordinates")
    _require(I.shape == (3, 3), "inertia", "a 3×3 matrix")
    for name, array in (("mass", m), ("com", c), ("inertia", I)):
        _require(bool(np.isfinite(array).all()), name, "finite numbers")
    _require(bool(m[0] >= 0), "mass", "a number not below 0")
    _require(bool(np.abs(I - I.T).max() <= SYMMETRIC * np.abs(I).max()), "inertia", "a symmetric matrix")
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (0.5 * (I + I.T)).tolist()
    I_c = Sym3(xx, xy, xz, yy, yz, zz)
    moments = Moments.of(I_c, 0.0)
    _require(not moments.fault, "inertia", f"the tensor of a rigid body at its centre of mass (it has {moments})")
    return Inertia.at_com(float(m[0]), Vec3(*c.tolist()), I_c)


def _require(good: bool, what: str, expected: str) -> None:
    if not good:
        raise InvalidModel(f"the payload's {what} is not {expected}.", f"{expected.capitalize()} was expected.")
