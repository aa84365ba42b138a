"""What joints transmit along a motion: the forces and moments that bearings and structure must bear.

The reaction wrench of each joint (formulations/reactions.py), split by its axis: along it the drive of a hinge turns
and a bearing is pushed, across it bearings are loaded and tilted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import names
from ..html_table import html_table
from ..plain_text import without_rounding
from .sampled_motion import SAMPLES, sampled_motion

if TYPE_CHECKING:
    from ..calls.direct import Base, Wrenches
    from ..robot import Robot

KINDS = {
    "axial force": "N",
    "radial force": "N",
    "tilting moment": "N m",
    "moment about the axis": "N m",
}
"""The parts of a load, and their units: forces along and across the joint's axis, moments across and about it."""


@dataclass(frozen=True, eq=False, repr=False)
class JointLoads:
    """Reaction wrenches along a motion, (times, joints, 6), in the axes of the links beyond the joints.

    `axes` are the joints' axes there. `parts` has the size of each kind of load over time, `worst` its largest values.

    >>> import linkwise
    >>> reach = linkwise.trajectories.Quintic([0.0, 0.0], [1.0, 0.5], duration=1.0)
    >>> loads = linkwise.load("planar2r").joint_loads(reach)
    >>> loads.parts["radial force"].shape, loads
    ((2001, 2), JointLoads(2 joints, 2001 times: up to 63.35 N, 85.15 N m))
    """

    joints: tuple[str, ...]
    t: Array
    wrenches: Array
    axes: Array

    @property
    def parts(self) -> dict[str, Array]:
        """Each kind of load over time, (times, joints): magnitudes.

        >>> import linkwise
        >>> still = linkwise.trajectories.Quintic([0.0], [0.0], duration=1.0)
        >>> linkwise.load("pendulum").joint_loads(still).parts["radial force"][0]  # its weight
        array([9.81])
        """
        n, f = self.wrenches[..., :3], self.wrenches[..., 3:]
        along, about = (np.einsum("tjk,jk->tj", half, self.axes) for half in (f, n))
        across, tilting = (half - x[..., None] * self.axes for half, x in ((f, along), (n, about)))
        sizes = (np.abs(along), np.linalg.norm(across, axis=-1), np.linalg.norm(tilting, axis=-1), np.abs(about))
        return dict(zip(KINDS, sizes, strict=True))

    @property
    def worst(self) -> dict[str, Array]:
        """The largest value of each kind of load, (joints,).

        >>> import linkwise
        >>> still = linkwise.trajectories.Quintic([0.0], [0.0], duration=1.0)
        >>> linkwise.load("pendulum").joint_loads(still).worst["axial force"]
        array([0.])
        """
        return {kind: x.max(axis=0) for kind, x in self.parts.items()}

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row of text for each joint: its name, and the largest load of each kind with the time it is reached.

        >>> import linkwise
        >>> still = linkwise.trajectories.Quintic([0.0], [0.0], duration=1.0)
        >>> linkwise.load("pendulum").joint_loads(still).rows[0][:3]
        ('joint1', '0 N', '9.81 N at 0 s')
        """
        columns: list[tuple[str, ...]] = [self.joints]
        for kind, x in self.parts.items():
            when = [f" at {self.t[k]:.3g} s" for k in x.argmax(axis=0)]
            most = zip(without_rounding(x.max(axis=0)), when, strict=True)
            columns.append(tuple(f"{load:.4g} {KINDS[kind]}{time if load else ''}" for load, time in most))
        return list(zip(*columns, strict=True))

    def plot(self, path: str | Path | None = None) -> Any:
        """Draw each kind of load over time, joint by joint; write the picture if a path is given (.png, .svg, .pdf).

        >>> import linkwise
        >>> still = linkwise.trajectories.Quintic([0.0], [0.0], duration=1.0)
        >>> len(linkwise.load("pendulum").joint_loads(still).plot().axes)
        4
        """
        from .plotting import draw_joint_loads  # matplotlib is loaded only for pictures

        return draw_joint_loads(self, path)

    def __repr__(self) -> str:
        forces, moments = (np.linalg.norm(self.wrenches[..., k : k + 3], axis=-1).max(initial=0.0) for k in (3, 0))
        most = f"up to {forces:.4g} N, {moments:.4g} N m"
        return f"JointLoads({len(self.joints)} joints, {len(self.t)} times: {most})"

    def __str__(self) -> str:
        width = max(map(len, self.joints), default=0)
        return "\n".join(
            f"{joint:{width}}  " + ", ".join(f"{kind} {cell}" for kind, cell in zip(KINDS, cells, strict=True))
            for joint, *cells in self.rows
        )

    def _repr_html_(self) -> str:
        return html_table(repr(self), ("joint", *KINDS), self.rows)


def joint_loads(
    robot: Robot,
    motion: Any,
    *,
    at: Sequence[str] | None = None,
    wrenches: Wrenches = None,
    base: Base = None,
    samples: int = SAMPLES,
) -> JointLoads:
    """What the joints transmit along a motion: a trajectory, sampled at `samples` times, a run, or samples.

    `at`, `wrenches` and `base` are those of `reaction_wrenches`: joints by name, also fixed ones, whose axis is the z
    axis of the link beyond them; the environment's wrenches and the base's motion, constant or for each time.

    >>> import linkwise
    >>> ur5 = linkwise.load("ur5")
    >>> reach = linkwise.trajectories.Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(ur5.joint_loads(reach, at=["wrist_3_joint"]).worst["radial force"].round(1))
    [2.4]
    """
    rows = sampled_motion(motion, robot.n, samples)
    joints = None if at is None else (at,) if isinstance(at, str) else names("at", at)
    tree, asked = robot._reactions(joints, "link")
    found = robot.reaction_wrenches(rows.q, rows.qd, rows.qdd, at=joints, wrenches=wrenches, base=base)
    bodies = {body.joint.name: body for body in tree.bodies}
    axes = []
    for body in (bodies[name] for name in asked.joints):
        axes.append(tree.frame(body.name).placement.R.T @ body.joint.axis.seen_from(body.name))
    return JointLoads(asked.joints, rows.t, found, np.array([axis.components for axis in axes], float).reshape(-1, 3))
