"""What a numeric reduction to base parameters found: which parameters, how they group, and how clearly.

Khalil & Dombre (2002), [9.37]–[9.40].                                                                  [khalil2002]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...calls.arrays import Array


class Gap(NamedTuple):
    """The smallest diagonal element of R that was kept and the largest that was dropped, the first of all being 1."""

    kept: float
    dropped: float


@dataclass(frozen=True, eq=False)
class Reduction:
    """Which of the parameters K make base parameters K_B = β K, by their indices.

    `kept` are the first independent columns in the order of K, `no_effect` those that vanish, `grouped` the others. The
    rows of `beta` (b × p) are the base parameters: 1 where a kept one meets itself. `condition` is that of the kept
    columns, `scaled_condition` the same with columns of length 1.

    >>> from linkwise.parameters.base import independent_columns
    >>> found = independent_columns([[1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0], [1.0, 2.0, 0.0, 1.0]], "abcd")
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
        """The names of some of the parameters.

        >>> from linkwise.parameters.base import independent_columns
        >>> found = independent_columns([[1.0, 1.0], [2.0, 2.0]], ["a", "b"])
        >>> found.named(found.grouped)
        ('b',)
        """
        return tuple(self.names[k] for k in indices)
