"""Variants of a robot with a transmission: those of the robot itself, moved by the same motors."""

from __future__ import annotations

from ..robot import Robot
from ..robot.delegated import answer, attribute, variant


class AbstractTransmissionVariants:
    """Methods that make another, and what the transmission does not change.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
    >>> arm.with_gravity([0, 0, 0]).gravity_forces([1.0])
    array([0.])
    """

    robot: Robot

    with_payload = variant("with_payload")
    with_gravity = variant("with_gravity")
    with_frame = variant("with_frame")
    with_tip = variant("with_tip")
    with_base = variant("with_base")
    with_friction = variant("with_friction")
    with_rotors = variant("with_rotors")
    with_springs = variant("with_springs")
    without_springs = variant("without_springs")
    without_rotors = variant("without_rotors")
    with_drive = variant("with_drive")
    with_gravity_compensation = variant("with_gravity_compensation")
    with_parameters = variant("with_parameters")

    gravity = attribute("gravity")
    total_mass = attribute("total_mass")
    report = attribute("report")

    parameters = answer("parameters")
    inverse_kinematics = answer("inverse_kinematics")
