"""Splines through points, by SciPy: with degree three accelerations are continuous, with five two more derivatives.

An interpolating spline of degree d leaves d − 1 numbers open; the kinds of ends differ in how they fix them:

    clamped    velocities (and, for degree five, accelerations) are given; at rest they are 0
    natural    the derivatives above (d − 1)/2 vanish: q̈ = 0, or for degree five q⃛ = q⁗ = 0
    free       the outermost pieces are one polynomial with their neighbours ("not a knot")
    periodic   all derivatives but the last are the same at both ends
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import vector
from ..errors import BadArray, LinkwiseError
from .pieces import Pieces

DEGREES = (3, 5)
"""Odd ones: interpolating splines of even degree oscillate."""


def check_degree(degree: object) -> None:
    """Raise an error unless splines of that degree are supported.

    >>> check_degree(4)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: degree is 4.
      One of (3, 5) was expected.
      Hint: degree=3, for example.
    """
    if type(degree) is not int or degree not in DEGREES:
        raise LinkwiseError(f"degree is {degree!r}.", f"One of {DEGREES} was expected.", "degree=3, for example.")


def increasing(name: str, value: ArrayLike, count: int) -> Array:
    """`count` finite times, each later than the one before.

    >>> increasing("times", [0, 1, 3], 3)
    array([0., 1., 3.])
    """
    t = vector(name, value, count, "one time per point")
    late = np.flatnonzero(np.diff(t) <= 0)
    if late.size:
        k = int(late[0])
        raise BadArray(
            f"{name} does not increase: {t[k + 1]:g} comes after {t[k]:g}.",
            "Each time was expected to be later than the one before.",
            "sort the points by time.",
        )
    return t


def interpolating_spline(t: Array, q: Array, degree: int, ends: str, rates: Sequence[tuple[Array, Array]]) -> Pieces:
    """The spline through the rows of q at times t; `rates` are the derivatives at both ends, the first one first.

    >>> rest = [(np.zeros(1), np.zeros(1))]
    >>> interpolating_spline(np.array([0.0, 1.0]), np.array([[0.0], [1.0]]), 3, "clamped", rest).coefficients
    array([[[ 0.],
            [ 0.],
            [ 3.],
            [-2.]]])
    """
    from scipy.interpolate import make_interp_spline  # takes a while to load

    if ends == "free" and len(t) <= degree:
        raise BadArray(
            f"{len(t)} points do not determine a spline of degree {degree} with free ends.",
            f"At least {degree + 1} were expected.",
            "choose other ends: rest, say.",
        )
    span = t[-1] - t[0]  # collocation is well conditioned where times are of order one
    with np.errstate(all="ignore"):  # `Pieces` refuses what is too large
        scaled = [tuple(rate * span * (span if k else 1.0) for rate in pair) for k, pair in enumerate(rates)]
    conditions = {
        "clamped": tuple([(k + 1, pair[end]) for k, pair in enumerate(scaled)] for end in (0, 1)),
        "natural": tuple([(degree - 1 - k, np.zeros(q.shape[1])) for k in range((degree - 1) // 2)] for _ in (0, 1)),
        "free": None,
        "periodic": "periodic",
    }
    x = (t - t[0]) / span
    try:
        curve = make_interp_spline(x, q, k=degree, bc_type=conditions[ends])
    except ValueError:  # LinAlgError is one, too
        raise BadArray(
            f"{len(t)} points at these times do not determine a spline of degree {degree} with ends {ends!r}.",
            "More points were expected, or times farther apart.",
            "choose other ends: rest, say.",
        ) from None
    breaks = np.unique(curve.t[(curve.t >= 0.0) & (curve.t <= x[-1])])
    h = np.diff(breaks)[:, None]
    taylor = [curve(breaks[:-1], nu=k) * h**k / math.factorial(k) for k in range(degree + 1)]
    return Pieces(breaks * span, np.stack(taylor, axis=1))
