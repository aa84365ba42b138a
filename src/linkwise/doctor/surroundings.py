"""Gravity, and what a model was read without."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .finding import Check, Seen, figure

if TYPE_CHECKING:
    from .case import Case

CHECKED = "indefinite-inertia", "negative-mass", "limits-out-of-order", "missing-limit"
"""Rules of readers that checks of their own stand for here."""

ON_EARTH = 9.76, 9.84
"""From the equator's mountains to the poles."""


def _none(case: "Case") -> Iterator[Seen]:
    if not case.robot.gravity.any():
        yield Seen(case.robot.name, 0.0, "there is no gravity")


def _size(case: "Case") -> Iterator[Seen]:
    size = float(np.linalg.norm(case.robot.gravity))
    if size and not ON_EARTH[0] <= size <= ON_EARTH[1]:
        yield Seen(case.robot.name, size, f"gravity is {figure(size)} m/s^2")


def _upward(case: "Case") -> Iterator[Seen]:
    g = case.robot.gravity
    if g[2] > 0.0 and g[2] >= 0.5 * np.linalg.norm(g):
        yield Seen(case.robot.name, float(g[2]), f"gravity is {figure(g[2])} m/s^2 along +z of the base")


def _oblique(case: "Case") -> Iterator[Seen]:
    g = case.robot.gravity
    if np.count_nonzero(g) > 1:
        steepest = int(np.argmax(np.abs(g)))
        angle = float(np.arccos(min(1.0, abs(g[steepest]) / float(np.linalg.norm(g)))))
        yield Seen(case.robot.name, angle, f"gravity is {figure(angle)} rad off the {'xyz'[steepest]} axis of the base")


def _waived(case: "Case") -> Iterator[Seen]:
    for rule in case.robot.model.waivers:
        if rule not in CHECKED:
            yield Seen(case.robot.name, 0.0, f"its file was read with {rule!r} let pass: not all of it is in the model")


SURROUNDINGS = (
    Check(
        "no-gravity",
        "suspicious",
        _none,
        "9.81 m/s^2 downwards.",
        "robot.with_gravity([0, 0, -9.81]), if it is on Earth.",
    ),
    Check(
        "gravity-size",
        "suspicious",
        _size,
        f"{ON_EARTH[0]} to {ON_EARTH[1]} m/s^2.",
        "correct the unit or the digits, if it is on Earth.",
    ),
    Check(
        "gravity-upward",
        "suspicious",
        _upward,
        "Gravity points along -z of a base that stands on the floor.",
        "change the sign: gravity is the acceleration of what falls; nothing, if the arm hangs from a ceiling.",
    ),
    Check(
        "gravity-oblique",
        "note",
        _oblique,
        "Gravity along an axis of the base.",
        "nothing, if the base is mounted obliquely; else correct it.",
    ),
    Check(
        "waived-rule",
        "note",
        _waived,
        "A model that holds all that acts on the joints.",
        "`linkwise show ROBOT` prints what was left out, with its lines; robot.report holds it.",
    ),
)
"""What is asked of the world around the robot."""
