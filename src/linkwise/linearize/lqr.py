"""The linear-quadratic regulator: the gain that returns to a state at least cost.

u = −K x minimises ∫ xᵀQx + uᵀRu dt, where S solves the algebraic Riccati equation

    AᵀS + S A − S B R⁻¹ Bᵀ S + Q = 0,    K = R⁻¹ Bᵀ S,

and likewise the sum over the steps of a sampled model. SciPy solves for S: Laub (1979).                 [laub1979]
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, as_written
from ..calls.checks import finite
from ..errors import BadArray, shown
from ..html_table import html_table
from ..taskspace.matrices import solved
from .discrete import DiscreteModel
from .state_space import AbstractStateSpace
from .weights import weight

ROUNDING = 1e-14
"""How slowly the slowest motion may decay, relative to the fastest: slower decay may be none, up to rounding."""


@as_written
class Regulator(NamedTuple):
    """The gain K (…, m, n) of u = −K x, the matrix S of the cost to go xᵀ S x, and the poles: eigenvalues of A − B K.

    >>> lqr(([[0.0, 1.0], [0.0, 0.0]], [[0.0], [1.0]]), Q=1.0, R=1.0)
    Regulator(K (1, 2), S (2, 2), poles (2,))
    """

    K: Array
    S: Array
    poles: Any

    def __repr__(self) -> str:
        return f"Regulator({', '.join(f'{name} {np.shape(array)}' for name, array in self._asdict().items())})"

    def _repr_html_(self) -> str:
        """The gain and the poles; of a batch, the shapes."""
        if self.K.ndim > 2:
            return html_table(repr(self), ("array", "shape"), [(k, np.shape(x)) for k, x in self._asdict().items()])
        heads = ("K", *(f"state {k}" for k in range(self.K.shape[1])))
        gain = [(f"input {i}", *(f"{x:.6g}" for x in row)) for i, row in enumerate(self.K)]
        poles = [(f"{s.real:.6g}", f"{s.imag:.6g}") for s in self.poles]
        tables = html_table(repr(self), heads, gain), html_table("Poles of A − B K", ("real", "imaginary"), poles)
        return "\n".join(tables)


def lqr(
    model: AbstractStateSpace | DiscreteModel | tuple[ArrayLike, ArrayLike], Q: ArrayLike, R: ArrayLike
) -> Regulator:
    """The gain K of u = −K x that minimises ∫ xᵀQx + uᵀRu dt, or for a `DiscreteModel` the sum over its steps.

    The model is one of `robot.linearize`, or a pair (A, B). Weights are one number, a diagonal or a symmetric matrix.
    Each model of a batch gets its own gain.

    >>> import linkwise
    >>> upright = linkwise.load("pendulum").linearize([3.141592653589793])
    >>> regulator = lqr(upright, Q=[10.0, 1.0], R=1.0)
    >>> regulator.K.round(3), bool(regulator.poles.real.max() < 0)
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
            raise _undetermined("a motion remains that does not decay")
    return Regulator(K, S, poles)


def _continuous(A: Array, B: Array, Q: Array, R: Array) -> tuple[Array, Array]:
    from scipy.linalg import solve_continuous_are

    S = _solved(solve_continuous_are, A, B, Q, R)
    return solved(R, B.T @ S), S


def _discrete(A: Array, B: Array, Q: Array, R: Array) -> tuple[Array, Array]:
    from scipy.linalg import solve_discrete_are

    S = _solved(solve_discrete_are, A, B, Q, R)
    return solved(R + B.T @ S @ B, B.T @ S @ A), S


def _solved(solve: Any, A: Array, B: Array, Q: Array, R: Array) -> Array:
    try:
        with np.errstate(all="ignore"):
            return solve(A, B, Q, R)
    except (np.linalg.LinAlgError, ValueError) as error:  # ValueError: the Schur form could not be reordered
        raise _undetermined(str(error).rstrip(".")) from None


def _undetermined(why: str) -> BadArray:
    return BadArray(
        f"these weights determine no stabilising gain ({why}).",
        "Every motion that does not decay by itself must cost something, and the inputs must reach it.",
        "give all positions a positive weight in Q, and keep Q and R within some orders of magnitude of each other.",
    )


def _matrices(model: Any) -> tuple[Array, Array]:
    if isinstance(model, AbstractStateSpace | DiscreteModel):
        return model.A, model.B
    if not isinstance(model, tuple | list) or len(model) != 2:
        raise BadArray(
            f"{shown(repr(model))} is not a linear model.",
            "A model of robot.linearize, its .discrete(step), or a pair (A, B) was expected.",
        )
    A, B = (finite(name, x, (), "a matrix") for name, x in zip("AB", model, strict=True))
    if A.ndim != 2 or B.ndim != 2 or A.shape[0] != A.shape[1] or B.shape[0] != A.shape[0] or 0 in B.shape:
        raise BadArray(f"A and B have shapes {A.shape} and {B.shape}.", "(n, n) and (n, m) were expected.")
    return A, B
