"""Robots without friction, without rotors, without springs, with their loops cut open."""

from dataclasses import replace

from ..actuator import FREE, NO_ROTOR, NO_SPRING
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


def without_springs(model: Model) -> Model:
    """The robot without springs at its joints and without compensated weights.

    >>> import linkwise
    >>> from linkwise.model import Spring
    >>> arm = linkwise.load("pendulum").with_springs({"joint1": Spring(2.0)}).model
    >>> without_springs(arm).bodies[0].joint.spring.stiffness
    0.0
    """
    expect_model(model)
    bodies = tuple(replace(b, joint=replace(b.joint, spring=NO_SPRING)) for b in model.bodies)
    return replace(model, bodies=bodies, lifts=())


def without_closures(model: Model) -> Model:
    """The tree that is left when every loop is cut open; it says nothing about motors.

    >>> import linkwise
    >>> without_closures(linkwise.load("fourbar").model).closures
    ()
    """
    expect_model(model)
    return replace(model, closures=(), actuated=())
