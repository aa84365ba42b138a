"""The linear model in the coordinates χ of a frame.

Balafoutis & Patel (1991) §7.4.2, with J = ∂h/∂q of an orientation by angles:

    δχ = J δq,    δχ̇ = J̇ δq + J δq̇,    δχ̈ = J̈ δq + 2 J̇ δq̇ + J δq̈                               (7.4.8)–(7.4.10)
    D̂ = D° J⁻¹,   V̂ = (V° − 2 D̂ J̇) J⁻¹,   P̂ = (P° − V̂ J̇ − D̂ J̈) J⁻¹                            (7.4.15)–(7.4.17)
    δτ = D̂ δχ̈ + V̂ δχ̇ + P̂ δχ                                                                          (7.4.18)

Differs from the book: for orientation="geometric" other matrices take the place of J̇, 2 J̇ and J̈ (see perturbed.py), and
angular rows come first.                                                                            [balafoutis1991]
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import NotForThisRobot, Singular, shown
from ..taskspace.matrices import inverse, times
from ..taskspace.rows import Selection, task_rows
from .perturbed import geometric, in_angles
from .rates import rates
from .state_space import AbstractStateSpace

if TYPE_CHECKING:
    from ..robot import Robot
    from .joint_space import LinearizedModel

SINGULAR = 1e-8
"""The smallest singular value of a Jacobian over its largest; below this, half of the digits of J⁻¹ are lost."""


@dataclass(frozen=True, eq=False, repr=False)
class CartesianModel(AbstractStateSpace):
    """D̂, V̂ and P̂ as D, V and P; x = [δχ; δν], u = δτ, where ν = χ̇ unless the orientation is geometric.

    `rows` are the names of the coordinates; `pose` (…, 4, 4), `velocity` and `acceleration` are those of the frame
    along the motion; `J` is its Jacobian, `chi` the coordinates themselves (NaN for a geometric orientation: it has
    none). `drift` (…, n, n) is d/dt δχ − δν over δχ: zero except for geometric orientations.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").linearize([0.3, 0.9], [0.5, 0.2])
    >>> model = arm.cartesian(rows=["x", "y"])
    >>> model.rows, bool(abs(model.D @ model.J - arm.D).max() < 1e-12)
    (('x', 'y'), True)
    """

    robot: Robot
    frame: str
    orientation: str
    rows: tuple[str, ...]
    pose: Array
    chi: Array
    velocity: Array
    acceleration: Array
    J: Array
    drift: Array

    @property
    def A(self) -> Array:
        """[drift 1; −D̂⁻¹P̂ −D̂⁻¹V̂], (…, 2n, 2n).

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").linearize([0.3, 0.9])
        >>> eigenvalues = [sorted(abs(m.eigenvalues)) for m in (arm, arm.cartesian(rows=["x", "y"]))]
        >>> bool(max(abs(a - b) for a, b in zip(*eigenvalues)) < 1e-9)  # at rest, a change of coordinates
        True
        """
        A, n = super().A, self.robot.n
        A[..., :n, :n] = self.drift
        return A

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states: coordinates, then their rates.

        >>> import linkwise
        >>> linkwise.load("planar2r").linearize([0.3, 0.9]).cartesian(rows=["x", "y"]).states
        ('x', 'y', 'd:x', 'd:y')
        """
        return (*self.rows, *(f"d:{row}" for row in self.rows))


def cartesian(model: LinearizedModel, orientation: str, frame: str | None, rows: Any) -> CartesianModel:
    """The model in the coordinates of a frame; see `LinearizedModel.cartesian`."""
    robot, task = model.robot, _task(orientation, rows, model.robot.n)
    frame = robot.tree.frame_or_tip(frame).name
    model.require_inertia()  # D̂ would not show which joint lacks it
    along = rates(robot, model.q, model.qd, model.qdd, frame)
    φ = np.full((*model.tau.shape[:-1], 3), np.nan)
    if orientation == "geometric" or not task.matrix[:, :3].any():
        full = geometric(along, model.qd, model.qdd)
    else:
        φ, full = in_angles(along, model.qd, model.qdd, orientation, frame)
    J, G, H, K, Jd = (task.matrix @ matrix for matrix in full)
    _require_regular(robot.name, J, task.names)

    J_inv = inverse(J)
    D = model.D @ J_inv  # (7.4.15)
    V = (model.V - D @ H) @ J_inv  # (7.4.16), H = 2 J̇
    P = (model.P - V @ G - D @ K) @ J_inv  # (7.4.17), G = J̇, K = J̈
    own = {f.name: getattr(model, f.name) for f in fields(AbstractStateSpace)} | {"D": D, "V": V, "P": P}
    return CartesianModel(
        **own,
        frame=frame,
        orientation=orientation,
        rows=task.names,
        pose=along.pose,
        chi=_coordinates(task, φ, along.pose[..., :3, 3]),
        velocity=times(J, model.qd),
        acceleration=times(J, model.qdd) + times(Jd, model.qd),
        J=J,
        drift=(Jd - G) @ J_inv,
    )


def _task(orientation: str, rows: Any, n: int) -> Selection:
    task = task_rows(rows, "base", orientation)
    if task.m != n:
        raise NotForThisRobot(
            f"the task has {task.m} coordinates ({', '.join(task.names)}) and the robot {n} joints.",
            "A Cartesian model needs as many coordinates as joints.",
            "name rows, rows=['x', 'y'] for example, or lock joints that are not needed.",
        )
    return task


def _coordinates(task: Selection, φ: Array, p: Array) -> Array:
    """S (φ, p); NaN for rows of an orientation that has no coordinates φ."""
    angular = task.matrix[:, :3].any(axis=1)
    known = np.where(np.isnan(φ), 0.0, φ)
    χ = times(task.matrix, np.concatenate([known, p], axis=-1))
    return np.where(angular & np.isnan(φ).any(axis=-1, keepdims=True), np.nan, χ)


def _require_regular(robot: str, J: Array, rows: tuple[str, ...]) -> None:
    σ = np.linalg.svd(J, compute_uv=False)
    ratio = σ[..., -1] / np.maximum(σ[..., 0], np.finfo(float).tiny)
    if not (ratio > SINGULAR).all():
        worst = np.unravel_index(np.argmin(ratio), ratio.shape)
        where = f" at state {', '.join(map(str, worst))}" if worst else ""
        raise Singular(
            f"the Jacobian of {', '.join(rows)} of robot {shown(robot)} is singular{where}: its smallest singular "
            f"value is {σ[(*worst, -1)]:.3g}, its largest {σ[(*worst, 0)]:.3g}.",
            "A Cartesian model needs an invertible Jacobian.",
            "move away from this configuration, or choose other rows or another orientation.",
            float(σ[(*worst, -1)]),
        )
