"""Give to the parent what of a link acts through the parent alone.

Mass on the axis of a revolute joint does not notice the joint's turning: its total m, first moment m z and second
moment ∫z² dm along the axis z may as well belong to the parent. A prismatic joint does not turn its link: the whole
inertia tensor may as well belong to the parent. Khalil & Dombre (2002), Theorems 9.1 and 9.2.
                                                                                                       [khalil2002]

Differs from the book: it takes YY, MZ, M from a revolute link; ∫z² dm, MZ, M, the entries of the pseudo-inertia on the
axis, are the same three degrees of freedom, and leave the Euler tensor with a zero.
"""

from dataclasses import replace

from ...algebra import Inertia
from ..body import BASE
from ..model import Model
from .align_axes import align_axes
from .merge_fixed import merge_fixed


def regroup(model: Model) -> Model:
    """The same joint-space dynamics with seven parameters for a revolute link and four for a prismatic one.

    Links are no bodies any more: masses may vanish or be negative, and forces within the structure are not those of
    the robot. Fixed links are merged and axes aligned first.

    >>> import linkwise
    >>> [body.inertia.m for body in regroup(linkwise.load("puma560").model).bodies]
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    model = align_axes(merge_fixed(model))
    bodies = list(model.bodies)
    base_inertia = model.base_inertia
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        given, kept = _split(body.inertia, slides=body.joint.slides)
        bodies[i] = replace(body, inertia=kept.seen_from(body.name))
        moved = given.seen_from(body.name).to_parent(body.placement.tagged(model.tag(body.parent), body.name))
        if body.parent == BASE:
            base_inertia = base_inertia + moved
        else:
            parent = bodies[body.parent]
            bodies[body.parent] = replace(parent, inertia=parent.inertia + moved)
    return replace(model, bodies=tuple(bodies), base_inertia=base_inertia)


def _split(inertia: Inertia, slides: bool) -> tuple[Inertia, Inertia]:
    """What the parent gets and what stays, as parts of the pseudo-inertia."""
    given, kept = ([[0.0] * 4 for _ in range(4)] for _ in range(2))
    for r, row in enumerate(inertia.pseudo):
        for c, entry in enumerate(row):
            goes = (r < 3 and c < 3) if slides else (r >= 2 and c >= 2)
            (given if goes else kept)[r][c] = entry
    return Inertia.of_pseudo(given), Inertia.of_pseudo(kept)
