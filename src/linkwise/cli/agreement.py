"""How well two descriptions of one robot agree, measured."""

from typing import NamedTuple

import numpy as np

from ..errors import NoMass
from ..robot import Robot


class Agreement(NamedTuple):
    """The largest relative difference in inverse dynamics, or None and the reason why there is none."""

    states: int
    difference: float | None
    why: str = ""


def agreement(one: Robot, other: Robot, states: int = 20, seed: int = 0) -> Agreement:
    """max ‖τ − τ'‖ / ‖τ‖ over random states, joints matched by name.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> agreement(arm, arm)
    Agreement(states=20, difference=0.0, why='')
    """
    if sorted(one.joint_names) != sorted(other.joint_names):
        return Agreement(states, None, "their joints have other names")
    if one.n == 0:
        return Agreement(states, None, "nothing moves")
    order = [one.joint_names.index(name) for name in other.joint_names]
    random = np.random.default_rng(seed)
    q, qd, qdd = random.uniform(-np.pi, np.pi, (states, one.n)), *random.normal(size=(2, states, one.n))
    try:
        tau = one.inverse_dynamics(q, qd, qdd)[:, order]
        again = other.inverse_dynamics(q[:, order], qd[:, order], qdd[:, order])
    except NoMass:
        return Agreement(states, None, "the robot has no mass")
    size = np.linalg.norm(tau, axis=1)
    difference = np.linalg.norm(tau - again, axis=1)
    return Agreement(states, float(np.max(difference / np.where(size > 0.0, size, 1.0))))
