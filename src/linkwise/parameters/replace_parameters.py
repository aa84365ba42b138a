"""A robot's tree with other values for its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from numpy.typing import ArrayLike

from ..algebra import Inertia
from ..calls.checks import vector
from ..errors import BadArray, UnknownName, shown
from ..formulations import Columns
from ..formulations.columns import FRICTION
from ..model import Model, Rotor
from ..model.constants import STANDARD


def replace_parameters(tree: Model, values: ArrayLike, names: Sequence[str] | None = None) -> Model:
    """The tree with other values for all its parameters, or for the named ones.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> replace_parameters(arm, [0.5], ["FV2"]).bodies[1].joint.friction.viscous
    0.5
    """
    if not isinstance(names, list | tuple | None):
        raise BadArray(f"names is {shown(repr(names))}.", "A list of names was expected.", 'names=["M1"], say.')
    named = Columns.of(tree).names(tree) if names is None else tuple(names)
    standard = Columns(rotors=True)
    known = dict(zip(standard.names(tree), standard.values(tree), strict=True))
    absent: set[str] = set()  # friction that a regressor has columns for, but the joint's law does not know
    for j, body in enumerate(tree.bodies, 1):
        coefficients = body.joint.friction.coefficients
        known |= {f"{FRICTION[kind]}{j}": x for kind, x in (coefficients or {}).items()}
        if coefficients is not None:
            absent |= {f"{letter}{j}" for kind, letter in FRICTION.items() if kind not in coefficients}
    for name in named:
        if not isinstance(name, str) or (name not in known and name not in absent):
            raise UnknownName("parameter", name, f"robot {shown(tree.name)}", known)
    if len(set(named)) != len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise BadArray(f"names has {shown(twice)} more than once.", "Each parameter was expected once.")
    numbers = vector("values", values, len(named), "one for each parameter").tolist()
    replaced = dict(zip(named, numbers, strict=True))
    for name in absent & set(replaced):
        if replaced.pop(name) != 0.0:
            raise UnknownName(
                "parameter",
                name,
                f"robot {shown(tree.name)}",
                known,
                "the friction law of that joint does not have it: give 0, or another law (robot.with_friction).",
            )
    known |= replaced
    bodies = []
    for j, body in enumerate(tree.bodies, 1):
        joint, law = body.joint, body.joint.friction
        Ia, k = known[f"Ia{j}"], [known[f"{letter}{j}"] for letter in STANDARD]
        friction = {kind: replaced[f"{letter}{j}"] for kind, letter in FRICTION.items() if f"{letter}{j}" in replaced}
        rotor = joint.rotor if joint.rotor.reflected == Ia else Rotor(Ia)
        joint = replace(joint, rotor=rotor, friction=law.with_coefficients(friction) if friction else law)
        bodies.append(replace(body, inertia=Inertia.of_parameters(k, body.name), joint=joint))
    return replace(tree, bodies=tuple(bodies))
