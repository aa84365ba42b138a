"""How far laws may be off, and why."""

from ..compare.agreement import AGREEMENT
from .law import Bound

EPS = 2.0**-52
"""The spacing of doubles at 1."""

ROUNDING = Bound(100 * EPS, "100 roundings for each moving link, of the size of what is added up")
"""A recursion does some hundred operations for each link, and a law compares two of them."""

SOLVED = Bound(100 * EPS, "100 roundings for each moving link, times the condition number of M with a unit diagonal")
"""What M x = b leaves undetermined when M and b are known to some roundings."""

GROUPED = Bound(100 * EPS, "100 roundings for each moving link, times the condition number of the base regressor")
"""Where the grouping is found from numbers, equations are solved with that regressor."""

POSITIVE = Bound(4 * EPS, "4 roundings for each moving link: a smaller ratio may have either sign", least=True)
"""Eigenvalues of a matrix with a unit diagonal are known to some roundings of its size."""

INDEPENDENT = Bound(1e-11, "columns that depend on each other leave rounding, far below", grows=False, least=True)
"""Between the smallest singular value of a regressor that identifies all its parameters and that of one that does not
lie ten powers of ten."""

AGREEING = Bound(AGREEMENT, "some thousand roundings of terms that cancel; more where M is ill conditioned", False)
"""The bound by which formulations are compared."""
