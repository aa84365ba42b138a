"""Payloads that are known: the scale of drive gains comes from what they weigh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, shown
from ..model import FREE
from .accumulation import Rows
from .columns import Regressor
from .columns.rigid import turned

NAME = "known_payload"
"""Of its frame."""

KEYS = ("mass", "com", "inertia", "frame")
"""What is said of a payload, as in `robot.with_payload`."""


class KnownLoad:
    """The torques of a payload, on the base as it stands.

    >>> import linkwise
    >>> from linkwise.identify.columns import Request
    >>> arm = linkwise.load("pendulum")
    >>> load = KnownLoad(Regressor(arm, Request.of()), {"mass": 2.0})
    >>> q = np.array([[0.5]])
    >>> (load(q, 0.0 * q, 0.0 * q) - arm.with_payload(2.0).gravity_forces(q) + arm.gravity_forces(q)).round(9) + 0.0
    array([[0.]])
    """

    def __init__(self, regressor: Regressor, payload: Mapping[str, Any]) -> None:
        self.rigid, self.payload = regressor.rigid, {"name": NAME, **payload}
        free = regressor.robot.with_friction({body.joint.name: FREE for body in regressor.tree.bodies})
        self.robots = (free, free.with_payload(**self.payload))
        self.at: Array = np.zeros(2)

    @property
    def data(self) -> dict[str, Any]:
        """The payload as plain data."""
        return {key: np.asarray(value).tolist() for key, value in self.payload.items() if key != "name"}

    def __call__(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The difference that it makes, (samples, n)."""
        if not np.array_equal(self.at, self.rigid.tilt):
            self.at = self.rigid.tilt.copy()
            gravity = turned(self.rigid.level, self.at)
            self.robots = (self.robots[0].with_gravity(gravity), self.robots[1].with_gravity(gravity))
        empty, loaded = (np.asarray(robot.inverse_dynamics(q, qd, qdd)) for robot in self.robots)
        return loaded - empty


def known_loads(regressor: Regressor, payloads: Sequence[Any] | None, count: int) -> list[KnownLoad | None]:
    """One for each log, from `payloads=` of a fit."""
    if payloads is None:
        return [None] * count
    if not isinstance(payloads, list | tuple) or len(payloads) != count:
        raise BadArray(
            f"payloads is {shown(repr(payloads))}, and there {'is 1 log' if count == 1 else f'are {count} logs'}.",
            "A list was expected, None or a payload for each log.",
            'payloads=[None, {"mass": 4.0, "com": [0.0, 0.0, 0.05]}], for example.',
        )
    found: list[KnownLoad | None] = []
    for payload in payloads:
        if payload is not None and (
            not isinstance(payload, Mapping) or "mass" not in payload or not set(payload) <= set(KEYS)
        ):
            raise BadArray(
                f"a payload is {shown(repr(payload))}.",
                f"A dict with mass, and com, inertia and frame where these are known, was expected: {', '.join(KEYS)}.",
            )
        found.append(None if payload is None else KnownLoad(regressor, payload))
    return found


def require_scale(rows: Rows, estimator: str) -> None:
    """Refuse gains of which nothing says how large torques are."""
    if rows.scale_free and estimator != "physical":
        raise BadArray(
            "all gains are unknown, and nothing says how large torques are.",
            "A payload that is known, a joint whose gain is known, or links that are kept were expected.",
            'payloads=[None, {"mass": 4.0}], gains=["joint2", …] or links=False; or estimator="physical", which takes '
            "the scale from the masses in the robot's file.",
        )
