"""A robot with given base parameters: of all full parameters with these the nearest that bodies can have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import vector
from ...errors import InvalidModel, LinkwiseError, shown
from ...formulations import Columns, columns_of
from ..base.finding import find_base_parameters
from ..replace_parameters import replace_parameters
from .divergence import Bodies
from .newton import along_the_path

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...robot import Robot

WEAKEST = 1e-10
"""The end of the path: the prior's strength at which the base parameters are met, next to the prior's own scale."""

MET = 1e-5
"""How closely they are met there if bodies can have them, in the prior's own scale; what is left is then put right."""


def with_base_parameters(robot: Robot, values: ArrayLike, *, rotors: bool | None = None) -> Robot:
    """The robot with other base parameters, after an identification for example.

    `values` are in the order of `robot.base_parameters(rotors=rotors)`. Many full sets of parameters have these; the
    new robot has the one nearest to its own among those that bodies can have. Values that no bodies have are refused.
    The new robot has the links of `robot.tree`: those behind fixed joints are merged.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> other = robot.with_base_parameters(1.1 * robot.base_parameters().values)
    >>> (other.mass_matrix([0.1, 0.2]) / robot.mass_matrix([0.1, 0.2])).round(9)
    array([[1.1, 1.1],
           [1.1, 1.1]])
    """
    columns = columns_of(robot.tree, rotors)
    base = find_base_parameters(robot.tree, columns)
    asked = vector("values", values, len(base), "one for each base parameter")
    prior = np.array([float(x) for x in columns.values(robot.tree)])
    z = nearest(asked, base.matrix, prior, columns, len(robot.tree.bodies))
    if z is None:
        raise InvalidModel(
            f"no bodies have these {len(base)} base parameters of robot {shown(robot.name)}.",
            "Values were expected that links of positive mass with inertias to match can have.",
            'an identification with estimator="physical" finds such values.',
        )
    return replace(robot, model=replace_parameters(robot.tree, z, columns.names(robot.tree)))


def nearest(asked: Array, matrix: Array, prior: Array, columns: Columns, count: int) -> Array | None:
    """The full parameters z nearest to the prior with matrix @ z as asked; None if no bodies have these.

    >>> nearest(np.array([-1.0]), np.eye(10)[[9]], np.array([1.0, 0, 0, 1, 0, 1, 0, 0, 0, 1]), Columns(), 1) is None
    True
    """
    width = len(columns.letters)
    links = [width * j + np.arange(10) for j in range(count)]
    rotors = [width * j + 10 for j in range(count)] if columns.rotors else []
    own = np.array([*rotors, *range(width * count, width * count + len(columns.drives))], dtype=int)
    largest = max(prior[own].max(initial=0.0), 1e-3)
    bodies = Bodies.around(prior, links, own, np.where(prior[own] > 0.0, prior[own], 1e-2 * largest))
    H = bodies(bodies.center)[2]
    d = 1.0 / np.sqrt(np.diag(H))
    spread = d[:, None] * np.linalg.inv(H * np.outer(d, d)) * d
    L = np.linalg.cholesky(matrix @ spread @ matrix.T)
    A, b = np.linalg.solve(L, matrix), np.linalg.solve(L, asked)
    try:
        z = along_the_path(A, b, bodies, WEAKEST)
    except LinkwiseError:  # they run away, looking for values that no bodies have
        return None
    if float(np.linalg.norm(A @ z - b)) > MET * max(1.0, float(np.linalg.norm(b))):
        return None
    here = bodies(z)[2]
    d = 1.0 / np.sqrt(np.diag(here))
    try:
        spread = d[:, None] * np.linalg.inv(here * np.outer(d, d)) * d
        for _ in range(3):
            z = z + spread @ A.T @ np.linalg.solve(A @ spread @ A.T, b - A @ z)
    except np.linalg.LinAlgError:  # at the very edge of what can exist
        return None
    return z if np.isfinite(bodies.value(z)) else None
