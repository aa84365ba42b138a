"""Laws of forward dynamics: what goes in comes out, as well as the inertia matrix lets it."""

import numpy as np

from ..calls.arrays import Array
from .law import Found
from .relative import largest, product, relative
from .sample import Sample


def inverse_of_forward(sample: Sample) -> Found:
    """ID(q, q̇, FD(q, q̇, τ)) − τ.

    >>> import linkwise
    >>> from linkwise.verify.states import sampled
    >>> bool(inverse_of_forward(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-12)
    True
    """
    qdd = sample.answer("forward_dynamics")
    again = sample.robot.inverse_dynamics(sample.q, sample.qd, qdd)
    moving = product(np.abs(sample.answer("mass_matrix")), np.abs(qdd))
    scale = largest(moving) + largest(sample.tau) + sample.forces
    return Found(relative(again - sample.tau, scale), sample.condition, (sample.joints,), conditioned(sample))


def forward_of_inverse(sample: Sample) -> Found:
    """FD(q, q̇, ID(q, q̇, q̈)) − q̈, each joint in units of √M_ii."""
    sample.require_inertia()
    d, qdd = sample.units, sample.qdd
    again = sample.robot.forward_dynamics(sample.q, sample.qd, sample.answer("inverse_dynamics"))
    scale = np.max(d * np.abs(qdd), axis=1) + np.max(_acting(sample) / d, axis=1)
    return Found(relative(d * (again - qdd), scale), sample.condition, (sample.joints,), conditioned(sample))


def _acting(sample: Sample) -> Array:
    """The sizes of what is added up at each joint."""
    M, C = np.abs(sample.answer("mass_matrix")), np.abs(sample.answer("coriolis_matrix"))
    held: Array = np.abs(sample.answer("gravity_forces")) + np.abs(sample.friction)
    return product(M, np.abs(sample.qdd)) + product(C, np.abs(sample.qd)) + held


def inverse_matrix(sample: Sample) -> Found:
    """M M⁻¹ − 1 with M scaled to a unit diagonal."""
    d, M, M_inv = sample.units, sample.answer("mass_matrix"), sample.answer("mass_matrix_inverse")
    error = (M @ M_inv - np.eye(M.shape[1])) * (d[:, None, :] / d[:, :, None])
    return Found(np.abs(error), sample.condition, (sample.joints, sample.joints), conditioned(sample))


def conditioned(sample: Sample) -> list[str]:
    """The condition number of each state's inertia matrix, in words.

    >>> import linkwise
    >>> from linkwise.verify.states import sampled
    >>> conditioned(sampled(linkwise.load("pendulum"), 1))
    ['condition number 1']
    """
    return [f"condition number {κ:.2g}" for κ in sample.condition]
