"""Whether forward dynamics has an answer: every joint must move some inertia.

The articulated inertia H_j = aᵀ 𝕁*_j a + Ia_j, Khalil & Dombre (2002) [9.116], which is also the pivot of joint j when
the inertia matrix is eliminated from the tips, must be positive. A massless link at a tip makes it vanish everywhere, a
massless link within a wrist in some configurations.                                                 [khalil2002]
"""

from collections.abc import Sequence

from ..algebra import Inertia, Scalar, Transform, holds_anywhere
from ..errors import NoInertia
from ..model import BASE, Body, Model

NOTHING = 1e-13
"""An articulated inertia this small relative to its bound is rounding: each link's share is off by about 1e-16."""


def bounds(model: Model, T: Sequence[Transform]) -> list[Scalar]:
    """For each joint an upper bound of the inertia it can feel.

    It is the mass of the links beyond the joint if it slides, the trace of their inertia tensor at its origin if it
    turns; plus the inertia of its rotor.
    """
    beyond = [body.inertia for body in model.bodies]
    largest: list[Scalar] = [0.0] * len(beyond)
    for j, body in model.inward():
        a = body.S
        largest[j] = a.ω.dot(a.ω) * beyond[j].I.trace + a.v.dot(a.v) * beyond[j].m + body.joint.rotor.reflected
        if body.parent != BASE:
            beyond[body.parent] = beyond[body.parent] + beyond[j].to_parent(T[j])
    return largest


def require(H: Scalar, bound: Scalar, joint: str, robot: str) -> None:
    """Refuse an articulated inertia that is zero but for rounding; symbols, which cannot be compared, and NaN pass."""
    if holds_anywhere(NOTHING * bound >= H):
        raise NoInertia(joint, robot)


CERTAIN = 1e-11
"""The share of its bound that a joint's own link must contribute so that no configuration can take the inertia away."""


def certain(model: Model) -> bool:
    """Whether every joint moves some inertia in every configuration: H_j is at least that of its own link and rotor.

    >>> import linkwise
    >>> certain(linkwise.load("panda").tree), certain(linkwise.load("puma560").tree)
    (True, True)
    """
    bounded = zip(model.bodies, bounds(model, model.poses([0.0] * len(model.bodies))), strict=True)
    return all(_shows(body, bound, body.joint.rotor.reflected) and _of_a_body(body.inertia) for body, bound in bounded)


def certain_without_rotors(model: Model) -> list[bool]:
    """For each joint, whether it moves some inertia of the links in every configuration; True for symbols.

    >>> import linkwise
    >>> certain_without_rotors(linkwise.load("planar2r").tree)
    [True, True]
    """
    bounded = list(zip(model.bodies, bounds(model, model.poses([0.0] * len(model.bodies))), strict=True))
    if not all(isinstance(p, int | float) for body in model.bodies for p in body.inertia.parameters):
        return [True] * len(bounded)
    physical = all(_of_a_body(body.inertia) for body in model.bodies)
    return [physical and _shows(body, bound, 0.0) for body, bound in bounded]


def _shows(body: Body, bound: Scalar, rotor: Scalar) -> bool:
    """Whether a link, with the rotor, makes up enough of the bound of its joint's inertia."""
    a = body.S
    return bool(a.dot(body.inertia @ a) + rotor > CERTAIN * bound)


def _of_a_body(inertia: Inertia) -> bool:
    """Whether a link resists all motion, or none, as real bodies do; with regrouped or mistyped numbers it may not."""
    if inertia.m > 0.0:
        return inertia.I_com.trace >= -NOTHING * inertia.I.trace  # for a point mass it is 0 but for rounding
    return inertia.m == 0.0 and all(h == 0.0 for h in inertia.h.components) and inertia.I.trace >= 0.0
