"""What Khalil & Dombre say after [9.124]: the recursive method is numerically more stable than solving with D.

True where a joint moves little inertia and forces do not know it: methods that form D then lose as many digits as its
condition number has, and those that do not keep all. Where forces are those of a motion, all lose the same.
                                                                                                        [khalil2002]
"""

import numpy as np
import pytest

from linkwise.formulations import formulations_for
from tests.tolerances import AGREEMENT, EPS, FEW_ROUNDINGS, NINE_DIGITS

from .stability import FAMILIES, RECURSIVE, WITHOUT_D, cases

KEEPS = (*RECURSIVE, *WITHOUT_D)


def figures(family, n, seeds, kind):
    """Residuals and errors by formulation, (seeds, 2) each, and the condition numbers."""
    found, κ = {}, []
    for seed in seeds:
        case = cases(family, n, seed)[kind]
        κ.append(case.condition)
        for name, *off in case.outcomes():
            found.setdefault(name, []).append(off)
    return {name: np.array(off) for name, off in found.items()}, np.array(κ)


def test_groups():
    assert set(KEEPS) < set(formulations_for("forward_dynamics"))


def test_digits_kept_without_the_inertia_matrix():
    found, κ = figures("nearly singular", 6, range(3), "any")
    assert κ.min() * EPS > NINE_DIGITS
    for name, off in found.items():
        error = np.median(off[:, 1])
        assert (error < FEW_ROUNDINGS) if name in KEEPS else (error > AGREEMENT), (name, error)


def test_residuals_of_the_recursive_method():
    """Smaller than those of every method that solves, on arms of ten links of centimetres."""
    found, _ = figures("centimetres", 10, range(3), "any")
    residual = {name: np.median(off[:, 0]) for name, off in found.items()}
    best = min(residual[name] for name in RECURSIVE)
    assert all(best < residual[name] for name in residual if name not in RECURSIVE), residual


@pytest.mark.parametrize("family", [f if f == "alike" else pytest.param(f, marks=pytest.mark.slow) for f in FAMILIES])
def test_forces_of_a_motion(family):
    """No method is better here: all residuals are roundings, however ill-conditioned D is."""
    found, _ = figures(family, 8, range(2), "of a motion")
    for name, off in found.items():
        assert (off[:, 0] < FEW_ROUNDINGS).all(), name
