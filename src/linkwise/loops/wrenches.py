"""The forces of closures as wrenches: what each exerts on the other frame and, reversed, on the first."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..model import Closure
from .attitudes import AXES, cross, directions
from .equations import ClosureEquations


def by_closure(equations: ClosureEquations, q: Array, multipliers: Array) -> dict[str, Array]:
    """λ by closure: wrenches (moment, force) on the other frame, at its origin, in axes of the first; for relations the
    force on the joint.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> by_closure(crank.equations, np.zeros(2), np.array([3.0]))
    {'rail': array([0., 0., 0., 0., 3., 0.])}
    """
    forces: dict[str, Array] = {}
    T = equations.poses(q)
    for each in equations.closures:
        λ = multipliers[..., equations.places[each.name]]
        if not isinstance(each, Closure):
            forces[each.name] = λ[..., 0]
            continue
        wrench = np.zeros((*λ.shape[:-1], 6))
        wrench[..., [3 + AXES.index(axis) for axis in each.along]] = λ[..., : len(each.along)]
        _, _, R = equations.pair(each, T)
        wrench[..., :3] = np.einsum("...ij,...i->...j", directions(R, each.about), λ[..., len(each.along) :])
        forces[each.name] = wrench
    return forces


def by_frame(equations: ClosureEquations, q: Array, forces: dict[str, Array]) -> dict[str, Array]:
    """The same as wrenches on the frames, in base axes, those on the same frame added.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> by_frame(crank.equations, np.zeros(2), {"rail": np.array([0.0, 0.0, 0.0, 0.0, 3.0, 0.0])})["base"] + 0.0
    array([ 0. ,  0. , -4.8,  0. , -3. ,  0. ])
    """
    wrenches: dict[str, Array] = {}
    T = equations.poses(q)
    for each in equations.closures:
        if isinstance(each, Closure):
            R_a, d, _ = equations.pair(each, T)
            moment = np.einsum("...ij,...j->...i", R_a, forces[each.name][..., :3])
            force = np.einsum("...ij,...j->...i", R_a, forces[each.name][..., 3:])
            on_other = np.concatenate([moment, force], axis=-1)
            on_first = -np.concatenate([moment + cross(d, force), force], axis=-1)
            for frame, wrench in ((each.other, on_other), (each.frame, on_first)):
                wrenches[frame] = wrenches[frame] + wrench if frame in wrenches else wrench
    return wrenches
