"""The Riccati differential equation, integrated backwards along a motion.

    −Ṡ = AᵀS + S A − S B R⁻¹ Bᵀ S + Q

belongs to the linear Hamiltonian equations ẋ = A x − B R⁻¹ Bᵀ y, ẏ = −Q x − Aᵀ y with y = S x. While A and B are
constant, [x; y](t + h) = Φ [x; y](t) with Φ = exp(H h), and y(t + h) = S₁ x(t + h) gives

    S(t) = (Φ₂₂ − S₁ Φ₁₂)⁻¹ (S₁ Φ₁₁ − Φ₂₁).

That is exact however stiff the regulator is, keeps S symmetric and not negative, and has the solution of the algebraic
equation as its fixed point: with A and B taken at the middle of each step the error is of second order in the step.
"""

import math

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray

MOST_STEPS = 200_000
"""The most steps of the backward recursion; with more, the step or the weights are a mistake."""


def backwards(A: Array, B: Array, Q: Array, R: Array, S: Array, h: float) -> Array:
    """S at the ends of the steps 0 … K, (K + 1, n, n), from S at the last end and from A, B in the middle of each step.

    >>> A, B = np.zeros((1, 1, 1)), np.ones((1, 1, 1))
    >>> one = np.eye(1)
    >>> backwards(A, B, one, one, 0 * one, 0.5)[:, 0, 0]  # tanh 0.5
    array([0.46211716, 0.        ])
    """
    from scipy.linalg import expm

    K, n = A.shape[:2]
    H = np.empty((K, 2 * n, 2 * n))
    H[:, :n, :n], H[:, n:, n:], H[:, n:, :n] = A, -np.swapaxes(A, 1, 2), -Q
    H[:, :n, n:] = -B @ np.linalg.solve(R, np.swapaxes(B, 1, 2))
    fastest = float(np.abs(np.linalg.eigvals(H)).max(initial=0.0))
    parts = max(1, math.ceil(fastest * h))  # the exponential of a longer step would lose the slow motions
    if parts * K > MOST_STEPS:
        raise BadArray(
            f"the regulator's fastest pole is {fastest:.3g} per second, so a step of {h:.3g} s needs {parts} substeps.",
            f"At most {MOST_STEPS} backward steps in total are allowed.",
            "increase R, decrease Q, or use a longer step.",
        )
    every = np.empty((K + 1, n, n))
    every[K] = S
    for k in range(K - 1, -1, -1):
        Φ = expm(H[k] * (h / parts))
        for _ in range(parts):
            S = np.linalg.solve(Φ[n:, n:] - S @ Φ[:n, n:], S @ Φ[:n, :n] - Φ[n:, :n])
            S = 0.5 * (S + S.T)
        every[k] = S
    return every
