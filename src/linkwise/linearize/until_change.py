"""How long the sensitivities of a run are valid: until its equations change.

Where a joint with dry friction stops, breaks loose or turns back, and where one strikes a stop, the instant itself
depends on the parameters, and the sensitivities jump. These jumps are not followed: beyond them sensitivities are not
known. Nor are they if a joint is held from the beginning: the equations are not those of a smaller arm.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..model import Model

CHANGES = ("{} sticks", "{} slips forward", "{} slips backward", "{} turns back", "{} leaves its stop", "impact on {}")
"""The names of such events in `linkwise.simulate`, with the joint's name filled in."""


def until_change(simulation: Any, tree: Model) -> NDArray[np.bool_]:
    """Which rows (K,) of a run come before its equations first change; the first row always does.

    >>> import linkwise
    >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(0.1, 1.0))
    >>> run = rough.simulate([1.0], t=2.0)
    >>> bool(run.t[until_change(run, rough.tree)][-1] < run.events[0].t), run.events[0].name
    (True, 'joint1 turns back')
    """
    t = simulation.t
    moving = {*tree.joint_names, *(body.joint.name for body in tree.bodies)}
    names = {change.format(joint) for change in CHANGES for joint in moving}
    end = min((event.t for event in simulation.events if event.name in names), default=np.inf)
    ways = np.sign(_dry_speeds(simulation.q[0], simulation.qd, tree))
    turned = (ways[1:] * ways[:-1] < 0.0).any(axis=1)
    if turned.any():  # a drive whose friction depends on the load turns back without an event
        end = min(end, t[1:][turned][0])
    speed, acceleration = (_dry_speeds(simulation.q[0], rates[:1], tree) for rates in (simulation.qd, simulation.qdd))
    if ((speed == 0.0) & (acceleration == 0.0)).any():
        end = t[0]  # a joint is held from the beginning
    return (t < end) | (np.arange(len(t)) == 0)


def _dry_speeds(q: Array, qd: Array, tree: Model) -> Array:
    """The speeds (K, …) of joints and drives whose friction can hold them still."""
    positions, speeds = tree.coordinates.positions(list(q)), tree.coordinates.velocities(list(qd.T))
    each = zip(tree.bodies, positions, speeds, strict=True)
    dry = [v for body, at, v in each if any(x for load in (0.0, 1.0) for x in body.joint.friction.holding(at, load))]
    return np.array(dry).reshape(-1, len(qd)).T
