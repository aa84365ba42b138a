"""Robots small enough for symbols, with nothing tidy about them: skew axes, full inertias, a branch."""

import numpy as np

from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.model import BASE, Body, Model, Prismatic, Revolute, Rotor


def _unit(rng, size):
    v = rng.normal(size=size)
    return (v / np.linalg.norm(v)).tolist()


def _body(rng, name, parent, on, joint):
    """Any placement, and the inertia of a body spread Σ about its centre of mass: I = tr(Σ) 1 − Σ."""
    spread = rng.normal(0.0, 0.15, (3, 3))
    spread = spread @ spread.T
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (np.trace(spread) * np.eye(3) - spread).tolist()
    com, at = rng.normal(0.0, 0.2, 3).tolist(), rng.normal(0.0, 0.4, 3).tolist()
    inertia = Inertia.at_com(float(rng.uniform(0.5, 2.0)), Vec3(*com, name), Sym3(xx, xy, xz, yy, yz, zz, name))
    placement = Transform(Rotation.quaternion(*_unit(rng, 4)), Vec3(*at)).tagged(on, name)
    return Body(name, parent, placement, joint, inertia)


def skew_rp():
    """A hinge and a slider whose axes neither meet nor are parallel; the hinge has an offset, the slider a drive."""
    rng = np.random.default_rng(1)
    hinge = Revolute("hinge", Vec3(*_unit(rng, 3)), offset=0.4)
    slider = Prismatic("slider", Vec3(*_unit(rng, 3)), rotor=Rotor(0.01, 5.0))
    bodies = (_body(rng, "upper", BASE, "base", hinge), _body(rng, "slide", 0, "upper", slider))
    return Model("skew_rp", bodies, gravity=Vec3(1.0, -2.0, -9.0))


def branches():
    """A trunk on a hinge that carries a hinge and a slider side by side."""
    rng = np.random.default_rng(2)
    joints = [
        kind(name, Vec3(*_unit(rng, 3))) for kind, name in ((Revolute, "j1"), (Revolute, "j2"), (Prismatic, "j3"))
    ]
    bodies = (
        _body(rng, "trunk", BASE, "base", joints[0]),
        _body(rng, "left", 0, "trunk", joints[1]),
        _body(rng, "right", 0, "trunk", joints[2]),
    )
    return Model("branches", bodies)
