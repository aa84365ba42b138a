"""A program as people read it: a customised model, one named variable per line.

Khalil & Dombre (2002), §9.6.2 and Example 9.4: each element of a vector or matrix that needs an operation becomes a
variable of its own and is written out; an element that needs none is used as it is.                     [khalil2002]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...errors import plain
from ...program import Const, Count, Operand, Program, Signature
from ..c.plan import Plan
from . import c, latex, matlab, python, text
from .arguments import checked_constants, checked_texts
from .comment import cleaned
from .cutting import cut
from .expression import Node, Number, Ref
from .legend import legend
from .naming import RESERVED, Naming
from .order import ordered
from .page import Array, Line, Page
from .roles import Roles
from .spelling import spelled

SHOWN = 60
"""How many lines a notebook shows."""


@dataclass(frozen=True, repr=False)
class Listing:
    """A customised model: its lines, and its text in five languages; `listing` and `robot.listing` make one.

    >>> _example()
    Listing(speed: 2 lines, 1 multiplications, 0 additions)
    """

    page: Page

    @property
    def lines(self) -> tuple[Line, ...]:
        """The variables in order, each with its name, its expression as text and its section.

        >>> _example().lines[0]
        Line(S2 = sin(q2); joint angles)
        >>> _example().lines[0].expression
        'sin(q2)'
        """
        return self.page.lines

    @property
    def count(self) -> Count:
        """The operations as written: those of the program, less the negations that sums take over.

        >>> _example().count.multiplications
        1
        """
        return self.page.count

    @cached_property
    def text(self) -> str:
        """Plain text: title, what the names mean, the lines under their sections, the results.

        >>> print(_example().text)
        speed
        <BLANKLINE>
        q1 ... q2: joint positions (q).
        QP1 ... QP2: joint velocities (qd).
        S2, C2: sine and cosine of q2.
        <BLANKLINE>
        Operations: 1 multiplications, 0 additions, 1 pairs of sine and cosine.
        <BLANKLINE>
        joint angles
        S2 = sin(q2)
        <BLANKLINE>
        results
        v = S2*QP1
        <BLANKLINE>
        v = v
        <BLANKLINE>
        """
        return text.written(self.page)

    @cached_property
    def latex(self) -> str:
        r"""A complete document for pdflatex with amsmath.

        >>> r"S_{2} &= \sin(q_{2})" in _example().latex
        True
        """
        return latex.written(self.page)

    @cached_property
    def python(self) -> str:
        """A Python module with one function of floats, which takes and returns nested lists.

        It raises where `math` does: at the square root of −1, say.

        >>> print(_example().python)
        # speed
        ...
        from math import sin
        <BLANKLINE>
        <BLANKLINE>
        def speed(q, qd):
            q1, q2 = q
            QP1, QP2 = qd
        <BLANKLINE>
            # joint angles
            S2 = sin(q2)
        <BLANKLINE>
            # results
            v = S2*QP1
        <BLANKLINE>
            return v
        <BLANKLINE>
        """
        return python.written(self.page)

    @cached_property
    def c(self) -> str:
        """A C99 file with one function of doubles, with the prototype that the header of `backends.c` declares.

        >>> "void speed(const double q[2], const double qd[2], double v_[1])" in _example().c
        True
        """
        return c.written(self.page)

    @cached_property
    def matlab(self) -> str:
        """A function file for MATLAB and Octave.

        >>> "function v_ = speed(q, qd)" in _example().matlab
        True
        """
        return matlab.written(self.page)

    def __repr__(self) -> str:
        count = self.count
        counts = f"{count.multiplications} multiplications, {count.additions} additions"
        return f"Listing({plain(self.page.title, 48)}: {len(self.lines)} lines, {counts})"

    def _repr_latex_(self) -> str:
        """The first lines as equations, for a notebook."""
        rows = [latex.equation(self.page, line) for line in self.lines[:SHOWN]]
        more = len(self.lines) - len(rows)
        rows += [rf"&\ldots \text{{ and {more} more lines}}"] if more else []
        body = " \\\\\n".join(rows or [r"&\text{no lines}"])
        return rf"$$\begin{{aligned}}{body}\end{{aligned}}$$"


def listing(
    program: Program,
    signature: Signature,
    *,
    title: str = "",
    remarks: Sequence[str] = (),
    constants: Mapping[str, float] | None = None,
    prefix: str | None = None,
) -> Listing:
    """The listing of a program.

    A value gets a line of its own if it has a label, is an output, a choice, or used more than once; all others are
    written inside these lines, as long as the lines stay short. Scalar inputs in `constants` become numbers of the
    listing instead of arguments. In code the function is called `prefix`_program.

    >>> from linkwise.program import Port, trace
    >>> program = trace(lambda D3, q: q[0] * D3[0] - q[1] * D3[0], {"D3": 1, "q": 2}, "shift")
    >>> made = listing(program, Signature((Port("D3", ()), Port("q", (2,))), (Port("y", ()),)), constants={"D3": 0.45})
    >>> [(line.name, line.expression) for line in made.lines]
    [('y', 'D3*q1 - D3*q2')]
    """
    plan = Plan.of(program, signature, prefix, RESERVED)
    title, remarks = checked_texts(title, remarks)
    fixed = checked_constants(program, signature, constants)
    roles = Roles(plan.program, signature)
    scalars = {name: f"{name}_" for name, port in (*plan.inputs, *plan.outputs) if not port.shape}
    naming = Naming(roles, [*RESERVED, plan.name, *(set(plan.takes) | set(plan.gives)) - set(scalars)])
    nodes = cut(roles, naming.about)
    places = ordered(roles, nodes)
    naming.name_parts(i for i, _ in places)
    symbols = naming.symbols

    def name(i: int) -> str:
        return symbols[i].plain

    def entry(operand: Operand) -> Node:
        return Number(operand.value) if isinstance(operand, Const) else Ref(operand)

    at = 0
    takes = []
    for array, port in plan.inputs:
        takes.append(Array(scalars.get(array, array), port, tuple(Ref(i) for i in range(at, at + port.size))))
        at += port.size
    outputs = iter([entry(operand) for operand in plan.program.outputs])
    gives = [
        Array(scalars.get(array, array), port, tuple(next(outputs) for _ in range(port.size)))
        for array, port in plan.outputs
    ]
    lines = [Line(name(i), spelled(nodes[i], name, text.TEXT), section, symbols[i], nodes[i]) for i, section in places]
    parts = [(name(i), name(roles.owners[i])) for i, _ in places if i not in roles.anchors | set(roles.angles)]
    page = Page(
        plan.name,
        cleaned(title) or plan.name,
        tuple(remarks),
        tuple(array for array in takes if array.port.shape or array.entries[0] not in {Ref(i) for i in fixed}),
        tuple(gives),
        tuple(fixed.items()),
        tuple(lines),
        symbols,
        tuple(legend(naming, signature, parts[0] if parts else None)),
    )
    return Listing(page)


def _example() -> Listing:
    from ...algebra import sin
    from ...program import Port, trace

    program = trace(lambda q, qd: sin(q[1]) * qd[0], {"q": 2, "qd": 2}, "speed")
    return listing(program, Signature((Port("q", (2,)), Port("qd", (2,))), (Port("v", ()),)))
