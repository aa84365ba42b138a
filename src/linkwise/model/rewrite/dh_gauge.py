"""Move body frames to Denavit–Hartenberg position, where most constants are 0 or ±1.

Frames after Khalil & Kleinfinger (1986): z_j on the axis of joint j, x_j on the common normal from z_j to the axis of
its main child, the first child on the longest chain. Then the main child's constants are α, d, θ, r (model/dh.py);
other children of a branching body, and those of the base, whose frame stays, add γ and b.     [khalil1986] [khalil2002]

Where the geometry leaves a choice: θ = 0 if one direction of x gives it, else d ≥ 0, else the smaller |θ|, else α ≥ 0.
Frames slide so that r = 0 and turn so that θ = 0 where nothing else determines them. The direction of z, and with it
the sign of the joint variable, never changes.

Programs are made in `near_gauge`, where no frame moves along its axis far beyond the mass that its joint carries. An
inertia moved by t gains m t²: with ρ the reach of its mass, t²/ρ² roundings of its own size, which the answers cannot
lose again. Where the common normal is beyond reach, as for axes some degrees or less off parallel, x goes to the point
of the child's axis at the same height and β takes up the tilt. Where only r = 0 would take a frame too far, as at the
end of a long link, the origin stays where it was loaded. Such joints cost some operations more; all others stand as in
the table. The table is geometry alone: it does not depend on masses.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from ...algebra import Transform
from ..body import BASE, Body
from ..dh import DHRow, Z, slide, turn
from ..model import Model
from .align_axes import align_axes
from .common_normal import Normal, angle, length, normals
from .merge_fixed import merge_fixed
from .regauge import regauge

NORMAL, CARRYING, END = 1.0, 1.5, 8.0
"""How far a frame may move, in reaches of the mass its joint carries: to a common normal; for r = 0 where it carries
other links, whose forces all pass through it; for r = 0 at the end of a branch, where 8² roundings of the last link's
inertia do not show. The most met: 0.1, 1.2 and 2.3 in the built-in robots; 7.4, a wheel, in 66 vendors' files."""


def dh_gauge(model: Model) -> Model:
    """The same robot with its body frames in Denavit–Hartenberg position; fixed links are merged first.

    >>> import linkwise
    >>> [body.placement.R.rows[2] for body in dh_gauge(linkwise.load("scara").model).bodies[:2]]
    [(0.0, 0.0, 1.0), (0.0, 0.0, 1.0)]
    """
    return gauged(model)[0]


def near_gauge(model: Model) -> Model:
    """The same robot with its frames in Denavit–Hartenberg position, or as near to it as costs no digits.

    >>> import linkwise
    >>> arm = linkwise.load("scara").model
    >>> near_gauge(arm) == dh_gauge(arm)
    True
    """
    model = align_axes(merge_fixed(model))
    return gauged(model, _reaches(model))[0]


def dh_rows(model: Model) -> tuple[DHRow, ...]:
    """The Denavit–Hartenberg table: one row for each body of dh_gauge(model).

    >>> import linkwise
    >>> [row.d for row in dh_rows(linkwise.load("planar3r").model)][0]
    0.0
    """
    return gauged(model)[1]


def gauged(model: Model, reaches: Sequence[float] | None = None) -> tuple[Model, tuple[DHRow, ...]]:
    """The model in Denavit–Hartenberg position with its table; with `reaches` as near to it as these allow.

    >>> import linkwise
    >>> arm, rows = gauged(linkwise.load("puma560").model)
    >>> len(arm.bodies) == len(rows)
    True
    """
    model = align_axes(merge_fixed(model))
    main = _main_children(model)
    G: list[Transform] = []
    rows: list[DHRow] = []
    arriving: dict[int, Normal] = {}  # from a body's frame to its main child
    for i, body in enumerate(model.bodies):
        if i in arriving:
            way, γ, b = arriving[i], 0.0, 0.0
        else:
            stand = Transform.identity() if body.parent == BASE else G[body.parent].inverse()
            way = min(normals(stand @ _untagged(body.placement), 0.0, 0.0), key=_turns_little)
            γ, b = way.φ, way.t
        prismatic, offset = body.joint.slides, body.joint.offset
        t, φ = way.w - (offset if prismatic else 0.0), -way.ψ - (0.0 if prismatic else offset)
        reach = math.inf if reaches is None else reaches[i]
        t = t if abs(t) <= (CARRYING if i in main else END) * reach else 0.0
        if i in main:
            ahead = normals(_untagged(model.bodies[main[i]].placement), t, φ, NORMAL * reach)
            arriving[main[i]] = leaving = min(ahead, key=lambda n: _looks_natural(n, n.φ - φ))
            t, φ = leaving.t, leaving.φ
        t, φ = length(t, abs(way.w) + abs(offset)), angle(φ)
        θ = angle(way.ψ + φ + (0.0 if prismatic else offset))
        r = length(t - way.w + (offset if prismatic else 0.0), abs(t) + abs(way.w))
        rows.append(DHRow(body.parent, γ, b, way.α, way.d, way.β, θ, r, int(prismatic)))
        G.append(turn(Z, φ) @ slide(Z, t))
    moved = regauge(model, G)
    bodies = (_rebuilt(body, row) for body, row in zip(moved.bodies, rows, strict=True))
    return replace(moved, bodies=tuple(bodies)), tuple(rows)


def _reaches(model: Model) -> list[float]:
    """How far from its frame's origin the mass that each joint carries may be. Frames of links that carry nothing stay:
    in the same frames they may be given a payload."""
    reach = [0.0] * len(model.bodies)
    for i, body in model.inward():
        XX, _, _, YY, _, ZZ, _, _, _, M = body.inertia.parameters
        if not all(isinstance(x, float | int) for x in (XX, YY, ZZ, M)):
            return [math.inf] * len(model.bodies)
        if M > 0.0 and XX + YY + ZZ > 0.0:
            reach[i] = max(reach[i], math.sqrt((XX + YY + ZZ) / (2.0 * M)))
        if body.parent != BASE:
            beyond = reach[i] + math.hypot(*body.placement.p.components)
            reach[body.parent] = max(reach[body.parent], beyond)
    return reach


def _rebuilt(body: Body, row: DHRow) -> Body:
    """The body with its constants made from the table, so that quarter turns are exact."""
    placement = row.constant.tagged(body.placement.to, body.name)
    return replace(body, placement=placement, joint=replace(body.joint, offset=row.offset, axis=Z))


def _looks_natural(n: Normal, θ: float) -> tuple[bool, bool, float, bool]:
    θ = angle(θ)
    return θ != 0.0, n.d < 0.0, round(abs(θ), 9), n.α < 0.0


def _turns_little(n: Normal) -> tuple[bool, bool, float, bool]:
    return _looks_natural(n, n.φ)


def _untagged(T: Transform) -> Transform:
    return T.tagged(None, None)


def _main_children(model: Model) -> dict[int, int]:
    """The first child on the longest chain below each body that has children."""
    height = [0] * len(model.bodies)
    main: dict[int, int] = {}
    for i, body in model.inward():  # of equally long chains the first comes last
        parent = body.parent
        if parent != BASE and height[i] + 1 >= height[parent]:
            height[parent], main[parent] = height[i] + 1, i
    return main
