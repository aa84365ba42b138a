"""Dry friction in a loop of fixed steps.

sign(q̇) jumps at rest: a step that overshoots meets the opposite force, and a joint that should stand still chatters at
the rhythm of the steps. The loop has no events to stop it at, so that laws with a jump are made smooth, within a band
of velocities; `robot.simulate` holds joints still exactly.
"""

from dataclasses import replace

from ..errors import LinkwiseError
from ..model import Friction, Model, Smooth, Stribeck, Uneven

WIDTH = 0.01
"""rad/s or m/s: beyond five of these a law is as it was, to 1e-4 of its Coulomb friction."""


def smoothed(tree: Model, width: object, opened: bool = False) -> Model:
    """The tree with smooth laws of that width, or "as is"; where friction is left `opened` all joints have one.

    >>> import linkwise
    >>> [type(body.joint.friction).__name__ for body in smoothed(linkwise.load("puma560").tree, 0.01).bodies][:2]
    ['Smooth', 'Smooth']
    """
    if isinstance(width, str) and width == "as is":
        return tree
    if isinstance(width, bool) or not isinstance(width, int | float) or not 0.0 < width < float("inf"):
        raise LinkwiseError(
            f"friction is {width!r}.",
            'The width in which dry friction is made smooth, above 0, or "as is" was expected.',
            f"friction={WIDTH}, say.",
        )
    bodies = []
    for body in tree.bodies:
        law = body.joint.friction
        if isinstance(law, Friction | Stribeck | Uneven) and (opened or any(law.holding())):
            body = replace(body, joint=replace(body.joint, friction=Smooth(law, width)))
        bodies.append(body)
    return replace(tree, bodies=tuple(bodies))
