"""A robot with given parameters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia
from ..arrays import real
from ..errors import BadArray, UnknownName, shown
from ..formulations import Columns
from ..model import Friction, Model, Rotor


def with_parameters(tree: Model, values: ArrayLike, names: Sequence[str] | None = None) -> Model:
    """The robot with other numbers for its own parameters, or for those that are named; the others stay.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> with_parameters(arm, [0.5], ["FV2"]).bodies[1].joint.friction.viscous
    0.5
    """
    if not isinstance(names, list | tuple | None):
        raise BadArray(f"names are {shown(repr(names))}.", "A list of names was expected.", 'names=["M1"], say.')
    named = Columns.of(tree).names(tree) if names is None else tuple(names)
    every = Columns(rotors=True, friction=("viscous", "coulomb", "offset"))
    known = dict(zip(every.names(tree), every.values(tree), strict=True))
    for name in named:
        if not isinstance(name, str) or name not in known:
            raise UnknownName("parameter", name, f"robot {shown(tree.name)}", known)
    if len(set(named)) != len(named):
        raise BadArray("a parameter is named twice.", "Each once was expected.")
    given = real("values", values, len(named), f"one number for each of {len(named)} parameters")
    if given.ndim != 1 or not np.isfinite(given).all():
        raise BadArray(f"values have shape {given.shape} or are not finite.", f"({len(named)},) finite numbers.")
    known |= dict(zip(named, given.tolist(), strict=True))
    rows = [list(known.values())[k : k + 14] for k in range(0, len(known), 14)]
    bodies = []
    for body, (*k, Ia, viscous, coulomb, offset) in zip(tree.bodies, rows, strict=True):
        joint, before = body.joint, body.joint.friction
        rotor = joint.rotor if joint.rotor.reflected == Ia else Rotor(Ia)
        uneven = offset != 0.0 or before.backward is not None
        friction = Friction(viscous, coulomb + offset, coulomb - offset if uneven else None)
        joint = replace(joint, rotor=rotor, friction=friction)
        bodies.append(replace(body, inertia=Inertia.of_parameters(k, body.name), joint=joint))
    return replace(tree, bodies=tuple(bodies))
