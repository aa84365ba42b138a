"""Link frames at the far end of links, as in the Denavit–Hartenberg table of Paul.

Milićević, Golubović & Slavković, Transformation Matrix Approach, (2.1) and Figure 1.               [milicevic2007]

Joint i turns about or slides along z_{i−1}, and frame i sits on link i at joint i+1. The model's frames sit on their
own joint; this module finds the vectors to the far end.
"""

from typing import NamedTuple

from ..algebra import ZERO, Scalar, Vec3
from ..model import Model


class Distal(NamedTuple):
    """p from the origin of frame i−1 to that of frame i, s from there to the centre of mass; in the link's axes."""

    p: Vec3
    s: Vec3


def distal(model: Model, i: int, q: Scalar) -> Distal:
    """p*_i and s̄_i of a link that carries at most one other; the last link keeps its frame where it is.

    A slide is part of p*_i, because frame i−1 stays on link i−1.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> distal(arm, 0, 0.3).p.x, distal(arm, 1, 0.3).s.x
    (0.7, 0.9)
    """
    body, carried = model.bodies[i], model.children[i]
    end = model.bodies[carried[0]].placement.p if carried else ZERO
    slid = body.joint.transform(q).p.seen_from(body.name)  # a slide does not turn, a turn does not slide
    return Distal(slid + end, body.inertia.com - end)
