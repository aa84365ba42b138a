"""A robot's equations of motion, with what drives it and the work terms, as one program of time and state.

    ẏ = (q̇, q̈, τ·q̇, Σ w·(J q̇), F·q̇, 0)    for y = (q, q̇, W)

The program also tells τ, and what held joints bear if it is given modes. A trajectory is given as one polynomial at a
time, in u = (t − t₀) / h.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..algebra import Scalar, maximum, minimum
from ..algebra.matrices import times
from ..calls.doubted import doubted, with_doubt
from ..calls.equations import Equations
from ..contact.acting import summed
from ..errors import LinkwiseError, call_user, shown
from ..formulations import determinacy
from ..model import Model
from ..program import Program, trace
from .program_of_modes import accelerations_of_modes, friction_of_modes
from .scalar_inputs import ScalarInputs
from .shared_equations import SharedEquations

Scalars = Sequence[Scalar]
"""The numbers of q, q̇ or what is given."""

WORK = 4
"""Work terms of a state."""


def given_size(inputs: ScalarInputs, n: int) -> int:
    """How many numbers the program is given: a polynomial comes with its beginning and 1 / h.

    >>> import linkwise
    >>> from .scalar_inputs import scalar_inputs
    >>> given_size(scalar_inputs(linkwise.load("planar2r"), None, None, None, None), 2)
    2
    """
    return max(1, sum(_given(kind, count, n) for kind, count in inputs.sizes))


def _given(kind: str, count: int, n: int) -> int:
    """How many numbers one of the values is given as."""
    return {"path": 2 + n * count, "numbers": count, "asked": 0}[kind]


def motion_program(tree: Model, inputs: ScalarInputs) -> Program:
    """The program (t, y, given, asked) -> (ẏ, τ).

    >>> import linkwise
    >>> from .scalar_inputs import scalar_inputs
    >>> arm = linkwise.load("pendulum")
    >>> program = motion_program(arm.tree, scalar_inputs(arm, [0.0], None, None, None))
    >>> len(program.inputs), len(program.outputs)
    (8, 7)
    """
    n, slides = tree.n, inputs.slides or ()

    def rate(t: Scalars, y: Scalars, given: Scalars, asked: Scalars = ()) -> dict[str, Any]:
        q, qd = list(y[:n]), list(y[n : 2 * n])
        eq = SharedEquations(tree, state=(q, qd))
        values = _values(inputs, n, t[0], given, asked)
        tau = _forces(inputs, n, eq, t[0], q, qd, values[: inputs.count])
        rest = values[inputs.count :]
        if inputs.saturated:
            tau = [maximum(minimum(x, most), -most) for x, most in zip(tau, rest[0], strict=True)]
            rest = rest[1:]
        modes, rest = (None, rest) if inputs.slides is None else (rest[-1], rest[:-1])
        wrenches = dict(zip(inputs.wrenches, rest, strict=True))
        wrenches |= {frame: summed(eq, q, qd, frame, contacts) for frame, contacts in inputs.contacts}
        friction: list[Scalar] = []
        if any(not body.joint.friction.absent for body in tree.bodies):
            friction = eq.friction_forces(qd, q) if modes is None else friction_of_modes(eq, q, qd, modes, slides)
        if modes is None:
            qdd, borne = _checked(tree, eq, q, qd, tau, wrenches), list[Scalar]()
        else:
            drive = [x - f for x, f in zip(tau, friction, strict=True)] if friction else tau
            qdd, borne = accelerations_of_modes(eq, q, qd, drive, wrenches, modes)
        work: list[Scalar] = [_dot(tau, qd), 0.0, 0.0, 0.0]
        for frame, wrench in wrenches.items():
            work[1] = work[1] + _dot(wrench, times(eq.jacobian(q, frame), qd))
        if friction:
            work[2] = _dot(friction, qd)
        return {"dy": [*qd, *qdd, *work], "tau": tau} | ({"borne": borne} if borne else {})

    groups = {"t": 1, "y": 2 * n + WORK, "given": given_size(inputs, n)}
    return trace(rate, groups | ({"asked": inputs.asks} if inputs.asks else {}), "motion")


def _values(inputs: ScalarInputs, n: int, t: Scalar, given: Scalars, asked: Scalars) -> list[Any]:
    """Lists of numbers, and three lists for a trajectory."""
    values: list[Any] = []
    at = used = 0
    for kind, count in inputs.sizes:
        if kind == "asked":
            values.append(list(asked[used : used + count]))
            used += count
            continue
        numbers = list(given[at : at + _given(kind, count, n)])
        values.append(_followed(n, t, numbers) if kind == "path" else numbers)
        at += len(numbers)
    return values


def _followed(n: int, t: Scalar, numbers: Scalars) -> list[list[Scalar]]:
    """q, q̇ and q̈ of n polynomials of u = (t − begin) rate: these two numbers, then the coefficients power by power,
    beginning with u⁰."""
    (begin, rate), coefficients = numbers[:2], numbers[2:]
    u, found = (t - begin) * rate, list[list[Scalar]]()
    for k in range(n):  # Horner's scheme for the polynomial, its slope and half its second derivative at once
        value: Scalar = 0.0
        slope: Scalar = 0.0
        bend: Scalar = 0.0
        for c in reversed(coefficients[k::n]):
            bend, slope, value = bend * u + slope, slope * u + value, value * u + c
        found.append([value, slope * rate, bend * (2.0 * rate * rate)])
    return [list(part) for part in zip(*found, strict=True)]


def _forces(
    inputs: ScalarInputs, n: int, eq: Equations, t: Scalar, q: Scalars, qd: Scalars, own: list[Any]
) -> list[Scalar]:
    """The joint forces the controller returns, checked."""
    expected = "A function over scalars, (eq, t, q, qd, …), was expected."
    answer = call_user("the controller", expected, inputs.function, eq, t, q, qd, *own)
    if not isinstance(answer, list | tuple) or len(answer) != n or any(isinstance(x, list | tuple) for x in answer):
        raise LinkwiseError(
            f"the controller returned {shown(repr(answer))}.", f"A list of {n} scalars, one per joint, was expected."
        )
    return list(answer)


def _checked(tree: Model, eq: Equations, q: Scalars, qd: Scalars, tau: Scalars, wrenches: dict[str, Any]) -> Any:
    """q̈; not numbers where a joint may move no inertia, as at singular attitudes."""
    if not determinacy.has_numbers(tree) or determinacy.certain(tree):
        return eq.forward_dynamics(q, qd, tau, wrenches)
    return doubted(*with_doubt(tree, lambda: eq.forward_dynamics(q, qd, tau, wrenches)))


def _dot(a: Scalars, b: Scalars) -> Scalar:
    products = [x * y for x, y in zip(a, b, strict=True)]
    total = products[0]
    for product in products[1:]:
        total = total + product
    return total
