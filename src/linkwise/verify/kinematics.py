"""Laws of kinematics: the Jacobian and its rate against the derivatives of pose and Jacobian."""

import numpy as np

from ..calls.arrays import Array
from ..errors import shown
from .complex_step import along
from .law import Measurement
from .relative import largest, relative
from .sample import Sample

ROWS = ("ωx", "ωy", "ωz", "vx", "vy", "vz")
"""The rows of a Jacobian."""


def velocity(sample: Sample) -> Measurement:
    """J q̇ minus the angular and linear velocity of the pose by the complex step.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(velocity(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-14)
    True
    """
    J, T = sample.answer("jacobian"), sample.answer("forward_kinematics")
    Td = along(sample.frictionless, "forward_kinematics", [sample.q], [sample.qd], sample.frame)
    W = Td[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2)  # Ṙ Rᵀ = tilde(ω)
    true = np.concatenate([W[:, [2, 0, 1], [1, 2, 0]], Td[:, :3, 3]], axis=1)
    error = np.einsum("sij,sj->si", J, sample.qd) - true
    return Measurement(relative(error, _speeds(J, sample)), axes=(ROWS,), detail=f"frame {shown(sample.frame)}")


def jacobian_dot(sample: Sample) -> Measurement:
    """J̇ minus the rate of J by the complex step along q̇."""
    J, Jd = sample.answer("jacobian"), sample.answer("jacobian_dot")
    true = along(sample.frictionless, "jacobian", [sample.q], [sample.qd], sample.frame)
    scale = np.maximum(largest(true), largest(J) * largest(sample.qd))
    return Measurement(relative(Jd - true, scale), axes=(ROWS, sample.joints), detail=f"frame {shown(sample.frame)}")


def _speeds(J: Array, sample: Sample) -> Array:
    return largest(np.einsum("sij,sj->si", np.abs(J), np.abs(sample.qd)))
