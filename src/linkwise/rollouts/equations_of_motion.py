"""A robot and the law that drives it as programs of time, state and inputs.

In canonical coordinates (q, p), p = M q̇,

    q̇ = M⁻¹ p,    ṗ = ∂T/∂q − g + τ − friction + Jᵀ w

by Lagrange's equation, ∂T/∂q = Cᵀ q̇ (`Equations.momentum_slopes`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..algebra import Scalar, solve
from ..algebra.matrices import times
from ..calls.equations import Equations
from ..errors import LinkwiseError, asked, shown
from ..model import Model
from ..program import Input, Program, trace

_OVER_SCALARS = "A function over scalars, written with the sin, cos, … of linkwise.algebra"

Groups = list[list[Scalar]]
"""Inputs, one list of scalars each."""


@dataclass(frozen=True)
class EquationsOfMotion:
    """A tree, the law of its forces, what is watched, and the inputs: the law's `own`, then parameters, then wrenches.

    `nested` names inputs that reach the law as three lists, a trajectory's. The law sees the equations of the tree as
    it is, outputs those with the parameters a rollout has.
    """

    tree: Model
    law: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    inputs: tuple[Input, ...]
    own: int
    nested: frozenset[str]
    parameters: tuple[str, ...]
    wrenches: tuple[str, ...]

    # ---- over scalars -----------------------------------------------------------------------------------------------

    def _split(self, groups: Groups) -> tuple[Groups, Equations, dict[str, list[Scalar]]]:
        """The law's inputs, the equations of the robot as it is, wrenches by frame."""
        own, rest = groups[: self.own], groups[self.own :]
        given = dict(zip(self.parameters, rest, strict=False))
        pressed = dict(zip(self.wrenches, rest[len(self.parameters) :], strict=True))
        return own, Equations(self.tree, given), pressed

    def forces(self, t: Scalar, q: list[Scalar], qd: list[Scalar], own: Groups) -> list[Scalar]:
        """What the law answers, checked."""
        n = self.tree.n
        passed: list[Any] = []
        for each, group in zip(self.inputs, own, strict=False):
            passed.append([group[k * n : (k + 1) * n] for k in range(3)] if each.name in self.nested else group)
        takes = ", ".join(["eq", "t", "q", "qd", *(shown(each.name) for each in self.inputs[: self.own])])
        expected = f"{_OVER_SCALARS}, ({takes}), was expected."
        answer = asked("the controller", expected, self.law, Equations(self.tree), t, q, qd, *passed)
        found = list(answer) if isinstance(answer, list | tuple) else answer
        if not isinstance(found, list) or len(found) != n or any(isinstance(x, list | tuple | str) for x in found):
            nested = isinstance(found, list) and len(found) == n and any(isinstance(x, list | tuple) for x in found)
            given = f"{len(found)} entries" if isinstance(found, list) and not nested else shown(repr(found))
            hint = "an input of one number is a list of one." if nested else ""
            raise LinkwiseError(
                f"the controller gave {given}.", f"A list of {n} scalars, one per joint, was expected.", hint
            )
        return found

    def accelerations(self, t: list[Scalar], q: list[Scalar], qd: list[Scalar], *groups: list[Scalar]) -> list[Scalar]:
        """q̈."""
        own, eq, pressed = self._split(list(groups))
        return eq.forward_dynamics(q, qd, self.forces(t[0], q, qd, own), pressed)

    def watched(self, t: list[Scalar], q: list[Scalar], qd: list[Scalar], *groups: list[Scalar]) -> dict[str, Any]:
        """The outputs by name."""
        own, eq, _ = self._split(list(groups))
        tau = self.forces(t[0], q, qd, own)
        expected = f"{_OVER_SCALARS}, (eq, t, q, qd, tau), was expected."
        return {
            name: asked(f"the output {shown(name)}", expected, function, eq, t[0], q, qd, tau)
            for name, function in self.outputs.items()
        }

    def momentum(self, t: list[Scalar], q: list[Scalar], qd: list[Scalar], *groups: list[Scalar]) -> list[Scalar]:
        """M q̇."""
        _, eq, _ = self._split(list(groups))
        return times(eq.mass_matrix(q), qd)

    def velocity(self, t: list[Scalar], q: list[Scalar], p: list[Scalar], *groups: list[Scalar]) -> list[Scalar]:
        """M⁻¹ p."""
        _, eq, _ = self._split(list(groups))
        return solve(eq.mass_matrix(q), p)

    def canonical(self, t: list[Scalar], q: list[Scalar], p: list[Scalar], *groups: list[Scalar]) -> dict[str, Any]:
        """q̇ and ṗ."""
        own, eq, pressed = self._split(list(groups))
        qd = solve(eq.mass_matrix(q), p)
        _, slopes = eq.momentum_slopes(q, qd)
        weights = eq.bias_forces(q, [0.0] * len(q), pressed)
        rubbing, tau = eq.friction_forces(qd, q), self.forces(t[0], q, qd, own)
        pd = [s - g + f - r for s, g, f, r in zip(slopes, weights, tau, rubbing, strict=True)]
        return {"qd": qd, "pd": pd}

    # ---- as programs ------------------------------------------------------------------------------------------------

    def program(self, function: Callable[..., Any], name: str) -> Program:
        """One of the functions above, traced."""
        groups = {"t": 1, "q": self.tree.n, "x": self.tree.n}
        return trace(function, groups | {f"in{k}_": i.size for k, i in enumerate(self.inputs, 1)}, name)
