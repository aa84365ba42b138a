"""Whether forward dynamics has an answer at all.

The articulated inertia H_j = aᵀ 𝕁*_j a + Ia_j that a joint feels with all joints beyond it free, Khalil & Dombre (2002)
[9.116], [9.117], [9.120], must be positive.                                                          [khalil2002]
"""

from ..algebra import Inertia, Mat6, Scalar
from ..model import BASE, Model
from .signature import Scalars

NOTHING = 1e-13
"""An articulated inertia this small against its bound is rounding: each link's share of it carries about 1e-16."""


def immovable(model: Model) -> str | None:
    """The name of a coordinate whose joints move no inertia in any configuration, or None.

    >>> import linkwise
    >>> immovable(linkwise.load("puma560").model) is None
    True
    """
    # Three configurations without symmetry: an inertia that vanishes in all of them vanishes by construction.
    states = [[shift + 0.7 * k for k in range(len(model.bodies))] for shift in (0.1, 0.9, 2.3)]
    empty = [all(joint) for joint in zip(*(_nothing(model, q) for q in states), strict=True)]
    for k, name in enumerate(model.u.names):
        if all(none for none, row in zip(empty, model.u.rows, strict=True) if any(k == c for c, _ in row)):
            return name
    return None


def _nothing(model: Model, q: Scalars) -> list[bool]:
    """For each joint, whether H is nothing against the largest inertia the links beyond could show there."""
    J_star = [Mat6.of(body.inertia) for body in model.bodies]
    beyond: list[Inertia] = [body.inertia for body in model.bodies]
    found = [False] * len(q)
    for j in reversed(range(len(q))):
        body, T = model.bodies[j], model.bodies[j].pose(q[j])
        a, Ia = body.joint.S(body.name), body.joint.rotor.reflected
        Ja = J_star[j] @ a
        H: Scalar = a.dot(Ja) + Ia
        bound = beyond[j].m if body.joint.kind == "prismatic" else beyond[j].I.trace
        found[j] = not NOTHING * (bound + Ia) < H
        if body.parent != BASE:
            K = J_star[j] if found[j] else J_star[j] - Mat6.product(Ja * (1.0 / H), Ja)
            J_star[body.parent] = J_star[body.parent] + K.to_parent(T)
            beyond[body.parent] = beyond[body.parent] + beyond[j].to_parent(T)
    return found
