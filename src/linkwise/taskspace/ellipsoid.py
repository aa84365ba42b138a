"""A set of vectors in the shape of an ellipsoid: the image of the unit ball under a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite
from ..errors import BadArray
from ..html_table import html_table
from .batches import check_entry, fitting


@dataclass(frozen=True, eq=False, repr=False)
class Ellipsoid:
    """The points centre + axes @ (radii · u) with |u| ≤ 1, or a batch of such sets.

    `axes` (…, m, m) holds the principal axes as columns, `radii` (…, m) their lengths from the largest down, `centre`
    (…, m) the middle; `rows` are the names of the coordinates, `what` says what it is a set of. A radius may be zero
    or infinite.

    >>> ball = Ellipsoid.image_of(np.array([[0.0, 2.0], [1.0, 0.0]]))
    >>> ball
    Ellipsoid(of row 1, row 2, radii 2, 1)
    >>> ball.radii, ball.volume.round(6)
    (array([2., 1.]), np.float64(6.283185))
    """

    axes: Array
    radii: Array
    centre: Array
    rows: tuple[str, ...] = ()
    what: str = "ellipsoid"

    @staticmethod
    def image_of(
        A: Array, centre: Array | None = None, rows: tuple[str, ...] = (), what: str = "ellipsoid"
    ) -> Ellipsoid:
        """The image of the unit ball under matrices A (…, m, k).

        >>> Ellipsoid.image_of(np.array([[3.0], [4.0]])).radii  # a line
        array([5., 0.])
        """
        A = finite("A", A, (), "matrices")
        if A.ndim < 2 or not A.shape[-2]:
            raise BadArray(f"A has shape {A.shape}.", "Finite matrices (…, m, k) were expected.")
        U, sigma, _ = np.linalg.svd(A)
        m = A.shape[-2]
        radii = np.concatenate([sigma, np.zeros((*sigma.shape[:-1], m - sigma.shape[-1]))], axis=-1)
        names = rows or tuple(f"row {k}" for k in range(1, m + 1))
        return Ellipsoid(U, radii, np.zeros(radii.shape) if centre is None else centre, names, what)

    @property
    def matrix(self) -> Array:
        """E = A Aᵀ (…, m, m); the set is (x − c)ᵀ E⁻¹ (x − c) ≤ 1. Not finite where a radius is infinite.

        >>> Ellipsoid.image_of(np.diag([2.0, 1.0])).matrix
        array([[4., 0.],
               [0., 1.]])
        """
        with np.errstate(all="ignore"):
            return (self.axes * self.radii[..., None, :] ** 2) @ np.swapaxes(self.axes, -1, -2)

    @property
    def volume(self) -> Array:
        """Its volume (…,); for two rows its area, for one its length.

        >>> float(Ellipsoid.image_of(np.diag([3.0, 1.0, 1.0])).volume.round(6))  # 4/3 π · 3
        12.566371
        """
        ball = {0: 1.0, 1: 2.0}
        m = self.radii.shape[-1]
        for k in range(2, m + 1):
            ball[k] = ball[k - 2] * 2 * np.pi / k
        with np.errstate(all="ignore"):
            return np.prod(self.radii, axis=-1) * ball[m]

    def radius(self, direction: ArrayLike) -> Array:
        """How far it reaches from its centre in a direction (…, m).

        >>> float(Ellipsoid.image_of(np.diag([2.0, 1.0])).radius([0.0, 5.0]))
        1.0
        """
        u = fitting("direction", unit(direction, self.radii.shape[-1]), self.radii.shape)
        components = np.einsum("...ji,...j->...i", self.axes, u)
        tiny = np.abs(components) <= 1e-15  # a radius of 0 must not count in directions that lie in the flat plane
        with np.errstate(divide="ignore", invalid="ignore"):
            return 1.0 / np.sqrt(np.sum(np.where(tiny, 0.0, components / self.radii) ** 2, axis=-1))

    def __getitem__(self, index: Any) -> Ellipsoid:
        """One of a batch."""
        check_entry(index, self.radii.shape[:-1], "ellipsoids")
        return Ellipsoid(self.axes[index], self.radii[index], self.centre[index], self.rows, self.what)

    def plot(self, path: str | Path | None = None, *, belted: bool = False) -> Any:
        """Draw an ellipsoid of two or three rows: a matplotlib figure, also written to `path` (.png, .svg, .pdf).

        `belted` draws the square of every radius: for `inertia_ellipsoid`, the effective mass in each direction.

        >>> figure = Ellipsoid.image_of(np.diag([2.0, 1.0])).plot()
        """
        if self.radii.ndim != 1:
            raise BadArray(
                f"a batch of ellipsoids, {self.radii.shape[:-1]}, cannot be drawn.",
                "One ellipsoid was expected.",
                "choose one: ellipsoid[0].plot().",
            )
        from ..view.ellipsoids import draw_ellipsoid  # matplotlib is loaded only for pictures

        return draw_ellipsoid(self.centre, self.axes, self.radii, self.rows, self.what, path, belted)

    def __repr__(self) -> str:
        what = "" if self.what == "ellipsoid" else f"{self.what} "
        single = self.radii.ndim == 1
        sizes = f"radii {', '.join(f'{r:.4g}' for r in self.radii)}" if single else f"batch {self.radii.shape[:-1]}"
        return f"Ellipsoid({what}of {', '.join(self.rows)}, {sizes})"

    def _repr_html_(self) -> str:
        """The radius and direction of each axis; for a batch, its size."""
        if self.radii.ndim > 1:
            return html_table(repr(self), ("radii", "axes"), [(self.radii.shape, self.axes.shape)])
        axes = zip(self.radii, np.swapaxes(self.axes, -1, -2), strict=True)
        rows = [(f"{radius:.4g}", *(f"{x + 0.0:.3f}" for x in axis)) for radius, axis in axes]
        return html_table(repr(self), ("radius", *self.rows), rows)


def unit(direction: ArrayLike, m: int) -> Array:
    """Directions (…, m) as unit vectors.

    >>> unit([0.0, 2.0], 2)
    array([0., 1.])
    """
    u = finite("direction", direction, (m,), "one entry per row of the task")
    largest = np.abs(u).max(axis=-1, keepdims=True)  # divided by it first, no square over- or underflows
    if not (largest > 0.0).all():
        raise BadArray("direction is zero.", "Numbers that are not all zero were expected.")
    u = u / largest
    return u / np.linalg.norm(u, axis=-1, keepdims=True)
