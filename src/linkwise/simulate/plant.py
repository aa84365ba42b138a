"""A system under its inputs: what integrators integrate.

The state y = (q, q̇, W, z) holds, beside the motion, the works W done so far by torques and wrenches and lost to
friction and at stops, and the states z of companions: integrated along, works have the integrator's own accuracy.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..arrays import Array
from .dry_friction import FREE, STUCK, DryFriction, rubs_at_all
from .inputs import Inputs
from .programs import program
from .sticking import Settled, accelerations, settle
from .system import System, torques

WORKS = ("tau", "wrenches", "friction", "stops")
"""The entries of W."""


@dataclass(eq=False)
class Plant:
    """The equations of one run; `modes` says which joints stick or slide, `rests` which rest on a stop (±1)."""

    system: System
    inputs: Inputs
    modes: Array = field(init=False)
    rests: Array = field(init=False)
    bearing: bool = False
    """Whether a stop can bear a joint."""

    def __post_init__(self) -> None:
        n = self.system.n
        self.n, self.driven = n, torques(self.system)
        self.dry, self.rubs = DryFriction.of(self.system), rubs_at_all(self.system)
        self.modes, self.rests = np.full(n, FREE), np.zeros(n, dtype=int)
        self.size = 2 * n + len(WORKS) + self.inputs.size
        self._unloaded = np.zeros(n)
        self.sticks = bool(self.dry.rubs) or self.bearing
        """Whether joints can be at rest for a while."""
        shape, friction = (n,), lambda eq, q, qd: eq.friction_forces(qd, q)
        self._friction = (
            program(self.system, "friction_while_moving", friction, {"q": shape, "qd": shape}, {"f": shape})
            if self.rubs
            else None
        )
        self.plain = self.inputs.constant and not self.rubs and not self.sticks
        self.steady = self.inputs.torques(0.0, *[self._unloaded] * 3) if self.plain else self._unloaded

    @property
    def held(self) -> Array:
        """Which coordinates are at rest now."""
        return self.modes == STUCK

    # ---- the equations of motion ------------------------------------------------------------------------------------

    def rates(self, t: float, y: Array) -> Array:
        """ẏ."""
        n = self.n
        if self.plain:  # nobody's function is called, and many steps are made: as little work as can be
            qd, out = y[n : 2 * n], np.zeros(self.size)
            out[:n], out[n : 2 * n] = qd, self.system.forward_dynamics(y[:n], qd, self.steady)
            out[2 * n] = self.steady.dot(qd[self.driven])
            return out
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
        tau, w = self.inputs.torques(t, q, qd, z), self.inputs.wrenches(t, q, qd)
        f = self.friction(q, qd)
        out = np.empty(self.size)
        out[:n], out[n : 2 * n] = qd, self.acceleration(q, qd, tau, w, f)
        self.powers(out, t, q, qd, z, tau, w, f)
        return out

    def powers(
        self, out: Array, t: float, q: Array, qd: Array, z: Array, tau: Array, w: dict[str, Array], f: Array | None
    ) -> None:  # fmt: skip
        """Ẇ and ż, written behind the motion's rates."""
        k = 2 * self.n
        out[k] = tau @ qd[self.driven]
        out[k + 1] = sum(wrench @ (self.system.jacobian(q, frame) @ qd) for frame, wrench in w.items()) if w else 0.0
        out[k + 2] = 0.0 if f is None else f @ qd
        out[k + 3] = 0.0
        if self.inputs.companions:
            out[k + 4 :] = self.inputs.rates(t, q, qd, tau, z)

    def acceleration(self, q: Array, qd: Array, tau: Array, w: dict[str, Array], f: Array | None) -> Array:
        """q̈; by the system's own forward dynamics wherever its friction is that of the modes."""
        if not self.sticks or (not self.held.any() and self._correction(q, qd) is None):
            return self.system.forward_dynamics(q, qd, tau, **({"wrenches": w} if w else {}))
        return accelerations(self.system.mass_matrix(q), self.driving(q, qd, tau, w, f), self.modes)[0]

    def driving(self, q: Array, qd: Array, tau: Array, w: dict[str, Array], f: Array | None) -> Array:
        """τ − h − friction + Jᵀw: what is left to accelerate."""
        c = -self.system.bias_forces(q, qd, **({"wrenches": w} if w else {}))
        c[self.driven] += tau
        return c if f is None else c - f

    def friction(self, q: Array, qd: Array) -> Array | None:
        """The friction of sliding joints; None where there is none at all."""
        if not self.rubs:
            return None
        f = self.system.friction_forces(qd, q) if self._friction is None else self._friction(q, qd)
        more = self._correction(q, qd) if self.sticks else None
        return f if more is None else f + more

    def _correction(self, q: Array, qd: Array) -> Array | None:
        return self.dry.correction(q, qd, self.load(q), self.modes)

    def load(self, q: Array) -> Array:
        """The joints' gravity forces, where friction depends on them."""
        return self.system.gravity_forces(q) if self.dry.loaded else self._unloaded

    # ---- rest -------------------------------------------------------------------------------------------------------

    def look(self, t: float, y: Array) -> tuple[Array, Array, Array]:
        """q̈, τ, and what held joints bear."""
        n = self.n
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
        tau, w = self.inputs.torques(t, q, qd, z), self.inputs.wrenches(t, q, qd)
        f = self.friction(q, qd)
        if not self.held.any():
            return self.acceleration(q, qd, tau, w, f), tau, np.zeros(n)
        qdd, borne = accelerations(self.system.mass_matrix(q), self.driving(q, qd, tau, w, f), self.modes)
        return qdd, tau, borne

    def bounds(self, k: int, q: Array, load: Array) -> tuple[float, float]:
        """The forces (forward, backward) that coordinate k can bear at rest."""
        forward, backward = self.dry.holding(k, q[k], load[k])
        # what it takes to slide at all, should a law hold less than that
        forward = max(forward, self.dry.force(k, q[k], 0.0, load[k], 1))
        backward = max(backward, -self.dry.force(k, q[k], 0.0, load[k], -1))
        return (np.inf if self.rests[k] > 0 else forward), (np.inf if self.rests[k] < 0 else backward)

    def settle(self, t: float, y: Array) -> None:
        """Find the modes at a state: joints at rest stick or break loose, all others slide as they move."""
        if not self.sticks:
            return
        n = self.n
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
        for k in range(n):
            self.modes[k] = np.sign(qd[k]) if k in self.dry.rubs and qd[k] != 0.0 else FREE
            if qd[k] != 0.0:
                self.rests[k] = 0
        resting = [k for k in range(n) if qd[k] == 0.0 and (k in self.dry.rubs or self.rests[k])]
        if not resting:
            return
        load = self.load(q)
        self.modes[resting] = STUCK
        tau, w = self.inputs.torques(t, q, qd, z), self.inputs.wrenches(t, q, qd)
        c = self.driving(q, qd, tau, w, self.friction(q, qd))
        if not np.isfinite(c).all():
            return  # the next step says so
        found: Settled = settle(
            self.system.mass_matrix(q), c, self.modes, resting, [self.bounds(k, q, load) for k in resting],
            lambda k, way: self.dry.force(k, q[k], 0.0, load[k], way),
        )  # fmt: skip
        self.modes = found.modes
        for k in resting:
            if self.modes[k] != STUCK:
                self.rests[k] = 0
                if k not in self.dry.rubs:  # it leaves a stop, and nothing will hold it elsewhere
                    self.modes[k] = FREE

    def pin(self, y: Array, still: Array) -> Array:
        """Held joints exactly where `still`, a state of the same modes, has them, and at rest: solvers that solve for
        all at once leave roundings there."""
        held = np.flatnonzero(self.held)
        if len(held):
            y = y.copy()
            y[held], y[self.n + held] = still[held], 0.0
        return y


def start(system: System, inputs: Inputs, q0: Array, qd0: Array) -> Array:
    """y at the beginning."""
    from .given import state

    z: list[Any] = [
        state(f"the start of {name!r}", companion.start(q0.copy(), qd0.copy()), place.stop - place.start, "its size")
        for name, (companion, place) in inputs.companions.items()
    ]
    return np.concatenate([q0, qd0, np.zeros(len(WORKS)), *z])
