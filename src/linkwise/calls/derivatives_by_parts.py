"""How accelerations change under wrenches or on a moving base, put together from three other answers.

A program of these derivatives is a differentiated program of q̈, which grows with the third power of the number of
joints: for 15 joints it takes 7 s to compile, for 30 a minute.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..formulations import QUESTIONS
from .answers import answered
from .kernel_cache import AbstractKernel

PARTS = ("forward_dynamics", "inverse_dynamics_derivatives", "mass_matrix_inverse")
"""The questions that are asked for one answer."""


class DerivativesByParts(AbstractKernel):
    """−M⁻¹ ∂τ/∂q, −M⁻¹ ∂τ/∂q̇, M⁻¹, at the accelerations that forces produce, by the kernels that answer PARTS.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum")
    >>> DerivativesByParts(*map(pendulum.compile, PARTS))([0.0], [0.0], [0.0]).dqdd_dtau.round(9)
    array([[3.]])
    """

    def __init__(self, accelerations: AbstractKernel, slopes: AbstractKernel, inverse: AbstractKernel):
        self.accelerations, self.slopes, self.inverse = accelerations, slopes, inverse

    def __repr__(self) -> str:
        return f"DerivativesByParts({self.slopes!r})"

    def __call__(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *beside: ArrayLike, **options: Any) -> Any:
        """The answers to states, and then wrenches and what is given of the base."""
        given: list[Any] = [q, qd, tau, *beside]
        single = all(getattr(x, "dtype", None) == np.float32 for x in given)
        if single:  # computed in double precision
            given = [np.asarray(x, np.float64) for x in given]
        qdd = self.accelerations(*given)
        dq, dqd, _ = self.slopes(*given[:2], qdd, *given[3:])
        M_inv = np.broadcast_to(self.inverse(given[0]), dq.shape)
        with np.errstate(all="ignore"):
            parts = (-(M_inv @ dq), -(M_inv @ dqd), M_inv.copy())
        kind = np.float32 if single else np.float64
        return answered(QUESTIONS["forward_dynamics_derivatives"].parts, tuple(x.astype(kind) for x in parts))
