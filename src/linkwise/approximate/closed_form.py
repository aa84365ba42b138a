"""The closed form of a robot's dynamics, and the program of its coefficients.

Khalil & Dombre (2002), eqs. [9.6]–[9.8]; Milićević et al. (2007), eqs. (2.4)–(2.6).     [khalil2002] [milicevic2007]

    τ_i = Σ_k D_ik q̈_k + Σ_k Σ_m h_ikm q̇_k q̇_m + c_i
    h_ikm = ½ (∂D_ik/∂q_m + ∂D_im/∂q_k − ∂D_km/∂q_i)                                              [9.7]

Symbols: D inertia matrix with rotors, h Christoffel symbols, c gravity forces.
Differs from the book: a term with k < m stands for both orders, so its coefficient is 2 h_ikm; h is found by
differentiating the traced inertia matrix; q are the robot's own coordinates if some joints follow others. Friction is
not included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..backends.interpreter import run
from ..calls.arrays import Array, as_written, assembled, columns
from ..calls.checks import real
from ..calls.direct import require_mass
from ..calls.question_program import QuestionProgram
from ..errors import LinkwiseError, shown
from ..model import Model
from ..program import Const, Operand, Program, jacobian, trace, without_dead_code
from ..robot import Robot


class Term(NamedTuple):
    """One term of the force at `joint`: D times an acceleration, h times two velocities, or c; `by` has their indices.

    >>> Term(0, "h", (1, 2)).name
    'h1_2_3'
    """

    joint: int
    kind: str
    by: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The letter and the indices, counted from 1."""
        return self.kind + "_".join(str(k + 1) for k in (self.joint, *self.by))

    def force(self, value: Scalar, qd: Sequence[Scalar], qdd: Sequence[Scalar]) -> Scalar:
        """The force of the term, with `value` as its coefficient."""
        if self.kind == "c":
            return value
        return value * (qdd[self.by[0]] if self.kind == "D" else qd[self.by[0]] * qd[self.by[1]])


@dataclass(frozen=True)
class ClosedForm:
    """The terms that are not identically 0, and the program from q1 … qn to their coefficients, in the same order."""

    terms: tuple[Term, ...]
    program: Program

    def only(self, condition: Callable[[Term], bool]) -> ClosedForm:
        """The terms that fulfil a condition, with only the operations that they need.

        >>> import linkwise
        >>> form = closed_form(linkwise.load("planar2r").tree)
        >>> [term.name for term in form.only(lambda term: term.kind == "h").terms]
        ['h1_1_2', 'h1_2_2', 'h2_1_1']
        """
        kept = [k for k, term in enumerate(self.terms) if condition(term)]
        names, outputs = self.program.output_names, self.program.outputs
        part = replace(
            self.program, output_names=tuple(names[k] for k in kept), outputs=tuple(outputs[k] for k in kept)
        )
        return ClosedForm(tuple(self.terms[k] for k in kept), without_dead_code(part))


def closed_form(tree: Model) -> ClosedForm:
    """The closed form of a robot without fixed joints.

    >>> import linkwise
    >>> print(closed_form(linkwise.load("pendulum").tree).program)
    program closed_form ( q1 )
        ... = sin q1
        ... = mul 4.905 ...
    return D1_1=0.333... c1=...
    """
    require_motion(tree)
    return _closed_form(tree)


def require_motion(tree: Model) -> None:
    """Raise an error for a robot without dynamics: one without mass, or without a moving joint."""
    require_mass(tree, "inverse_dynamics")
    if tree.n == 0:
        raise LinkwiseError(
            f"robot {shown(tree.name)} has no moving joint.",
            "Inverse dynamics is approximated for a robot that moves.",
            "load a robot with a revolute or prismatic joint.",
        )


