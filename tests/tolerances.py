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

FLOAT_SCENE = 1e-6
"""Positions in metres as a page draws them: single precision, 6e-8 for a metre, and some roundings."""

SIXTEEN_BITS = 1e-4
"""The volume of a mesh whose corners are rounded to a part in 65535 of its size, three times."""

COARSE = 0.01
"""A ball of radius ½ m made of a thousand triangles: their middles lie 2 mm below it, and so may moved corners."""

ON_LINES = 0.01
"""An energy on straight lines between a thousand points of a motion, relative to the largest."""


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

TIMES_A_ROUNDED_MATRIX = 8.0
"""A solution in single precision, in units of what rounding the entries of the matrix alone changes: eliminating adds
some roundings to each entry. 1 to 4 were seen."""

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

CHOSEN_STEPS = 1e-6
"""Times that steps with error control end at, of two programs: an error of 1e-9 of the state is known to a thousandth
of it or so, rounding taken away, and the length of the next step goes with its eighth root."""

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

# ---- roundings, and what a matrix makes of them ---------------------------------------------------------------------

NOT_ZERO = 1e-300
"""Stands for the largest entry of a reference that is all zeros, so that what is relative to it has a meaning."""

FORTY_DIGITS = 1e-40
"""What a second recursion in 50 digits leaves: ten of them are for its roundings."""

ONE_ROUNDING = 1e-15
"""A number of order one after one to four roundings, 2.2e-16 each; sines of π, rotations, conversions and back."""

FEW_ROUNDINGS = 1e-14
"""Some dozen roundings of numbers of order one: sums of products, a polynomial, a piece of a spline."""

CONDITIONED = 1e-11
"""A small linear system lies between the numbers compared, a spline's or a task's: condition some tens to hundreds."""

ILL_CONDITIONED = 1e-10
"""An arm's inertia matrix or a regressor lies between: conditions of some thousands times roundings of 1e-15."""

NINE_DIGITS = 1e-9
"""A wrist's inertia beside a shoulder's, the rank of a regressor, an inverse distribution function: conditions of up to
1e6. A wrong formula shows in the first digits."""

PRINTED_6 = 5e-6
"""Six significant digits: half a unit of the last, at most, of a number that begins with 1."""

DOUBLE_ROOT = 1e-6
"""A double eigenvalue of a matrix of some dozens: the square root of its rounding."""

HALF_THE_DIGITS = 1e-8
"""The square root of a rounding: where a function is flat, at a peak or a double root; differences of 4th order."""

DOUBLE_ROOT = 1e-6
"""A joint near the double root of its equation, a stretched elbow's say: the square root of a few thousand roundings.
Of 10,000 random poses the most met is 1.1e-7."""

CONDITION_NUMBER = 1e-6
"""Condition numbers near 1e6, computed from matrices that are rounded otherwise."""

OF_A_SMALL_DIFFERENCE = 1e-5
"""A relative difference of 1e-6 and more, told from numbers with roundings of 1e-12 and less."""

SECOND_ORDER = 1e-6
"""Beside a small angle: its square, for tilts of a thousandth and less."""

BETWEEN_NODES = 1e-4
"""Durations along a path: limits between 1,000 nodes cost up to 4e-5 against limits at the nodes alone."""

LINEAR_PROGRAMME = 1e-6
"""Optima of a solver of linear programmes, which stops at 1e-7."""

SNAPPED = 1e-6
"""What snapping to quarter turns changes: angles are taken for them within a micrometre per metre."""

# ---- what files and pages print -------------------------------------------------------------------------------------

PRINTED_9 = 1e-8
"""Nine printed digits: half a unit of the last is 5e-9 of the smallest number."""

PRINTED_8 = 1e-7
"""Eight printed digits of lengths and masses, and what they do to an inertia matrix."""

HALF_A_UNIT = 1e-6
"""Of half a unit of the last digit: room for the rounding of that half itself."""

SAME_ROBOT = 1e-9
"""One robot written in two ways: angles come back from arc cosines of rotations and lose up to half of the digits of
their square, torques follow; an actual difference between two files is 1e-6 and more."""

PLAINLY_SOMETHING = 1e-4
"""Coefficients of a relation are nothing (roundings) or more than this."""

PLAINLY_WRONG = 1e-3
"""A formula with a misprint is off by more."""

# ---- differences ----------------------------------------------------------------------------------------------------

COARSE_DIFFERENCES = 1e-5
"""A derivative of accelerations by central differences along a motion: the step squared times the third derivative."""

GRADIENT = 1e-4
"""Differences of second order over samples milliseconds apart, of motions of some rad/s."""

