"""The rotation vector φ = θ a: a turn by the angle θ about the unit axis a.

With s = θ² = φ·φ and the functions c_k(s) = Σ_i (−s)^i / (2i + k)!,

    R = exp(φ̃) = 1 + c1 φ̃ + c2 φ̃²,  B = 1 + c2 φ̃ + c3 φ̃²,  c_k = 1/k! − s c_{k+2},  dc_k/ds = ½ (k c_{k+2} − c_{k+1}):

series without a division by θ, so that small turns need no special case. det B = (2 sin(θ/2) / θ)² vanishes for a full
turn; `angles` returns θ ≤ π.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray
from .abstract_orientation import AbstractOrientation, cross_matrix, rotations, three

LONGEST = 1e15
"""The longest φ: beyond it, doubles do not resolve a turn."""

FULL_TURN = 40.0
"""About (2π)²: up to this s the terms of c6 and c7 decrease from the first on, beyond it closed forms are safe."""


@dataclass(frozen=True)
class RotationVector(AbstractOrientation):
    """Axis times angle.

    >>> RotationVector().rotation([0.0, 0.0, 1.5707963267948966]).round(12)[0]
    array([ 0., -1.,  0.])
    """

    name: str = "rotation_vector"

    def rotation(self, phi: ArrayLike) -> Array:
        """The matrices exp(φ̃).

        >>> RotationVector().rotation([0.0, 0.0, 0.0]).trace()
        np.float64(3.0)
        """
        _, w, c = _parts(phi)
        return np.eye(3) + c[1] * w + c[2] * (w @ w)

    def angles(self, R: ArrayLike) -> Array:
        """The vectors, no longer than π; for a half turn, one of the two.

        >>> RotationVector().angles([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]).round(6)
        array([0.      , 0.      , 3.141593])
        """
        r = rotations(R)
        w, v = _quaternion(r)
        size = np.linalg.norm(v, axis=-1)
        small = size < 1e-8  # there atan2(size, w)/size is 1 to the last digit
        ratio = np.where(small, 2.0, 2.0 * np.arctan2(size, w) / np.where(small, 1.0, size))
        return ratio[..., None] * v

    def B(self, phi: ArrayLike) -> Array:
        """1 + c2 φ̃ + c3 φ̃².

        >>> RotationVector().B([0.0, 0.0, 0.0]).trace()
        np.float64(3.0)
        """
        _, w, c = _parts(phi)
        return np.eye(3) + c[2] * w + c[3] * (w @ w)

    def dB(self, phi: ArrayLike) -> Array:
        """∂B/∂φ_k = 2φ_k (c2′ φ̃ + c3′ φ̃²) + c2 ẽ_k + c3 (ẽ_k φ̃ + φ̃ ẽ_k).

        >>> RotationVector().dB([0.0, 0.0, 0.0])[..., 0][2, 1]
        np.float64(0.5)
        """
        v, w, c = _parts(phi)
        d2, d3 = _slope(c, 2), _slope(c, 3)
        each = [2 * v[..., k] * (d2 * w + d3 * (w @ w)) + c[2] * E[k] + c[3] * (E[k] @ w + w @ E[k]) for k in range(3)]
        return np.stack(each, axis=-1)

    def ddB(self, phi: ArrayLike) -> Array:
        """∂²B/∂φ_k∂φ_l: the expressions of `dB` differentiated once more.

        >>> RotationVector().ddB([0.0, 0.0, 0.0])[..., 0, 0].round(6)[1, 1]
        np.float64(-0.333333)
        """
        v, w, c = _parts(phi)
        d2, d3, dd2, dd3 = _slope(c, 2), _slope(c, 3), _curve(c, 2), _curve(c, 3)
        square, both = w @ w, [e @ w + w @ e for e in E]
        out = np.empty((*w.shape, 3, 3))
        for k, m in np.ndindex(3, 3):
            bent = 4 * v[..., k] * v[..., m] * (dd2 * w + dd3 * square)
            straight = 2 * (k == m) * (d2 * w + d3 * square)
            crossed = 2 * v[..., k] * (d2 * E[m] + d3 * both[m]) + 2 * v[..., m] * (d2 * E[k] + d3 * both[k])
            out[..., k, m] = bent + straight + crossed + c[3] * (E[k] @ E[m] + E[m] @ E[k])
        return out

    def measure(self, phi: ArrayLike) -> Array:
        """(2 sin(θ/2) / θ)², 0 for a full turn.

        >>> float(RotationVector().measure([0.0, 0.0, 0.0]))
        1.0
        """
        half = np.linalg.norm(three("phi", phi), axis=-1) / 2
        return np.sinc(half / np.pi) ** 2


E = cross_matrix(np.eye(3))
"""The matrices ẽ_k."""


def _parts(phi: ArrayLike) -> tuple[Array, Array, dict[int, Array]]:
    """φ with two axes added, φ̃, and c1 … c7, each ready to multiply matrices."""
    v = three("phi", phi)
    if (np.abs(v) > LONGEST).any():
        raise BadArray(f"phi is {np.abs(v).max():.3g} long.", f"A turn of at most {LONGEST:g} rad was expected.")
    s = np.sum(v * v, axis=-1)
    return v[..., None, None, :], cross_matrix(v), {k: c[..., None, None] for k, c in _functions(s).items()}


def _functions(s: Array) -> dict[int, Array]:
    """c1 … c7."""
    near = np.minimum(s, FULL_TURN)
    c = {k: sum(((-near) ** i / factorial(2 * i + k) for i in range(24)), np.zeros_like(s)) for k in (6, 7)}
    for k in (5, 4, 3, 2, 1):
        c[k] = 1 / factorial(k) - near * c[k + 2]
    far = np.maximum(s, FULL_TURN)
    θ = np.sqrt(far)
    closed = {1: np.sin(θ) / θ, 2: (1 - np.cos(θ)) / far}
    for k in (1, 2, 3, 4, 5):
        closed[k + 2] = (1 / factorial(k) - closed[k]) / far
    return {k: np.where(s > FULL_TURN, closed[k], c[k]) for k in c}


def _slope(c: dict[int, Array], k: int) -> Array:
    return (k * c[k + 2] - c[k + 1]) / 2


def _curve(c: dict[int, Array], k: int) -> Array:
    return (k * _slope(c, k + 2) - _slope(c, k + 1)) / 2


def _quaternion(r: Array) -> tuple[Array, Array]:
    """The unit quaternion (w ≥ 0, v) by the largest of its four components, so that nothing cancels."""
    x, y, z = r[..., 0, 0], r[..., 1, 1], r[..., 2, 2]
    yz, zx, xy = r[..., 2, 1], r[..., 0, 2], r[..., 1, 0]
    zy, xz, yx = r[..., 1, 2], r[..., 2, 0], r[..., 0, 1]
    rows = [  # 4 q qᵀ, q = (w, v)
        [1 + x + y + z, yz - zy, zx - xz, xy - yx],
        [yz - zy, 1 + x - y - z, xy + yx, zx + xz],
        [zx - xz, xy + yx, 1 - x + y - z, yz + zy],
        [xy - yx, zx + xz, yz + zy, 1 - x - y + z],
    ]
    table = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    best = np.argmax(np.diagonal(table, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(table, best[..., None, None], axis=-2)[..., 0, :]
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    q = np.where(q[..., :1] < 0, -q, q)
    return q[..., 0], q[..., 1:]
