"""The principal axes of J M⁻¹ Jᵀ, from which Λ and J̄ are assembled without inverting it.

With M = L Lᵀ and A = J L⁻ᵀ = U diag(σ) Vᵀ,

    J M⁻¹ Jᵀ = U diag(σ²) Uᵀ,   Λ = U diag(1/(σ² + λ²)) Uᵀ,   J̄ = M⁻¹ Jᵀ Λ = L⁻ᵀ V diag(σ/(σ² + λ²)) Uᵀ:

the singular values of A lose half as many digits near a singularity as J M⁻¹ Jᵀ would.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, NoInertia, Singular, shown
from .damping import Flags

if TYPE_CHECKING:
    from .task_space import TaskSpace

SINGULAR = 1e-10
"""σ relative to the largest; below this, fewer than six digits of Λ would be right."""


class Spectrum(NamedTuple):
    """L⁻¹ (…, n, n), U (…, m, m), σ (…, m) from the largest down, V (…, n, m); for m > n the last ones are zero."""

    L_inv: Array
    U: Array
    sigma: Array
    V: Array


def spectrum(J: Array, M: Array, robot: str, joints: tuple[str, ...]) -> Spectrum:
    """The principal axes of J M⁻¹ Jᵀ.

    >>> spectrum(np.array([[3.0, 0.0]]), np.diag([4.0, 1.0]), "arm", ("a", "b")).sigma
    array([1.5])
    """
    if not (np.isfinite(J).all() and np.isfinite(M).all()):
        raise BadArray(
            "J or M is not finite here.", "Positions of sliding joints small enough to be squared were expected."
        )
    try:
        L = np.linalg.cholesky(M)
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(M)
        at = np.unravel_index(np.argmin(values[..., 0]), values.shape[:-1])
        raise NoInertia(joints[int(np.argmax(np.abs(vectors[at][:, 0])))], robot) from None
    L_inv = np.linalg.inv(L)
    m, n = J.shape[-2:]
    U, sigma, Vt = np.linalg.svd(J @ np.swapaxes(L_inv, -1, -2))
    missing = max(m - n, 0)
    zeros = np.zeros((*sigma.shape[:-1], missing))
    V = np.swapaxes(Vt, -1, -2)[..., :m]
    V = np.concatenate([V, np.zeros((*V.shape[:-1], missing))], axis=-1) if missing else V
    return Spectrum(L_inv, U, np.concatenate([sigma, zeros], axis=-1), V)


def weights(space: "TaskSpace") -> Array:
    """1/(σ² + λ²) for each axis, 0 for those left out; raises `Singular` if one is neither damped nor left out."""
    sigma, λ = space.singular_values, space.damping
    kept = space.rule.kept(sigma)
    damped = np.hypot(sigma, λ[..., None])  # a λ of the size of rounding errors damps nothing
    lost: Flags = kept & (damped <= SINGULAR * sigma[..., :1])
    if lost.any():
        raise _singular(space, sigma, np.asarray(lost.any(axis=-1)))
    with np.errstate(divide="ignore", over="ignore"):
        return np.where(kept, 1.0 / damped**2, 0.0)


def _singular(space: "TaskSpace", sigma: Array, lost: Flags) -> Singular:
    m, n = space.selection.m, space.robot.n
    at = np.unravel_index(np.argmin(np.where(lost, sigma[..., -1], np.inf)), lost.shape)
    smallest = float(sigma[at][-1])
    where = f" at state {', '.join(map(str, at))}" if at else ""
    who = f"the task of {m} rows at frame {shown(space.frame)} of robot {shown(space.robot.name)}"
    why = f": it has {n} joints" if m > n else f"{where}: the smallest singular value is {smallest:.3g}"
    return Singular(
        f"{who} is singular{why}.",
        f"Λ needs σ of J M^(−1/2) above {SINGULAR:g} of the largest, {float(sigma[at][0]):.3g}.",
        'name fewer rows, or give damping: a number, "auto" or "truncate".',
        smallest,
    )
