"""Laws of the inertia matrix."""

import numpy as np

from .law import Measurement
from .relative import relative
from .sample import Sample

SINGULAR = 1e-12
"""An eigenvalue of the scaled matrix smaller than this may be rounding, of either sign."""


def symmetric(sample: Sample) -> Measurement:
    """M − Mᵀ, relative to the largest entry of M.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> symmetric(sampled(linkwise.load("scara"), 5)).figures.max()
    np.float64(0.0)
    """
    M = sample.answer("mass_matrix")
    return Measurement(relative(M - np.swapaxes(M, 1, 2), sample.inertia), axes=(sample.joints, sample.joints))


def positive_definite(sample: Sample) -> Measurement:
    """The smallest eigenvalue of M, scaled to a unit diagonal, relative to the largest.

    If M is singular because a joint moves no inertia, the error of forward dynamics names that joint.
    """
    if not np.isfinite(sample.scaled).all():
        return Measurement(np.full(len(sample.q), -np.inf), detail="M is not finite")
    values, vectors = np.linalg.eigh(sample.scaled)
    ratio = values[:, 0] / np.maximum(values[:, -1], np.finfo(float).tiny)
    if not (ratio < -SINGULAR).any() and (ratio < SINGULAR).any():
        sample.require_inertia()
    joints = [sample.joints[k] for k in np.argmax(np.abs(vectors[:, :, 0]), axis=1)]
    least = np.linalg.eigvalsh(sample.answer("mass_matrix"))[:, 0]
    detail = [f"smallest eigenvalue of M {own:.4g}, mostly {joint}" for own, joint in zip(least, joints, strict=True)]
    return Measurement(ratio, detail=detail)


def kinetic_energy(sample: Sample) -> Measurement:
    """T − ½ q̇ᵀ M q̇, relative to the sum of the magnitudes of its terms."""
    M, qd, T = sample.answer("mass_matrix"), sample.qd, sample.answer("kinetic_energy")
    terms = 0.5 * np.einsum("si,sij,sj->s", np.abs(qd), np.abs(M), np.abs(qd))
    return Measurement(relative(T - 0.5 * np.einsum("si,sij,sj->s", qd, M, qd), terms))
