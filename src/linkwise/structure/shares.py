"""What rotation and translation of each link contribute to the coefficients: `robot.inertia_shares`.

Milićević, Golubović & Slavković, §4, after Fu, Gonzalez & Lee (1987): the generalized d'Alembert equations keep the two
effects apart, which is of use in design (§5).                                        [milicevic2007] [fu1987]

    D_ik^rot  = Σ_s J^ω_siᵀ I_s J^ω_sk,    D_ik^tran = Σ_s m_s J^v_si · J^v_sk                                  (4.2)
    h_ikm^tran = Σ_s m_s J^v_si · ∂J^v_sk/∂q_m                                                              (4.3)
    h_ikm^rot  = Σ_s J^ω_si · (I_s ∂J^ω_sk/∂q_m + J^ω_sm × I_s J^ω_sk), the mean of km and mk               (4.4)

J^ω_sk is the angular velocity of link s, and J^v_sk the velocity of its centre of mass, for a unit of q̇_k; I_s its
tensor there. Differs from the paper: written with Jacobians, link by link, so that joints may slide and links branch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Transform
from ..calls.arrays import Array
from ..calls.checks import vector
from ..calls.direct import require_mass
from ..errors import encodable, plain
from ..html_table import html_table
from ..model import Model

if TYPE_CHECKING:
    from ..robot import Robot

HEADS = ("entry", "total", "rotation", "translation", "rotors", "most of it from")
"""The columns of the table."""

ROUNDING = 1e-14
"""Relative to √(D_ii D_kk): what is smaller is written as 0."""

WHOLE_TABLE = 9
"""Robots of more coordinates get a row for each D_ii alone."""


@dataclass(frozen=True, eq=False, repr=False)
class InertiaShares:
    """What each link's rotation and translation add to D (links, n, n) and h (links, n, n, n), at one configuration.

    `rotors` (n, n) is what rotors add to D; `velocity_rotation` and `velocity_translation` are the parts of h.

    >>> import linkwise
    >>> shares = linkwise.load("planar2r").inertia_shares([0.0, 0.0])
    >>> shares.translation[:, 0, 0].round(3), shares.rotation.any()  # point masses at the ends
    (array([0.637, 5.376]), np.False_)
    """

    links: tuple[str, ...]
    rotation: Array
    translation: Array
    rotors: Array
    velocity_rotation: Array
    velocity_translation: Array

    @property
    def matrix(self) -> Array:
        """The inertia matrix: the sum of all shares.

        >>> import linkwise
        >>> arm = linkwise.load("puma560")
        >>> bool(abs(arm.inertia_shares([0.3] * 6).matrix - arm.mass_matrix([0.3] * 6)).max() < 1e-12)
        True
        """
        total: Array = self.rotation.sum(axis=0) + self.translation.sum(axis=0) + self.rotors
        return total

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row of text for each D_ik with i ≤ k, in the columns of HEADS.

        >>> import linkwise
        >>> linkwise.load("planar2r").inertia_shares([0.0, 0.0]).rows[0]
        ('D11', '6.013', '0', '6.013', '0', 'link2 89 %')
        """
        D, n = self.matrix, len(self.matrix)
        names = [*self.links, "the rotors"]
        sources = np.concatenate([self.rotation + self.translation, self.rotors[None]])
        rows = []
        for i in range(n):
            for k in range(i, n if n <= WHOLE_TABLE else i + 1):
                least = ROUNDING * np.sqrt(D[i, i] * D[k, k])
                parts = (D[i, k], self.rotation[:, i, k].sum(), self.translation[:, i, k].sum(), self.rotors[i, k])
                sizes = np.abs(sources[:, i, k])
                s = int(np.argmax(sizes))
                most = f"{names[s]} {100.0 * sizes[s] / sizes.sum():.0f} %" if sizes[s] > least else ""
                comma = "" if n < 10 else ","
                cells = (f"{x if abs(x) > least else 0.0:.4g}" for x in parts)
                rows.append((f"D{i + 1}{comma}{k + 1}", *cells, most))
        return rows

    def __repr__(self) -> str:
        D = np.trace(self.matrix)
        rotating = np.trace(self.rotation.sum(axis=0)) / D if D > 0.0 else 0.0
        return f"InertiaShares({len(self.links)} links: {rotating:.0%} of the trace by rotation)".replace("%", " %")

    def __str__(self) -> str:
        rows = [HEADS, *((*row[:-1], plain(row[-1], 40)) for row in self.rows)]
        widths = [max(len(row[k]) for row in rows) for k in range(len(HEADS))]
        aligned = ("<", *">" * (len(HEADS) - 2), "<")
        lines = (
            "  ".join(f"{cell:{way}{w}}" for cell, way, w in zip(row, aligned, widths, strict=True)).rstrip()
            for row in rows
        )
        return encodable("\n".join(lines))

    def _repr_html_(self) -> str:
        return html_table(repr(self), HEADS, self.rows)


