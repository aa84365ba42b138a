"""Parameters that bodies can have: weighted least squares with a prior on every link's pseudo-inertia."""

from __future__ import annotations

import numpy as np

from ...algebra import is_finite_number
from ...calls.arrays import Array
from ...errors import BadArray, listed, shown
from ...parameters.bodies import Bodies, along_the_path
from ..columns import KINDS, Regressor
from .least_squares import wls
from .problem import Estimate, Problem

TYPICAL = 0.1
"""A coefficient that the robot does not have, in the units of its column at size 1, as a share of the torques."""

LEAST, MOST = 1e-9, 1e6
"""Strengths of the prior; below, Newton's method no longer reaches the minimum to all digits."""

EXACT = 1e-3
"""No joint weighs as if its torques were known more exactly than this share: without noise, weights would be made of
rounding, and a joint with less of it would leave the others to the prior."""

UNKNOWN = 1e-2
"""The prior's strength on links that have no mass in the file."""

SHARE = 1e-3
"""The prior's strength on coefficients ≥ 0 that are not in the file, next to that on links: they are kept above 0 and
little else."""


def bodies_of(regressor: Regressor, sizes: Array | None = None) -> Bodies:
    """The divergence of a regressor's full parameters from those of its robot; `sizes` of unknowns that are not
    links'."""
    columns = regressor.rigid.base.columns
    width, count = len(columns.letters), len(regressor.tree.bodies)
    prior = regressor.prior
    links = [width * j + np.arange(10) for j in range(count)]
    rotors = [width * j + 10 for j in range(count)] if columns.rotors else []
    start = width * count
    drives = list(range(start, start + len(columns.drives)))
    own_size = len(prior) - len(regressor.coefficients) - len(regressor.nonlinear)
    positive = [own_size + k for k, each in enumerate(regressor.coefficients) if KINDS[each.kind].positive]
    scalars = np.array([*rotors, *drives, *positive], dtype=int)
    typical = np.ones(len(prior)) if sizes is None else sizes
    at = np.where(prior[scalars] > 0.0, prior[scalars], typical[scalars])
    return Bodies.around(prior, links, scalars, at, SHARE, UNKNOWN)


def require_prior(prior: object, links: bool) -> None:
    """Refuse what the estimator cannot work with.

    >>> require_prior(0.0, True)
    Traceback (most recent call last):
    linkwise.errors.BadArray: the prior is 0.0.
      A strength above 0 was expected, from 1e-09 to 1e+06.
      Hint: 1e-6 is usual; without any prior, masses that no motion shows could be anything.
    """
    if not is_finite_number(prior) or not LEAST <= prior <= MOST:
        raise BadArray(
            f"the prior is {shown(repr(prior))[1:-1]}.",
            f"A strength above 0 was expected, from {LEAST:g} to {MOST:g}.",
            "1e-6 is usual; without any prior, masses that no motion shows could be anything.",
        )
    if not links:
        raise BadArray(
            'estimator="physical" estimates links, which links=False keeps.',
            "Another estimator was expected.",
            'estimator="wls", for example.',
        )


def physical(problem: Problem) -> Estimate:
    """Weighted least squares plus λ Σ D over the links, where λ is relative to the weighted sum of squared torques."""
    regressor, first = problem.rows.regressor, wls(problem)
    size = np.sqrt(problem.squares.torques(problem.blocks) / np.maximum(problem.squares.count(problem.blocks), 1.0))
    sigma = np.maximum(first.sigma, EXACT * size)
    R = problem.squares.stacked(sigma, problem.blocks)
    length = float(np.linalg.norm(R[:, -1]))
    A, b = (R[:, :-1] @ regressor.matrix) / length, R[:, -1] / length
    column = np.linalg.norm(A, axis=0)
    still = np.flatnonzero(column <= 1e-14 * column.max(initial=0.0))
    still = still[still >= A.shape[1] - len(regressor.nonlinear)]  # what no row shows and no prior holds stays at 0
    A, b = np.vstack([A, np.eye(A.shape[1])[still]]), np.append(b, np.zeros(len(still)))
    typical = TYPICAL / np.where(column > 0.0, column, 1.0)
    bodies = bodies_of(regressor, typical)
    # |A z − b|² + λ D = 2 (½ |A z − b|² + ½ λ D)
    z = along_the_path(A, b, bodies, 0.5 * problem.prior)
    H = A.T @ A + 0.5 * problem.prior * bodies(z)[2]
    d = 1.0 / np.sqrt(np.diag(H))
    inverse = d[:, None] * np.linalg.inv(H * np.outer(d, d)) * d / length**2
    x = regressor.matrix @ z
    massless = [body.name for body in regressor.tree.bodies if body.inertia.m <= 0.0]
    notes = (f"no mass in the robot's file: {listed(massless)}; bodies of typical mass stood for them",)
    covariance = regressor.matrix @ inverse @ regressor.matrix.T
    return Estimate(x, sigma, covariance, full=z, notes=notes if massless else ())
