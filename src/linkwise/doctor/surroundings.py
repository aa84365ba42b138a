"""Checks of gravity, of what was left out when the file was read, and of what the examination leaves out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..errors import listed
from .finding import Check, Observation, format_number

if TYPE_CHECKING:
    from .case import ExaminedRobot

CHECKED = "indefinite-inertia", "negative-mass", "limits-out-of-order", "missing-limit"
"""Rules of the readers that have a check of their own here."""

ON_EARTH = 9.76, 9.84
"""In m/s²: from mountains on the equator to the poles."""


def _none(case: "ExaminedRobot") -> Iterator[Observation]:
    if not case.robot.gravity.any():
        yield Observation(case.robot.name, 0.0, "there is no gravity")


def _size(case: "ExaminedRobot") -> Iterator[Observation]:
    size = float(np.linalg.norm(case.robot.gravity))
    if size and not ON_EARTH[0] <= size <= ON_EARTH[1]:
        yield Observation(case.robot.name, size, f"gravity is {format_number(size)} m/s^2")


def _upward(case: "ExaminedRobot") -> Iterator[Observation]:
    g = case.robot.gravity
    if g[2] > 0.0 and g[2] >= 0.5 * np.linalg.norm(g):
        yield Observation(case.robot.name, float(g[2]), f"gravity is {format_number(g[2])} m/s^2 along +z of the base")


def _oblique(case: "ExaminedRobot") -> Iterator[Observation]:
    g = case.robot.gravity
    if np.count_nonzero(g) > 1:
        steepest = int(np.argmax(np.abs(g)))
        angle = float(np.arccos(min(1.0, abs(g[steepest]) / float(np.linalg.norm(g)))))
        yield Observation(
            case.robot.name, angle, f"gravity is {format_number(angle)} rad off the {'xyz'[steepest]} axis of the base"
        )


def _waived(case: "ExaminedRobot") -> Iterator[Observation]:
    for rule in case.robot.model.waivers:
        if rule not in CHECKED:
            yield Observation(
                case.robot.name,
                0.0,
                f"rule {rule!r} was waived when the file was read: something in it is not in the model",
            )


def _loops(case: "ExaminedRobot") -> Iterator[Observation]:
    if closures := case.robot.model.closures:
        text = f"closed by {listed(closure.name for closure in closures)}: only the tree without them was examined"
        yield Observation(case.robot.name, float(len(closures)), text)


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
        "For a base that stands on the floor, gravity points along -z.",
        "change the sign: gravity is the acceleration of a falling body; nothing, if the arm hangs from a ceiling.",
    ),
    Check(
        "gravity-oblique",
        "note",
        _oblique,
        "Gravity is along an axis of the base.",
        "nothing, if the base is mounted at an angle; otherwise correct it.",
    ),
    Check(
        "waived-rule",
        "note",
        _waived,
        "The model has everything that acts on the joints.",
        "`linkwise show ROBOT` prints what was left out, with line numbers; so does robot.report.",
    ),
    Check(
        "loops",
        "note",
        _loops,
        "Masses, lengths, angles and drives are examined as they are, the inertia matrix with every loop cut open.",
        "nothing: `linkwise show ROBOT` lists what closes the loops.",
    ),
)
"""The checks of gravity and of the file."""