SEARCHED = 1e-3
"""A search for the largest error ends near the largest one."""

MEASURED_AGAIN = 1e-6
"""An error of floats measured twice, against doubles that were rounded otherwise: 1e-16 of an error of 1e-8."""

STEEP_IN_FLOATS = 1e-3
"""Friction laws that change within hundredths of a rad/s, in single precision: 6e-8 over the width, summed."""

# ---- motions --------------------------------------------------------------------------------------------------------

STRICT_RUN = 1e-10
"""Steps held to 1e-12 and 1e-13 over some tenths of a second; momenta across an impact, which are solved for."""

EVENT_FOUND = 1e-9
"""The time of an event on a motion that steps follow exactly (constant forces): the root is bracketed that closely."""

DEFAULT_STEP = 1e-8
"""The tolerance of a step by default; a motion that does not amplify errors keeps to it over some steps."""

DEFAULT_RUN = 1e-7
"""Ten times the tolerance of a step: what some seconds at the default tolerances leave of a motion and its energy."""

LONG_RUN = 1e-6
"""A hundred times the tolerance of a step: a hundred seconds, dozens of events, stiff phases, closed loops at rest."""

COARSE_RUN = 1e-5
"""Fixed steps of milliseconds by methods of order 2 to 4, and runs at tolerances of 1e-6."""

ROUGH_RUN = 1e-4
"""The same where a second derivative, or a difference of two runs over a small change, is taken of them."""

FIRST_ORDER_RUN = 1e-3
"""Euler's methods with steps of milliseconds: an error of the order of the step."""

SINGLE_RUN = 1e-4
"""A run in single precision: 6e-8 at each of some hundred steps, and what the motion makes of them."""

FAR_WITHIN = 1e-3
"""Of what a self-test refuses, measured in units of its own bound."""

BROUGHT_HOME = 1e-3
"""How near to its goal a controlled arm is after some time constants."""

OTHER_RICCATI = 1e-7
"""Two Riccati solvers on one model, python-control's and ours: each keeps RICCATI, on gains that differ in size."""

# ---- limits along a motion ------------------------------------------------------------------------------------------

FLAT_PEAK = 1e-7
"""The height of a smooth peak sampled closely: flat there, so the square of a step over it."""

END_OF_A_PIECE = 1e-4
"""Where a limit binds at the end of a piece, as samples beside it show."""

# ---- closed loops ---------------------------------------------------------------------------------------------------

CLOSED_LOOP = 1e-13
"""How far a loop of links of order one metre stays open: some hundred roundings of the poses of its ends, which
Newton's method reaches and projection keeps. The most met is 1e-15."""

ENERGY_IN_A_LOOP = 1e-7
"""Of the largest kinetic energy, what steps held to 1e-8 and finer, and projection onto closed states after each, may
gain or lose over some swings of a linkage."""

INDEPENDENT_COLUMNS = 1e-6
"""The smallest singular value of regressor columns of length 1 that do not depend on each other, relative to the
largest: those of linkages that turn by a radian have 1e-4 and more, dependent ones rounding."""

POSE_REACHED = 1e-6
"""How far off a pose inverse kinematics leaves by default, in rad and in m: where its search stops."""

POSE_CHECKED = 1e-8
"""Another library's poses, and turns that the search counts as chords, beside what it stops at."""

POSTURE_KEPT = 1e-3
"""Joints that are drawn to a posture stop once steps are below 1e-7, while the pose holds to 1e-6: near a singularity
that leaves its square root open."""

RECOVERED = 1e-8
"""Parameters from noise-free logs, relative to the largest: rounding of the torques times condition numbers of some
1e4; the most met on random robots is 3e-9."""

WINDOWED = 1e-7
"""Filtered in windows or at once: what the filter still remembers beyond the margins, 1e-8 of a signal, of several."""

STATIONARY = 1e-5
"""What a minimum may leave of the slope next to its parts: Newton's last step is checked by its decrement, 1e-12."""

CRITERION_SLOPE = 1e-6
"""Slopes of an excitation's criterion beside central differences of it, next to the sum of their sizes: friction laws
are themselves differentiated by steps of 1e-6."""

BY_A_SOLVER = 1e-7
"""Minima of an interior-point solver for semidefinite programs next to Newton's: Clarabel's gap is 1e-12 in its own
scaling, of objectives near 1e-5; the largest met is 1e-11 of the objective, on extreme priors 4e-7."""

SAMPLED_LOOP = 1e-3
"""Torques of a fit to a sampled loop whose log has them at samples only, while they jump there: 1e-5 was met."""
