"""What holds in almost all closed configurations: how many closures are independent, and which coordinates determine a
motion. Found from closed configurations that random ones lead to."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..calls.sampling import within_limits
from ..errors import OpenLoop, shown
from .equations import ClosureEquations
from .motion_space import MotionSpace, rank_of
from .newton import GOOD, newton

STARTS, ENOUGH = 48, 6
"""Random configurations that are closed at a time, and closed ones that are enough to know the rank."""

INDEPENDENT = 1e-6
"""Velocities of chosen coordinates that are this small for a motion of size 1 do not determine it."""

TIE = 1e-9
"""Coordinates whose shares of a motion differ by less, relatively, are equals: rounding does not choose among them."""


def random_closed(equations: ClosureEquations, count: int, seed: int = 0) -> Array:
    """Closed configurations (at most count, n), as many as random ones within the limits lead to.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> random_closed(crank.equations, 5).shape
    (5, 2)
    """
    tree = equations.robot.tree
    starts = within_limits(tree, max(STARTS, 2 * count), seed)["q"]
    q, off = newton(equations, np.concatenate([np.zeros((1, tree.n)), starts])[: len(starts)], np.zeros(tree.n, bool))
    closed = q[off <= GOOD]
    if not len(closed):
        k = int(np.argmin(off))
        name, residual, unit = equations.widest(equations.error(q[k]))
        raise OpenLoop(
            f"closure {shown(name)} of robot {shown(tree.name)} was closed from none of {len(starts)} configurations: "
            f"at best it stays open by {residual:.3g} {unit}.",
            "Links that can meet were expected.",
            "check the closure's frames and axes, and the lengths of the links.",
            closure=name,
            residual=residual,
        )
    return closed[:count]


def generic_rank(equations: ClosureEquations, q: Array) -> int:
    """The largest number of independent equations at closed configurations.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> generic_rank(crank.equations, random_closed(crank.equations, 5))
    1
    """
    return int(rank_of(equations, equations.jacobian(q)).max())


def spare(equations: ClosureEquations, q: Array, rank: int) -> tuple[str, ...]:
    """The closures that hold more than is needed: some of their equations follow from the others.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="yz")])
    >>> spare(crank.equations, random_closed(crank.equations, 5), 1)
    ('rail',)
    """
    A = equations.jacobian(q)
    full = rank_of(equations, A) == rank
    scaled = (A * equations.units / equations.lengths[:, None])[full][:1]
    found = []
    for name, place in equations.places.items():
        rest = np.delete(scaled, np.r_[place], axis=1)
        needed = rank - (int(np.linalg.matrix_rank(rest[0], tol=1e-7)) if rest.size else 0)
        if needed < place.stop - place.start:
            found.append(name)
    return tuple(found)


def best_conditioned(equations: ClosureEquations, q: Array, rank: int) -> MotionSpace:
    """The motions of that closed configuration that is farthest from singular.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> best_conditioned(crank.equations, random_closed(crank.equations, 5), 1).null.shape
    (2, 1)
    """
    spaces = MotionSpace.of(equations, equations.jacobian(q), rank)
    k = int(np.argmax(spaces.margin))
    return MotionSpace(spaces.left[k], spaces.values[k], spaces.right[k], rank, spaces.rows, spaces.unit)


def determining(space: MotionSpace, preferred: tuple[int, ...]) -> tuple[int, ...]:
    """As many coordinates as a motion has degrees of freedom whose velocities determine it: preferred ones first.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> determining(best_conditioned(crank.equations, random_closed(crank.equations, 5), 1), (1,))
    (1,)
    """
    left = space.null / space.unit[:, None]
    dof = left.shape[1]
    chosen: list[int] = []
    queue = list(preferred)  # motors in their order, as long as they add something
    while len(chosen) < dof:
        sizes = np.linalg.norm(left, axis=1)
        most = (1.0 - TIE) * sizes.max()  # of the others the one that adds most, the first of equals
        k = queue.pop(0) if queue else int(np.argmax(sizes >= most))
        if sizes[k] > INDEPENDENT:
            chosen.append(k)
            left = left - np.outer(left @ left[k], left[k]) / sizes[k] ** 2
    return tuple(chosen)
