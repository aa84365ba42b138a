"""Bodies whose motion under springs and contacts is known: a mass on a vertical way, and one that also slides along."""

from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Transform, Vec3
from linkwise.model import BASE, EARTH, Body, Model, Prismatic

MASS, G = 1.3, 9.81


def _body(name: str, parent: int, on: str, axis: Vec3, mass: float) -> Body:
    inertia = Inertia.at_com(mass, Vec3(0.0, 0.0, 0.0), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, 0.01)).seen_from(name)
    return Body(name, parent, Transform.identity(on, name), Prismatic(f"{name} way", axis), inertia)


def falling() -> Robot:
    """A mass on a vertical way: its height is the coordinate."""
    return Robot(Model("mass", (_body("ball", BASE, "base", Vec3(0.0, 0.0, 1.0), MASS),), gravity=EARTH))


def sliding() -> Robot:
    """A mass that moves along x and z; all of it is in the second body."""
    first = _body("sledge", BASE, "base", Vec3(1.0, 0.0, 0.0), 0.0)
    return Robot(Model("block", (first, _body("ball", 0, "sledge", Vec3(0.0, 0.0, 1.0), MASS)), gravity=EARTH))
