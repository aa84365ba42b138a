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

TANH_ATAN2_ULP = 3.0
"""Units in the last place of our hyperbolic tangent and arctangent: one for the quotient, one for the polynomial and
its sum, one for the sum with a multiple of π."""

SINGLE_PRECISION = 3e-6
"""Some hundred roundings of floats, 6e-8 each, relative to the largest entry."""

CENTRAL_DIFFERENCES = 1e-7
"""Central differences of smooth functions of order one with steps of 1e-5 to 1e-6: roundings of 1e-15 over the step,
and the step squared."""

ENERGY_OF_SPRINGS = 1e-10
"""Of an elastic arm's greatest kinetic energy, what an adaptive integrator of order eight may gain or lose over some
dozen vibrations when each step is held to 1e-13."""

TRACKED = 1e-9
"""What steps held to 1e-11 leave of a motion of order one over a second."""

DIFFERENCED = 1e-9
"""A second derivative from nine values 0.02 s apart along a motion of some rad/s: roundings over h² are 1e-12, the
series' next term some 1e-10."""

IN_A_TASK = 1e-11
"""What comes from the inverse of J M⁻¹ Jᵀ at states whose singular values stay within a factor of 100: its condition is
the square, 1e4, and that of M, some 1e2 to 1e4, comes on top of roundings of 1e-16. The
most met is 6e-13."""

NUDGED = 1e-7
"""A central difference with steps of 1e-6 to 1e-5: roundings over the step are some 1e-10 of the largest entry, and
those of differences of energies, which are far larger than their slopes, 1e-8."""

RESIMULATED = 1e-6
"""Motions integrated again with parameters 1e-4 more and less: the square of that, and what steps held to 1e-11 leave
over it."""

RICCATI = 1e-8
"""A Schur method on models whose inertias span four decades: the condition of the invariant subspace takes half."""

FIVE_POINTS = 1e-9
"""Slopes from five points a thousandth apart: the rounding of what is differenced, 1e-16 of it, over the step."""

BETWEEN_SAMPLES = 1e-6
"""What a bound on the pace may change between 20000 samples of a motion: its curvature over their step squared."""

ON_THE_LIMIT = 1e-9
"""How far beyond a limit a motion made to reach it may be, relative: what looking closer between samples leaves."""

SAME_INTEGRATOR = 1e-10
"""The same integrator on the same motion, two recursions: roundings of 1e-15 at each of a thousand steps, growing along
the motion of an arm that falls, by a factor of some hundred in a second."""

TIGHT_INTEGRATION = 1e-9
"""DOP853 at tolerances of 1e-12 on both sides, over a second in which errors grow by a factor of some hundred."""

SAME_STEPS_ALONG = 1e-12
"""The same steps on another machine, some dozen in a row: roundings of 1e-16, times the condition of a wrist's inertia
next to a shoulder's, 1e3, at each."""

ONE_RK4_RUN = 1e-8
"""What 200 steps of 1 ms by Runge–Kutta's classical method leave of a planar arm's motion: 6e-10, and room."""

FAR_MEAN = 1e-9
"""A variance of 0.1 of numbers near 1e6: their doubles are 1e-10 apart, and thousands of them average that out."""

READING_SECONDS = 5.0
"""Processor time for reading any file, however hostile: the largest that limits allow take two or three."""

READING_MEGABYTES = 512
"""Memory of a process that reads any file, the interpreter, NumPy, MuJoCo and the file itself included."""
