"""Splines through points, by SciPy: of degree three accelerations are continuous, of degree five two more derivatives.

An interpolating spline of degree d leaves d − 1 numbers open; the kinds of ends differ in how they are fixed:

    clamped    velocities (and, of degree five, accelerations) are given; at rest they are 0
    natural    the derivatives above (d − 1)/2 vanish: q̈ = 0, or of degree five q⃛ = q⁗ = 0
    free       the outermost pieces are one polynomial with their neighbours ("not a knot")
    periodic   all derivatives but the last are the same at both ends
"""

import math
from collections.abc import Sequence

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray
from .pieces import Pieces

DEGREES = (3, 5)
"""Odd ones: through points, splines of even degree swing."""


def spline(t: Array, q: Array, degree: int, ends: str, rates: Sequence[tuple[Array, Array]]) -> Pieces:
    """The spline through the rows of q at times t; `rates` are the derivatives at both ends, the first one first.

    >>> spline(np.array([0.0, 1.0]), np.array([[0.0], [1.0]]), 3, "clamped", [(np.zeros(1), np.zeros(1))]).coefficients
    array([[[ 0.],
            [ 0.],
            [ 3.],
            [-2.]]])
    """
    from scipy.interpolate import make_interp_spline  # not before somebody wants a spline

    if ends == "free" and len(t) <= degree:
        raise BadArray(
            f"{len(t)} points do not determine a spline of degree {degree} with free ends.",
            f"At least {degree + 1} were expected.",
            "take other ends: rest, say.",
        )
    span = t[-1] - t[0]  # collocation is well conditioned where times are of order one
    with np.errstate(all="ignore"):  # pieces refuse what is too large
        given = [tuple(rate * span * (span if k else 1.0) for rate in pair) for k, pair in enumerate(rates)]
    conditions = {
        "clamped": tuple([(k + 1, pair[end]) for k, pair in enumerate(given)] for end in (0, 1)),
        "natural": tuple([(degree - 1 - k, np.zeros(q.shape[1])) for k in range((degree - 1) // 2)] for _ in (0, 1)),
        "free": None,
        "periodic": "periodic",
    }
    x = (t - t[0]) / span
    try:
        made = make_interp_spline(x, q, k=degree, bc_type=conditions[ends])
    except ValueError:  # which LinAlgError is, too
        raise BadArray(
            f"{len(t)} points at these times do not determine a spline of degree {degree} with ends {ends!r}.",
            "More points were expected, or times farther apart.",
            "take other ends: rest, say.",
        ) from None
    breaks = np.unique(made.t[(made.t >= 0.0) & (made.t <= x[-1])])
    h = np.diff(breaks)[:, None]
    taylor = [made(breaks[:-1], nu=k) * h**k / math.factorial(k) for k in range(degree + 1)]
    return Pieces(breaks * span, np.stack(taylor, axis=1))
