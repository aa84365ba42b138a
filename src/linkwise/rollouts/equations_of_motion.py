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
from ..calls.equations import Equations
from ..contact.acting import summed
from ..errors import LinkwiseError, call_user, shown
from ..formulations import determinacy
from ..model import Model
from ..program import Program, trace
from .inputs import Inputs
from .loop_memory import Kept, LoopMemory, Scalars

_OVER_SCALARS = "A function over scalars, written with the sin, cos, … of linkwise.algebra"


@dataclass(frozen=True, eq=False, repr=False)
class EquationsOfMotion:
    """A tree, the function of its controller, the outputs, the inputs of all of them, and what the loop remembers.

    The controller sees the equations of the tree as it was loaded; the motion and the outputs have the parameters of
    the rollout.
    """

    tree: Model
    controller: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    inputs: Inputs
    memory: LoopMemory

    # ---- over scalars -----------------------------------------------------------------------------------------------

    def _split(self, inputs: tuple[Scalars, ...]) -> tuple[list[Scalars], Equations, dict[str, Scalars]]:
        """The controller's inputs, the equations with the rollout's parameters, wrenches by frame."""
        own, left_open = len(self.inputs.controller), len(self.inputs.parameters)
        parameters = dict(zip(self.inputs.parameters, inputs[own : own + left_open], strict=True))
        wrenches = dict(zip(self.inputs.wrenches, inputs[own + left_open :], strict=True))
        return list(inputs[:own]), Equations(self.tree, parameters), wrenches

    def _contacts(self, eq: Equations, q: Scalars, qd: Scalars) -> dict[str, Scalars]:
        """What contacts exert, by frame."""
        return {frame: summed(eq, q, qd, frame, contacts) for frame, contacts in self.inputs.contacts.items()}

    def _own_inputs(self, own: list[Scalars]) -> list[Any]:
        """The inputs of the controller as its function takes them: three lists for a trajectory."""
        n = self.tree.n
        return [
            [numbers[k * n : (k + 1) * n] for k in range(3)] if name in self.inputs.trajectories else numbers
            for name, numbers in zip(self.inputs.controller, own, strict=True)
        ]

    def answer(self, t: Scalar, q: Scalars, qd: Scalars, z: Scalars, own: list[Scalars]) -> dict[str, Scalars]:
        """What the controller returns, checked: forces "tau", and "rate" or "next" if it has states."""
        states, kept = self.memory.controller, () if self.memory.controller is None else ([*z],)
        named = ["eq", "t", "q", "qd", *("z" for _ in kept), *map(shown, self.inputs.controller)]
        expected = f"{_OVER_SCALARS}, ({', '.join(named)}), was expected."
        given = (Equations(self.tree), t, q, qd, *kept, *self._own_inputs(own))
        answer = call_user("the controller", expected, self.controller, *given)
        if states is None:
            return {"tau": self._checked_list(answer, self.tree.n)}
        if not isinstance(answer, Mapping) or set(answer) not in ({"tau", "rate"}, {"tau", "next"}):
            raise LinkwiseError(
                f"the controller returned {shown(repr(answer))}.",
                'A dict of "tau" and "rate", or of "tau" and "next", was expected: it has states.',
            )
        return {
            name: self._checked_list(x, self.tree.n if name == "tau" else states.size) for name, x in answer.items()
        }

    def forces(self, t: Scalar, q: Scalars, qd: Scalars, kept: Kept, own: list[Scalars]) -> Scalars:
        """The joint forces: those held, or those the controller returns now."""
        return kept.held if self.memory.holds else self.answer(t, q, qd, self.memory.part(kept.z), own)["tau"]

    def rates(self, t: Scalar, q: Scalars, qd: Scalars, tau: Scalars, kept: Kept, own: list[Scalars]) -> Scalars:
        """ż of all states that have rates."""
        rates: Scalars = []
        if self.memory.controller is not None and self.memory.continuous:
            rates = self.answer(t, q, qd, self.memory.part(kept.z), own)["rate"]
        for states in self.memory.companions:
            assert states.rate is not None
            z, what = kept.z[len(rates) : len(rates) + states.size], f"the rate of {shown(states.name)}"
            expected = f"{_OVER_SCALARS}, (t, q, qd, tau, z), was expected."
            rate = call_user(what, expected, states.rate, Equations(self.tree), t, q, qd, tau, z)
            rates = [*rates, *self._checked_list(rate, states.size, what)]
        return rates

    def _checked_list(self, answer: Any, size: int, who: str = "the controller") -> Scalars:
        if not isinstance(answer, list | tuple):
            raise self._wrong(shown(repr(answer)), size, who=who)
        if len(answer) != size or any(isinstance(force, str) for force in answer):
            raise self._wrong(f"{len(answer)} entries", size, who=who)
        if any(isinstance(force, list | tuple) for force in answer):
            raise self._wrong(
                shown(repr(answer)), size, "an input with one number arrives as a list with one entry.", who
            )
        return list(answer)

    def _wrong(self, answer: str, size: int, hint: str = "", who: str = "the controller") -> LinkwiseError:
        what = ", one per joint" if size == self.tree.n else ""
        return LinkwiseError(f"{who} returned {answer}.", f"A list of {size} scalars{what}, was expected.", hint)

    def accelerations(self, t: Scalars, q: Scalars, qd: Scalars, *rest: Scalars) -> Scalars:
        """q̈, and the rates of states."""
        kept, inputs = self.memory.kept(rest)
        own, eq, wrenches = self._split(inputs)
        wrenches |= self._contacts(eq, q, qd)
        tau = self.forces(t[0], q, qd, kept, own)
        qdd = self._checked(lambda: eq.forward_dynamics(q, qd, tau, wrenches))
        return [*qdd, *self.rates(t[0], q, qd, tau, kept, own)]

    def control(self, t: Scalars, q: Scalars, qd: Scalars, *rest: Scalars) -> Scalars:
        """What a sample gives: the forces to be held, and the next values of states."""
        kept, inputs = self.memory.kept(rest)
        answer = self.answer(t[0], q, qd, self.memory.part(kept.z), self._split(inputs)[0])
        return [*answer["tau"], *answer.get("next", ())]

    def watched(self, t: Scalars, q: Scalars, qd: Scalars, *rest: Scalars) -> dict[str, Any]:
        """The outputs by name."""
        kept, inputs = self.memory.kept(rest)
        own, eq, _ = self._split(inputs)
        tau = self.forces(t[0], q, qd, kept, own)
        expected = f"{_OVER_SCALARS}, (eq, t, q, qd, tau), was expected."
        return {
            name: call_user(f"the output {shown(name)}", expected, function, eq, t[0], q, qd, tau)
            for name, function in self.outputs.items()
        }

    def momentum(self, t: Scalars, q: Scalars, qd: Scalars, *rest: Scalars) -> Scalars:
        """M q̇."""
        _, eq, _ = self._split(self.memory.kept(rest)[1])
        return times(eq.mass_matrix(q), qd)

    def velocity(self, t: Scalars, q: Scalars, p: Scalars, *rest: Scalars) -> Scalars:
        """M⁻¹ p."""
        return self._solved(self._split(self.memory.kept(rest)[1])[1], q, p)

    def canonical(self, t: Scalars, q: Scalars, p: Scalars, *rest: Scalars) -> dict[str, Any]:
        """q̇ and ṗ."""
        kept, inputs = self.memory.kept(rest)
        own, eq, wrenches = self._split(inputs)
        qd = self._solved(eq, q, p)
        _, slopes = eq.momentum_slopes(q, qd)
        gravity = eq.bias_forces(q, [0.0] * len(q), wrenches | self._contacts(eq, q, qd))
        friction, tau = eq.friction_forces(qd, q), self.forces(t[0], q, qd, kept, own)
        pd = [s - g + f - r for s, g, f, r in zip(slopes, gravity, tau, friction, strict=True)]
        return {"qd": qd, "pd": pd}

    def _solved(self, eq: Equations, q: Scalars, p: Scalars) -> Scalars:
        """M⁻¹ p."""

        def check(k: int, pivot: Scalar) -> None:
            determinacy.require(pivot, 0.0, self.tree.coordinates.names[k], self.tree)

        return self._checked(lambda: solve(eq.mass_matrix(q), p, check))

    def _checked(self, solved: Callable[[], Scalars]) -> Scalars:
        """What is solved for; not numbers where a joint may move no inertia, as at singular attitudes: the rollout ends
        there."""
        if (
            "inertia" in self.inputs.parameters
            or not determinacy.has_numbers(self.tree)
            or determinacy.certain(self.tree)
        ):
            return solved()
        return list(doubted(*with_doubt(self.tree, solved)))

    # ---- as programs ------------------------------------------------------------------------------------------------

    def program(self, function: Callable[..., Any], name: str) -> Program:
        """One of the functions above, traced."""
        groups = {"t": 1, "q": self.tree.n, "x": self.tree.n, **self.memory.groups}
        return trace(function, groups | {f"in{k}_": i.size for k, i in enumerate(self.inputs.specs, 1)}, name)
