"""Whether the joints of two models of one robot have the same zeros and the same directions.

At q = 0 the axes of both robots are lines in the base frame. Joint by joint from the base outwards: the direction
differs if the axes are opposite; the zero differs if the next axis (or, at the end, a frame that both have by name) is
in another place, and turning or sliding the other robot's joint by some amount brings it there. So q' = s q + c with
s = ±1. A base frame that is turned about the first axis appears as a shift of the first joint: the two are equivalent.

Whatever no such change explains is a difference in geometry: s = 1 if the axes are neither equal nor opposite, c = 0 if
no move brings the next axis to its place. Joints that follow others, or are followed, are left as they are.
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
"""Radians and metres: lines and frames within this are the same, up to calibration and rounding."""


class Alignment(NamedTuple):
    """The other robot's joint variable in terms of the first one's: q' = sign q + shift.

    >>> Alignment(-1.0, 0.5).sign
    -1.0
    """

    sign: float = 1.0
    shift: float = 0.0


Misfit = Callable[[float], float]
"""How far an axis or frame is from its place after the other robot's joint has moved by c on the first one's axis."""


def alignments(tree: Model, other: Model, pairs: dict[int, int]) -> dict[int, Alignment]:
    """How the joint variables are related, for each body of a tree that has a partner in the other.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> alignments(tree, tree, {0: 0, 1: 1})
    {0: Alignment(sign=1.0, shift=0.0), 1: Alignment(sign=1.0, shift=0.0)}
    """
    here, related, shifts = Poses(tree, {}), dict[int, Alignment](), dict[str, float]()
    own, others = _independent(tree), _independent(other)
    for i, k in pairs.items():
        there = Poses(other, shifts)
        axis, sign = here.line(i), math.copysign(1.0, here.line(i).u @ there.line(k).u)
        parallel = min(axis.angle(there.line(k)), axis.angle(there.line(k), -1.0)) <= SAME
        if not parallel or i not in own or k not in others:
            related[i] = Alignment()
            continue
        shift = _shift(here, there, i, pairs)
        related[i] = Alignment(sign, sign * shift)
        shifts[other.bodies[k].joint.name] = sign * shift
    return related


def _independent(tree: Model) -> set[int]:
    """The bodies whose joint has a coordinate of its own that moves no other joint."""
    uses = Counter(k for row in tree.coordinates.rows for k, _ in row)
    rows = zip(tree.moving, tree.coordinates.rows, tree.coordinates.offsets, strict=True)
    return {i for i, row, b in rows if len(row) == 1 and row[0][1] == 1.0 and uses[row[0][0]] == 1 and b == 0.0}


def _shift(here: Poses, there: Poses, i: int, pairs: dict[int, int]) -> float:
    """By how much the other robot's joint has to move about the first one's axis.

    The next axis may fit in two ways, half a turn apart. The better move brings more of the axes beyond to their
    places; of equally good moves the smaller one is taken.
    """
    axis, slides = here.line(i), here.tree.bodies[i].joint.slides
    beyond = [j for j in pairs if j != i and i in here.tree.ancestors(j)]

    def missed(c: float) -> int:
        lines = [(here.line(j), there.line(pairs[j])) for j in beyond]
        return sum(_apart(one, Line(*_moved(axis, slides, c, two.p, two.u))) > SAME for one, two in lines)

    for misfit, candidates in _carried(here, there, i, pairs):
        fitting = [c for c in (0.0, *candidates) if misfit(c) <= SAME]
        if fitting:
            return min(fitting, key=lambda c: (missed(c), abs(c)))
    return 0.0


def _apart(one: Line, two: Line) -> float:
    """How far two lines are apart, whatever their directions."""
    return max(min(one.angle(two), one.angle(two, -1.0)), two.distance(one.p))


def _carried(here: Poses, there: Poses, i: int, pairs: dict[int, int]) -> Iterator[tuple[Misfit, list[float]]]:
    """The axes or frames that the joint carries in both robots: the misfit of each, and moves that may remove it."""
    axis, slides = here.line(i), here.tree.bodies[i].joint.slides
    children = [j for j in here.tree.children[i] if j in pairs]
    for j in children:
        yield _of_lines(axis, slides, here.line(j), there.line(pairs[j]))
    names = {frame.name for frame in there.tree.frames if frame.body == pairs[i]}
    shared = [frame.name for frame in here.tree.frames if frame.body == i and frame.name in names]
    for name in [] if children else shared[-1:]:
        yield _of_frames(axis, slides, here.frame(name), there.frame(name))


def _of_lines(axis: Line, slides: bool, one: Line, two: Line) -> tuple[Misfit, list[float]]:
    def misfit(c: float) -> float:
        return _apart(one, Line(*_moved(axis, slides, c, two.p, two.u)))

    if slides:
        places = [place for line in (one, two) if (place := _nearest(axis, line)) is not None]
        return misfit, [places[0] - places[1]] if len(places) == 2 else []
    across = [_across(axis, line.u) for line in (one, two)]
    if min(np.linalg.norm(v) for v in across) < SAME:  # parallel axes: the offset between them gives the angle
        across = [_across(axis, line.p - axis.p) for line in (one, two)]
        return misfit, [_turn(axis, across[1], across[0])]
    c = _turn(axis, across[1], across[0])
    return misfit, [c, math.remainder(c + math.pi, 2.0 * math.pi)]


def _of_frames(axis: Line, slides: bool, one: Array, two: Array) -> tuple[Misfit, list[float]]:
    def misfit(c: float) -> float:
        p, columns = _moved(axis, slides, c, two[:3, 3], two[:3, :3].T)
        turned = np.arccos(np.clip(0.5 * (np.sum(columns * one[:3, :3].T) - 1.0), -1.0, 1.0))
        return float(max(turned, np.linalg.norm(p - one[:3, 3])))

    if slides:
        return misfit, [float((one[:3, 3] - two[:3, 3]) @ axis.u)]
    across = [[_across(axis, column) for column in pose[:3, :3].T] for pose in (one, two)]
    sine = sum(np.cross(b, a) @ axis.u for a, b in zip(*across, strict=True))
    cosine = sum(a @ b for a, b in zip(*across, strict=True))
    return misfit, [float(np.arctan2(sine, cosine))]


def _moved(axis: Line, slides: bool, c: float, p: Array, u: Array) -> tuple[Array, Array]:
    """A point and directions after the joint has moved by c."""
    if slides:
        return p + c * axis.u, u
    x, y, z = axis.u
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    R = np.eye(3) + math.sin(c) * K + (1.0 - math.cos(c)) * (K @ K)
    return axis.p + R @ (p - axis.p), u @ R.T


def _across(axis: Line, v: Array) -> Array:
    return np.asarray(v - (v @ axis.u) * axis.u)


def _turn(axis: Line, a: Array, b: Array) -> float:
    """The angle about the axis from a to b, both perpendicular to it."""
    return float(np.arctan2(np.cross(a, b) @ axis.u, a @ b))


def _nearest(axis: Line, line: Line) -> float | None:
    """Where on an axis another line comes nearest; None if they are parallel."""
    across = _across(axis, line.u)
    if np.linalg.norm(across) < SAME:
        return None
    t = -(_across(axis, line.p - axis.p) @ across) / (across @ across)
    return float((line.p + t * line.u - axis.p) @ axis.u)
