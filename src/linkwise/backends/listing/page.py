"""Everything a listing says, before it is written in a language."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...program import OPS, Count, Port
from .expression import Call, Neg, Node, Product, Sum, parts, refs
from .symbols import Symbol


class Line(NamedTuple):
    """One variable: its name, its expression as text, the section it belongs to; then its symbol and expression."""

    name: str
    expression: str
    section: str
    symbol: Symbol
    node: Node

    def __repr__(self) -> str:
        return f"Line({self.name} = {self.expression}; {self.section})"


class Array(NamedTuple):
    """An input or output array: its name, its port, and its entries."""

    name: str
    port: Port
    entries: tuple[Node, ...]


@dataclass(frozen=True, repr=False)
class Page:
    """The function's name, title and remarks; inputs, outputs and constants; lines; symbols; what the names mean."""

    name: str
    title: str
    remarks: tuple[str, ...]
    takes: tuple[Array, ...]
    gives: tuple[Array, ...]
    constants: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]
    symbols: dict[int, Symbol]
    legend: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Page({self.name}: {len(self.lines)} lines)"

    def plain(self, value: int) -> str:
        """The name of a value."""
        return self.symbols[value].plain

    def latex(self, value: int) -> str:
        """The name of a value in LaTeX."""
        return self.symbols[value].latex

    @cached_property
    def count(self) -> Count:
        """The operations as they are written."""
        return cost(line.node for line in self.lines)

    @property
    def used(self) -> set[int]:
        """The values that lines and results refer to."""
        nodes = [*(line.node for line in self.lines), *(entry for array in self.gives for entry in array.entries)]
        return {i for node in nodes for i in refs(node)}

    @property
    def functions(self) -> list[str]:
        """The operations on the lines that are not sums and products, in alphabetical order."""
        nodes = [part for line in self.lines for part in parts(line.node)]
        return sorted({node.function for node in nodes if isinstance(node, Call)})

    @property
    def compares(self) -> bool:
        """Whether some comparison is used as a number, not as the condition of a choice."""
        calls = [part for line in self.lines for part in parts(line.node) if isinstance(part, Call)]
        conditions = [call.args[0] for call in calls if call.function == "select"]
        comparisons = [call for call in calls if call.function in ("lt", "le")]
        return len(comparisons) > sum(condition in comparisons for condition in conditions)

    @property
    def operations(self) -> str:
        """The cost in words."""
        c = self.count
        every = {
            "multiplications": c.multiplications,
            "additions": c.additions,
            "divisions": c.divisions,
            "square roots": c.square_roots,
            "signs": c.signs,
            "pairs of sine and cosine": c.sincos,
        }
        counted = [f"{n} {what}" for what, n in every.items() if n or what in _ALWAYS]
        return f"Operations: {', '.join(counted)}{c.further}."


_ALWAYS = ("multiplications", "additions")


def cost(expressions: Iterable[Node]) -> Count:
    """The operations of expressions, counted as `program.count` does: a minus before a term counts as an addition, a
    square as a multiplication.

    >>> from linkwise.backends.listing.expression import Ref
    >>> cost([Neg(Product(Ref(0), Call("sin", (Ref(1),)))), Call("cos", (Ref(1),))])
    Count(multiplications=1, additions=1, divisions=0, square_roots=0, sincos=1, signs=0, exponentials=0, extrema=0)
    """
    nodes = [part for expression in expressions for part in parts(expression)]
    calls = [node for node in nodes if isinstance(node, Call)]
    rows = [OPS[call.function] for call in calls]
    return Count(
        multiplications=sum(isinstance(node, Product) for node in nodes),
        additions=sum(isinstance(node, Sum | Neg) for node in nodes),
        divisions=sum(row.divisions for row in rows),
        square_roots=sum(row.square_roots for row in rows),
        sincos=len({call.args for call in calls if call.function in ("sin", "cos")}),
        signs=sum(row.signs for row in rows),
        exponentials=sum(row.exponentials for row in rows),
        extrema=sum(row.extrema for row in rows),
    )
