"""What is done near a singularity: nothing, damping, damping that begins near it, or leaving directions out.

Let σ_i be the singular values of J M^(−1/2), so that J M⁻¹ Jᵀ = U diag(σ²) Uᵀ: along its i-th axis the arm feels like a
mass of 1/σ_i². A damped inertia is Λ = U diag(1 / (σ² + λ²)) Uᵀ: no axis feels heavier than 1/λ².
The law λ² = λ0² (1 − (σ/σ0)²) below σ0 is Nakamura & Hanafusa's idea in the smallest singular value.  [nakamura1986]
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import BadArray, shown

Flags = NDArray[np.bool_]
"""Yes or no, direction by direction."""

LARGEST = 1e150
"""The largest λ: its square must be a number too."""

HEAVY = 0.05
"""The σ of an axis along which the arm feels like 400 kg (or kg m²): more than the inertia of most tasks."""


class AbstractDamping(ABC):
    """A rule that says, of singular values sorted from the largest down, λ and which directions stay."""

    @abstractmethod
    def factor(self, sigma: Array) -> Array:
        """λ, one for each set of singular values (…, m)."""

    def kept(self, sigma: Array) -> Flags:
        """Which directions stay (…, m)."""
        return np.ones(sigma.shape, dtype=bool)


@dataclass(frozen=True)
class FixedDamping(AbstractDamping):
    """The same λ everywhere; 0 is none.

    >>> FixedDamping(0.1).factor(np.array([2.0, 0.5]))
    array(0.1)
    """

    value: float

    def __post_init__(self) -> None:
        _checked("the damping", self.value, zero=True)

    def factor(self, sigma: Array) -> Array:
        """λ."""
        return np.full(sigma.shape[:-1], float(self.value))


@dataclass(frozen=True)
class DampingNearby(AbstractDamping):
    """λ² = most² (1 − (σ/below)²) where the smallest σ is less than `below`; none elsewhere.

    With most = below no direction feels heavier than 1/most².

    >>> DampingNearby(0.1, 0.1).factor(np.array([[2.0, 0.5], [2.0, 0.06]])).round(6)
    array([0.  , 0.08])
    """

    most: float = HEAVY
    below: float = HEAVY

    def __post_init__(self) -> None:
        _checked("the largest damping", self.most)
        _checked("the singular value where damping begins", self.below)

    def factor(self, sigma: Array) -> Array:
        """λ."""
        with np.errstate(over="ignore"):
            near = np.minimum(sigma[..., -1] / self.below, 1.0)
        return self.most * np.sqrt(1.0 - near**2)


@dataclass(frozen=True)
class Truncation(AbstractDamping):
    """Directions whose σ is less than `below` are left out: no force is asked there, and nothing is damped.

    >>> Truncation(0.1).kept(np.array([2.0, 0.5, 0.01]))
    array([ True,  True, False])
    """

    below: float = HEAVY

    def __post_init__(self) -> None:
        _checked("the singular value below which directions are left out", self.below)

    def factor(self, sigma: Array) -> Array:
        """0."""
        return np.zeros(sigma.shape[:-1])

    def kept(self, sigma: Array) -> Flags:
        """Those of at least `below`."""
        return sigma >= self.below


def damping_of(given: Any) -> AbstractDamping:
    """The rule of a number, of "auto" or "truncate", or the rule itself.

    >>> damping_of("auto")
    DampingNearby(most=0.05, below=0.05)
    """
    if isinstance(given, AbstractDamping):
        return given
    if isinstance(given, int | float | np.number) and not isinstance(given, bool):
        return FixedDamping(given)  # type: ignore[arg-type]
    named = {"auto": DampingNearby, "truncate": Truncation}
    if not isinstance(given, str) or given not in named:
        raise BadArray(
            f"damping is {shown(repr(given))}.",
            'A number λ ≥ 0, "auto", "truncate" or a rule of linkwise.taskspace was expected.',
        )
    return named[given]()


def _checked(what: str, value: Any, zero: bool = False) -> None:
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not number or not 0 <= value <= LARGEST or (value == 0 and not zero):
        least = "not negative" if zero else "positive"
        raise BadArray(f"{what} is {shown(repr(value))}.", f"A finite number that is {least} was expected.")
