"""Equations of motion whose mass matrix and bias forces serve a controller's inverse dynamics as well.

    τ = M(q) a + h(q, q̇) + friction,    q̈ = M(q)⁻¹ (τ − h(q, q̇) − friction)

Solved for accelerations, the equations need M and h: where a controller asks for the forces of other accelerations a
at the same state, M a is all that is left to do, a tenth of a recursion over the links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..algebra import Scalar
from ..algebra.matrices import plus, times
from ..calls.equations import Equations, Scalars


@dataclass(frozen=True, eq=False)
class SharedEquations(Equations):
    """The equations of a robot at a state (q, q̇), the one at which its accelerations are asked for too.

    >>> import linkwise
    >>> arm, q, qd = linkwise.load("planar2r").tree, [0.3, 0.4], [1.0, 2.0]
    >>> shared, alone = SharedEquations(arm, state=(q, qd)), Equations(arm)
    >>> [round(a - b + 1.0, 12) for a, b in zip(*(eq.inverse_dynamics(q, qd, [5.0, 6.0]) for eq in (shared, alone)))]
    [1.0, 1.0]
    """

    state: tuple[Scalars, Scalars] = ((), ())

    def inverse_dynamics(
        self, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Mapping[str, Scalars] | None = None
    ) -> list[Scalar]:
        """The forces that produce the accelerations, with friction and rotors."""
        same = all(_same(*pair) for pair in zip((q, qd), self.state, strict=True))
        if wrenches or not same or not hasattr(qdd, "__len__") or len(qdd) != self.n:
            return super().inverse_dynamics(q, qd, qdd, wrenches)
        forces = plus(times(self.mass_matrix(q), list(qdd)), self.bias_forces(q, qd))
        rubs = any(not body.joint.friction.absent for body in self.tree.bodies)
        return plus(forces, self.friction_forces(qd, q)) if rubs else forces


def _same(given: Sequence[Scalar], state: Sequence[Scalar]) -> bool:
    """Whether these are the scalars of the state, not others that may have the same values."""
    listed = isinstance(given, list | tuple) and len(given) == len(state)
    return listed and all(a is b for a, b in zip(given, state, strict=True))
