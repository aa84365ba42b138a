"""How the joints before a link restrict its motion: what the grouping rules need to know.

Khalil & Dombre (2002) §9.4.2: r1 is the first revolute joint and r2 the first one not parallel to it. Links before r2
turn about one direction, those before r1 not at all.                                                   [khalil2002]

Differs from the book: r1 and r2 are those on each link's own path to the base, which covers trees too. Everything is
read off at q = 0: the directions and crossings that matter do not change when joints move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...algebra import ZERO, Transform, Vec3
from ..body import BASE
from ..model import Model


class Smallest(NamedTuple):
    """Sines and relative distances up to `rounding` are taken for 0; components of r1's direction up to `slanted` are
    not divided by: that would cost as many digits."""

    rounding: float
    slanted: float


IDENTIFIED = Smallest(1e-12, 1e-3)
"""For the base parameters people identify: what acts through 1e-12 of another cannot be measured, and vendors' files
print a half turn as 3.14159265359, 2e-13 short of it."""

COMPUTED = Smallest(4e-15, 0.1)
"""For programs: what is dropped is missing in the answers, so only what frames gather along an arm, some dozen
roundings of 1e-16, is nothing."""


@dataclass(frozen=True)
class Standing:
    """A link's place among the joints that carry it.

    `turns`: 0 before r1, 1 from r1 to before r2, 2 from r2 on. `r1`, `r2`: the indices of those bodies, where there are
    any. `parallel`: its axis is parallel to r1's. `pivot`: the last component of r1's direction, seen from the link,
    that is not small. `unmoved`: rule 5 applies. `absorbs`: the rotor acts like a parameter of the link. `centre`:
    all axes up to this one pass through one point, and there is no gravity.

    >>> import linkwise
    >>> [at.turns for at in standings(linkwise.load("scara").tree)]
    [1, 1, 1, 1]
    """

    turns: int
    r1: int | None
    r2: int | None
    parallel: bool
    pivot: int
    unmoved: bool
    absorbs: bool
    centre: bool


UNRESTRICTED = Standing(2, None, None, False, 2, False, False, False)
"""A link that can have any motion: those of a robot whose base moves."""


def standings(
    model: Model, any_gravity: bool = False, small: Smallest = IDENTIFIED, base_moves: bool = False
) -> tuple[Standing, ...]:
    """The standing of every body of a model whose joints have z axes: under its own gravity, or under any gravity; on a
    base at rest, or on one that may move.

    >>> import linkwise
    >>> [at.absorbs for at in standings(linkwise.load("rx90").tree)]
    [True, True, False, False, False, False]
    """
    if base_moves:
        return (UNRESTRICTED,) * len(model.bodies)
    g = None if any_gravity else model.gravity.seen_from(None)
    T: list[Transform] = []
    for body in model.bodies:
        T.append(body.pose(0.0) if body.parent == BASE else T[body.parent] @ body.pose(0.0))
    a = [X.R.tagged(None, None) @ Vec3(0.0, 0.0, 1.0) for X in T]
    p = [X.p.seen_from(None) for X in T]
    return tuple(_standing(model, j, g, T, a, p, small) for j in range(len(model.bodies)))


def _standing(
    model: Model,
    j: int,
    g: Vec3 | None,
    T: Sequence[Transform],
    a: Sequence[Vec3],
    p: Sequence[Vec3],
    small: Smallest,
) -> Standing:
    ε = small.rounding
    path = model.ancestors(j)[::-1]
    slides = [model.bodies[i].joint.slides for i in path]
    revolute = [i for i, slide in zip(path, slides, strict=True) if not slide]
    before = [i for i in path if i != j]
    r1 = revolute[0] if revolute else None
    turns = 0 if r1 is None else 1 if all(_parallel(a[i], a[r1], ε) for i in revolute) else 2
    r2 = next((i for i in revolute if r1 is not None and not _parallel(a[i], a[r1], ε)), None)
    seen = T[j].R.tagged(None, None).T @ a[r1] if r1 is not None else Vec3(0.0, 0.0, 1.0)
    pivot = max((k for k, x in enumerate(seen.components) if abs(x) > small.slanted), default=2)
    along = all(_parallel(a[i], a[j], ε) and _parallel(g, a[j], ε) for i in path) if g is not None else False
    unmoved = turns == 1 and along and all(_on_axis(p[i], a[j], p[revolute[0]], ε) for i in revolute)
    if model.bodies[j].joint.slides:
        absorbs = g is not None and _orthogonal(g, a[j], ε)
        for i in before:
            fits = _orthogonal if model.bodies[i].joint.slides else _parallel
            absorbs = absorbs and fits(a[i], a[j], ε)
    else:
        absorbs = j == r1 or (j == r2 and r1 is not None and _orthogonal(a[j], a[r1], ε))
    still = g is not None and g.dot(g) == 0.0
    centre = turns == 2 and still and not any(slides) and _meet([(p[i], a[i]) for i in revolute], ε)
    return Standing(turns, r1, r2, r1 is not None and _parallel(a[j], a[r1], ε), pivot, unmoved, absorbs, centre)


def _parallel(u: Vec3, a: Vec3, ε: float) -> bool:
    """Whether u, which may be 0, is along the unit vector a."""
    off = u.cross(a)
    return bool(off.dot(off) <= ε**2 * u.dot(u))


def _orthogonal(u: Vec3, a: Vec3, ε: float) -> bool:
    return bool(u.dot(a) ** 2 <= ε**2 * u.dot(u))


def _on_axis(x: Vec3, a: Vec3, o: Vec3, ε: float) -> bool:
    """Whether the point x is on the line through o along a."""
    off = (x - o).cross(a)
    return bool(off.dot(off) <= ε**2 * max(x.dot(x), o.dot(o)))


def _meet(lines: Sequence[tuple[Vec3, Vec3]], ε: float) -> bool:
    """Whether lines, not all parallel, pass through one point."""
    o, a = lines[0]
    x, b = next((x, b) for x, b in lines if not _parallel(b, a, ε))
    n = a.cross(b)
    c = o + a * ((x - o).cross(b).dot(n) / n.dot(n))
    size = max((x.dot(x) for x, _ in lines), default=0.0) + c.dot(c)
    off = [(x - c).cross(b) for x, b in lines]
    return all(d.dot(d) <= ε**2 * size for d in off) if size else True


def crossing(P: Transform) -> Vec3:
    """The point where z crosses the axis of a child at P, seen from the child; the child's origin for parallel axes.

    >>> from linkwise.model.dh import X, slide, turn
    >>> crossing(turn(X, 0.5) @ slide(Vec3(0.0, 0.0, 1.0), 0.3)).components
    (0.0, 0.0, -0.3)
    """
    ux, uy = P.R.rows[0][2], P.R.rows[1][2]
    s = ux * ux + uy * uy
    if s == 0:
        return ZERO
    return Vec3(0.0, 0.0, -(P.p.x * ux + P.p.y * uy) / s)
