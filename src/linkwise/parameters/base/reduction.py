"""The result of a numeric reduction to base parameters: which ones, how others group, and how clear the decision was.

Khalil & Dombre (2002), [9.37]–[9.40].                                                                  [khalil2002]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...calls.arrays import Array


class Gap(NamedTuple):
    """The smallest diagonal element of R that was kept and the largest that was dropped, relative to the first."""

    kept: float
    dropped: float


@dataclass(frozen=True, eq=False, repr=False)
class Reduction:
    """How parameters K are reduced to base parameters K_B = β K.

    Indices of K: `kept` are the first independent columns, `no_effect` those that vanish, `grouped` all others. Each
    row of `beta` (b × p) is a base parameter, with a 1 for the kept one. `condition` is the condition number of the
    kept columns, `scaled_condition` that of the same columns scaled to length 1.

    >>> from linkwise.parameters.base import independent_columns
    >>> found = independent_columns([[1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0], [1.0, 2.0, 0.0, 1.0]], "abcd")
    >>> found
    Reduction(4 parameters: 2 kept, 1 grouped, 1 without effect)
    >>> found.kept, found.grouped, found.no_effect
    ((0, 3), (1,), (2,))
    >>> found.beta.round(12) + 0.0  # a + 2 b, and d
    array([[1., 2., 0., 0.],
           [0., 0., 0., 1.]])
    """

    names: tuple[str, ...]
    kept: tuple[int, ...]
    grouped: tuple[int, ...]
    no_effect: tuple[int, ...]
    beta: Array
    gap: Gap
    condition: float
    scaled_condition: float

    @property
    def rank(self) -> int:
        """The number of base parameters.

        >>> from linkwise.parameters.base import independent_columns
        >>> independent_columns([[1.0, 1.0], [2.0, 2.0]], ["a", "b"]).rank
        1
        """
        return len(self.kept)

    def named(self, indices: Sequence[int]) -> tuple[str, ...]:
        """The names of the parameters with these indices.

        >>> from linkwise.parameters.base import independent_columns
        >>> found = independent_columns([[1.0, 1.0], [2.0, 2.0]], ["a", "b"])
        >>> found.named(found.grouped)
        ('b',)
        """
        return tuple(self.names[k] for k in indices)

    def __repr__(self) -> str:
        counts = f"{len(self.kept)} kept, {len(self.grouped)} grouped, {len(self.no_effect)} without effect"
        return f"Reduction({len(self.names)} parameters: {counts})"
