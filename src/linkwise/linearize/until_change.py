"""Until when the sensitivities of a run are those of its motion: until its equations change.

Where a joint with dry friction stops, breaks loose or turns back, and where one strikes a stop, the instant itself
changes with the parameters, and the sensitivities jump. These jumps are not followed: beyond them there is no answer.
Nor is there where a joint is held from the beginning: the equations are not those of a smaller arm.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..model import Model

CHANGES = ("{} sticks", "{} slips forward", "{} slips backward", "{} turns back", "{} leaves its stop", "blow on {}")
"""What `linkwise.simulate` calls such events, with the joint's name."""


def until_change(simulation: Any, tree: Model) -> NDArray[np.bool_]:
    """Which rows of a run (K,) come before the first such change; the first row always does.

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
    turned = (ways[1:] * ways[:-1] < 0.0).any(
        axis=1
    )  # drives whose friction depends on the load turn back without an event
    if turned.any():
        end = min(end, t[1:][turned][0])
    first, then = (_dry_speeds(simulation.q[0], rates[:1], tree) for rates in (simulation.qd, simulation.qdd))
    if ((first == 0.0) & (then == 0.0)).any():
        end = t[0]  # held from the beginning
    return (t < end) | (np.arange(len(t)) == 0)


def _dry_speeds(q: Array, qd: Array, tree: Model) -> Array:
    """The speeds (K, …) of joints and drives whose friction can hold them still."""
    places, speeds = tree.coordinates.positions(list(q)), tree.coordinates.velocities(list(qd.T))
    every = zip(tree.bodies, places, speeds, strict=True)
    dry = [v for body, at, v in every if any(x for load in (0.0, 1.0) for x in body.joint.friction.holding(at, load))]
    return np.array(dry).reshape(-1, len(qd)).T
