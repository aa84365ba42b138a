"""Spatial inertia matrices: which of them belong to a rigid body."""

import math

import numpy as np
from numpy.typing import NDArray

from ...algebra import Inertia, Sym3, Vec3
from ...errors import InvalidModel
from ..rigid import Moments

ROUNDING = 1e-9
"""How far a printed matrix may be from that of a rigid body, relative to its largest entry."""


def from_spatial_matrix(G: NDArray[np.float64], i: int) -> Inertia:
    """The inertia of link i from its 6×6 spatial inertia matrix, angular part first.

    >>> from_spatial_matrix(np.diag([0.1, 0.1, 0.1, 2.0, 2.0, 2.0]), 0).m
    2.0
    """
    m, I, H = float(G[3, 3]), 0.5 * (G[:3, :3] + G[:3, :3].T), G[:3, 3:]
    hx, hy, hz = float(H[2, 1]), float(H[0, 2]), float(H[1, 0])
    skew = np.array([[0.0, -hz, hy], [hz, 0.0, -hx], [-hy, hx, 0.0]])
    rigid = np.block([[I, skew], [skew.T, m * np.eye(3)]])
    if np.max(np.abs(G - rigid)) > ROUNDING * np.max(np.abs(G)):
        raise InvalidModel(
            f"inertias[{i}] is not the spatial inertia of a rigid body.",
            "A 6×6 matrix [[I, tilde(h)], [tilde(h)ᵀ, m 1]] was expected, angular part first.",
            "if the linear part comes first, swap the blocks.",
        )
    xx, xy, xz, yy, yz, zz = I[np.triu_indices(3)].tolist()
    inertia = Inertia(m, Vec3(hx, hy, hz), Sym3(xx, xy, xz, yy, yz, zz))
    check_inertia(inertia, i)
    return inertia


def check_inertia(inertia: Inertia, i: int) -> None:
    """Refuse the inertia of link i if some motion would have negative kinetic energy.

    >>> check_inertia(Inertia.of_parameters([1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0]), 0)
    """
    hint = "check its signs and the point it refers to."
    if not all(math.isfinite(x) for x in inertia.parameters):
        raise InvalidModel(f"inertias[{i}] is not finite.", "Finite numbers were expected.", hint)
    if inertia.m < 0.0 or (inertia.m == 0.0 and any(inertia.h.components)):
        fault = f"mass {inertia.m:g}, first moment {inertia.h.components}"
    else:
        moments = Moments.of(inertia.I_com if inertia.m > 0.0 else inertia.I, inertia.I.trace)
        fault = f"{moments} at its centre of mass" if moments.fault == "negative" else ""
    if fault:
        raise InvalidModel(
            f"inertias[{i}] gives some motion a negative kinetic energy: {fault}.",
            "A mass m ≥ 0 (no first moment if m = 0) and no negative principal moment were expected.",
            hint,
        )
