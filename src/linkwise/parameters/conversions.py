"""The ten parameters of a link written in other ways; every function takes arrays (…, 10) of links.

The standard order is XX XY XZ YY YZ ZZ MX MY MZ M, the tensor being taken at the origin of the link's frame: Khalil &
Dombre (2002) [9.42].                                                                                   [khalil2002]
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia, Sym3, Vec3
from ..calls.arrays import Array, batch_shape
from ..calls.checks import numbers, real
from ..errors import BadArray

PINOCCHIO = (9, 6, 7, 8, 0, 1, 3, 2, 4, 5)
"""Where the parameters of Pinocchio's order M MX MY MZ XX XY YY XZ YZ ZZ stand in the standard one."""

ASYMMETRY = 1e-9
"""What a matrix may be off being symmetric, its numbers having been turned or printed: of an entry, or of the largest
that its diagonal allows there."""


class Central(NamedTuple):
    """Masses (…), centres of mass (…, 3), and inertia tensors there (…, 3, 3)."""

    mass: Array
    com: Array
    inertia: Array


def to_pinocchio(parameters: ArrayLike) -> Array:
    """In Pinocchio's order M MX MY MZ XX XY YY XZ YZ ZZ.

    >>> to_pinocchio([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    array([9., 6., 7., 8., 0., 1., 3., 2., 4., 5.])
    """
    return _ten(parameters)[..., PINOCCHIO]


def of_pinocchio(parameters: ArrayLike) -> Array:
    """From Pinocchio's order.

    >>> of_pinocchio(to_pinocchio([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    array([0., 1., 2., 3., 4., 5., 6., 7., 8., 9.])
    """
    return _ten(parameters)[..., np.argsort(PINOCCHIO)]


def to_central(parameters: ArrayLike) -> Central:
    """Mass, centre of mass, and the tensor at it.

    >>> to_central([0, 0, 0, 0.6, 0, 0.6, 1, 0, 0, 2]).com
    array([0.5, 0. , 0. ])
    """
    k = _ten(parameters)
    bodies = [Inertia.of_parameters(row) for row in k.reshape(-1, 10).tolist()]
    com = np.array([body.com.components for body in bodies]).reshape(*k.shape[:-1], 3)
    tensors = np.array([body.I_com.full.rows for body in bodies]).reshape(*k.shape[:-1], 3, 3)
    return Central(k[..., 9].copy(), com, tensors)


def of_central(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike) -> Array:
    """From mass, centre of mass, and the tensor at it.

    >>> of_central(2.0, [0.5, 0.0, 0.0], np.diag([0.0, 0.1, 0.1]))[[3, 6, 9]]
    array([0.6, 1. , 2. ])
    """
    m = numbers("mass", mass, (), "of each link").astype(np.float64)
    c, J = real("com", com, 3, "a centre of mass"), _square("inertia", inertia, 3)
    batch = batch_shape({"mass": m[..., None], "com": c, "inertia": J[..., 0]})
    m, c, J = np.broadcast_to(m, batch), np.broadcast_to(c, (*batch, 3)), np.broadcast_to(J, (*batch, 3, 3))
    rows = zip(m.ravel().tolist(), c.reshape(-1, 3).tolist(), J.reshape(-1, 9).tolist(), strict=True)
    every = [Inertia.at_com(m, Vec3(*c), Sym3(*(J[k] for k in (0, 1, 2, 4, 5, 8)))).parameters for m, c, J in rows]
    return np.array(every, dtype=float).reshape(*batch, 10)


def to_pseudo(parameters: ArrayLike) -> Array:
    """The 4×4 pseudo-inertias; a body can have the parameters exactly where no eigenvalue is negative.

    >>> np.linalg.eigvalsh(to_pseudo([1, 0, 0, 1, 0, 1, 0, 0, 0, 2])).round(9)
    array([0.5, 0.5, 0.5, 2. ])
    """
    k = _ten(parameters)
    every = [Inertia.of_parameters(row).pseudo for row in k.reshape(-1, 10).tolist()]
    return np.array(every, dtype=float).reshape(*k.shape[:-1], 4, 4)


def of_pseudo(pseudo: ArrayLike) -> Array:
    """From the 4×4 pseudo-inertias.

    >>> of_pseudo(to_pseudo([1, 0, 0, 1, 0, 1, 0, 0, 0, 2]))
    array([1., 0., 0., 1., 0., 1., 0., 0., 0., 2.])
    """
    S = _square("pseudo-inertia", pseudo, 4)
    every = [Inertia.of_pseudo(rows).parameters for rows in S.reshape(-1, 4, 4).tolist()]
    return np.array(every, dtype=float).reshape(*S.shape[:-2], 10)


def _ten(parameters: ArrayLike) -> Array:
    return real("parameters", parameters, 10, "XX XY XZ YY YZ ZZ MX MY MZ M of each link")


def _square(name: str, value: ArrayLike, n: int) -> Array:
    array = real(name, value, n, f"symmetric {n}×{n} matrices")
    if array.ndim < 2 or array.shape[-2] != n:
        raise BadArray(f"{name} has shape {array.shape}.", f"Symmetric {n}×{n} matrices were expected.")
    off, root = np.abs(array - array.swapaxes(-1, -2)), np.sqrt(np.abs(np.diagonal(array, axis1=-2, axis2=-1)))
    if not (off <= ASYMMETRY * np.maximum(np.abs(array), root[..., None] * root[..., None, :])).all():
        raise BadArray(
            f"{name} is not symmetric: entries differ by up to {off.max():.3g}.",
            f"Symmetric {n}×{n} matrices were expected.",
            "take the mean with the transpose.",
        )
    return array
