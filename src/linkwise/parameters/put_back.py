"""A robot with given parameters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia
from ..calls.checks import real
from ..errors import BadArray, UnknownName, shown
from ..formulations import Columns
from ..formulations.columns import FRICTION
from ..model import Model, Rotor
from ..model.constants import STANDARD


def put_back(tree: Model, values: ArrayLike, names: Sequence[str] | None = None) -> Model:
    """The robot with other numbers for its own parameters, or for those that are named; the others stay.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> put_back(arm, [0.5], ["FV2"]).bodies[1].joint.friction.viscous
    0.5
    """
    if not isinstance(names, list | tuple | None):
        raise BadArray(f"names are {shown(repr(names))}.", "A list of names was expected.", 'names=["M1"], say.')
    named = Columns.of(tree).names(tree) if names is None else tuple(names)
    standard = Columns(rotors=True)
    known = dict(zip(standard.names(tree), standard.values(tree), strict=True))
    absent: set[str] = set()  # what a regressor has columns for, and a joint's law no number
    for j, body in enumerate(tree.bodies, 1):
        own = body.joint.friction.coefficients
        known |= {f"{FRICTION[kind]}{j}": x for kind, x in (own or {}).items()}
        absent |= {f"{letter}{j}" for kind, letter in FRICTION.items() if own is not None and kind not in own}
    for name in named:
        if not isinstance(name, str) or (name not in known and name not in absent):
            raise UnknownName("parameter", name, f"robot {shown(tree.name)}", known)
    if len(set(named)) != len(named):
        raise BadArray("a parameter is named twice.", "Each once was expected.")
    given = real("values", values, len(named), f"one number for each of {len(named)} parameters")
    if given.ndim != 1 or not np.isfinite(given).all():
        raise BadArray(f"values have shape {given.shape} or are not finite.", f"({len(named)},) finite numbers.")
    said = dict(zip(named, given.tolist(), strict=True))
    for name in absent & set(said):
        if said.pop(name) != 0.0:
            raise UnknownName(
                "parameter", name, f"robot {shown(tree.name)}", known, "the friction law of that joint has none but 0."
            )
    known |= said
    bodies = []
    for j, body in enumerate(tree.bodies, 1):
        joint, law = body.joint, body.joint.friction
        Ia, k = known[f"Ia{j}"], [known[f"{letter}{j}"] for letter in STANDARD]
        other = {kind: said[f"{letter}{j}"] for kind, letter in FRICTION.items() if f"{letter}{j}" in said}
        rotor = joint.rotor if joint.rotor.reflected == Ia else Rotor(Ia)
        joint = replace(joint, rotor=rotor, friction=law.with_coefficients(other) if other else law)
        bodies.append(replace(body, inertia=Inertia.of_parameters(k, body.name), joint=joint))
    return replace(tree, bodies=tuple(bodies))
