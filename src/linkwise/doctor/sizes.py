"""How large links are, as far as a model without shapes can tell: from the known points on them.

The known points on a moving body are the origins of its own frame, of the links fixed to it, of the joints it carries,
and of its named frames. The size of a link is the largest of: the distance between two of these points, the distance
from the previous joint, the travel of its own joint if it slides (a metre without limits), and the mean distance from
joint to joint along the longest path of the robot. All but the first are there because many links have only one known
point, their own origin.
"""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..calls.sampling import SLIDING
from ..model import BASE, AbstractJoint, Model
from .links import Link


@dataclass(frozen=True)
class Sizes:
    """The known points on each moving body (by its index, in its own frame), and its size.

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
        """The sizes of all bodies; 0 if no length is known at all."""
        points: dict[int, list[tuple[float, ...]]] = {BASE: [(0.0, 0.0, 0.0)]}
        reach: dict[int, float] = {}  # from the previous joint, or along its own
        path = {BASE: (0.0, 0)}  # length and number of joints from the base
        for i, body in enumerate(model.bodies):
            parent = links[body.parent + 1]
            origin = (parent.pose @ body.placement).p.components
            points.setdefault(parent.carrier, []).append(origin)
            if body.joint.moves:
                points.setdefault(i, []).append((0.0, 0.0, 0.0))
                step = float(np.linalg.norm(origin))
                length, count = path[parent.carrier]
                path[i] = length + step, count + 1
                reach[i] = max(step, _travel(body.joint))
        for frame in model.frames:
            parent = links[frame.body + 1]
            points.setdefault(parent.carrier, []).append((parent.pose @ frame.placement).p.components)
        length, count = max(
            (*path.values(), *((path[k][0] + _extent(p), path[k][1]) for k, p in points.items() if path[k][1]))
        )
        typical = length / max(count, 1)
        size = {k: max(_extent(p), reach.get(k, 0.0), typical) for k, p in points.items()}
        return Sizes({k: np.array(p, dtype=float) for k, p in points.items()}, size)


def _travel(joint: AbstractJoint) -> float:
    """How far a joint slides; 0 for a joint that turns."""
    travel = abs(joint.limits.upper - joint.limits.lower) if joint.slides else 0.0
    return travel if travel <= SLIDING else 0.5 * SLIDING


def _extent(points: list[tuple[float, ...]]) -> float:
    """The largest distance between two points."""
    p = np.array(points, dtype=float)
    return float(np.max(np.linalg.norm(p[:, None] - p[None], axis=2)))
