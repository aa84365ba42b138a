"""Laws of forward dynamics: it undoes inverse dynamics, as accurately as the condition of the inertia matrix allows."""

import numpy as np

from ..calls.arrays import Array
from .law import Measurement
from .relative import largest, product, relative
from .sample import Sample


def inverse_of_forward(sample: Sample) -> Measurement:
    """ID(q, q̇, FD(q, q̇, τ)) − τ.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(inverse_of_forward(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-12)
    True
    """
    qdd = sample.answer("forward_dynamics")
    reproduced = sample.robot.inverse_dynamics(sample.q, sample.qd, qdd)
    inertial = product(np.abs(sample.answer("mass_matrix")), np.abs(qdd))
    scale = largest(inertial) + largest(sample.tau) + sample.forces
    return Measurement(
        relative(reproduced - sample.tau, scale), sample.condition, (sample.joints,), conditioned(sample)
    )


def forward_of_inverse(sample: Sample) -> Measurement:
    """FD(q, q̇, ID(q, q̇, q̈)) − q̈, each joint in units of √M_ii."""
    sample.require_inertia()
    d, qdd = sample.units, sample.qdd
    reproduced = sample.robot.forward_dynamics(sample.q, sample.qd, sample.answer("inverse_dynamics"))
    scale = np.max(d * np.abs(qdd), axis=1) + np.max(_acting(sample) / d, axis=1)
    return Measurement(relative(d * (reproduced - qdd), scale), sample.condition, (sample.joints,), conditioned(sample))


def _acting(sample: Sample) -> Array:
    """The sum of the magnitudes of all terms at each joint."""
    M, C = np.abs(sample.answer("mass_matrix")), np.abs(sample.answer("coriolis_matrix"))
    static: Array = np.abs(sample.answer("gravity_forces")) + np.abs(sample.friction)
    return product(M, np.abs(sample.qdd)) + product(C, np.abs(sample.qd)) + static


def inverse_matrix(sample: Sample) -> Measurement:
    """M M⁻¹ − 1 with M scaled to a unit diagonal."""
    d, M, M_inv = sample.units, sample.answer("mass_matrix"), sample.answer("mass_matrix_inverse")
    error = (M @ M_inv - np.eye(M.shape[1])) * (d[:, None, :] / d[:, :, None])
    return Measurement(np.abs(error), sample.condition, (sample.joints, sample.joints), conditioned(sample))


def conditioned(sample: Sample) -> list[str]:
    """A remark for each state: the condition number of its inertia matrix.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> conditioned(sampled(linkwise.load("pendulum"), 1))
    ['condition number 1']
    """
    return [f"condition number {κ:.2g}" for κ in sample.condition]
