"""A robot and its controller as programs of time, state and inputs.

In canonical coordinates (q, p), p = M q̇,

    q̇ = M⁻¹ p,    ṗ = ∂T/∂q − g + τ − friction + Jᵀ w

by Lagrange's equation, ∂T/∂q = Cᵀ q̇ (`Equations.momentum_slopes`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..algebra import Scalar, solve
from ..algebra.matrices import times
from ..calls.doubted import doubted, with_doubt
from ..calls.scalar_system import ScalarSystem
from ..contact.acting import summed
from ..errors import LinkwiseError, call_user, shown
from ..formulations import determinacy
from ..program import Program, trace
from .inputs import Inputs

_OVER_SCALARS = "A function over scalars, written with the sin, cos, … of linkwise.algebra"

Scalars = list[Scalar]
"""The numbers of q, q̇, p or of one input."""


@dataclass(frozen=True, eq=False, repr=False)
class EquationsOfMotion:
    """A system, the function of its controller, the outputs, and the inputs of all of them.

    The controller sees the equations of the system as it was loaded; the motion and the outputs have the parameters of
    the rollout.
    """

    system: ScalarSystem
    controller: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    inputs: Inputs

    # ---- over scalars -----------------------------------------------------------------------------------------------

    def _split(self, inputs: tuple[Scalars, ...]) -> tuple[list[Scalars], Any, dict[str, Scalars]]:
        """The controller's inputs, the equations with the rollout's parameters, wrenches by frame."""
        own, left_open = len(self.inputs.controller), len(self.inputs.parameters)
        parameters = dict(zip(self.inputs.parameters, inputs[own : own + left_open], strict=True))
        wrenches = dict(zip(self.inputs.wrenches, inputs[own + left_open :], strict=True))
        return list(inputs[:own]), self.system.equations(parameters), wrenches

    def _contacts(self, eq: Any, q: Scalars, qd: Scalars) -> dict[str, Scalars]:
        """What contacts exert, by frame."""
        return {frame: summed(eq, q, qd, frame, contacts) for frame, contacts in self.inputs.contacts.items()}

    def forces(self, t: Scalar, q: Scalars, qd: Scalars, own: list[Scalars]) -> Scalars:
        """The joint forces the controller returns, checked."""
        n, names = self.system.inputs, list(self.inputs.controller)
        arguments: list[Any] = [
            [numbers[k * n : (k + 1) * n] for k in range(3)] if name in self.inputs.trajectories else numbers
            for name, numbers in zip(names, own, strict=True)
        ]
        signature = ", ".join(["eq", "t", "q", "qd", *map(shown, names)])
        expected = f"{_OVER_SCALARS}, ({signature}), was expected."
        answer = call_user("the controller", expected, self.controller, self.system.equations(), t, q, qd, *arguments)
        if not isinstance(answer, list | tuple):
            raise self._wrong(shown(repr(answer)))
        if len(answer) != n or any(isinstance(force, str) for force in answer):
            raise self._wrong(f"{len(answer)} entries")
        if any(isinstance(force, list | tuple) for force in answer):
            raise self._wrong(shown(repr(answer)), "an input with one number arrives as a list with one entry.")
        return list(answer)

    def _wrong(self, answer: str, hint: str = "") -> LinkwiseError:
        expected = f"A list of {self.system.inputs} scalars, one per joint, was expected."
        return LinkwiseError(f"the controller returned {answer}.", expected, hint)

    def accelerations(self, t: Scalars, q: Scalars, qd: Scalars, *inputs: Scalars) -> Scalars:
        """q̈."""
        own, eq, wrenches = self._split(inputs)
        wrenches |= self._contacts(eq, q, qd)
        tau = self.forces(t[0], q, qd, own)
        return self._checked(lambda: eq.forward_dynamics(q, qd, tau, wrenches))

    def watched(self, t: Scalars, q: Scalars, qd: Scalars, *inputs: Scalars) -> dict[str, Any]:
        """The outputs by name."""
        own, eq, _ = self._split(inputs)
        tau = self.forces(t[0], q, qd, own)
        expected = f"{_OVER_SCALARS}, (eq, t, q, qd, tau), was expected."
        return {
            name: call_user(f"the output {shown(name)}", expected, function, eq, t[0], q, qd, tau)
            for name, function in self.outputs.items()
        }

    def momentum(self, t: Scalars, q: Scalars, qd: Scalars, *inputs: Scalars) -> Scalars:
        """M q̇."""
        _, eq, _ = self._split(inputs)
        return times(eq.mass_matrix(q), qd)

    def velocity(self, t: Scalars, q: Scalars, p: Scalars, *inputs: Scalars) -> Scalars:
        """M⁻¹ p."""
        return self._solved(self._split(inputs)[1], q, p)

    def canonical(self, t: Scalars, q: Scalars, p: Scalars, *inputs: Scalars) -> dict[str, Any]:
        """q̇ and ṗ."""
        own, eq, wrenches = self._split(inputs)
        qd = self._solved(eq, q, p)
        _, slopes = eq.momentum_slopes(q, qd)
        gravity = eq.bias_forces(q, [0.0] * len(q), wrenches | self._contacts(eq, q, qd))
        friction, tau = eq.friction_forces(qd, q), self.system.acting(self.forces(t[0], q, qd, own))
        pd = [s - g + f - r for s, g, f, r in zip(slopes, gravity, tau, friction, strict=True)]
        return {"qd": qd, "pd": pd}

    def _solved(self, eq: Any, q: Scalars, p: Scalars) -> Scalars:
        """M⁻¹ p."""

        def check(k: int, pivot: Scalar) -> None:
            determinacy.require(pivot, 0.0, self.system.names[k], self.system.links)

        return self._checked(lambda: solve(eq.mass_matrix(q), p, check))

    def _checked(self, solved: Callable[[], Scalars]) -> Scalars:
        """What is solved for; not numbers where a joint may move no inertia, as at singular attitudes: the rollout ends
        there."""
        links = self.system.links
        if "inertia" in self.inputs.parameters or not determinacy.has_numbers(links) or determinacy.certain(links):
            return solved()
        return list(doubted(*with_doubt(links, solved)))

    # ---- as programs ------------------------------------------------------------------------------------------------

    def program(self, function: Callable[..., Any], name: str) -> Program:
        """One of the functions above, traced."""
        groups = {"t": 1, "q": self.system.n, "x": self.system.n}
        return trace(function, groups | {f"in{k}_": i.size for k, i in enumerate(self.inputs.specs, 1)}, name)
