"""Where the x axis of a Denavit–Hartenberg frame goes: from one joint axis to the next.

There are two axes: z of a frame, and the axis z' of a child whose pose in that frame is P. Turned by φ about z and slid
by t along z, the frame's x axis meets the child's axis, and

    P = Rz(φ) Tz(t) · Rx(α) Tx(d) · Ry(β) · Rz(ψ) Tz(−w)

with w the height of the meeting point on the child's axis. Skew and crossing axes have one common normal; parallel ones
leave t open, coincident ones also φ. Nearly parallel axes meet their common normal far away, where inertias lose
digits: there x goes to the point of the child's axis at the same height, and β takes up the tilt (Hayati); where they
cross, the frame sits at the crossing and φ is open.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ...algebra import Transform
from ..dh import X, Y, Z, turn

ROUNDING = 16 * 2.0**-52
"""A number this small compared with its neighbours came from rounding: 3.6e-15."""

NEARLY_PARALLEL = 1e-3
"""Below this sine of the angle between two axes their common normal is not used."""

FAR = 30.0
"""Nor is it used where it meets an axis more than this many times further away than the frames are from each other:
moving an inertia by 30 lengths and back costs 30² roundings."""

SLANTED = 0.5
"""Above this sine of the angle it is always used: it is never far away then, and an axis that leans so much meets other
heights no nearer."""

QUARTER = math.pi / 2


def angle(x: float) -> float:
    """The angle brought to (−π, π], and to a quarter turn where it differs from one only by rounding.

    >>> angle(3 * QUARTER) == -QUARTER, angle(-2 * QUARTER) == math.pi, angle(1.57079632679)
    (True, True, 1.57079632679)
    """
    k = round(x / QUARTER)
    if abs(x - k * QUARTER) <= ROUNDING:
        return (k - 4 * math.ceil(k / 4 - 0.5)) * QUARTER
    x = math.remainder(x, 2 * math.pi)
    return x if x > -math.pi else math.pi


def length(x: float, beside: float) -> float:
    """The length, or 0 where it is only rounding compared with the lengths it was computed from.

    >>> length(1e-17, 1.0), length(1e-9, 1.0)
    (0.0, 1e-09)
    """
    return 0.0 if abs(x) <= ROUNDING * beside else x


@dataclass(frozen=True)
class Normal:
    """One connection from an axis to the next; the module's docstring explains the letters.

    >>> next(normals(turn(X, QUARTER), t_free=0.0, φ_free=0.0)).α == QUARTER
    True
    """

    φ: float
    t: float
    α: float
    d: float
    β: float
    ψ: float
    w: float


def normals(P: Transform, t_free: float, φ_free: float, within: float = math.inf) -> Iterator[Normal]:
    """The connections from z to the axis of a child at P, with x in either direction where both are possible.

    `t_free` and `φ_free` are used where the axes leave the height or the direction open; the height also where the
    common normal is higher or lower than `within`, which is a few times the distance of P or more.

    >>> from linkwise.model.dh import slide
    >>> [(n.φ, n.d, n.w) for n in normals(slide(X, 0.5) @ slide(Z, 0.2), t_free=0.0, φ_free=0.0)]
    [(0.0, 0.5, -0.2), (3.141592653589793, -0.5, -0.2)]
    """
    ox, oy, oz = P.p.components
    ux, uy, uz = (row[2] for row in P.R.rows)
    s, size = math.hypot(ux, uy), math.hypot(ox, oy, oz)
    parallel = s <= ROUNDING
    if not parallel:
        w = -(ox * ux + oy * uy) / (s * s)
        t = oz + w * uz
        if max(abs(w), abs(t)) <= FAR * size and (abs(t) <= within or s > SLANTED):
            d = length((oy * ux - ox * uy) / s, size)
            t, w = length(t, size), length(w, size)
            if s > NEARLY_PARALLEL:
                for sign in (1.0, -1.0):
                    φ = angle(math.atan2(sign * ux, -sign * uy))
                    yield _normal(P, φ, t, angle(sign * math.atan2(s, uz)), sign * d, 0.0, w)
                return
            if d == 0.0:  # at a crossing, a tilt the size of rounding does not decide where x goes
                t_free = t
    slope = (0.0, 0.0) if parallel else (ux / uz, uy / uz)
    rise = t_free - oz
    qx, qy = ox + rise * slope[0], oy + rise * slope[1]
    d = length(math.hypot(qx, qy), size + abs(rise))
    w = length(rise / uz, size + abs(t_free))
    for sign in (1.0, -1.0) if d != 0.0 else (1.0,):
        φ = angle(math.atan2(sign * qy, sign * qx)) if d != 0.0 else angle(φ_free)
        x, y, z = (turn(Z, -φ).R @ P.R @ Z).components
        α, β = (math.atan2(-y, z), math.atan2(x, math.hypot(y, z))) if not parallel else (math.atan2(0.0, z), 0.0)
        yield _normal(P, φ, t_free, angle(α), sign * d, angle(β), w)


def _normal(P: Transform, φ: float, t: float, α: float, d: float, β: float, w: float) -> Normal:
    """The connection with its ψ, the angle about z' that is left to the child's own x axis."""
    along = turn(Z, φ).R @ turn(X, α).R
    if β != 0.0:
        along = along @ turn(Y, β).R
    x = along.T @ P.R.tagged(None, None) @ X
    return Normal(φ, t, α, d, β, angle(math.atan2(x.y, x.x)), w)
