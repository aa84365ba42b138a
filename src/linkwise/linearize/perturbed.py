"""How the coordinates of a frame change with small changes of the joints' motion.

Balafoutis & Patel (1991), with J = ∂h/∂q of an orientation by angles:

    δχ = J δq,    δχ̇ = J̇ δq + J δq̇,    δχ̈ = J̈ δq + 2 J̇ δq̇ + J δq̈                               (7.4.8)–(7.4.10)

Differs from the book: its Jacobian is the geometric one, for which (7.4.9) and (7.4.10) do not hold (ERRATA.md E2-26):
the frame's turn δθ = J_ω δq and its angular velocity obey δω = d/dt δθ − ω × δθ. With W = [ω×; 0] on all six rows

    δν = (J̇ − W J) δq + J δq̇,    δν̇ = (J̈ − Ẇ J − W J̇) δq + (2 J̇ − W J) δq̇ + J δq̈

take their place; then d/dt δχ = δν + W δχ.                                                         [balafoutis1991]
"""

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..taskspace.matrices import times
from .angles import angles
from .rates import Rates


class Perturbed(NamedTuple):
    """How coordinates change with the joints: δχ = J δq, δν = G δq + J δq̇, δν̇ = K δq + H δq̇ + J δq̈; and J̇."""

    J: Array
    G: Array
    H: Array
    K: Array
    Jd: Array


def in_angles(rates: Rates, qd: Array, qdd: Array, name: str, frame: str) -> tuple[Array, Perturbed]:
    """φ, and the changes in these coordinates of orientation: G = J̇, H = 2 J̇, K = J̈."""
    pose, J, Jd, Jdd = rates
    top = angles(name, frame, pose[..., :3, :3], J[..., :3, :], Jd[..., :3, :], Jdd[..., :3, :], qd, qdd)
    pairs = zip((top.J, top.Jd, top.Jdd), (J, Jd, Jdd), strict=True)
    J_h, J_hd, J_hdd = (np.concatenate([angular, full[..., 3:, :]], axis=-2) for angular, full in pairs)
    return top.phi, Perturbed(J_h, J_hd, 2.0 * J_hd, J_hdd, J_hd)


def geometric(rates: Rates, qd: Array, qdd: Array) -> Perturbed:
    """The changes in turns about base axes; the rows of the position have no W and are as in the book."""
    _, J, Jd, Jdd = rates
    ω = times(J[..., :3, :], qd)
    ωd = times(J[..., :3, :], qdd) + times(Jd[..., :3, :], qd)
    WJ, WJd, WdJ = _crossed(ω, J), _crossed(ω, Jd), _crossed(ωd, J)
    return Perturbed(J, Jd - WJ, 2.0 * Jd - WJ, Jdd - WdJ - WJd, Jd)


def _crossed(ω: Array, J: Array) -> Array:
    """W J."""
    out = np.zeros_like(J)
    out[..., :3, :] = np.cross(ω[..., None], J[..., :3, :], axis=-2)
    return out