def inertia_shares(robot: Robot, q: ArrayLike) -> InertiaShares:
    """What rotation and translation of each link contribute to the inertia matrix and to the velocity coefficients.

    >>> import linkwise
    >>> print(linkwise.load("puma560").lock({"joint4": 0.0, "joint5": 0.0, "joint6": 0.0}).inertia_shares([0, 0.5, 0]))
    entry    total  rotation  translation  rotors  most of it from
    D11      3.323    0.8365        1.702   0.784  link2 42 %
    D12    -0.4756  0.004757      -0.4803       0  link3 68 %
    D13    -0.1237  0.004757      -0.1285       0  link3 100 %
    D22      4.457    0.7685        1.363   2.325  the rotors 52 %
    D23     0.3727    0.2295       0.1432       0  link3 100 %
    D33     0.9387    0.2295       0.1323  0.5769  the rotors 61 %
    """
    tree = robot.tree
    require_mass(tree, "mass_matrix")
    at = vector("q", q, tree.n, "one entry per joint", entries=robot.joint_names)
    names = [body.name for body in tree.bodies]
    T, J = (ask(at, frame=names) for ask in (robot.forward_kinematics, robot.jacobian))
    dJ = np.stack([robot.jacobian_dot(at, unit, frame=names) for unit in np.eye(tree.n)])  # by m, link
    n = tree.n
    D, h = np.zeros((2, len(names), n, n)), np.zeros((2, len(names), n, n, n))
    for s, body in enumerate(tree.bodies):
        R, turning, moving = T[s, :3, :3], J[s, :3], J[s, 3:]
        m = float(body.inertia.m)
        c, I = _at_frame(tree, s)
        I, r = R @ I @ R.T, R @ c
        velocity = moving + np.cross(turning, r, axisa=0, axisc=0)
        dω = dJ[:, s, :3]
        swung = np.cross(turning.T, r)  # how the centre of mass moves away from the frame's origin, by m
        dv = (
            dJ[:, s, 3:]
            + np.cross(dω, r, axisa=1, axisc=1)
            + np.cross(turning.T, swung[:, None], axisc=-1).swapaxes(1, 2)
        )
        D[0, s], D[1, s] = turning.T @ I @ turning, m * velocity.T @ velocity
        gyric = np.cross(turning.T[:, None], (I @ turning).T, axisc=-1)  # J^ω_m × I J^ω_k, (m, k, 3)
        h_rot = np.einsum("ai,mak->ikm", turning, I @ dω) + np.einsum("ai,mka->ikm", turning, gyric)
        h[0, s] = 0.5 * (h_rot + h_rot.swapaxes(1, 2))
        h[1, s] = m * np.einsum("ai,mak->ikm", velocity, dv)
    return InertiaShares(tuple(names), D[0], D[1], _of_rotors(tree), h[0], h[1])


def _at_frame(tree: Model, s: int) -> tuple[Array, Array]:
    """The centre of mass of a link and its tensor there, seen from the frame of the link's name."""
    body = tree.bodies[s]
    X: Transform = tree.frame(body.name).placement.inverse()
    R = np.array(X.R.rows, dtype=float)
    if float(body.inertia.m) == 0.0:
        return np.zeros(3), R @ np.array(body.inertia.I.full.rows, dtype=float) @ R.T
    com, I = body.inertia.com, body.inertia.I_com
    return np.array(X.point(com).components, dtype=float), R @ np.array(I.full.rows, dtype=float) @ R.T


def _of_rotors(tree: Model) -> Array:
    B = np.zeros((len(tree.bodies), tree.n))
    for j, row in enumerate(tree.coordinates.rows):
        for k, c in row:
            B[j, k] = c
    return B.T @ (np.array([float(body.joint.rotor.reflected) for body in tree.bodies])[:, None] * B)
