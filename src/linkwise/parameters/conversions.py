"""The ten inertial parameters of a link, converted to and from other forms; arrays (…, 10) hold any number of links.

The standard order is XX XY XZ YY YZ ZZ MX MY MZ M, with the inertia tensor at the origin of the link's frame: Khalil &
Dombre (2002) [9.42].                                                                                   [khalil2002]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia, Sym3, Vec3
from ..calls.arrays import Array, batch_shape
from ..calls.checks import numbers, real
from ..errors import BadArray

PINOCCHIO = (9, 6, 7, 8, 0, 1, 3, 2, 4, 5)
"""The standard positions of the parameters in Pinocchio's order, M MX MY MZ XX XY YY XZ YZ ZZ."""

ASYMMETRY = 1e-9
"""How far a matrix may be from symmetric after it was rotated or printed: relative to an entry, or to the largest one
that the diagonal allows there."""


class Central(NamedTuple):
    """Masses (…), centres of mass (…, 3), and inertia tensors about these (…, 3, 3).

    >>> to_central([0, 0, 0, 0.6, 0, 0.6, 1, 0, 0, 2])
    Central(mass (), com (3,), inertia (3, 3))
    """

    mass: Array
    com: Array
    inertia: Array

    def __repr__(self) -> str:
        return f"Central({', '.join(f'{name} {array.shape}' for name, array in self._asdict().items())})"


def to_pinocchio(parameters: ArrayLike) -> Array:
    """Standard parameters in Pinocchio's order, M MX MY MZ XX XY YY XZ YZ ZZ.

    >>> to_pinocchio([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    array([9., 6., 7., 8., 0., 1., 3., 2., 4., 5.])
    """
    return _ten(parameters)[..., PINOCCHIO]


def of_pinocchio(parameters: ArrayLike) -> Array:
    """Standard parameters from those in Pinocchio's order.

    >>> of_pinocchio(to_pinocchio([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    array([0., 1., 2., 3., 4., 5., 6., 7., 8., 9.])
    """
    return _ten(parameters)[..., np.argsort(PINOCCHIO)]


def to_central(parameters: ArrayLike) -> Central:
    """Mass, centre of mass and the inertia tensor about it, from standard parameters.

    >>> to_central([0, 0, 0, 0.6, 0, 0.6, 1, 0, 0, 2]).com
    array([0.5, 0. , 0. ])
    """
    k = _ten(parameters)
    bodies = [Inertia.of_parameters(row) for row in k.reshape(-1, 10).tolist()]
    com = np.array([body.com.components for body in bodies]).reshape(*k.shape[:-1], 3)
    tensors = np.array([body.I_com.full.rows for body in bodies]).reshape(*k.shape[:-1], 3, 3)
    return Central(k[..., 9].copy(), com, tensors)


def of_central(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike) -> Array:
    """Standard parameters from mass, centre of mass and the inertia tensor about it.

    >>> of_central(2.0, [0.5, 0.0, 0.0], np.diag([0.0, 0.1, 0.1]))[[3, 6, 9]]
    array([0.6, 1. , 2. ])
    """
    masses = numbers("mass", mass, (), "of each link").astype(np.float64)
    centres, tensors = real("com", com, 3, "a centre of mass"), _square("inertia", inertia, 3)
    batch = batch_shape({"mass": masses[..., None], "com": centres, "inertia": tensors[..., 0]})
    m = np.broadcast_to(masses, batch).ravel().tolist()
    c = np.broadcast_to(centres, (*batch, 3)).reshape(-1, 3).tolist()
    J = np.broadcast_to(tensors, (*batch, 3, 3)).reshape(-1, 9).tolist()
    rows = [
        Inertia.at_com(mass, Vec3(x, y, z), Sym3(xx, xy, xz, yy, yz, zz)).parameters
        for mass, (x, y, z), (xx, xy, xz, _, yy, yz, _, _, zz) in zip(m, c, J, strict=True)
    ]
    return np.array(rows, dtype=float).reshape(*batch, 10)


def to_pseudo(parameters: ArrayLike) -> Array:
    """4×4 pseudo-inertias from standard parameters; a body with these can exist if no eigenvalue is negative.

    >>> np.linalg.eigvalsh(to_pseudo([1, 0, 0, 1, 0, 1, 0, 0, 0, 2])).round(9)
    array([0.5, 0.5, 0.5, 2. ])
    """
    k = _ten(parameters)
    matrices = [Inertia.of_parameters(row).pseudo for row in k.reshape(-1, 10).tolist()]
    return np.array(matrices, dtype=float).reshape(*k.shape[:-1], 4, 4)


def of_pseudo(pseudo: ArrayLike) -> Array:
    """Standard parameters from 4×4 pseudo-inertias.

    >>> of_pseudo(to_pseudo([1, 0, 0, 1, 0, 1, 0, 0, 0, 2]))
    array([1., 0., 0., 1., 0., 1., 0., 0., 0., 2.])
    """
    S = _square("pseudo-inertia", pseudo, 4)
    rows = [Inertia.of_pseudo(matrix).parameters for matrix in S.reshape(-1, 4, 4).tolist()]
    return np.array(rows, dtype=float).reshape(*S.shape[:-2], 10)


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
            "average it with its transpose.",
        )
    return array
