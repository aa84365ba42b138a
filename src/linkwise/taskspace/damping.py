"""What to do near a singularity: nothing, damp, damp only near it, or leave directions out.

Let σ_i be the singular values of J M^(−1/2), so that J M⁻¹ Jᵀ = U diag(σ²) Uᵀ: along its i-th axis the arm feels like a
mass of 1/σ_i². A damped inertia is Λ = U diag(1 / (σ² + λ²)) Uᵀ: no axis feels heavier than 1/λ².
The rule λ² = λ0² (1 − (σ/σ0)²) below σ0 is Nakamura & Hanafusa's idea in the smallest singular value. [nakamura1986]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import is_number, not_negative, positive
from ..errors import BadArray, shown

Flags = NDArray[np.bool_]
"""Yes or no for each direction."""

LARGEST = 1e150
"""The largest λ: its square must be finite too."""

HEAVY = 0.05
"""σ of an axis along which the arm feels like 400 kg (or kg m²), more than the inertia of most tasks."""


def _at_most(name: str, value: float) -> None:
    if value > LARGEST:
        raise BadArray(f"{name} is {value:g}.", f"A finite number up to {LARGEST:g} was expected.")


class AbstractDamping(ABC):
    """A rule that chooses λ and the directions kept, from singular values sorted from the largest down.

    >>> class HalfTheSmallest(AbstractDamping):
    ...     def factor(self, sigma):
    ...         return 0.5 * sigma[..., -1]
    >>> rule = HalfTheSmallest()
    >>> rule.factor(np.array([[2.0, 0.5]])), rule.kept(np.array([2.0, 0.5]))
    (array([0.25]), array([ True,  True]))
    """

    idle_above: float = np.inf
    """Where all σ are above this the rule does nothing: λ = 0 and every direction kept. Infinite if unknown:
    singular values are then computed at every state."""

    @abstractmethod
    def factor(self, sigma: Array) -> Array:
        """λ (…,) for each set of singular values (…, m)."""

    def kept(self, sigma: Array) -> Flags:
        """Which directions (…, m) are kept: all of them."""
        return np.ones(sigma.shape, dtype=bool)


@dataclass(frozen=True)
class FixedDamping(AbstractDamping):
    """The same λ everywhere; 0 for none.

    >>> FixedDamping(0.1).factor(np.array([2.0, 0.5]))
    array(0.1)
    """

    value: float

    def __post_init__(self) -> None:
        _at_most("the damping", not_negative("the damping", self.value))

    def factor(self, sigma: Array) -> Array:
        """λ (…,), the same for all."""
        return np.full(sigma.shape[:-1], float(self.value))


UNDAMPED = FixedDamping(0.0)
"""No damping."""


@dataclass(frozen=True)
class DampingNearSingularity(AbstractDamping):
    """λ² = max_damping² (1 − (σ/threshold)²) where the smallest σ is less than `threshold`; λ = 0 elsewhere.

    With max_damping = threshold no direction feels heavier than 1/max_damping².

    >>> DampingNearSingularity(0.1, 0.1).factor(np.array([[2.0, 0.5], [2.0, 0.06]])).round(6)
    array([0.  , 0.08])
    """

    max_damping: float = HEAVY
    threshold: float = HEAVY

    def __post_init__(self) -> None:
        for name, value in (
            ("the largest damping", self.max_damping),
            ("the singular value where damping begins", self.threshold),
        ):
            _at_most(name, positive(name, value))

    @property
    def idle_above(self) -> float:  # type: ignore[override]
        """The threshold."""
        return self.threshold

    def factor(self, sigma: Array) -> Array:
        """λ (…,) by the smallest of the singular values."""
        with np.errstate(over="ignore"):
            near = np.minimum(sigma[..., -1] / self.threshold, 1.0)
        return self.max_damping * np.sqrt(1.0 - near**2)


@dataclass(frozen=True)
class Truncation(AbstractDamping):
    """Directions whose σ is less than `below` are left out: no force acts along them, and nothing is damped.

    >>> Truncation(0.1).kept(np.array([2.0, 0.5, 0.01]))
    array([ True,  True, False])
    """

    below: float = HEAVY

    def __post_init__(self) -> None:
        name = "the singular value below which directions are left out"
        _at_most(name, positive(name, self.below))

    @property
    def idle_above(self) -> float:  # type: ignore[override]
        """The singular value below which directions are left out."""
        return self.below

    def factor(self, sigma: Array) -> Array:
        """λ = 0 (…,)."""
        return np.zeros(sigma.shape[:-1])

    def kept(self, sigma: Array) -> Flags:
        """Which directions (…, m) are kept: those with σ of at least `below`."""
        return sigma >= self.below


def damping_of(damping: Any) -> AbstractDamping:
    """The rule for a number λ, for "auto" or "truncate", or the rule itself.

    >>> damping_of("auto")
    DampingNearSingularity(max_damping=0.05, threshold=0.05)
    """
    if type(damping) is float and damping == 0.0:
        return UNDAMPED
    if isinstance(damping, AbstractDamping):
        return damping
    if is_number(damping):
        return FixedDamping(damping)
    named = {"auto": DampingNearSingularity, "truncate": Truncation}
    if not isinstance(damping, str) or damping not in named:
        raise BadArray(
            f"damping is {shown(repr(damping))}.",
            'A number λ ≥ 0, "auto", "truncate" or a rule of linkwise.taskspace was expected.',
        )
    return named[damping]()
