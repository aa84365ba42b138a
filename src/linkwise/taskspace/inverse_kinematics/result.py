"""What a search for joint positions returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ...errors import shown
from ...html_table import html_table

if TYPE_CHECKING:
    from ...robot import Robot
    from .one_pose import FoundOne
    from .searching import Found
    from .task import Task

STATUS = ("solved", "not reached")
"""How the search for a pose can end."""

SINGULAR = 1e-2
"""The ratio of smallest to largest singular value of the Jacobian below which positions count as singular: a pose that
is reached to 1e-6 can be this far from the singularity it lies on."""


@dataclass(frozen=True, eq=False, repr=False)
class InverseKinematics:
    """Joint positions for poses; leading axes are those of the poses.

    q            (…, n): the positions nearest to `q0` that reach the pose; where none does, the nearest to the pose
    status       (…): "solved" or "not reached"; `solved` says the same as booleans
    angle        (…): what is missing in rad
    distance     (…): what is missing in m
    solutions    (…, k, n): up to k positions that reach the pose, nearest to `q0` first; NaN where there are no more
    count        (…): how many there are
    steps        (…): steps that the search took
    restarts     (…): how often it began again

    >>> import linkwise
    >>> robot = linkwise.load("puma560")
    >>> found = robot.inverse_kinematics(robot.forward_kinematics([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    >>> found.status.item(), found.q.shape, bool(found.angle < 1e-6)
    ('solved', (6,), True)
    """

    robot: Robot
    task: Task
    answers: Found | FoundOne

    @property
    def q(self) -> Array:
        """(…, n): the positions nearest to `q0` that reach the pose; where none does, the nearest to the pose."""
        return self.answers.q

    @property
    def angle(self) -> Array:
        """(…): what is missing in rad."""
        return self.answers.angle

    @property
    def distance(self) -> Array:
        """(…): what is missing in m."""
        return self.answers.distance

    @property
    def solutions(self) -> Array:
        """(…, k, n): up to k positions that reach the pose, nearest to `q0` first; NaN where there are no more."""
        return self.answers.solutions

    @property
    def count(self) -> NDArray[np.int64]:
        """(…): how many there are."""
        return self.answers.number

    @property
    def steps(self) -> NDArray[np.int64]:
        """(…): steps that the search took."""
        return self.answers.steps

    @property
    def restarts(self) -> NDArray[np.int64]:
        """(…): how often it began again."""
        return self.answers.restarts

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which poses are reached.

        >>> import linkwise
        >>> linkwise.load("planar2r").inverse_kinematics([[1.0, 0.2, 0.0], [9.0, 0.0, 0.0]], rows="position").solved
        array([ True, False])
        """
        return np.asarray(self.answers.code == 0)

    @cached_property
    def status(self) -> NDArray[np.str_]:
        """How the search for each pose ended: "solved" or "not reached".

        >>> import linkwise
        >>> linkwise.load("planar2r").inverse_kinematics([9.0, 0.0, 0.0], rows="position").status.item()
        'not reached'
        """
        return np.array(STATUS)[self.answers.code]

    @cached_property
    def singular(self) -> NDArray[np.bool_]:
        """Where the arm can hardly move the frame in some direction of the task: at or near a singularity.

        >>> import linkwise
        >>> linkwise.load("planar2r").inverse_kinematics([[1.6, 0.0, 0.0], [1.0, 0.2, 0.0]], rows=["x", "y"]).singular
        array([ True, False])
        """
        J = self.robot.jacobian(self.q, self.task.frame)
        if self.task.axes == "tool":
            back = np.swapaxes(self.robot.forward_kinematics(self.q, self.task.frame)[..., :3, :3], -1, -2)
            J = np.concatenate([back @ J[..., :3, :], back @ J[..., 3:, :]], axis=-2)
        scale = np.array([1.0, 1.0, 1.0, *[1.0 / self.task.length] * 3])
        values = np.linalg.svd((J * scale[:, None])[..., self.task.places, :], compute_uv=False)
        return np.asarray(values[..., -1] <= SINGULAR * values[..., 0])

    @property
    def message(self) -> str:
        """How the search ended, in one line.

        >>> import linkwise
        >>> linkwise.load("planar2r").inverse_kinematics([9.0, 0.0, 0.0], rows="position").message
        '0 of 1 pose reached; the farthest is off by 7.4 m.'
        """
        count, solved = self.answers.code.size, int(self.solved.sum())
        text = f"{solved} of {count} pose{'s' * (count != 1)} reached"
        if solved < count:
            text += f"; the farthest is off by {' and '.join(self._worst())}"
        return text + "."

    def _worst(self) -> list[str]:
        turns = any(place < 3 for place in self.task.places)
        slides = any(place >= 3 for place in self.task.places)
        angle = [f"{self.angle.max(initial=0.0):.3g} rad"] if turns else []
        return angle + ([f"{self.distance.max(initial=0.0):.3g} m"] if slides else [])

    def __repr__(self) -> str:
        more = f", up to {self.solutions.shape[-2]} solutions each" if self.solutions.shape[-2] > 1 else ""
        return f"InverseKinematics({self._place}: {self.message.rstrip('.')}; q {self.q.shape}{more})"

    @property
    def _place(self) -> str:
        return f"{shown(self.robot.name)}, {shown(self.task.frame)}"

    def _repr_html_(self) -> str:
        """Each pose with its status, what is missing and its positions."""
        q = self.q.reshape(-1, self.robot.n)
        flat = (self.status.ravel(), self.angle.ravel(), self.distance.ravel(), self.count.ravel())
        rows = [
            (k, status, f"{angle:.2g}", f"{distance:.2g}", count, *(f"{x + 0.0:.5g}" for x in positions))
            for k, (status, angle, distance, count, positions) in enumerate(zip(*flat, q, strict=True))
        ]
        heads = ("pose", "status", "angle (rad)", "distance (m)", "solutions", *self.robot.joint_names)
        return html_table(repr(self), heads, rows)
