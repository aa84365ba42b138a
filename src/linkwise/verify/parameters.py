"""Laws of the inertial parameters: forces are linear in them, and the base parameters are as few as can be."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.sampling import anywhere
from .law import Found
from .relative import largest, relative
from .sample import Sample

ROWS = 4
"""Equations for each parameter where a rank is determined."""

KINDS = ("kinetic_energy", "potential_energy")
"""The energies."""


def linear(sample: Sample) -> Found:
    """Y π − (τ − friction), relative to all that acts at the joints.

    >>> import linkwise
    >>> from linkwise.verify.states import sampled
    >>> bool(linear(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-14)
    True
    """
    robot: Any = sample.robot
    found = sample.answer("regressor") @ robot.parameters().values
    τ = sample.answer("inverse_dynamics") - sample.friction
    return Found(relative(found - τ, sample.driven), axes=(sample.joints,))


def energies(sample: Sample) -> Found:
    """h_T π − T, h_U π − U and P π − M q̇: energies relative to work on the way of a radian, momentum to its terms."""
    robot: Any = sample.robot
    π, M = robot.parameters().values, sample.answer("mass_matrix")
    momentum = sample.answer("momentum_regressor") @ π - np.einsum("sij,sj->si", M, sample.qd)
    off = []
    for kind in KINDS:
        energy = sample.answer(kind)
        off.append(relative(sample.answer(f"{kind}_regressor") @ π - energy, sample.forces + np.abs(energy)))
    off.append(np.max(relative(momentum, sample.rates), axis=1, initial=0.0))
    return Found(np.stack(off, axis=1), axes=((*KINDS, "momentum"),))


def grouped(sample: Sample) -> Found:
    """Y_b K − Y and Y_b π_b − Y π: whatever the parameters, the grouped ones K π give the same forces."""
    robot: Any = sample.robot
    base, state = sample.base, (sample.q, sample.qd, sample.qdd)
    Y, Y_b = sample.answer("regressor"), _regressor(sample, *state)
    felt = np.linalg.norm(robot.gravity) + largest(sample.qdd) + largest(sample.qd) ** 2  # what Y is made of
    every = relative(Y_b @ base.matrix - Y, largest(Y) + felt)
    own = relative(Y_b @ base.values - Y @ robot.parameters().values, sample.forces)
    worst = np.maximum(np.max(every, axis=2, initial=0.0), own)
    detail = f"{Y.shape[2]} parameters, {len(base.values)} base parameters"
    return Found(worst, 1.0 / _independence(sample), (sample.joints,), detail)


def full_rank(sample: Sample) -> Found:
    """The smallest singular value of the base regressor, its columns of unit length, relative to the largest.

    Columns that are not independent would leave it at rounding.
    """
    least, b = _independence(sample), len(sample.base.values)
    return Found(np.array(least), detail=f"{b} columns, condition number {1.0 / max(least, 1e-300):.3g}")


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
    """The base regressor, compiled where that does not take long."""
    if sample.compiled("regressor"):
        found: Array = sample.base.regressor(*state)
    else:
        task = sample.base.kernel.traceable
        found = ask(task.tree, "regressor", state, columns=task.columns)
    return found
