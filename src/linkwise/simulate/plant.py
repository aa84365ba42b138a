"""A system under its inputs: the equations that integrators integrate.

The state y = (q, q̇, W, z) holds the motion, the work W done so far by torques and wrenches and lost to
friction and at stops, and the states z of companions. Work is integrated along with the motion, as accurately.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import shown
from .compiled_equations import compiled
from .dry_friction import FREE, STUCK, DryFriction, Mask, Modes, has_friction
from .inputs import Inputs
from .sticking import accelerations, settle, settle_together
from .system import System, driven_coordinates

WORK_TERMS = ("tau", "wrenches", "friction", "stops")
"""The entries of W."""


@dataclass(eq=False)
class Plant:
    """The equations of one run; `modes` says which slides stick or slide, `rests` which joints rest on a stop (±1)."""

    system: System
    inputs: Inputs
    modes: Modes = field(init=False)
    rests: Modes = field(init=False)
    bearing: bool = False
    """Whether a stop can bear a joint."""
    resolution: Callable[[Array], Array] = field(init=False)
    """How closely positions and velocities are known at a state y, (2n,); the stepper says (see `resting`)."""

    def __post_init__(self) -> None:
        n = self.system.n
        self.n, self.driven = n, driven_coordinates(self.system)
        self.dry, self.has_friction = DryFriction.of(self.system), has_friction(self.system)
        self.onto: Callable[[Array], Array] | None = getattr(self.system, "onto", None)
        """What brings a state back to where the system can be, if it cannot be everywhere."""
        slides = n + len(self.dry.combinations)
        self.coupled = slides > n
        """Whether dry friction acts along combinations of coordinates."""
        self.modes, self.rests = np.full(slides, FREE), np.zeros(n, dtype=int)
        self.slack = np.zeros(slides)
        """By how much more than its law says friction holds a slide that crept to rest (see `resting`)."""
        self.resolution = lambda y: np.zeros(2 * n)
        self.size = 2 * n + len(WORK_TERMS) + self.inputs.size
        self._unloaded = np.zeros(slides)
        self.sticks = bool(self.dry.laws) or self.bearing
        """Whether joints can be at rest for a while."""
        self.plain = self.inputs.constant and not self.has_friction and not self.sticks
        """Whether there are constant torques and nothing else: no friction, no wrenches, no companions."""
        self.constant_tau = self.inputs.torques(0.0, *[self._unloaded] * 3) if self.plain else self._unloaded

    def start(self, q0: Array, qd0: Array) -> Array:
        """The state y at the beginning."""
        return np.concatenate([q0, qd0, np.zeros(len(WORK_TERMS)), self.inputs.start(q0, qd0)])

    @cached_property
    def rows(self) -> Array:
        """The slides as combinations of coordinates."""
        return np.vstack([np.eye(self.n), self.dry.combinations])

    @cached_property
    def _friction(self) -> Any:
        """The friction of joints that move, compiled if it can be."""
        shape, friction = (self.n,), lambda eq, q, qd: eq.friction_forces(qd, q)
        return compiled(self.system, "friction_while_moving", friction, {"q": shape, "qd": shape}, {"f": shape})

    @property
    def held(self) -> Mask:
        """Which slides are at rest now."""
        return self.modes == STUCK

    # ---- the equations of motion ------------------------------------------------------------------------------------

    def rates(self, t: float, y: Array) -> Array:
        """The rates ẏ."""
        n = self.n
        if self.plain:  # the most frequent case, and many steps: as little work as possible
            qd, out = y[n : 2 * n], np.zeros(self.size)
            out[:n], out[n : 2 * n] = qd, self.system.forward_dynamics(y[:n], qd, self.constant_tau)
            out[2 * n] = self.constant_tau.dot(qd[self.driven])
            return out
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
        tau, w = self.inputs.torques(t, q, qd, z), self.inputs.wrenches(t, q, qd)
        f = self.friction(q, qd)
        if f is not None and not np.isfinite(f).all() and np.isfinite(y[: 2 * n]).all():
            k = int(np.argmin(np.isfinite(f)))
            self.inputs.trouble.text = f"friction is {f[k]} at {shown(self.system.joint_names[k])} at t = {t:.9g}"
        out = np.empty(self.size)
        out[:n], out[n : 2 * n] = qd, self.acceleration(q, qd, tau, w, f)
        self.powers(out, t, q, qd, z, tau, w, f)
        return out

    def powers(
        self, out: Array, t: float, q: Array, qd: Array, z: Array, tau: Array, w: dict[str, Array], f: Array | None
    ) -> None:
        """Write Ẇ and ż into `out`, after the rates of the motion."""
        k = 2 * self.n
        out[k] = tau @ qd[self.driven]
        out[k + 1] = sum(wrench @ (self.system.jacobian(q, frame) @ qd) for frame, wrench in w.items()) if w else 0.0
        out[k + 2] = 0.0 if f is None else f @ qd
        out[k + 3] = 0.0
        if self.inputs.companions:
            out[k + 4 :] = self.inputs.rates(t, q, qd, tau, z)

    def acceleration(self, q: Array, qd: Array, tau: Array, w: dict[str, Array], f: Array | None) -> Array:
        """q̈, by the system's own forward dynamics if its friction is that of the modes."""
        if not self.sticks or (not self.held.any() and self._own(q, qd)):
            return self.system.forward_dynamics(q, qd, tau, **({"wrenches": w} if w else {}))
        return self._constrained(q, self.driving(q, qd, tau, w, f))[0]

    def _constrained(self, q: Array, c: Array) -> tuple[Array, Array]:
        """q̈ under the forces c, and what held joints bear."""
        return accelerations(self.system.mass_matrix(q), c, self.modes, self.dry.combinations)

    def driving(self, q: Array, qd: Array, tau: Array, w: dict[str, Array], f: Array | None) -> Array:
        """τ − h − friction + Jᵀw: the forces that accelerate."""
        c = -self.system.bias_forces(q, qd, **({"wrenches": w} if w else {}))
        c[self.driven] += tau
        return c if f is None else c - f

    def friction(self, q: Array, qd: Array) -> Array | None:
        """The friction of sliding joints; None for a system without friction."""
        if not self.has_friction:
            return None
        if self.coupled and not self._own(q, qd):
            return self.dry.total(q, qd, self.modes)
        f = self.system.friction_forces(qd, q) if self._friction is None else self._friction(q, qd)
        more = self._correction(q, qd) if self.sticks and not self.coupled else None
        return f if more is None else f + more

    def _own(self, q: Array, qd: Array) -> bool:
        """Whether the system's own friction is that of the modes."""
        if self.coupled:
            return self.dry.agrees(self.dry.speeds(qd), self.modes)
        return self._correction(q, qd) is None

    def _correction(self, q: Array, qd: Array) -> Array | None:
        return self.dry.correction(q, qd, self.load(q), self.modes)

    def load(self, q: Array) -> Array:
        """The slides' gravity forces, where friction depends on them."""
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
        qdd, borne = self._constrained(q, self.driving(q, qd, tau, w, f))
        return qdd, tau, borne

    def bounds(self, k: int, s: Array, load: Array) -> tuple[float, float]:
        """The forces (forward, backward) that slide k can bear at rest."""
        forward, backward = self.dry.bearing(k, s[k], load[k])
        forward, backward = max(forward + self.slack[k], 0.0), max(backward + self.slack[k], 0.0)
        stop = self.rests[k] if k < self.n else 0
        return (np.inf if stop > 0 else forward), (np.inf if stop < 0 else backward)

    def loose(self, t: float, y: Array) -> list[int]:
        """The held slides that can no longer be held."""
        held, q = np.flatnonzero(self.held).tolist(), y[: self.n]
        if not held:
            return []
        if self.coupled:
            modes = self._settled(t, y, held)
            return [k for k in held if modes is not None and modes[k] != STUCK]
        borne, load = self.look(t, y)[2], self.load(q)
        bounds = [self.bounds(k, q, load) for k in held]
        return [k for k, (f, b) in zip(held, bounds, strict=True) if not -b <= borne[k] <= f]

    def _settled(self, t: float, y: Array, resting: list[int]) -> Modes | None:
        """The modes once those `resting`, held now, stick or break loose; None if forces are not finite."""
        n = self.n
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
        s, load = self.dry.places(q), self.load(q)
        tau, w = self.inputs.torques(t, q, qd, z), self.inputs.wrenches(t, q, qd)
        c = self.driving(q, qd, tau, w, self.friction(q, qd))
        if not np.isfinite(c).all():
            return None
        M, bounds = self.system.mass_matrix(q), [self.bounds(k, s, load) for k in resting]

        def sliding(k: int, way: int) -> float:
            return self.dry.force(k, s[k], 0.0, load[k], way)

        if self.coupled:
            return settle_together(M, c, self.modes, self.rows, resting, bounds, sliding).modes
        return settle(M, c, self.modes, resting, bounds, sliding).modes

    def settle(self, t: float, y: Array, margins: Mapping[int, float] | None = None) -> None:
        """Find the modes at a state: joints at rest stick or break loose, all others slide the way they move.

        `margins` are those of the slides that have just come to rest: how closely the forces on them are known.
        """
        if not self.sticks:
            return
        n, sd, before, slow = self.n, self.dry.speeds(y[self.n : 2 * self.n]), self.modes.copy(), self.slow(y)
        self.rests[sd[:n] != 0.0] = 0
        on_stop = np.append(self.rests, np.zeros(len(sd) - n, dtype=int))
        self.slack[before != STUCK] = 0.0
        for k in range(len(sd)):
            if k not in self.dry.laws or sd[k] == 0.0:
                self.modes[k] = FREE
            elif not (slow[k] and before[k] in (1, -1)):  # the sign of a velocity that is not resolved says nothing
                self.modes[k] = np.sign(sd[k])
        resting = [k for k in range(len(sd)) if sd[k] == 0.0 and (k in self.dry.laws or on_stop[k])]
        if not resting:
            return
        self.modes[resting] = STUCK
        modes = self._settled_within(t, y, resting, margins or {})
        if modes is None:
            return  # the next step reports it
        self.modes = modes
        for k in resting:
            if self.modes[k] != STUCK:
                if k < n:
                    self.rests[k] = 0
                if k not in self.dry.laws:  # it leaves a stop, and nothing will hold it elsewhere
                    self.modes[k] = FREE

    def _settled_within(self, t: float, y: Array, resting: list[int], margins: Mapping[int, float]) -> Modes | None:
        """As `_settled`; a slide that would break loose by no more than its margin is held, with that much slack."""
        for k, margin in margins.items():
            self.slack[k] = -margin
        modes = self._settled(t, y, resting)
        if modes is None or all(modes[k] == STUCK for k in margins):  # held without question
            self.slack[list(margins)] = 0.0
            return modes
        for k, margin in margins.items():
            self.slack[k] = margin if modes[k] != STUCK else 0.0
        return self._settled(t, y, resting)

    def slow(self, y: Array) -> Mask:
        """The slides whose velocities are not resolved from 0."""
        n = self.n
        resolved: Array = np.abs(self.rows) @ self.resolution(y)[n:]
        return np.abs(self.dry.speeds(y[n : 2 * n])) <= resolved
