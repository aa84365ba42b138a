"""Configurations, velocities and accelerations that keep the loops closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import finite, names
from ..errors import OpenLoop, Singular, UnknownName, listed, shown
from ..taskspace.matrices import inverse, times
from .checks import require_closed, require_regular, require_velocity
from .motion_space import RANK, MotionSpace
from .newton import GOOD, closed_from
from .structure import AbstractStructure


@dataclass(frozen=True, eq=False, repr=False)
class AbstractLoopMotions(AbstractStructure):
    """Motions of closed loops."""

    def close(self, q: ArrayLike, keep: Sequence[str] | None = None) -> Array:
        """The configuration nearest to q in which the loops are closed; the joints named in `keep` stay where they are.

        By default those of the motors stay, or as many of them as determine the motion; where no motors are named, or
        with keep=[], all joints may move. Which of several ways to close (an elbow up or down) depends on q.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> crank.close([0.5, -1.0]).round(6), crank.close([0.5, -1.0], keep=["joint2"]).round(6)
        (array([ 0.5     , -0.882118]), array([ 0.568182, -1.      ]))
        """
        state = self._states(q=q)["q"]
        flat = state.reshape(-1, self.n)
        kept = self._kept(keep)
        closed, off = closed_from(self.equations, flat, np.isin(self.joint_names, kept))
        if not (off <= GOOD).all():
            self._not_closed(closed, off, state.shape[:-1], kept)
        return closed.reshape(state.shape)

    def _kept(self, keep: Sequence[str] | None) -> tuple[str, ...]:
        if keep is None:
            motors = self.robot.model.actuated
            return tuple(name for name in self.independent if name in motors) if motors else ()
        kept = names("keep", keep, 'keep=["joint1"], say.')
        for name in kept:
            if name not in self.joint_names:
                raise UnknownName("joint", name, f"robot {shown(self.name)}", self.joint_names)
        return kept

    def _not_closed(self, q: Array, off: Array, batch: tuple[int, ...], kept: tuple[str, ...]) -> None:
        worst = int(np.flatnonzero(~(off <= GOOD))[0])
        name, residual, unit = self.equations.widest(self.equations.error(q[worst]))
        state = np.unravel_index(worst, batch)
        where = f", in state {', '.join(map(str, state))} of the batch" if batch else ""
        held = f" with {listed(kept)} where {'it is' if len(kept) == 1 else 'they are'}" if kept else ""
        raise OpenLoop(
            f"closure {shown(name)} of robot {shown(self.name)} cannot be closed{held}: it stays open by "
            f"{residual:.3g} {unit}{where}.",
            "A configuration near one in which the loops are closed was expected.",
            "begin nearer to one, or let more joints move: keep=[]." if kept else "begin nearer to one.",
            closure=name,
            residual=residual,
            state=tuple(int(k) for k in state),
        )

    def project_velocity(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The velocities nearest to qd that keep the loops closed.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.project_velocity([0.0, 0.0], [1.0, 0.0]).round(6)
        array([ 0.240356, -0.4273  ])
        """
        at = self._states(q=q, qd=qd)
        return self._space(at["q"])[1].allowed(at["qd"])

    def complete(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike | None = None) -> tuple[Array, Array]:
        """Velocities and accelerations of all joints, from those of the `independent` ones, in that order.

        The independent joints are the motors', wherever these determine the motion; without qdd they do not accelerate.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> qd, qdd = crank.complete([0.0, 0.0], [0.9])
        >>> qd, crank.closure_jacobian([0.0, 0.0]) @ qdd + crank.closure_bias([0.0, 0.0], qd)
        (array([ 0.9, -1.6]), array([0.]))
        """
        leading, meaning = len(self.independent), f"one entry for each of {', '.join(self.independent) or 'no joints'}"
        given = {
            "q": self._states(q=q)["q"],
            "qd": finite("qd", qd, (leading,), meaning, self.independent),
            "qdd": finite("qdd", np.zeros(leading) if qdd is None else qdd, (leading,), meaning, self.independent),
        }
        batch = batch_shape(given)
        q, qd, qdd = (np.broadcast_to(x, (*batch, x.shape[-1])) for x in given.values())
        _, space = self._space(q)
        S = self._leads(space, q)
        velocity = times(S, qd)
        return velocity, times(S, qdd) + self._drift(space, S, self.equations.bias(q, velocity))

    # ---- shared by the questions ------------------------------------------------------------------------------------

    def _space(self, q: Array, qd: Array | None = None) -> tuple[Array, MotionSpace]:
        """A and the motions it leaves, at closed and regular states."""
        require_closed(self.equations, q)
        A = self.equations.jacobian(q)
        if qd is not None:
            require_velocity(self.equations, A, qd)
        space = MotionSpace.of(self.equations, A, self.rank)
        require_regular(self.equations, space, q)
        return A, space

    def _leads(self, space: MotionSpace, q: Array) -> Array:
        """S: velocities of all joints for unit velocities of the independent ones, q̇ = S q̇_independent."""
        Z = space.null
        if not Z.shape[-1]:
            return Z
        led = Z[..., self._leading, :] / self.equations.units[self._leading][:, None]
        smallest = np.linalg.svd(led, compute_uv=False)[..., -1]
        if (smallest <= RANK).any():
            state = tuple(np.argwhere(np.atleast_1d(smallest) <= RANK)[0].tolist()) if smallest.ndim else ()
            place = q[state]
            raise Singular(
                f"joints {listed(self.independent)} of robot {shown(self.name)} do not determine its motion "
                f"at q = [{', '.join(f'{x:.6g}' for x in place)}]: the others can move while these rest.",
                "A configuration away from such a dead point was expected.",
                "forward_dynamics and simulate pass through it.",
                float(smallest.min()),
            )
        return Z @ inverse(Z[..., self._leading, :])

    def _drift(self, space: MotionSpace, S: Array, bias: Array) -> Array:
        """The accelerations of all joints while the independent ones do not accelerate."""
        least = space.velocities(-bias)
        return least - times(S, least[..., self._leading])
