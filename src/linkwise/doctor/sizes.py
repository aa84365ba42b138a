"""How large links are, as far as a model without shapes can tell: from the points it knows on them.

The points on a moving body are the origins of its own frame, of the links fixed to it, of the joints it carries, and of
its named frames. A link is taken to be as large as the largest of: the distance between two of these points, the way
from the joint before its own, the travel of its own joint where it slides (a metre where that has no limits), and the
mean way from joint to joint along the longest path of the robot. All but the first are there because many links have
one known point only: their own origin.
"""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..calls.sampling import SLIDING
from ..model import BASE, AbstractJoint, Model
from .links import Link


@dataclass(frozen=True)
class Sizes:
    """Points on each moving body (by its index, in its own frame), and the size of each.

    >>> import linkwise
    >>> from linkwise.doctor.links import links_of
    >>> model = linkwise.load("planar2r").model
    >>> Sizes.of(model, links_of(model)).size
    {-1: 0.8, 0: 0.8, 1: 0.9}
    """

    points: dict[int, Array]
    size: dict[int, float]

    @staticmethod
    def of(model: Model, links: tuple[Link, ...]) -> "Sizes":
        """The sizes of all bodies that carry links; 0 where no length is known at all."""
        points: dict[int, list[tuple[float, ...]]] = {BASE: [(0.0, 0.0, 0.0)]}
        way: dict[int, float] = {}  # from the joint before, or along the own
        far = {BASE: (0.0, 0)}  # length and joints of the path from the base
        for i, body in enumerate(model.bodies):
            below = links[body.parent + 1]
            here = (below.pose @ body.placement).p.components
            points.setdefault(below.carrier, []).append(here)
            if body.joint.moves:
                points.setdefault(i, []).append((0.0, 0.0, 0.0))
                step = float(np.linalg.norm(here))
                length, count = far[below.carrier]
                far[i] = length + step, count + 1
                way[i] = max(step, _travel(body.joint))
        for frame in model.frames:
            below = links[frame.body + 1]
            points.setdefault(below.carrier, []).append((below.pose @ frame.placement).p.components)
        length, count = max(
            (*far.values(), *((far[k][0] + _extent(p), far[k][1]) for k, p in points.items() if far[k][1]))
        )
        typical = length / max(count, 1)
        size = {k: max(_extent(p), way.get(k, 0.0), typical) for k, p in points.items()}
        return Sizes({k: np.array(p, dtype=float) for k, p in points.items()}, size)


def _travel(joint: AbstractJoint) -> float:
    """How far a joint slides."""
    travel = abs(joint.limits.upper - joint.limits.lower) if joint.slides else 0.0
    return travel if travel <= SLIDING else 0.5 * SLIDING


def _extent(points: list[tuple[float, ...]]) -> float:
    """The largest distance between two points."""
    p = np.array(points, dtype=float)
    return float(np.max(np.linalg.norm(p[:, None] - p[None], axis=2)))
