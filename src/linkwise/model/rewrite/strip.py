"""Robots without friction or without rotors."""

from dataclasses import replace

from ..actuator import FREE, NO_ROTOR
from ..field_types import expect_model
from ..model import Model


def without_friction(model: Model) -> Model:
    """The robot with frictionless joints.

    >>> import linkwise
    >>> without_friction(linkwise.load("puma560").model).bodies[0].joint.friction.viscous
    0.0
    """
    expect_model(model)
    return replace(model, bodies=tuple(replace(b, joint=replace(b.joint, friction=FREE)) for b in model.bodies))


def without_rotors(model: Model) -> Model:
    """The robot without rotor inertias.

    >>> import linkwise
    >>> without_rotors(linkwise.load("puma560").model).bodies[0].joint.rotor.reflected
    0.0
    """
    expect_model(model)
    return replace(model, bodies=tuple(replace(b, joint=replace(b.joint, rotor=NO_ROTOR)) for b in model.bodies))
