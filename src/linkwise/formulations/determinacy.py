"""Whether forward dynamics has an answer: every joint must move some inertia.

The articulated inertia H_j = aᵀ 𝕁*_j a + Ia_j, Khalil & Dombre (2002) [9.116], which is also the pivot of joint j when
the inertia matrix is eliminated from the tips, must be positive. A massless link at a tip makes it vanish everywhere, a
massless link within a wrist in some configurations.                                                 [khalil2002]
"""

from collections.abc import Sequence

from ..algebra import Inertia, Scalar, Transform, somewhere
from ..errors import NoInertia
from ..model import BASE, Body, Model

NOTHING = 1e-13
"""An articulated inertia this small against its bound is rounding: each link's share of it carries about 1e-16."""


def bounds(model: Model, T: Sequence[Transform]) -> list[Scalar]:
    """For each joint the largest inertia the links beyond it could show there: their mass where it slides, the trace
    of their inertia tensor at its origin where it turns; and its rotor."""
    beyond = [body.inertia for body in model.bodies]
    found: list[Scalar] = [0.0] * len(beyond)
    for j in reversed(range(len(beyond))):
        body = model.bodies[j]
        a = body.joint.S(body.name)
        found[j] = a.ω.dot(a.ω) * beyond[j].I.trace + a.v.dot(a.v) * beyond[j].m + body.joint.rotor.reflected
        if body.parent != BASE:
            beyond[body.parent] = beyond[body.parent] + beyond[j].to_parent(T[j])
    return found


def require(H: Scalar, bound: Scalar, joint: str, robot: str) -> None:
    """Refuse an articulated inertia that is nothing; of symbols it is not known, and NaN passes."""
    if somewhere(NOTHING * bound >= H):
        raise NoInertia(joint, robot)


CERTAIN = 1e-11
"""Where each joint moves so much of what it could, by its own link alone, no configuration takes it away."""


def certain(model: Model) -> bool:
    """Whether every joint moves some inertia in every configuration: H_j is at least what its own link and rotor show.

    >>> import linkwise
    >>> certain(linkwise.load("panda").tree), certain(linkwise.load("puma560").tree)
    (True, True)
    """
    every = zip(model.bodies, bounds(model, [body.pose(0.0) for body in model.bodies]), strict=True)
    return all(_shows(body, bound, body.joint.rotor.reflected) and _of_a_body(body.inertia) for body, bound in every)


def certain_without_rotors(model: Model) -> list[bool]:
    """For each joint, whether the links alone show it some inertia in every configuration; symbols are taken to.

    >>> import linkwise
    >>> certain_without_rotors(linkwise.load("planar2r").tree)
    [True, True]
    """
    every = list(zip(model.bodies, bounds(model, [body.pose(0.0) for body in model.bodies]), strict=True))
    if not all(isinstance(p, int | float) for body in model.bodies for p in body.inertia.parameters):
        return [True] * len(every)
    physical = all(_of_a_body(body.inertia) for body in model.bodies)
    return [physical and _shows(body, bound, 0.0) for body, bound in every]


def _shows(body: Body, bound: Scalar, rotor: Scalar) -> bool:
    """Whether a link shows its joint, with the rotor, enough of the inertia that could be there."""
    a = body.joint.S(body.name)
    return bool(a.dot(body.inertia @ a) + rotor > CERTAIN * bound)


def _of_a_body(inertia: Inertia) -> bool:
    """Whether a link resists every motion, or none: regrouped parameters and typing errors need not."""
    if inertia.m > 0.0:
        return inertia.I_com.trace >= -NOTHING * inertia.I.trace  # of a point mass it is 0 but for roundings
    return inertia.m == 0.0 and all(h == 0.0 for h in inertia.h.components) and inertia.I.trace >= 0.0
