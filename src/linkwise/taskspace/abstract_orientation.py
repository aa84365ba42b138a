"""What every set of three coordinates φ of an orientation offers."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape, columns
from ..calls.checks import finite
from ..errors import BadArray

ROUNDED = 1e-6
"""How far R Rᵀ may be from 1: matrices printed with a few digits are rotations."""


class AbstractOrientation(ABC):
    """Three coordinates φ of a rotation R, and the map B with ω = B(φ) φ̇, ω being in base axes.

    All methods take and return arrays whose leading axes are a batch. With J = (J_ω, J_v) the geometric Jacobian,
    φ̇ = B⁻¹ J_ω q̇ and φ̈ = B⁻¹ (ω̇ − Ḃ φ̇).

    >>> from linkwise.taskspace.orientation import ZYX
    >>> import numpy as np
    >>> ZYX.angles(ZYX.rotation([0.3, -0.2, 0.1])).round(12)
    array([ 0.3, -0.2,  0.1])
    """

    name: str

    @abstractmethod
    def rotation(self, phi: ArrayLike) -> Array:
        """The matrices R(φ), (…, 3, 3)."""

    @abstractmethod
    def angles(self, R: ArrayLike) -> Array:
        """The φ of rotation matrices, (…, 3)."""

    @abstractmethod
    def B(self, phi: ArrayLike) -> Array:
        """The map from φ̇ to ω, (…, 3, 3)."""

    @abstractmethod
    def dB(self, phi: ArrayLike) -> Array:
        """The derivatives ∂B_ij/∂φ_k, (…, 3, 3, 3) in the order i, j, k."""

    @abstractmethod
    def ddB(self, phi: ArrayLike) -> Array:
        """The second derivatives ∂²B_ij/∂φ_k∂φ_l, (…, 3, 3, 3, 3)."""

    @abstractmethod
    def measure(self, phi: ArrayLike) -> Array:
        """|det B| (…,): 1 at best, 0 where some ω has no φ̇."""

    def B_dot(self, phi: ArrayLike, phid: ArrayLike) -> Array:
        """The rate Ḃ (…, 3, 3) as φ moves with φ̇."""
        at, rate = three("phi", phi), three("phid", phid)
        batch_shape({"phi": at, "phid": rate})
        return np.einsum("...ijk,...k->...ij", self.dB(at), rate)


def three(name: str, value: ArrayLike) -> Array:
    """Three finite numbers, or a batch of them."""
    return finite(name, value, (3,), "the three coordinates of an orientation")


def rotations(R: ArrayLike) -> Array:
    """Rotation matrices, alone or as the upper left block of poses; anything else is refused."""
    array = finite("R", R, (), "3×3 rotations or 4×4 poses")
    if array.ndim < 2 or array.shape[-2:] not in ((3, 3), (4, 4)):
        raise BadArray(f"R has shape {array.shape}.", "3×3 rotations or 4×4 poses were expected.")
    return right_handed("R", array[..., :3, :3])


def right_handed(name: str, R: Array) -> Array:
    """Matrices (…, 3, 3), if they are rotations.

    >>> right_handed("the pose", np.eye(3)).shape
    (3, 3)
    """
    single = (
        R.ndim == 2
    )  # floats of one matrix, columns of many: both are faster than NumPy's products of small matrices
    a, b, c, d, e, f, g, h, i = columns(R.reshape(*R.shape[:-2], 9), single)
    sizes = (a * a + b * b + c * c - 1.0, d * d + e * e + f * f - 1.0, g * g + h * h + i * i - 1.0)
    skews = (a * d + b * e + c * f, d * g + e * h + f * i, g * a + h * b + i * c)
    apart = [abs(x) for x in (*sizes, *skews)]
    worst = max(apart) if single else float(np.max(apart, initial=0.0))
    volume = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    if worst > ROUNDED or (volume < 0.0 if single else (volume < 0.0).any()):
        raise BadArray(
            f"{name} is not a rotation: R Rᵀ differs from 1 by {worst:.2g}, or R is left-handed.",
            "A right-handed orthonormal matrix was expected.",
        )
    return R


def cross_matrix(v: Array) -> Array:
    """The matrices ṽ with ṽ x = v × x."""
    out = np.zeros((*v.shape, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        out[..., k, j], out[..., j, k] = v[..., i], -v[..., i]
    return out