@lru_cache(maxsize=16)
def _closed_form(tree: Model) -> ClosedForm:
    n = tree.n
    inertia, gravity = (
        QuestionProgram(tree, ("mass_matrix",)).program,
        QuestionProgram(tree, ("gravity_forces",)).program,
    )
    slopes = jacobian(inertia, list(inertia.inputs), "forward")  # this mode takes the fewest operations here
    pairs = [(k, m) for k in range(n) for m in range(k, n)]
    terms = [Term(i, "D", (k,)) for i in range(n) for k in range(n)]
    terms += [Term(i, "h", pair) for i in range(n) for pair in pairs] + [Term(i, "c") for i in range(n)]

    def coefficients(q: Sequence[Scalar]) -> dict[str, Scalar]:
        D, dD, c = run(inertia, q), run(slopes, q), run(gravity, q)

        def value(term: Term) -> Scalar:
            i = term.joint
            if term.kind == "h":
                return velocity_coefficient(lambda a, b, by: dD[(a * n + b) * n + by], i, *term.by)
            return c[i] if term.kind == "c" else D[i * n + term.by[0]]

        return {term.name: value(term) for term in terms}

    form = ClosedForm(tuple(terms), trace(coefficients, {"q": n}, "closed_form"))
    outputs = dict(zip(terms, form.program.outputs, strict=True))
    return form.only(lambda term: not _is_zero(outputs[term]))


def velocity_coefficient(slope: Callable[[int, int, int], Scalar], i: int, k: int, m: int) -> Scalar:
    """2 h_ikm for k < m, h_ikk for k = m, from the slopes ∂D_ab/∂q_m = slope(a, b, m): [9.7].

    >>> velocity_coefficient(lambda a, b, m: float(100 * a + 10 * b + m), 0, 1, 2)  # 12 + 21 − 120
    -87.0
    """
    if k == m:
        return slope(i, k, k) - 0.5 * slope(k, k, i)
    return slope(i, k, m) + slope(i, m, k) - slope(k, m, i)


def joint_forces(
    n: int, terms: Sequence[Term], values: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]
) -> list[Scalar]:
    """The joint forces: the sum of the terms, [9.6].

    >>> joint_forces(1, [Term(0, "D", (0,)), Term(0, "c")], [2.0, 5.0], [0.0], [3.0])
    [11.0]
    """
    τ: list[Scalar] = [0.0] * n
    for term, value in zip(terms, values, strict=True):
        τ[term.joint] = τ[term.joint] + term.force(value, qd, qdd)
    return τ


@as_written
class Coefficients(NamedTuple):
    """D (…, n, n), h (…, n, n, n) and c (…, n) at some positions; h is symmetric in its last two indices.

    >>> import linkwise
    >>> at = coefficients(linkwise.load("planar2r"), [0.0, 1.0])
    >>> at
    <Coefficients: arrays of shape D (2, 2), h (2, 2, 2), c (2,)>
    >>> at.c.round(3)  # gravity
    array([33.365, 10.018])
    """

    D: Array
    h: Array
    c: Array

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip("Dhc", self, strict=True))
        return f"<Coefficients: arrays of shape {shapes}>"


def coefficients(robot: Robot, q: ArrayLike) -> Coefficients:
    """The coefficients of a robot's closed form.

    >>> import linkwise
    >>> coefficients(linkwise.load("planar2r"), [0.0, 1.0]).h[1].round(3)  # of τ₂: the centrifugal force of joint 1
    array([[1.113, 0.   ],
           [0.   , 0.   ]])
    """
    form, n = closed_form(robot.tree), robot.n
    at = real("q", q, n, "one entry per joint")
    values = dict(zip(form.terms, run(form.program, columns(at, at.ndim == 1)), strict=True))

    def h(i: int, k: int, m: int) -> Scalar:
        value = values.get(Term(i, "h", (min(k, m), max(k, m))), 0.0)
        return value if k == m else 0.5 * value

    D = [[values.get(Term(i, "D", (k,)), 0.0) for k in range(n)] for i in range(n)]
    H = [[[h(i, k, m) for m in range(n)] for k in range(n)] for i in range(n)]
    c = [values.get(Term(i, "c"), 0.0) for i in range(n)]
    shapes = ((n, n), (n, n, n), (n,))
    return Coefficients(*(assembled(x, at.shape[:-1], shape) for x, shape in zip((D, H, c), shapes, strict=True)))


def _is_zero(operand: Operand) -> bool:
    return isinstance(operand, Const) and operand.value == 0.0
