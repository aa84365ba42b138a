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


ORACLE = {
    "inverse_dynamics": 1e-14,
    "mass_matrix": 1e-14,
    "bias_forces": 2e-14,
    "gravity_forces": 1e-14,
    "kinetic_energy": 1e-14,
    "potential_energy": 1e-14,
}
"""Compiled answers against 50 digits: 90 roundings of the largest entry, what a recursion over a dozen links gathers
where forces partly cancel. Near-parallel axes get no more: frames stay near the mass (model/rewrite/dh_gauge.py).
The most met on the oracle's robots: 8.6e-15 and 2.7e-15 of τ and M; bias forces cancel more, 1.5e-14."""

ORACLE_FORMULATIONS = 3e-14
"""Formulations in the frames a robot was loaded with: closed Lagrangian sums, and those that add up in base
coordinates, gather twice as many roundings. The most met is 1.6e-14."""

SOLVED = 100.0
"""Accelerations against 50 digits, in units of κ u: κ the condition number of the inertia matrix scaled to a unit
diagonal, u = 2⁻⁵³. A hundred roundings of each link's inertia; the most met is 16."""

SOLVED_UNSCALED = 100.0
"""The same in units of the condition number of the matrix as it is, for methods that do not see its scale: conjugate
gradients (newton_euler.walker_orin_4), and bodies moved to the base's origin (newton_euler.lynch_park)."""

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

STEADY_MOTION = 50.0
"""Times the tolerance of each step: what is left of a motion that does not amplify errors after some dozen steps, at
any time between them. The most met is 26, on a pendulum that goes round."""

UNSTEADY_MOTION = 1000.0
"""The same for a motion that amplifies errors: a pendulum that nearly stands still on top, and a double pendulum, pass
on an error some hundred times. The most met is 330."""

FINE_FIXED_STEPS = 1e-6
"""What fixed steps of order 4 and 2 ms leave of a motion of some rad/s over some seconds; the most met is 3e-7."""

LOST_IN_CREEPING = 1e-6
"""Of the largest kinetic energy, what a run at the default tolerances may gain or lose where a controller's work is a
hundred times that energy."""

READING_SECONDS = 5.0
"""Processor time for reading any file, however hostile: the largest that limits allow take two or three."""

READING_MEGABYTES = 512
"""Memory of a process that reads any file, the interpreter, NumPy, MuJoCo and the file itself included."""
