"""Whether the joints of two models of one robot have the same zeros and the same directions.

At q = 0 the axes of both are lines seen from the base. Joint by joint from the base outwards: the direction differs
where the axes are opposite; the zero differs where the next axis (or, at the end, a frame both have by name) is
elsewhere, and turning or sliding the other robot's joint by some amount brings it to its place. So q' = s q + c, where
s = ±1. A base frame that is turned about the first axis shows as a shift of the first joint, for it is the same thing.

What no such change explains is a difference of geometry, and none is assumed then: s = 1 where axes are neither equal
nor opposite, c = 0 where nothing comes to its place. Joints that follow others, or are followed, are left as they are.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..model import Model
from .poses import Line, Poses

SAME = 0.02
"""Lines and frames within so many radians and metres are the same up to calibration and rounding."""


class Aligned(NamedTuple):
    """How the other robot's joint variable is told by the first one's: q' = sign q + shift.

    >>> Aligned(-1.0, 0.5).sign
    -1.0
    """

    sign: float = 1.0
    shift: float = 0.0


Apart = Callable[[float], float]
"""How far something is from its place after the other robot's joint moved by so much about the first one's axis."""


def aligned(tree: Model, other: Model, pairs: dict[int, int]) -> dict[int, Aligned]:
    """For each body of a tree with a partner in the other: how their joint variables are related.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> aligned(tree, tree, {0: 0, 1: 1})
    {0: Aligned(sign=1.0, shift=0.0), 1: Aligned(sign=1.0, shift=0.0)}
    """
    here, found, shifts = Poses(tree, {}), dict[int, Aligned](), dict[str, float]()
    own, others = _on_their_own(tree), _on_their_own(other)
    for i, k in pairs.items():
        there = Poses(other, shifts)
        axis, sign = here.line(i), math.copysign(1.0, here.line(i).u @ there.line(k).u)
        parallel = min(axis.angle(there.line(k)), axis.angle(there.line(k), -1.0)) <= SAME
        if not parallel or i not in own or k not in others:
            found[i] = Aligned()
            continue
        shift = _shift(here, there, i, pairs)
        found[i] = Aligned(sign, sign * shift)
        shifts[other.bodies[k].joint.name] = sign * shift
    return found


def _on_their_own(tree: Model) -> set[int]:
    """The bodies whose joint has a coordinate of its own that moves no other joint."""
    uses = Counter(k for row in tree.coordinates.rows for k, _ in row)
    rows = zip(tree.moving, tree.coordinates.rows, tree.coordinates.offsets, strict=True)
    return {i for i, row, b in rows if len(row) == 1 and row[0][1] == 1.0 and uses[row[0][0]] == 1 and b == 0.0}


def _shift(here: Poses, there: Poses, i: int, pairs: dict[int, int]) -> float:
    """By how much the other robot's joint has to move about the first one's axis.

    The next axis may come to its place the right way round and the other way round, half a turn apart. The better one
    of such moves brings more of all that follow to their places; of equally good ones the least is taken.
    """
    axis, slides = here.line(i), here.tree.bodies[i].joint.slides
    beyond = [j for j in pairs if j != i and i in here.tree.ancestors(j)]

    def missed(c: float) -> int:
        moved = (Line(*_moved(axis, slides, c, *vars(there.line(pairs[j])).values())) for j in beyond)
        return sum(_apart(here.line(j), line) > SAME for j, line in zip(beyond, moved, strict=True))

    for apart, candidates in _seen(here, there, i, pairs):
        fitting = [c for c in (0.0, *candidates) if apart(c) <= SAME]
        if fitting:
            return min(fitting, key=lambda c: (missed(c), abs(c)))
    return 0.0


def _apart(one: Line, two: Line) -> float:
    """How far a line is from another one, whichever way round they are."""
    return max(min(one.angle(two), one.angle(two, -1.0)), two.distance(one.p))


def _seen(here: Poses, there: Poses, i: int, pairs: dict[int, int]) -> Iterator[tuple[Apart, list[float]]]:
    """What the joint carries in both robots: how far apart, and moves that may bring it to its place."""
    axis, slides = here.line(i), here.tree.bodies[i].joint.slides
    children = [j for j in here.tree.children[i] if j in pairs]
    for j in children:
        yield _of_lines(axis, slides, here.line(j), there.line(pairs[j]))
    names = {frame.name for frame in there.tree.frames if frame.body == pairs[i]}
    shared = [frame.name for frame in here.tree.frames if frame.body == i and frame.name in names]
    for name in [] if children else shared[-1:]:
        yield _of_frames(axis, slides, here.frame(name), there.frame(name))


def _of_lines(axis: Line, slides: bool, one: Line, two: Line) -> tuple[Apart, list[float]]:
    def apart(c: float) -> float:
        return _apart(one, Line(*_moved(axis, slides, c, two.p, two.u)))

    if slides:
        places = [_nearest(axis, line) for line in (one, two)]
        return apart, [] if None in places else [places[0] - places[1]]  # type: ignore[operator]
    across = [_across(axis, line.u) for line in (one, two)]
    if min(np.linalg.norm(v) for v in across) < SAME:  # parallel axes: their distance tells the angle
        across = [_across(axis, line.p - axis.p) for line in (one, two)]
        return apart, [_turn(axis, across[1], across[0])]
    c = _turn(axis, across[1], across[0])
    return apart, [c, math.remainder(c + math.pi, 2.0 * math.pi)]


def _of_frames(axis: Line, slides: bool, one: Array, two: Array) -> tuple[Apart, list[float]]:
    def apart(c: float) -> float:
        p, columns = _moved(axis, slides, c, two[:3, 3], two[:3, :3].T)
        turned = np.arccos(np.clip(0.5 * (np.sum(columns * one[:3, :3].T) - 1.0), -1.0, 1.0))
        return float(max(turned, np.linalg.norm(p - one[:3, 3])))

    if slides:
        return apart, [float((one[:3, 3] - two[:3, 3]) @ axis.u)]
    across = [[_across(axis, column) for column in pose[:3, :3].T] for pose in (one, two)]
    sine = sum(np.cross(b, a) @ axis.u for a, b in zip(*across, strict=True))
    cosine = sum(a @ b for a, b in zip(*across, strict=True))
    return apart, [float(np.arctan2(sine, cosine))]


def _moved(axis: Line, slides: bool, c: float, p: Array, u: Array) -> tuple[Array, Array]:
    """A point and directions after the joint moved by c."""
    if slides:
        return p + c * axis.u, u
    x, y, z = axis.u
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    R = np.eye(3) + math.sin(c) * K + (1.0 - math.cos(c)) * (K @ K)
    return axis.p + R @ (p - axis.p), u @ R.T


def _across(axis: Line, v: Array) -> Array:
    return np.asarray(v - (v @ axis.u) * axis.u)


def _turn(axis: Line, a: Array, b: Array) -> float:
    """The angle about the axis from a to b, both across it."""
    return float(np.arctan2(np.cross(a, b) @ axis.u, a @ b))


def _nearest(axis: Line, line: Line) -> float | None:
    """Where along an axis another line is nearest; None where it is parallel."""
    across = _across(axis, line.u)
    if np.linalg.norm(across) < SAME:
        return None
    t = -(_across(axis, line.p - axis.p) @ across) / (across @ across)
    return float((line.p + t * line.u - axis.p) @ axis.u)
