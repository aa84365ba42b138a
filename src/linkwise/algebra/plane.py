"""Turns within one coordinate plane, which leave one axis alone: turning a tensor takes half the products.

With a, b, d, e the components of the tensor t in the plane, c and s the turn's cosine and sine,

    u = s (a − e) + c (b + d),     R t Rᵀ = [[a − s u, c u − d], [c u − b, e + s u]],

four multiplications in place of twelve: the double-angle identities behind the costs that Balafoutis & Patel (1991),
§6.4, give for turning a symmetric tensor.                                                         [balafoutis1991]
"""

from typing import NamedTuple

from .mat3 import Rows, rows_of
from .scalar import Scalar, is_zero


class Plane(NamedTuple):
    """A turn from axis i towards axis j, about the third axis k, with cosine c and sine s.

    >>> Plane(2, 0.6, 0.8).i, Plane(2, 0.6, 0.8).j
    (0, 1)
    """

    k: int
    c: Scalar
    s: Scalar

    @property
    def i(self) -> int:
        """The first axis of the plane."""
        return (self.k + 1) % 3

    @property
    def j(self) -> int:
        """The second axis of the plane."""
        return (self.k + 2) % 3


def plane_of(R: Rows) -> Plane | None:
    """The plane within which a rotation turns; None if there is none, or for quarter turns.

    Quarter turns cost no products anyway.

    >>> plane_of(((0.6, -0.8, 0.0), (0.8, 0.6, 0.0), (0.0, 0.0, 1.0)))
    Plane(k=2, c=0.6, s=0.8)
    >>> plane_of(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    """
    for k in (2, 0, 1):
        i, j = (k + 1) % 3, (k + 2) % 3
        if all(map(is_zero, (R[k][i], R[k][j], R[i][k], R[j][k], 1.0 - R[k][k]))):  # not the flip with −1 there
            c, s = R[i][i], R[j][i]
            return None if is_zero(c) or is_zero(s) else Plane(k, c, s)
    return None


def turned(p: Plane, t: Rows) -> Rows:
    """R t Rᵀ.

    >>> turned(Plane(2, 0.0, 1.0), ((1.0, 2.0, 3.0), (2.0, 4.0, 5.0), (3.0, 5.0, 6.0)))
    ((4.0, -2.0, -5.0), (-2.0, 1.0, 3.0), (-5.0, 3.0, 6.0))
    """
    (i, j), (k, c, s) = (p.i, p.j), p
    a, b, d, e = t[i][i], t[i][j], t[j][i], t[j][j]
    u = s * (a - e) + ((2.0 * c) * b if b is d else c * (b + d))
    su, cu = s * u, c * u
    new = [list(row) for row in t]
    new[i][i], new[i][j], new[j][i], new[j][j] = a - su, cu - d, cu - b, e + su
    new[i][k], new[j][k] = c * t[i][k] - s * t[j][k], s * t[i][k] + c * t[j][k]
    new[k][i], new[k][j] = c * t[k][i] - s * t[k][j], s * t[k][i] + c * t[k][j]
    return rows_of(new)
