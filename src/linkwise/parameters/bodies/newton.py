"""Least squares with a prior among bodies that can exist, by Newton's method along a path of weaker and weaker priors.

    minimise  ½ |A z − b|² + λ D(z)

D is the log-determinant divergence of `divergence`. It is its own barrier: nothing else keeps z inside, and no solver
for semidefinite programs is needed. Started where the prior is strong and the answer near it, each weaker prior is met
from the answer of the one before (Nesterov and Nemirovski's path following).                  [nesterov1994]
"""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array
from ...errors import LinkwiseError
from .divergence import Bodies

FACTOR = 0.2
"""How much weaker the prior becomes from one step of the path to the next."""

MOST = 200
"""Newton steps for each prior; ten are usual."""


def along_the_path(A: Array, b: Array, bodies: Bodies, weight: float, first: float = 1.0) -> Array:
    """z at the end of the path, where the prior has this weight λ > 0.

    >>> import linkwise
    >>> z = linkwise.load("pendulum").parameters().values
    >>> bodies = Bodies.around(z, [np.arange(10)], np.array([], dtype=int), np.array([]))
    >>> along_the_path(np.eye(10)[[9]], np.array([3.0]), bodies, 1e-9)[9].round(6)
    np.float64(3.0)
    """
    z, strength = bodies.center.copy(), max(first, weight)
    while True:
        z = _newton(A, b, bodies, strength, z, last=strength == weight)
        if strength == weight:
            return z
        strength = max(FACTOR * strength, weight)


def _newton(A: Array, b: Array, bodies: Bodies, weight: float, z: Array, last: bool) -> Array:
    """The minimum for one prior, from z."""
    G = A.T @ A
    tolerance = 1e-12 if last else 1e-3
    for _ in range(MOST):
        try:
            _, slope, curvature = bodies(z)
            gradient = A.T @ (A @ z - b) + weight * slope
            H = G + weight * curvature
            d = 1.0 / np.sqrt(np.diag(H))
            step = -d * np.linalg.solve(H * np.outer(d, d), d * gradient)
        except np.linalg.LinAlgError:
            raise LinkwiseError(
                "the fit among bodies that can exist has no unique answer.",
                "Numbers between the very large and the very small were expected.",
                "are the robot's masses and the log's torques in SI units?",
            ) from None
        decrement = float(-gradient @ step)
        if decrement <= tolerance * weight:
            return z
        z = _shortened(A, b, bodies, weight, z, step, decrement)
    return z


def _shortened(A: Array, b: Array, bodies: Bodies, weight: float, z: Array, step: Array, decrement: float) -> Array:
    """The farthest halving of the step that makes the sum smaller."""
    r, dr = A @ z - b, A @ step
    start = bodies.value(z)
    length = 1.0
    for _ in range(60):
        moved = bodies.value(z + length * step)
        change = length * float(r @ dr) + 0.5 * length**2 * float(dr @ dr) + weight * (moved - start)
        if change <= -0.1 * length * decrement or abs(change) < 1e-15 * (float(r @ r) + weight):
            return z + length * step if np.isfinite(moved) else z
        length *= 0.5
    return z
