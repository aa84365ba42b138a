"""q = h(q_m): a user's function over scalars, traced once, and its derivatives as programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..algebra import Scalar, along
from ..algebra.matrices import times
from ..backends.interpreter import run
from ..calls.function_program import flat
from ..errors import InvalidModel, LinkwiseError, NotTraceable, call_user, shown
from ..program import Const, Program, jacobian, trace

Scalars = Sequence[Scalar]
"""One entry per motor, or per joint."""

Rows = list[list[Scalar]]
"""A matrix, row by row."""

EXAMPLE = "lambda m: [m[0], m[1] - m[0]], say, with sin, cos, sqrt, atan2, where … of linkwise.algebra."


@dataclass(frozen=True, repr=False)
class Coupling:
    """The program of q = h(q_m), and what follows by differentiating it: J_qm, q̇ = J_qm q̇_m, q̈ = J_qm q̈_m + J̇_qm q̇_m.

    >>> from linkwise.algebra import sin
    >>> lever = Coupling.of(lambda m: [0.5 * sin(m[0])], ("lever",), ("slide",))
    >>> lever
    Coupling(1 motor to 1 joint)
    >>> lever.positions([0.0]), lever.jacobian([0.0])
    ([0.0], [[0.5]])
    """

    program: Program
    motors: tuple[str, ...]
    joints: tuple[str, ...]

    @staticmethod
    def of(function: Callable[..., Any], motors: tuple[str, ...], joints: tuple[str, ...]) -> Coupling:
        """Trace a function of the motors' positions, a list of scalars, that returns a list with one for each joint.

        >>> Coupling.of(lambda m: [m[0], m[1] - m[0]], ("a", "b"), ("joint1", "joint2")).jacobian([0.0, 0.0])
        [[1.0, 0.0], [-1.0, 1.0]]
        """
        expected = (
            f"A function of the list of {len(motors)} motor positions was expected, over scalars: with sin, cos, … of "
            "linkwise.algebra."
        )
        if not callable(function):
            raise InvalidModel(f"the transmission is {shown(repr(function))}.", expected, EXAMPLE)

        def listed(q_m: list[Scalar]) -> list[Scalar]:
            answer = call_user("the transmission", expected, function, q_m)
            if not isinstance(answer, list | tuple) and not hasattr(answer, "tolist"):
                raise InvalidModel(f"the transmission returned {shown(repr(answer))}.", "A list was expected.", EXAMPLE)
            return flat(answer)

        try:
            program = trace(listed, {"q_m": len(motors)}, "transmission")
        except NotTraceable as error:
            what = f"the transmission cannot be traced: {error.what}"
            raise InvalidModel(what, error.expected or expected, error.hint or EXAMPLE) from error
        if len(program.outputs) != len(joints):
            raise InvalidModel(
                f"the transmission returned {len(program.outputs)} numbers for {len(motors)} motors.",
                f"A list of {len(joints)} was expected, one for each of {', '.join(map(shown, joints))}.",
                EXAMPLE,
            )
        coupling = Coupling(program, motors, joints)
        moved = coupling._slopes.outputs
        for k, motor in enumerate(motors):
            if all(isinstance(x, Const) and x.value == 0.0 for x in moved[k :: len(motors)]):
                raise InvalidModel(
                    f"no joint depends on motor {shown(motor)}.", "Each motor was expected to move something.", EXAMPLE
                )
        return coupling

    @cached_property
    def _slopes(self) -> Program:
        """∂q/∂q_m, row by row."""
        return jacobian(self.program, self.program.inputs)

    @cached_property
    def _curvatures(self) -> Program:
        """∂²q/∂q_m², joint by joint, row by row."""
        return jacobian(self._slopes, self.program.inputs)

    def positions(self, q_m: Scalars) -> list[Scalar]:
        """q = h(q_m)."""
        return run(self.program, q_m)

    def jacobian(self, q_m: Scalars) -> Rows:
        """J_qm of [9.31], n×m."""
        m, entries = len(self.motors), run(self._slopes, q_m)
        return [entries[i : i + m] for i in range(0, len(entries), m)]

    def jacobian_and_rate(self, q_m: Scalars, qd_m: Scalars) -> tuple[Rows, Rows]:
        """J_qm, and its time derivative along q̇_m."""
        J, Jd = along(self.jacobian, q_m, qd_m)
        return J, Jd

    def curvature(self, q_m: Scalars) -> list[Rows]:
        """∂J_qm/∂q_m: for each joint a symmetric m×m matrix."""
        m, entries = len(self.motors), run(self._curvatures, q_m)
        rows = [entries[i : i + m] for i in range(0, len(entries), m)]
        return [rows[i : i + m] for i in range(0, len(rows), m)]

    def motion(self, q_m: Scalars, qd_m: Scalars, qdd_m: Scalars) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
        """q, q̇ and q̈ of the joints.

        >>> square = Coupling.of(lambda m: [m[0] * m[0]], ("m",), ("j",))
        >>> square.motion([3.0], [1.0], [0.5])
        ([9.0], [6.0], [5.0])
        """
        J, Jd = self.jacobian_and_rate(q_m, qd_m)
        qdd = [a + b for a, b in zip(times(J, qdd_m), times(Jd, qd_m), strict=True)]
        return self.positions(q_m), times(J, qd_m), qdd

    def drives(self, k: int) -> list[int]:
        """The joints that motor k moves, and no other motor does.

        >>> Coupling.of(lambda m: [m[0], m[0] + m[1], 2.0 * m[1]], ("a", "b"), ("i", "j", "k")).drives(1)
        [2]
        """
        m, entries = len(self.motors), self._slopes.outputs
        rows = [entries[i : i + m] for i in range(0, len(entries), m)]
        moving = [{j for j, x in enumerate(row) if not (isinstance(x, Const) and x.value == 0.0)} for row in rows]
        return [i for i, by in enumerate(moving) if by == {k}]

    def __repr__(self) -> str:
        m, n = len(self.motors), len(self.joints)
        return f"Coupling({m} motor{'s' * (m != 1)} to {n} joint{'s' * (n != 1)})"

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: derivatives are made again."""
        return {"program": self.program, "motors": self.motors, "joints": self.joints}


def motor_names(names: Any, n: int) -> tuple[str, ...]:
    """The motors' names: motor1, motor2, … for each of n joints, if none are given.

    >>> motor_names(None, 2), motor_names(["crank"], 2)
    (('motor1', 'motor2'), ('crank',))
    """
    own = tuple(f"motor{k}" for k in range(1, n + 1)) if names is None else names
    listed = isinstance(own, tuple | list) and all(isinstance(name, str) and name for name in own)
    if not listed or not own or len(set(own)) != len(own):
        raise LinkwiseError(
            f"the motors are called {shown(repr(names))}.", "A list of different names was expected.", 'names=["crank"]'
        )
    return tuple(own)
