"""The Jacobian of a pose whose orientation has coordinates φ, and its rates.

With ω = B(φ) φ̇ (see `linkwise.taskspace.orientation`) and J_ω the angular rows of the geometric Jacobian, J_φ = B⁻¹ J_ω
is ∂φ/∂q: the Jacobian that Balafoutis & Patel (1991) (7.4.7) asks for. Differentiating B J_φ = J_ω twice in time,

    B J̇_φ = J̇_ω − Ḃ J_φ,    B J̈_φ = J̈_ω − 2 Ḃ J̇_φ − B̈ J_φ.                                        [balafoutis1991]
"""

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..taskspace.matrices import solved, times
from ..taskspace.orientation import orientation, regular_angles


class Angles(NamedTuple):
    """The coordinates φ (…, 3), and J_φ, J̇_φ, J̈_φ (…, 3, n)."""

    phi: Array
    J: Array
    Jd: Array
    Jdd: Array


def angles(name: str, frame: str, R: Array, J: Array, Jd: Array, Jdd: Array, qd: Array, qdd: Array) -> Angles:
    """Coordinates of a frame's rotations R, and their Jacobian from the rows J_ω of a geometric one and their rates.

    >>> turning = np.array([[0.0], [0.0], [1.0]])  # one joint about z
    >>> still = np.zeros((3, 1))
    >>> angles("zyx", "tip", np.eye(3), turning, still, still, np.ones(1), np.zeros(1)).J[0]
    array([1.])
    """
    coordinates = orientation(name)
    φ = regular_angles(coordinates, R, frame)
    B, dB, ddB = coordinates.B(φ), coordinates.dB(φ), coordinates.ddB(φ)
    J_φ = solved(B, J)
    φd = times(J_φ, qd)
    Bd = np.einsum("...ijk,...k->...ij", dB, φd)
    J_φd = solved(B, Jd - Bd @ J_φ)
    φdd = times(J_φ, qdd) + times(J_φd, qd)
    Bdd = np.einsum("...ijk,...k->...ij", dB, φdd) + np.einsum("...ijkl,...k,...l->...ij", ddB, φd, φd)
    J_φdd = solved(B, Jdd - 2.0 * Bd @ J_φd - Bdd @ J_φ)
    return Angles(φ, J_φ, J_φd, J_φdd)
