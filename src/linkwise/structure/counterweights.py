"""Point masses on links that make given sums of base parameters vanish, with the least mass in all.

A mass m at r on a link adds m r to its first moment and m (rᵀr 1 − r rᵀ) to its tensor, so for masses at given places
everything is linear in them. The links are taken from the tip inwards: what is added to a link is carried by those
before it, and changes their equations and no others. For each link the masses follow from a linear program:

    minimise Σ_c m_c   subject to   A m = −(the sums as they are),   m ≥ 0,

over places at one distance from the joint, along the axes of the link's frame, between them, and against the sums' own
first moment. One mass against a first moment is a counterweight; two on opposite sides change the tensor alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..algebra import Vec3
from ..calls.arrays import Array
from ..errors import encodable, plain
from ..model import Model
from ..parameters.base import BaseParameters
from ..parameters.conversions import of_central
from .design_equations import Equation

TINY = 1e-9
"""Masses smaller than this, relative to the largest of a link, are rounding of the linear program."""


class Counterweight(NamedTuple):
    """A point mass on a link, at a place seen from the frame of the link's name, and its distance from the joint.

    >>> print(Counterweight("forearm", 1.5, (-0.2, 0.0, 0.0), 0.2))
    1.5 kg on forearm at (-0.2, 0, 0) m: 0.3 kg m
    """

    link: str
    mass: float
    place: tuple[float, float, float]
    distance: float

    @property
    def moment(self) -> float:
        """Mass times distance from the joint.

        >>> Counterweight("forearm", 2.0, (0.0, -0.2, 0.0), 0.2).moment
        0.4
        """
        return self.mass * self.distance

    def __repr__(self) -> str:
        return f"Counterweight({self})"

    def __str__(self) -> str:
        at = ", ".join(f"{x:.4g}" for x in self.place)
        return encodable(f"{self.mass:.4g} kg on {plain(self.link, 40)} at ({at}) m: {self.moment:.4g} kg m")


def balancing(
    base: BaseParameters, equations: Sequence[Equation], distances: Sequence[float]
) -> tuple[list[Counterweight], list[Equation]]:
    """Counterweights at a distance from the joint of each link, and the equations that no such weights can fulfil.

    >>> import linkwise
    >>> from linkwise.structure.design_equations import DesignEquations
    >>> base = linkwise.load("planar2r").base_parameters()
    >>> weights, left = balancing(base, DesignEquations.of(base).constant, [0.5, 0.5])
    >>> print(*weights, len(left))
    3.78 kg on link2 at (-0.5, 0, 0) m: 1.89 kg m 0
    """
    rows = np.array([[float(e.form.get(name, 0)) for name in base.names] for e in equations]).reshape(-1, len(base))
    forms = rows @ base.matrix
    π = np.array(base.columns.values(base.tree), dtype=float)
    width, count = len(base.columns.letters), len(base.tree.bodies)
    links = [int(base.kept[base.names.index(next(iter(e.form)))].lstrip("XYZMIa")) - 1 for e in equations]
    weights: list[Counterweight] = []
    left: list[Equation] = []
    for j in reversed(range(count)):
        own = [k for k, link in enumerate(links) if link == j]
        block = slice(width * j, width * j + 10)
        wanted = -(forms[own] @ π)
        if not own or not np.abs(wanted).max() > TINY * np.abs(forms[own] * π).max():
            continue
        places = _places(forms[own][:, block], wanted, distances[j])
        units = of_central(np.ones(len(places)), places, np.zeros((3, 3)))
        masses = _least(forms[own][:, block] @ units.T, wanted)
        if masses is None:
            left += [equations[k] for k in own]
            continue
        for m, r, unit in zip(masses.tolist(), places.tolist(), units, strict=True):
            if m > 0.0:
                weights.append(_seen_from_frame(base.tree, j, m, r, distances[j]))
                π[block] += m * unit
    return weights[::-1], left


def _seen_from_frame(tree: Model, j: int, mass: float, place: Sequence[float], distance: float) -> Counterweight:
    """The counterweight with its place in the frame that has the link's name, which need not be at its joint."""
    name = tree.bodies[j].name
    x, y, z = place
    seen = tree.frame(name).placement.inverse().point(Vec3(x, y, z, name))
    return Counterweight(name, mass, (float(seen.x) + 0.0, float(seen.y) + 0.0, float(seen.z) + 0.0), distance)


def _places(forms: Array, wanted: Array, distance: float) -> Array:
    """Where masses may sit: (places, 3)."""
    axes = np.eye(3)
    ways = [s * a for a in axes for s in (1.0, -1.0)]
    ways += [(s * a + t * b) / np.sqrt(2.0) for a, b in combinations(axes, 2) for s in (1.0, -1.0) for t in (1.0, -1.0)]
    moment = np.linalg.lstsq(forms[:, 6:9], wanted, rcond=None)[0]
    if np.linalg.norm(moment) > 0.0:
        ways.insert(0, moment / np.linalg.norm(moment))
    return distance * np.array(ways)


def _least(A: Array, b: Array) -> Array | None:
    """The masses of the least sum with A m = b; None if there are none that are not negative."""
    from scipy.optimize import linprog

    scale = np.maximum(np.abs(A).max(axis=1), np.abs(b))
    scale[scale == 0.0] = 1.0
    found = linprog(np.ones(A.shape[1]), A_eq=A / scale[:, None], b_eq=b / scale, method="highs-ds")
    if found.status != 0:
        return None
    used = found.x > TINY * found.x.max()
    exact = np.linalg.lstsq(A[:, used] / scale[:, None], b / scale, rcond=None)[0]  # the program stops at 1e-7 or so
    masses = np.zeros(A.shape[1])
    masses[used] = np.maximum(exact, 0.0)
    return masses
