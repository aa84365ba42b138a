"""The base parameters of a robot: names, values, regressor, grouping equations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.direct import ask
from ...calls.kernel import Kernel
from ...calls.question_program import QuestionProgram
from ...calls.routes import worth_compiling
from ...calls.sampling import exciting
from ...errors import NotForThisRobot, encodable, shown
from ...formulations import Columns
from ...model import Model
from . import writing
from .forms import Form
from .numeric import scaled_condition
from .reduction import Gap, Reduction
from .rules import bound, by_rules, geometric_symbols, readable


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters:
    """The fewest parameters that determine a robot's joint forces: τ = regressor(q, q̇, q̈) · values.

    Their letters are those of Khalil & Dombre (2002) §9.4, in the robot's Denavit–Hartenberg frames; an R after the
    letters marks a parameter that others are grouped into. `matrix` converts parameters in the robot's own frames:
    `values` are `matrix @ robot.parameters().values`.                                               [khalil2002]

    >>> import linkwise
    >>> base = linkwise.load("planar2r").base_parameters()
    >>> base
    BaseParameters(planar2r: 6 of 20, by the rules: ZZR1, MXR1, MY1, ZZ2, MX2, MY2)
    >>> print(base)
    planar2r: 6 base parameters of 20
    no effect: XX1 XY1 XZ1 YY1 YZ1 MZ1 M1 XX2 XY2 XZ2 YY2 YZ2 MZ2
    grouped: M2
    ZZR1 = ZZ1 + D2^2*M2
    MXR1 = MX1 + D2*M2
    """

    tree: Model
    arm: Model
    columns: Columns
    kept: tuple[str, ...]
    present: tuple[str, ...]
    grouping: Array
    matrix: Array
    reduction: Reduction | None = None

    @property
    def rank(self) -> int:
        """The number of base parameters.

        >>> import linkwise
        >>> linkwise.load("ur5").base_parameters().rank
        36
        """
        return len(self.kept)

    def __len__(self) -> int:
        return self.rank

    @cached_property
    def forms(self) -> dict[str, Form]:
        """Each one as a form in the parameters of the Denavit–Hartenberg frames, with numeric coefficients.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().forms["MX1"]
        Form({'MX1': 1.0, 'M2': 0.7})
        """
        names = self.columns.names(self.arm)
        rows = (dict(zip(names, row.tolist(), strict=True)) for row in self.grouping)
        return {name: Form(row) for name, row in zip(self.kept, rows, strict=True)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of `values` and of the regressor's columns.

        >>> import linkwise
        >>> linkwise.load("pendulum").base_parameters().names
        ('ZZ1', 'MX1', 'MY1')
        """
        return tuple(writing.base_name(name, form) for name, form in self.forms.items())

    @cached_property
    def values(self) -> Array:
        """The values: `matrix` times the robot's parameters.

        >>> import linkwise
        >>> linkwise.load("pendulum").base_parameters().values.round(6)
        array([ 0.333333,  0.      , -0.5     ])
        """
        values: Array = self.matrix @ np.array(self.columns.values(self.tree), dtype=float)
        return values

    @property
    def no_effect(self) -> tuple[str, ...]:
        """The parameters that have no influence on the joint forces.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().no_effect[-2:]
        ('MZ2', 'M2')
        """
        active = set(self.kept) | set(self.grouped)
        return tuple(name for name in self.present if name not in active)

    @cached_property
    def grouped(self) -> tuple[str, ...]:
        """The parameters that are grouped into others.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().grouped[:3]
        ('Ia1', 'YY2', 'Ia2')
        """
        terms = {term for form in self.forms.values() for term in form.terms}
        return tuple(name for name in self.present if name in terms and name not in self.kept)

    @property
    def bound(self) -> int:
        """Khalil & Dombre's upper bound [9.61] on the number of link parameters; the true number is often smaller.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().bound
        36
        """
        return bound(self.arm)

    @property
    def gap(self) -> Gap | None:
        """The smallest kept and the largest dropped diagonal element of R; None if the rules decided.

        >>> import linkwise
        >>> gap = linkwise.load("planar2r").base_parameters(method="numeric").gap
        >>> gap.kept > 1e-3 and gap.dropped < 1e-12
        True
        """
        return None if self.reduction is None else self.reduction.gap

    # ---- the regressor ----------------------------------------------------------------------------------------------

    @cached_property
    def kernel(self) -> Kernel[Array]:
        """The compiled base regressor.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().kernel.signature.gives[0].shape
        (2, 6)
        """
        return Kernel(QuestionProgram(self.arm, ("regressor",), columns=self._chosen))

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """The matrix whose product with `values` is the joint forces; one for each state of a batch.

        >>> import linkwise
        >>> linkwise.load("panda").base_parameters().regressor([0.1] * 7, [0.2] * 7, [0.3] * 7).shape
        (7, 43)
        """
        state, direct = (q, qd, qdd), not self.rank or not worth_compiling(self.arm, "regressor")
        W: Array = ask(self.arm, "regressor", state, columns=self._chosen) if direct else self.kernel(*state)
        return W

    def condition(self, states: int = 200, seed: int = 0) -> float:
        """The condition number of the base regressor stacked over random states, its columns scaled to length 1.

        >>> import linkwise
        >>> linkwise.load("panda").base_parameters().condition() < 100.0
        True
        """
        if not self.rank:
            return 1.0
        W = ask(self.arm, "regressor", exciting(self.arm, states, seed), columns=self._chosen)
        return scaled_condition(W.reshape(-1, self.rank))

    @property
    def _chosen(self) -> Columns:
        index = {name: k for k, name in enumerate(self.columns.names(self.arm))}
        return replace(self.columns, only=tuple(index[name] for name in self.kept))

    # ---- the equations ----------------------------------------------------------------------------------------------

    def equations(self, symbols: bool | None = None) -> dict[str, Form]:
        """The grouping equations: each base parameter that others are grouped into, as a form in all of these.

        Lengths and angles of the robot are symbols (this needs sympy, and the rules) or numbers. By default they are
        symbols, unless more than seven angles are not quarter turns: such equations would be too long to read.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().equations(symbols=False)["MX1"]
        Form({'MX1': 1.0, 'M2': 0.7})
        """
        symbolic = self.reduction is None and readable(self.tree) if symbols is None else symbols
        forms = self._symbolic if symbolic else self.forms
        return {name: form for name, form in forms.items() if set(form.terms) != {name}}

    @cached_property
    def _symbolic(self) -> dict[str, Form]:
        if self.reduction is not None:
            raise NotForThisRobot(
                f"the base parameters of robot {shown(self.tree.name)} were found from numbers.",
                "Only the grouping rules give equations with symbols.",
                "use symbols=False.",
            )
        return by_rules(self.tree, self.columns, self.present, geometric_symbols(self.tree))

    def sympy(self) -> dict[Any, Any]:
        """The grouping equations as sympy expressions, by the symbol of the base parameter.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().sympy()
        {ZZR1: D2**2*M2 + ZZ1, MXR1: D2*M2 + MX1}
        """
        return dict(writing.sympy_sides(name, form) for name, form in self.equations().items())

    def latex(self, symbols: bool | None = None) -> str:
        """The grouping equations as the lines of an align* environment.

        >>> import linkwise
        >>> print(linkwise.load("planar2r").base_parameters().latex())
        \\mathit{ZZR}_{1} &= \\mathit{ZZ}_{1} + D_{2}^{2} \\, M_{2} \\\\
        \\mathit{MXR}_{1} &= \\mathit{MX}_{1} + D_{2} \\, M_{2}
        """
        return " \\\\\n".join(writing.latex(name, form) for name, form in self.equations(symbols).items())

    def text(self, symbols: bool | None = None) -> str:
        """The grouping equations as text, one per line.

        >>> import linkwise
        >>> print(linkwise.load("planar2r").base_parameters().text(symbols=False))
        ZZR1 = ZZ1 + 0.49*M2
        MXR1 = MX1 + 0.7*M2
        """
        return "\n".join(writing.text(name, form) for name, form in self.equations(symbols).items())

    def __str__(self) -> str:
        return encodable(writing.summary(self))

    def __repr__(self) -> str:
        return encodable(writing.one_line(self))

    def _repr_html_(self) -> str:
        return writing.html(self)
