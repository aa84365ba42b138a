"""Everything a listing says, before it is written in a language."""

from dataclasses import dataclass
from typing import NamedTuple

from ...program import Count, Port
from .expression import Call, Choice, Node, parts, refs
from .symbols import Symbol


class Line(NamedTuple):
    """One variable: its name, the expression of it as text, the section it stands in; its symbol and expression."""

    name: str
    expression: str
    section: str
    symbol: Symbol
    node: Node


class Array(NamedTuple):
    """An array given or taken: its name, its port, and what its entries are."""

    name: str
    port: Port
    entries: tuple[Node, ...]


@dataclass(frozen=True)
class Page:
    """The name of the function, title and remarks; arrays; constants; lines; what the names mean; the cost."""

    name: str
    title: str
    remarks: tuple[str, ...]
    takes: tuple[Array, ...]
    gives: tuple[Array, ...]
    constants: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]
    symbols: dict[int, Symbol]
    legend: tuple[str, ...]
    count: Count

    def plain(self, value: int) -> str:
        """The name of a value."""
        return self.symbols[value].plain

    def latex(self, value: int) -> str:
        """The name of a value in LaTeX."""
        return self.symbols[value].latex

    @property
    def used(self) -> set[int]:
        """The values that lines and results refer to."""
        nodes = [*(line.node for line in self.lines), *(entry for array in self.gives for entry in array.entries)]
        return {i for node in nodes for i in refs(node)}

    @property
    def functions(self) -> list[str]:
        """The functions that lines call, in alphabetical order."""
        nodes = [part for line in self.lines for part in parts(line.node)]
        return sorted({node.function for node in nodes if isinstance(node, Call | Choice)} - {"rcp"})

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
