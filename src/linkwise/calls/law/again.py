"""A program as the function of a law."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from ...backends.interpreter import run
from ...program import Program
from ..equations import Equations
from .shapes import Shapes


@dataclass(frozen=True)
class Again:
    """What a law's program does, over any scalar: the function of a law that has travelled."""

    program: Program
    parameters: tuple[str, ...]
    gives: Shapes

    def __call__(self, eq: Equations, *groups: Sequence[Any]) -> dict[str, list[Any]]:
        """The arrays by name, each as a flat list."""
        opened = [eq.given[name] for name in self.parameters]
        values = iter(run(self.program, [x for group in (*groups, *opened) for x in group]))
        return {name: [next(values) for _ in range(prod(shape))] for name, shape in self.gives.items()}
