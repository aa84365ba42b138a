"""What is known of a robot's base parameters."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.direct import ask
from ...calls.dispatch import too_long
from ...calls.kernel import Kernel
from ...calls.question_program import QuestionProgram
from ...calls.sampling import exciting
from ...errors import NotForThisRobot, shown
from ...formulations import Columns
from ...model import Model
from . import writing
from .bound import bound
from .closed_form import by_rules, geometric_symbols, readable
from .forms import Form
from .reduction import Gap, Reduction


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """The fewest parameters that determine a robot's joint forces: τ = regressor(q, q̇, q̈) · values.

    Letters are those of Khalil & Dombre (2002) §9.4, in the robot's Denavit–Hartenberg frames (`robot.model` need not
    have these: `matrix` takes the parameters of the robot's own frames). A parameter with others grouped into it has
    an R after its letters.                                                                          [khalil2002]

    >>> import linkwise
    >>> base = linkwise.load("planar2r").base_parameters()
    >>> base.names
    ('ZZR1', 'MXR1', 'MY1', 'ZZ2', 'MX2', 'MY2')
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
        """How many there are.

        >>> import linkwise
        >>> linkwise.load("ur5").base_parameters().rank
        36
        """
        return len(self.kept)

    def __len__(self) -> int:
        return self.rank

    @cached_property
    def forms(self) -> dict[str, Form]:
        """Each as a form in the parameters of the Denavit–Hartenberg frames, with numbers for coefficients.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().forms["MX1"]
        Form({'MX1': 1.0, 'M2': 0.7})
        """
        names = self.columns.names(self.arm)
        rows = (dict(zip(names, row.tolist(), strict=True)) for row in self.grouping)
        return {name: Form(row) for name, row in zip(self.kept, rows, strict=True)}

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called.

        >>> import linkwise
        >>> linkwise.load("pendulum").base_parameters().names
        ('ZZ1', 'MX1', 'MY1')
        """
        return tuple(writing.title(name, form) for name, form in self.forms.items())

    @cached_property
    def values(self) -> Array:
        """Their values: `matrix` times the robot's parameters.

        >>> import linkwise
        >>> linkwise.load("pendulum").base_parameters().values.round(6)
        array([ 0.333333,  0.      , -0.5     ])
        """
        values: Array = self.matrix @ np.array(self.columns.values(self.tree), dtype=float)
        return values

    @property
    def no_effect(self) -> tuple[str, ...]:
        """The parameters that change no joint force.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().no_effect[-2:]
        ('MZ2', 'M2')
        """
        acting = set(self.kept) | set(self.grouped)
        return tuple(name for name in self.present if name not in acting)

    @cached_property
    def grouped(self) -> tuple[str, ...]:
        """The parameters that act through others.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().grouped[:3]
        ('Ia1', 'YY2', 'Ia2')
        """
        terms = {term for form in self.forms.values() for term in form.terms}
        return tuple(name for name in self.present if name in terms and name not in self.kept)

    @property
    def bound(self) -> int:
        """Khalil & Dombre's upper bound [9.61] of the number of link parameters; the true one is often less.

        >>> import linkwise
        >>> linkwise.load("rx90").base_parameters().bound
        36
        """
        return bound(self.arm)

    @property
    def gap(self) -> Gap | None:
        """Where the numeric method decided, the smallest kept and the largest dropped diagonal element of R.

        >>> import linkwise
        >>> gap = linkwise.load("planar2r").base_parameters(method="numeric").gap
        >>> gap.kept > 1e-3 and gap.dropped < 1e-12
        True
        """
        return None if self.reduction is None else self.reduction.gap

    # ---- the regressor ----------------------------------------------------------------------------------------------

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled base regressor.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().kernel.signature.gives[0].shape
        (2, 6)
        """
        return Kernel(QuestionProgram(self.arm, ("regressor",), columns=self._chosen))

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """The matrix that gives the joint forces from the base parameters; a batch of them for a batch of states.

        >>> import linkwise
        >>> linkwise.load("panda").base_parameters().regressor([0.1] * 7, [0.2] * 7, [0.3] * 7).shape
        (7, 43)
        """
        state, direct = (q, qd, qdd), not self.rank or too_long(self.arm, "regressor")
        found: Array = ask(self.arm, "regressor", state, columns=self._chosen) if direct else self.kernel(*state)
        return found

    def condition(self, states: int = 200, seed: int = 0) -> float:
        """The condition number of the base regressor stacked over random states, its columns scaled to length 1.

        >>> import linkwise
        >>> linkwise.load("panda").base_parameters().condition() < 100.0
        True
        """
        if not self.rank:
            return 1.0
        W = ask(self.arm, "regressor", exciting(self.arm, states, seed), columns=self._chosen)
        W = W.reshape(-1, self.rank)
        size = np.linalg.norm(W, axis=0)
        return float(np.linalg.cond(W / size)) if size.all() else float("inf")

    @property
    def _chosen(self) -> Columns:
        index = {name: k for k, name in enumerate(self.columns.names(self.arm))}
        return replace(self.columns, only=tuple(index[name] for name in self.kept))

    # ---- the equations ----------------------------------------------------------------------------------------------

    def equations(self, symbols: bool | None = None) -> dict[str, Form]:
        """The grouping equations: each base parameter that gathers others, as a form in these.

        Lengths and angles of the robot are symbols (this needs sympy, and the rules) or numbers; where nothing is said,
        symbols, unless so many angles are no quarter turns that nobody would read the equations.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().equations(symbols=False)["MX1"]
        Form({'MX1': 1.0, 'M2': 0.7})
        """
        meant = self.reduction is None and readable(self.tree) if symbols is None else symbols
        forms = self._symbolic if meant else self.forms
        return {name: form for name, form in forms.items() if set(form.terms) != {name}}

    @cached_property
    def _symbolic(self) -> dict[str, Form]:
        if self.reduction is not None:
            raise NotForThisRobot(
                f"the base parameters of robot {shown(self.tree.name)} were found from numbers.",
                "Equations with symbols come from the grouping rules alone.",
                "take symbols=False.",
            )
        return by_rules(self.tree, self.columns, self.present, geometric_symbols(self.tree))

    def sympy(self) -> dict[Any, Any]:
        """The grouping equations as sympy expressions by the symbol of the base parameter.

        >>> import linkwise
        >>> linkwise.load("planar2r").base_parameters().sympy()
        {ZZR1: D2**2*M2 + ZZ1, MXR1: D2*M2 + MX1}
        """
        return dict(writing.expressed(name, form) for name, form in self.equations().items())

    def latex(self, symbols: bool | None = None) -> str:
        """The grouping equations as the lines of an align* environment.

        >>> import linkwise
        >>> print(linkwise.load("planar2r").base_parameters().latex())
        \\mathit{ZZR}_{1} &= \\mathit{ZZ}_{1} + D_{2}^{2} \\, M_{2} \\\\
        \\mathit{MXR}_{1} &= \\mathit{MX}_{1} + D_{2} \\, M_{2}
        """
        return " \\\\\n".join(writing.latex(name, form) for name, form in self.equations(symbols).items())

    def text(self, symbols: bool | None = None) -> str:
        """The grouping equations, one a line.

        >>> import linkwise
        >>> print(linkwise.load("planar2r").base_parameters().text(symbols=False))
        ZZR1 = ZZ1 + 0.49*M2
        MXR1 = MX1 + 0.7*M2
        """
        return "\n".join(writing.text(name, form) for name, form in self.equations(symbols).items())

    def __str__(self) -> str:
        lines = [f"{self.tree.name}: {self.rank} base parameters of {len(self.present)}"]
        lines += [f"no effect: {' '.join(self.no_effect)}"] if self.no_effect else []
        lines += [f"grouped: {' '.join(self.grouped)}"] if self.grouped else []
        return "\n".join([*lines, *self.text().splitlines()])
