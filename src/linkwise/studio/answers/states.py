"""The robot as it moves, with its loops closed; the coordinates that can be chosen; where it begins."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import vector
from ...errors import LinkwiseError
from ...robot import Robot
from ..messages import error_of

BENDS = (0.3, -0.46)
"""How far joints that turn are from the middle of their limits to begin with, in rad."""


@lru_cache(maxsize=8)
def moving(robot: Robot) -> Any:
    """The robot, or the closed one if it has loops: what answers questions of dynamics.

    >>> import linkwise
    >>> moving(linkwise.load("fourbar"))
    ClosedRobot('fourbar', n=3, 1 closure, 1 degree of freedom, 1 motor)
    """
    return robot.closed() if robot.model.closures else robot


def chosen(robot: Robot) -> tuple[str, ...]:
    """The joints whose positions can be chosen; the others follow from the loops.

    >>> import linkwise
    >>> chosen(linkwise.load("fourbar"))
    ('crank',)
    """
    return tuple(name for name in robot.joint_names if name in motors(robot))


def motors(robot: Robot) -> tuple[str, ...]:
    """The joints that torques of gravity are of, in their order.

    >>> import linkwise
    >>> motors(linkwise.load("palletiser"))
    ('joint1', 'joint2', 'joint3', 'joint4')
    """
    return tuple(getattr(moving(robot), "actuated", robot.joint_names))


def tool(robot: Robot) -> str:
    """The frame that a page takes for the tool: the tip, or of several ends one behind the most joints.

    >>> import linkwise
    >>> tool(linkwise.load("planar2r"))
    'tip'
    """
    model = robot.model
    if model.tip in robot.frames:
        return model.tip
    depth: list[int] = []
    for body in model.bodies:
        depth.append((depth[body.parent] if body.parent >= 0 else 0) + body.joint.moves)
    return model.bodies[int(np.argmax(depth))].name if depth else model.base


def held(robot: Robot, q: ArrayLike) -> Array:
    """These positions, with loops closed by the joints that cannot be chosen."""
    q = vector("q", q, robot.n, "one entry per coordinate", entries=robot.joint_names)
    closed: Array = moving(robot).close(q) if robot.model.closures else q
    return closed


def home(robot: Robot) -> Array:
    """Where sliders begin: a bent arm within the limits, since an outstretched one is singular.

    >>> import linkwise
    >>> home(linkwise.load("panda")).round(2)
    array([ 0.3 , -0.46,  0.3 , -2.03,  0.3 ,  1.41,  0.3 ])
    """
    lower, upper = robot.limits.lower, robot.limits.upper
    bounded = np.isfinite(lower) & np.isfinite(upper)
    middle = 0.5 * (np.where(bounded, lower, 0.0) + np.where(bounded, upper, 0.0))
    turns = {body.joint.name: not body.joint.slides for body in robot.model.bodies}
    bends = [(BENDS[k % 2] if turns.get(name) else 0.0) for k, name in enumerate(robot.joint_names)]
    start = np.clip(middle + bends, lower, upper)
    try:
        return held(robot, start)
    except LinkwiseError:
        return start


def attempt(answer: Any) -> dict[str, Any]:
    """What a function returns, under "is", or its error under "error": other parts of a page still have answers.

    >>> attempt(lambda: 2.0)
    {'is': 2.0}
    """
    try:
        return {"is": answer()}
    except LinkwiseError as error:
        return {"error": error_of(error)}
