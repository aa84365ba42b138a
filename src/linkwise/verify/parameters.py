"""Laws of the inertial parameters: forces are linear in them, and no base parameter is superfluous."""

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.sampling import anywhere
from .law import Measurement
from .relative import largest, relative
from .sample import Sample

ROWS = 4
"""Equations per parameter when a rank is determined."""

KINDS = ("kinetic_energy", "potential_energy")
"""The two energies, each with a regressor of its own."""


def linear(sample: Sample) -> Measurement:
    """Y π − (τ − friction − springs), relative to the forces that act at the joints.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(linear(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-14)
    True
    """
    forces = sample.answer("regressor") @ sample.robot.parameters().values
    τ = sample.answer("inverse_dynamics") - sample.friction - sample.robot.spring_forces(sample.q)
    return Measurement(relative(forces - τ, sample.driven), axes=(sample.joints,))


def energies(sample: Sample) -> Measurement:
    """h_T π − T, h_U π − U and P π − M q̇; energies relative to the work of a radian, momentum to its terms."""
    π, M = sample.robot.parameters().values, sample.answer("mass_matrix")
    momentum = sample.answer("momentum_regressor") @ π - np.einsum("sij,sj->si", M, sample.qd)
    off = []
    for kind in KINDS:
        energy = sample.answer(kind)
        if kind == "potential_energy":
            energy = energy - _of_springs(sample)
        off.append(relative(sample.answer(f"{kind}_regressor") @ π - energy, sample.forces + np.abs(energy)))
    off.append(np.max(relative(momentum, sample.rates), axis=1, initial=0.0))
    return Measurement(np.stack(off, axis=1), axes=((*KINDS, "momentum"),))


def _of_springs(sample: Sample) -> Array:
    """The potential energy of springs and compensated weights."""
    bare = sample.robot.without_springs()
    return sample.robot.potential_energy(sample.q) - bare.potential_energy(sample.q)


def grouped(sample: Sample) -> Measurement:
    """Y_b K − Y and Y_b π_b − Y π: for all parameters π, the grouped ones K π give the same forces."""
    robot, base, state = sample.robot, sample.base, (sample.q, sample.qd, sample.qdd)
    Y, Y_b = sample.answer("regressor"), _regressor(sample, *state)
    terms = np.linalg.norm(robot.gravity) + largest(sample.qdd) + largest(sample.qd) ** 2  # Y is a sum of these
    for_all = relative(Y_b @ base.matrix - Y, largest(Y) + terms)
    own = relative(Y_b @ base.values - Y @ robot.parameters().values, sample.forces)
    worst = np.maximum(np.max(for_all, axis=2, initial=0.0), own)
    detail = f"{Y.shape[2]} parameters, {len(base.values)} base parameters"
    return Measurement(worst, 1.0 / _independence(sample), (sample.joints,), detail)


def full_rank(sample: Sample) -> Measurement:
    """The smallest singular value of the base regressor with columns of unit length, relative to the largest.

    If columns depended on each other, it would be mere rounding.
    """
    least, b = _independence(sample), len(sample.base.values)
    return Measurement(np.array(least), detail=f"{b} columns, condition number {1.0 / max(least, 1e-300):.3g}")


def _independence(sample: Sample) -> float:
    """The ratio of the smallest and the largest singular value of the base regressor over many states."""
    base, n = sample.base, sample.robot.n
    b = len(base.values)
    if not b:
        return 1.0
    at = anywhere(sample.robot.model, 1 + ROWS * b // n, sample.seed)
    Y = _regressor(sample, at["q"], at["qd"], at["qdd"]).reshape(-1, b)
    length = np.linalg.norm(Y, axis=0)
    if not np.isfinite(length).all():
        return 0.0
    σ = np.linalg.svd(Y / np.where(length > 0.0, length, 1.0), compute_uv=False)
    return float(σ[-1] / σ[0])


def _regressor(sample: Sample, *state: Array) -> Array:
    """The base regressor, compiled unless that would take long."""
    if sample.compiled("regressor"):
        return sample.base.regressor(*state)
    grouped = sample.base.kernel.traceable
    regressor: Array = ask(grouped.tree, "regressor", state, columns=grouped.columns)
    return regressor
