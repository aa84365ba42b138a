"""What varies in a sweep: quantities, each with a distribution or with the caller's numbers."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite
from ..errors import LinkwiseError, UnknownName, shown
from .distributions import DISTRIBUTIONS, AbstractDistribution, Constant, PerRollout
from .quantities import Quantity, quantity
from .random_numbers import uniforms

EXCLUSIVE = (
    ("links.factor", "links.mass", "links.inertia"),
    ("friction.factor", "friction.viscous"),
    ("friction.factor", "friction.coulomb"),
    *((name, f"{name}.factor") for name in ("stiffness", "damping", "rotors")),
)
"""Alternative ways to set the same quantity: only one of each group may be given."""

WRITTEN_OUT = 64
"""How many numbers of a distribution its description writes out; for more it gives a digest."""


@dataclass(frozen=True, eq=False, repr=False)
class Spread:
    """A distribution and what it is for: a whole quantity, or one named entry of it."""

    quantity: Quantity
    distribution: AbstractDistribution
    entry: str = ""

    def __repr__(self) -> str:
        return f"{self.name} ~ {self.distribution!r}"

    @property
    def name(self) -> str:
        """The name its numbers are drawn under."""
        return f"{self.quantity.name} {self.entry}".strip()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one rollout's value."""
        return self.quantity.shape[1:] if self.entry else self.quantity.shape

    def values(self, seed: int, first: int, count: int) -> Array:
        """The values (count, *shape) of the rollouts from `first` on."""
        u = uniforms(seed, self.name, first, count, self.distribution.words(self.shape))
        return self.distribution.values(u, self.shape, first)

    @property
    def description(self) -> str:
        """The distribution with its parameters as text, the same for the same numbers."""
        parameters = [f"{name}={_numbers(x)}" for name, x in self.distribution.parameters.items() if x is not None]
        kind = type(self.distribution)
        ours = DISTRIBUTIONS.get(kind.__name__) is kind
        return f"{kind.__name__ if ours else f'{kind.__module__}.{kind.__qualname__}'}({', '.join(parameters)})"


@dataclass(frozen=True, eq=False, repr=False)
class Spreads:
    """All spreads of a sweep, and its seed."""

    spreads: tuple[Spread, ...]
    seed: int

    def __repr__(self) -> str:
        return f"Spreads({', '.join([*map(repr, self.spreads), f'seed={self.seed}'])})"

    @property
    def quantities(self) -> dict[str, Quantity]:
        """The quantities that have a spread, by name."""
        return {spread.quantity.name: spread.quantity for spread in self.spreads}

    def drawn(self, first: int, count: int, only: Container[str] | None = None) -> dict[str, Array]:
        """Values (count, *shape) by quantity, for the rollouts from `first` on."""
        drawn: dict[str, Array] = {}
        for spread in self.spreads:
            varied, name = spread.quantity, spread.quantity.name
            if only is not None and name not in only:
                continue
            values = spread.values(self.seed, first, count)
            if spread.entry:
                if name not in drawn:
                    drawn[name] = np.broadcast_to(varied.nominal, (count, *varied.shape)).copy()
                drawn[name][:, varied.entries.index(spread.entry)] = values
            else:
                drawn[name] = values
        return drawn

    def cut(self, first: int, count: int) -> "Spreads":
        """The same spreads, without rows that belong to other rollouts."""

        def shortened(spread: Spread) -> Spread:
            rows = spread.distribution
            return replace(spread, distribution=rows.cut(first, count)) if isinstance(rows, PerRollout) else spread

        return replace(self, spreads=tuple(map(shortened, self.spreads)))


def checked_spreads(spreads: Any, known: Mapping[str, Quantity], seed: int, rollouts: int, robot: str) -> Spreads:
    """The caller's spreads: by quantity a distribution, numbers, or a dict of these by link or joint."""
    if not isinstance(spreads, Mapping):
        raise LinkwiseError(
            f"spreads are {shown(repr(spreads))}.",
            "A dict of distributions or numbers by quantity was expected.",
            'spreads={"q0": Uniform(robot.limits.lower, robot.limits.upper)}, for example.',
        )
    checked: list[Spread] = []
    for name, value in spreads.items():
        varied = quantity(name, known, robot)
        parts = value if isinstance(value, Mapping) else {"": value}
        if not parts:
            raise LinkwiseError(f"the spread of {shown(name)} is an empty dict.", "At least one entry was expected.")
        for entry, part in parts.items():
            if isinstance(value, Mapping) and (not isinstance(entry, str) or entry not in varied.entries):
                raise UnknownName("name", entry, f"the spread of {shown(name)}", varied.entries)
            shape = varied.shape[1:] if entry else varied.shape
            distribution = distribution_of(varied.name, part, shape)
            distribution.require_fit(varied.name, shape, rollouts)
            checked.append(Spread(varied, distribution, entry))
    if "q0" not in spreads:
        raise LinkwiseError(
            "spreads do not name q0.", "The initial positions were expected.", '{"q0": [0.0, …]}, for example.'
        )
    for group in EXCLUSIVE:
        both = [name for name in group if name in spreads]
        if len(both) > 1:
            raise LinkwiseError(
                f"spreads name {' and '.join(map(shown, both))}.", "Only one was expected: both set the same."
            )
    return Spreads(tuple(checked), seed)


def distribution_of(name: str, value: Any, shape: tuple[int, ...]) -> AbstractDistribution:
    """A distribution as it is; numbers as a constant, or with one more axis as rows for each rollout.

    >>> distribution_of("q0", [0.0, 1.0], (2,)), distribution_of("q0", [[0.0, 1.0], [0.2, 0.9]], (2,))
    (Constant(value=[0.0, 1.0]), PerRollout(rows=[[0.0, 1.0], [0.2, 0.9]], begin=0))
    """
    if isinstance(value, AbstractDistribution):
        return value
    array = finite(name, value)
    return PerRollout(array) if array.ndim == len(shape) + 1 else Constant(array)


def _numbers(value: Any) -> str:
    if np.size(value) <= WRITTEN_OUT:
        return str(np.asarray(value).tolist())
    array = np.ascontiguousarray(value)
    return f"{array.shape} {sha256(array.tobytes()).hexdigest()}"
