"""The grouping rules: parameters without effect are dropped, and those that act through others are added to them.

Khalil & Dombre (2002) §9.4.2.4, rules 1–6 with Theorems 9.1 and 9.2 and Table 9.2, and the rotor rules [9.64]–[9.68].
                                                                                          [khalil2002] [khalil1994]
The functions use only + − × ÷: run on numbers they give a robot with fewer parameters, run on linear forms of named
parameters the grouping equations.

Differs from the book: two more relations, without which some chains keep too many parameters.
 7. The rotor of any prismatic joint j whose axis is orthogonal to gravity, parallel to the revolute axes before it and
    orthogonal to the prismatic ones: h_Ia = ½ q̇² = h_Mj − h_{j−1} λ¹⁰, a unit mass at o_j on link j − 1; so Ia joins
    M_j and leaves a point mass −Ia at o_j on the parent. [9.68] is the case where that point mass has no effect.
 8. Without gravity, and with all axes up to the revolute joint j through one point (0, 0, ζ) of its frame:
    V_j = −ζ ω × z, hence h_MX = ζ h_XZ and h_MY = ζ h_YZ.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...algebra import Inertia, Scalar, Sym3, Vec3, euler_tensor, is_zero
from ..actuator import Rotor
from ..body import BASE, Body
from ..model import Model
from .restricted import Standing, crossing

Split = Callable[[Sym3], tuple[Scalar, ...]]
"""How much k of ∫ z² dm along its axis a revolute link passes on, and the XX, YY, ZZ that stay: XX − k, YY − k, ZZ."""


def BOOK(I: Sym3) -> tuple[Scalar, ...]:
    """All of YY, as Theorem 9.1: [9.51]."""
    return I.yy, I.xx - I.yy, 0.0, I.zz


SLENDER = 1 / 64
"""Of a link whose ZZ is less than this share of XX or YY, as of a long tool turning about its length, the Euler tensor
½ tr(I) 1 − I would keep ZZ to that many fewer digits. No built-in robot has such a link; the slimmest has 1/50."""


def EULER(I: Sym3) -> tuple[Scalar, ...]:
    """∫ z² dm itself: the Euler tensor then has an exact zero, which saves operations in programs.

    Of slender links ∫ x² dm and ∫ y² dm are ½ (ZZ ± (YY − XX)), whose sum is ZZ to the last digit.
    """
    J = euler_tensor(I)
    numbers = all(isinstance(x, float | int) for x in (I.xx, I.yy, I.zz))
    if numbers and abs(I.zz) < SLENDER * max(abs(I.xx), abs(I.yy)):
        yy, xx = 0.5 * (I.zz - (I.yy - I.xx)), 0.5 * (I.zz + (I.yy - I.xx))
        return J.zz, yy, xx, xx + yy
    return J.zz, J.yy, J.xx, J.xx + J.yy


def grouped(model: Model, how: Sequence[Standing], split: Split = BOOK) -> Model:
    """The same joint-space dynamics with base parameters only; joints must have z axes, and none may be fixed.

    >>> import linkwise
    >>> from linkwise.model.grouping import standings
    >>> arm = linkwise.load("rx90").tree
    >>> [body.inertia.I.yy for body in grouped(arm, standings(arm)).bodies]
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    bodies, base_inertia = list(model.bodies), model.base_inertia
    for j in reversed(range(len(bodies))):
        body = bodies[j]
        bodies[j], passed_on = (_slide if body.joint.slides else _turn)(model, body, how[j], j, split)
        moved = passed_on.seen_from(body.name).to_parent(body.placement.tagged(model.tag(body.parent), body.name))
        if body.parent == BASE:
            base_inertia = base_inertia + moved
        else:
            parent = bodies[body.parent]
            bodies[body.parent] = replace(parent, inertia=parent.inertia + moved)
    return replace(model, bodies=tuple(bodies), base_inertia=base_inertia)


