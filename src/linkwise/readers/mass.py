"""Whether a robot has any mass: without, it has kinematics and no dynamics."""

from ..model import Model

NO_MASS = "no moving link has a mass or an inertia, so there are kinematics and no dynamics"
"""What a load report says of such a robot."""


def has_mass(model: Model) -> bool:
    """Whether anything that moves has a mass or an inertia, links or rotors.

    >>> import linkwise
    >>> has_mass(linkwise.load("panda").model)
    True
    """
    moving = set[int]()
    for k, body in enumerate(model.bodies):
        if body.joint.moves or body.parent in moving:
            moving.add(k)
            if any(p != 0 for p in body.inertia.parameters) or body.joint.rotor.reflected != 0:
                return True
    return False
