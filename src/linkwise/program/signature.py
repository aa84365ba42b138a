"""The arrays behind a program's flat lists of inputs and outputs."""

from dataclasses import dataclass
from math import prod
from typing import NamedTuple


class Port(NamedTuple):
    """A named array: its entries are neighbours in a program's inputs or outputs, in row-major order.

    A uniform one is the same for all states of a batch.

    >>> Port("mass_matrix", (7, 7)).size
    49
    """

    name: str
    shape: tuple[int, ...]
    uniform: bool = False

    @property
    def size(self) -> int:
        """The number of its entries."""
        return prod(self.shape)


@dataclass(frozen=True)
class Signature:
    """What a program takes and gives, as arrays.

    >>> Signature((Port("q", (2,)),), (Port("M", (2, 2)),)).gufunc
    '(2)->(2,2)'
    """

    takes: tuple[Port, ...]
    gives: tuple[Port, ...]

    @property
    def gufunc(self) -> str:
        """The signature as NumPy writes that of a generalized ufunc of fixed sizes.

        >>> Signature((Port("q", (7,)), Port("qd", (7,))), (Port("E", ()),)).gufunc
        '(7),(7)->()'
        """
        sides = (",".join(f"({','.join(map(str, port.shape))})" for port in side) for side in (self.takes, self.gives))
        return "->".join(sides)

    @property
    def text(self) -> str:
        """The signature for reading: names and shapes.

        >>> Signature((Port("q", (2,)),), (Port("M", (2, 2)),)).text
        'q(2) -> M(2, 2)'
        """
        sides = (", ".join(f"{p.name}({str(p.shape).strip('(,)')})" for p in side) for side in (self.takes, self.gives))
        return " -> ".join(sides)
