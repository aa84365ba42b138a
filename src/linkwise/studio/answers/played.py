"""A motion as the pages play it."""

from __future__ import annotations

from typing import Any

from ...view.scene import marks_of, motion_of
from ..instants import instants_of

DRIVING = ("tau", "power")
"""Curves that are left out where no motor does anything."""


def played(robot: Any, motion: Any) -> dict[str, Any]:
    """A run or a trajectory, with the path of the tip and what joints transmit.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum")
    >>> sorted(played(arm, arm.simulate([0.5], t=0.5))["curves"])
    ['q', 'qd', 'qdd']
    """
    at = instants_of(robot, motion)
    curves = {name: rows for name, rows in at.curves.items() if name not in DRIVING or rows.any()}
    marks = marks_of(robot, at.q, at.curves["qd"], at.curves["qdd"], reactions=at.explained)
    return motion_of(robot, at.t, at.q, curves, at.energies, marks, at.driven)
