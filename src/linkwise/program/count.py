"""How many operations a program takes, as the sources count them."""

from dataclasses import dataclass, replace

from ..html_table import html_table
from .ops import OPS
from .passes.dead_code import without_dead_code
from .program import Program


@dataclass(frozen=True)
class Count:
    """Operations of a program; negations count as additions, a sine with its cosine as one pair.

    Absolute values are among the signs; logarithms, hyperbolic tangents and arctangents among the exponentials; minima,
    maxima, comparisons and choices are extrema.

    >>> Count(multiplications=2, additions=1)
    Count(multiplications=2, additions=1, divisions=0, square_roots=0, sincos=0, signs=0, exponentials=0, extrema=0)
    """

    multiplications: int = 0
    additions: int = 0
    divisions: int = 0
    square_roots: int = 0
    sincos: int = 0
    signs: int = 0
    exponentials: int = 0
    extrema: int = 0

    @property
    def further(self) -> str:
        """The rarer operations, in words that continue a list of the others.

        >>> Count(extrema=2).further
        ', 2 extrema and choices'
        """
        rows = {"exponentials and the like": self.exponentials, "extrema and choices": self.extrema}
        return "".join(f", {n} {what}" for what, n in rows.items() if n)

    def _repr_html_(self) -> str:
        rows = [(name.replace("_", " "), n) for name, n in vars(self).items() if n]
        return html_table(f"Count: {sum(n for _, n in rows)} operations", ("operation", "count"), rows)


def count(program: Program) -> Count:
    """The operations of a program.

    >>> from linkwise.program import trace
    >>> from linkwise.algebra import cos, sin
    >>> count(trace(lambda x: [cos(x[0]) * x[1] - sin(x[0]) * x[2]], {"x": 3}))
    Count(multiplications=2, additions=1, divisions=0, square_roots=0, sincos=1, signs=0, exponentials=0, extrema=0)
    """
    rows = [OPS[step.op] for step in program.steps]
    angles = {step.args[0] for step in program.steps if step.op in ("sin", "cos")}
    return Count(
        multiplications=sum(row.multiplications for row in rows),
        additions=sum(row.additions for row in rows),
        divisions=sum(row.divisions for row in rows),
        square_roots=sum(row.square_roots for row in rows),
        sincos=len(angles),
        signs=sum(row.signs for row in rows),
        exponentials=sum(row.exponentials for row in rows),
        extrema=sum(row.extrema for row in rows),
    )


def count_of_each_output(program: Program) -> dict[str, Count]:
    """The operations each output needs on its own.

    >>> from linkwise.program import trace
    >>> each = count_of_each_output(trace(lambda x: [x[0] + x[1], (x[0] + x[1]) * x[0]], {"x": 2}))
    >>> each["f1"].additions, each["f2"].multiplications
    (1, 1)
    """
    pairs = zip(program.output_names, program.outputs, strict=True)
    return {n: count(without_dead_code(replace(program, output_names=(n,), outputs=(o,)))) for n, o in pairs}