def _turn(model: Model, body: Body, at: Standing, j: int, split: Split) -> tuple[Body, Inertia]:
    """What stays with a revolute link, and what its parent gets."""
    joint, Ia = body.joint, body.joint.rotor.reflected
    if at.absorbs and not is_zero(Ia):  # [9.65], [9.67]
        joint, about = replace(joint, rotor=Rotor()), _inertia(body, *[0.0] * 5, Ia, *[0.0] * 4)
        body = replace(body, joint=joint, inertia=body.inertia + about)
    _, XY, XZ, _, YZ, _, MX, MY, MZ, M = body.inertia.parameters
    k, XX, YY, ZZ = split(body.inertia.I)
    passed_on = Inertia(M, Vec3(0.0, 0.0, MZ), Sym3(k, 0.0, 0.0, k, 0.0, 0.0))  # rule 1a, [9.52]
    if at.turns == 1:  # rule 4
        XX = XY = XZ = YZ = 0.0
        YY = 0.0 if split is BOOK else ZZ  # has no effect: chosen to leave the Euler tensor one entry
    if at.unmoved:  # rule 5
        MX = MY = 0.0
    if at.centre:  # rule 8
        ζ = _height(model, j, at.r2)
        XZ, YZ = XZ + ζ * MX, YZ + ζ * MY
        MX = MY = 0.0
    return replace(body, inertia=_inertia(body, XX, XY, XZ, YY, YZ, ZZ, MX, MY, 0.0, 0.0)), passed_on


def _slide(model: Model, body: Body, at: Standing, j: int, _: Split) -> tuple[Body, Inertia]:
    """What stays with a prismatic link, and what its parent gets."""
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = body.inertia.parameters
    passed_on = Inertia(0.0, Vec3(0.0, 0.0, 0.0), Sym3(XX, XY, XZ, YY, YZ, ZZ))  # rule 1b, [9.55]
    if at.turns == 0:  # rule 6
        MX = MY = MZ = 0.0
    elif at.turns == 1 and at.parallel:  # rule 2, [9.60]
        passed_on = replace(passed_on, h=Vec3(MX, MY, 0.0))
        MX = MY = MZ = 0.0
    elif at.turns == 1:  # rule 3, Table 9.2
        a = _direction(model, j, at.r1)
        pivot = [MX, MY, MZ][at.pivot] / a[at.pivot]
        MX, MY, MZ = (
            0.0 if c == at.pivot else x if is_zero(a[c]) else x - pivot * a[c] for c, x in enumerate((MX, MY, MZ))
        )
    joint, Ia = body.joint, body.joint.rotor.reflected
    if at.absorbs and not is_zero(Ia):  # rule 7
        M, passed_on, joint = M + Ia, replace(passed_on, m=0.0 - Ia), replace(joint, rotor=Rotor())
    return replace(body, joint=joint, inertia=_inertia(body, *[0.0] * 6, MX, MY, MZ, M)), passed_on


def _inertia(body: Body, *parameters: Scalar) -> Inertia:
    return Inertia.of_parameters(parameters, body.name)


def _direction(model: Model, j: int, r1: int | None) -> tuple[Scalar, ...]:
    """The direction of axis r1 seen from link j; the joints between turn about it, or not at all."""
    a = Vec3(0.0, 0.0, 1.0)
    for i in reversed(model.ancestors(j)[: model.ancestors(j).index(r1)] if r1 is not None else []):
        a = model.bodies[i].placement.R.tagged(None, None).T @ a
    return tuple(a.components)


def _height(model: Model, j: int, r2: int | None) -> Scalar:
    """ζ: the height, on link j's own axis, of the point where all axes meet, found from those of r1 and r2."""
    c = Vec3(0.0, 0.0, 0.0)
    path = model.ancestors(j)
    for i in reversed(path[: path.index(r2) + 1] if r2 is not None else []):
        P = model.bodies[i].placement.tagged(None, None)
        c = crossing(P) if i == r2 else P.inverse().point(c)
    return c.z
