"""Laws of velocity forces, gravity and power."""

import numpy as np

from .complex_step import along, partial
from .law import Measurement
from .relative import largest, product, relative
from .sample import Sample


def passivity(sample: Sample) -> Measurement:
    """Ṁ − C − Cᵀ, the symmetric part of Ṁ − 2C, with Ṁ by the complex step along q̇.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(passivity(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-14)
    True
    """
    C = sample.answer("coriolis_matrix")
    Md = along(sample.frictionless, "mass_matrix", [sample.q], [sample.qd])
    scale = np.maximum(largest(Md), np.maximum(largest(C), sample.rates))
    return Measurement(relative(Md - C - np.swapaxes(C, 1, 2), scale), axes=(sample.joints, sample.joints))


def bias(sample: Sample) -> Measurement:
    """C q̇ + g − bias_forces, relative to the forces that act at the joints."""
    expected = product(sample.answer("coriolis_matrix"), sample.qd) + sample.answer("gravity_forces")
    return Measurement(relative(expected - sample.answer("bias_forces"), sample.forces), axes=(sample.joints,))


def gravity(sample: Sample) -> Measurement:
    """g − ∂U/∂q, with the gradient of U by the complex step."""
    gradient = partial(sample.frictionless, "potential_energy", [sample.q], 0)
    return Measurement(relative(sample.answer("gravity_forces") - gradient, sample.forces), axes=(sample.joints,))


def power(sample: Sample) -> Measurement:
    """q̇·(τ − friction) − d(T + U)/dt, with the rates of the energies by the complex step along the motion."""
    tree, state, rate = sample.frictionless, [sample.q, sample.qd], [sample.qd, sample.qdd]
    gained = along(tree, "kinetic_energy", state, rate) + along(tree, "potential_energy", state[:1], rate[:1])
    supplied = np.einsum("si,si->s", sample.qd, sample.answer("inverse_dynamics") - sample.friction)
    return Measurement(relative(supplied - gained, sample.driven * np.sum(np.abs(sample.qd), axis=1)))


def sum_of_parts(sample: Sample) -> Measurement:
    """τ − (M q̈ + bias + friction), relative to the forces that act at the joints."""
    parts = product(sample.answer("mass_matrix"), sample.qdd) + sample.answer("bias_forces") + sample.friction
    return Measurement(relative(sample.answer("inverse_dynamics") - parts, sample.driven), axes=(sample.joints,))
