"""Variants of an elastic robot: those of its rigid robot, with the same springs and motors."""

from __future__ import annotations

from ..robot import Robot
from ..robot.delegated import attribute, variant


class AbstractElasticVariants:
    """Methods that make another elastic robot, and what springs do not change.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
    >>> arm.with_gravity([0, 0, 0]).equilibrium([1.0]).tau
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
    with_gravity_compensation = variant("with_gravity_compensation")
    with_limits = variant("with_limits")
    with_parameters = variant("with_parameters")

    gravity = attribute("gravity")
    total_mass = attribute("total_mass")
    report = attribute("report")
