"""The linear-quadratic regulator: the gain that returns to a state at the least cost.

u = −K x minimises ∫ xᵀQx + uᵀRu dt, where S solves the algebraic Riccati equation

    AᵀS + S A − S B R⁻¹ Bᵀ S + Q = 0,    K = R⁻¹ Bᵀ S,

and likewise the sum over the steps of a sampled model. S is found by SciPy: Laub (1979).                [laub1979]
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, shown
from .discrete import DiscreteModel
from .state_space import AbstractStateSpace
from .weights import weight

ROUNDING = 1e-14
"""How slowly the slowest motion may die out, relative to the fastest: what rounding leaves of none at all."""


class Regulator(NamedTuple):
    """The gain K (…, m, n) of u = −K x, the cost to go xᵀ S x, and the poles: eigenvalues of A − B K."""

    K: Array
    S: Array
    poles: Any


def lqr(
    model: AbstractStateSpace | DiscreteModel | tuple[ArrayLike, ArrayLike], Q: ArrayLike, R: ArrayLike
) -> Regulator:
    """The gain for a linear model, of a robot or as a pair (A, B), continuous unless it is a `DiscreteModel`.

    Weights are a number, a diagonal or a symmetric matrix. Models of a batch of states get a gain each.

    >>> import linkwise
    >>> upright = linkwise.load("pendulum").linearize([3.141592653589793])
    >>> found = lqr(upright, Q=[10.0, 1.0], R=1.0)
    >>> found.K.round(3), bool(found.poles.real.max() < 0)
    (array([[10.741,  2.857]]), True)
    """
    A, B = _matrices(model)
    n, m = B.shape[-2:]
    q, r = weight("Q", Q, n), weight("R", R, m, positive=True)
    solve = _discrete if isinstance(model, DiscreteModel) else _continuous
    batch = A.shape[:-2]
    K, S, poles = np.empty((*batch, m, n)), np.empty((*batch, n, n)), np.empty((*batch, n), dtype=complex)
    for k in np.ndindex(*batch):
        K[k], S[k] = solve(A[k], B[k], q, r)
        poles[k] = np.linalg.eigvals(A[k] - B[k] @ K[k])
        with np.errstate(divide="ignore"):
            grows = np.log(np.abs(poles[k])) if isinstance(model, DiscreteModel) else poles[k].real
        if not grows.max() < -ROUNDING * np.abs(poles[k]).max():
            raise _undetermined("a motion is left that does not die out")
    return Regulator(K, S, poles)


def _continuous(A: Array, B: Array, Q: Array, R: Array) -> tuple[Array, Array]:
    from scipy.linalg import solve_continuous_are

    S = _solved(solve_continuous_are, A, B, Q, R)
    return np.linalg.solve(R, B.T @ S), S


def _discrete(A: Array, B: Array, Q: Array, R: Array) -> tuple[Array, Array]:
    from scipy.linalg import solve_discrete_are

    S = _solved(solve_discrete_are, A, B, Q, R)
    return np.linalg.solve(R + B.T @ S @ B, B.T @ S @ A), S


def _solved(solve: Any, A: Array, B: Array, Q: Array, R: Array) -> Array:
    try:
        with np.errstate(all="ignore"):
            return solve(A, B, Q, R)
    except np.linalg.LinAlgError as error:
        raise _undetermined(str(error).rstrip(".")) from None


def _undetermined(why: str) -> BadArray:
    return BadArray(
        f"these weights determine no stabilising gain ({why}).",
        "Every motion that does not die out by itself must cost something, and the inputs must reach it.",
        "give all positions a positive weight in Q, and see that Q and R are not too many orders of magnitude apart.",
    )


def _matrices(model: Any) -> tuple[Array, Array]:
    if isinstance(model, AbstractStateSpace | DiscreteModel):
        return model.A, model.B
    if not isinstance(model, tuple | list) or len(model) != 2:
        raise BadArray(
            f"{shown(repr(model))} is no linear model.",
            "A model of robot.linearize, its .discrete(step), or a pair (A, B) was expected.",
        )
    A, B = (numbers(name, x, (), "a matrix").astype(float, copy=False) for name, x in zip("AB", model, strict=True))
    if A.ndim != 2 or B.ndim != 2 or A.shape[0] != A.shape[1] or B.shape[0] != A.shape[0] or 0 in B.shape:
        raise BadArray(f"A and B have shapes {A.shape} and {B.shape}.", "(n, n) and (n, m) were expected.")
    if not (np.isfinite(A).all() and np.isfinite(B).all()):
        raise BadArray("A or B is not finite.", "Finite numbers were expected.")
    return A, B
