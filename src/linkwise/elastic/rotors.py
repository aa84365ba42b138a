"""The inertia matrix of a model's rotors, as its coordinates feel it."""

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, InvalidModel, shown
from ..model import Model

GIVE_ONE = "give the joint a rotor in the model, or with_elastic_joints(…, rotors=…), or lock the joint."


def reflected(tree: Model) -> Array:
    """Bᵀ diag(I_a) B, which is diagonal where each motor moves one coordinate; every coordinate needs a rotor.

    >>> import linkwise
    >>> reflected(linkwise.load("puma560").tree)[0, 0].round(3)
    np.float64(0.784)
    """
    inertias = [body.joint.rotor.reflected for body in tree.bodies]
    try:
        on = np.diag(np.array(inertias, dtype=float))
    except TypeError:
        raise BadArray(
            f"a rotor inertia of robot {shown(tree.name)} is a symbol.", "Numbers were expected.", GIVE_ONE
        ) from None
    found = np.array(tree.coordinates.square_symmetric(on.tolist()), dtype=float)
    for joint, inertia in zip(tree.joint_names, np.diag(found), strict=True):
        if inertia == 0.0:
            raise InvalidModel(
                f"joint {shown(joint)} of robot {shown(tree.name)} has no rotor inertia.",
                "A motor behind a spring needs one: without it its acceleration is not determined.",
                GIVE_ONE,
            )
    return found
