"""How closely numbers must agree, each with its reason. All are relative to the largest entry of the reference."""

import numpy as np

EPS = 2.0**-52
"""The spacing of doubles at 1."""

AGREEMENT = 1e-12
"""Two correct double-precision recursions over up to a few dozen bodies differ by some thousand roundings at most."""

ROUNDING = 1e-13
"""A handful of double operations on numbers of size 1: each leaves about 1e-16, sums of dozens stay below this."""

CANCELLATION = 64 * EPS
"""What a sum that cancels may leave, relative to the terms in it: each is itself the result of some dozen roundings."""

PRINTED_15 = 1e-14
"""Fifteen printed digits: half a unit of the last, and as much again for the roundings on both sides."""

PRINTED_12 = 1e-12
"""Eleven decimals and more, next to numbers of order one and above: less than a unit of the last."""

SAME_STEPS = 1e-14
"""The same steps on another machine, products and sums rounded once or twice: some dozen roundings of what is added."""

SAME_STEPS_IN_FLOATS = 3e-6
"""The same steps in single precision: some dozen of its roundings, 6e-8 each."""


def solving(M: np.ndarray) -> float:
    """What M q̈ = b leaves undetermined when each link's inertia is known to some roundings.

    They change M_ij by so much of √(M_ii M_jj); what that does to q̈ is told by the condition number of M scaled to a
    unit diagonal. Four roundings: a model holds inertias about link origins, and some methods take them back to the
    centre of mass. The most met is 3.2, on iCub; held against 50 digits by tests/peers/test_conditioning.py.
    """
    d = np.sqrt(np.diag(M))
    return 4 * EPS * float(np.linalg.cond(M / np.outer(d, d)))


SINCOS_ULP = 2.0
"""Units in the last place of our sine and cosine: one for the polynomial and its sums, half for the reduced angle."""

EXPLOG_ULP = 1.25
"""Units in the last place of our exponential and logarithm: half for the last sum, as much for what is added there."""

SINGLE_PRECISION = 3e-6
"""Some hundred roundings of floats, 6e-8 each, relative to the largest entry."""

CENTRAL_DIFFERENCES = 1e-7
"""Central differences of smooth functions of order one with steps of 1e-5 to 1e-6: roundings of 1e-15 over the step, and
the step squared."""
