"""The lengths and angles of a robot by name, and what each of them moves.

    "joint2.x" "joint2.y" "joint2.z"      where a joint is, along the axes of the link that carries it
    "joint2.rx" "joint2.ry" "joint2.rz"   how it is turned, about these axes, through its own origin
    "link3.alpha" "link3.a" "link3.d" "link3.theta"   Denavit–Hartenberg parameters, of robots in such frames

Denavit & Hartenberg's constants are read as in the robot's table. In the modified convention
T = Rx(α) Tx(a) Rz(θ) Tz(d), Khalil & Dombre (2002) §9.2 with d, r for a, d, the four precede the link. In the standard
one T = Rz(θ) Tz(d) Tx(a) Rx(α), and the link's frame is at its far end: a and α take the link itself along.
                                                                                                        [khalil2002]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ..algebra import Transform, Vec3
from ..errors import BadArray, NotForThisRobot, UnknownName, shown
from ..model import Body, Model
from ..model.dh import X, Y, Z
from .loosened import Looseness

PLACES = {"x": (False, X), "y": (False, Y), "z": (False, Z), "rx": (True, X), "ry": (True, Y), "rz": (True, Z)}
"""A joint's placement: whether a name turns it, and the axis."""

CONSTANTS = ("alpha", "a", "d", "theta")
"""The constants of a row of Denavit and Hartenberg."""

CONVENTIONS = ("modified", "standard")
"""Where a row's frame is: at the joint, or at the far end of the link."""

AS_TURNED = 1e-9
"""How far a frame may be from Denavit and Hartenberg's position, relative: products of printed angles leave 1e-15."""


def geometry_names(model: Model, convention: str | None = None) -> tuple[str, ...]:
    """The names of all lengths and angles of a robot; those of Denavit and Hartenberg where its frames have them.

    >>> import linkwise
    >>> names = geometry_names(linkwise.load("planar2r").model)
    >>> names[:3], names[-2:]
    (('joint1.x', 'joint1.y', 'joint1.z'), ('link2.d', 'link2.theta'))
    """
    own = [f"{body.joint.name}.{axis}" for body, axis in product(model.bodies, PLACES)]
    convention = _convention(model, convention)
    rows = [body for body in model.bodies if body.joint.moves and _why_not(model, body, convention) is None]
    return (*own, *(f"{body.name}.{letter}" for body, letter in product(rows, CONSTANTS)))


def loosenesses(model: Model, names: Sequence[str], convention: str | None = None) -> list[Looseness]:
    """What each name moves.

    >>> import linkwise
    >>> loosenesses(linkwise.load("puma560").model, ["joint3.z"])[0].body
    2
    """
    if isinstance(names, str) or not isinstance(names, list | tuple) or not names:
        raise BadArray(
            f"parameters are {shown(repr(names))}.", "A list of names was expected.", "['joint2.x'], for example."
        )
    if len(set(map(str, names))) != len(names):
        raise BadArray(f"parameters {shown(repr(names))} name one twice.", "Each name was expected once.")
    return [_looseness(model, name, _convention(model, convention)) for name in names]


def is_geometry(model: Model, name: object) -> bool:
    """Whether a name is that of a length or an angle.

    >>> import linkwise
    >>> is_geometry(linkwise.load("puma560").model, "joint3.z"), is_geometry(linkwise.load("puma560").model, "M1")
    (True, False)
    """
    whose, _, letter = str(name).rpartition(".")
    joints = letter in PLACES and any(body.joint.name == whose for body in model.bodies)
    return isinstance(name, str) and (
        joints or (letter in CONSTANTS and any(body.name == whose and body.joint.moves for body in model.bodies))
    )


def _looseness(model: Model, name: str, convention: str) -> Looseness:
    if not is_geometry(model, name):
        raise UnknownName("length or angle", name, f"robot {shown(model.name)}", geometry_names(model, convention))
    whose, _, letter = name.rpartition(".")
    if letter in PLACES:
        i = next(k for k, body in enumerate(model.bodies) if body.joint.name == whose)
        turns, axis = PLACES[letter]
        return Looseness(name, i, turns, axis, model.bodies[i].placement.p if turns else Vec3(0.0, 0.0, 0.0))
    i = next(k for k, body in enumerate(model.bodies) if body.name == whose)
    body = model.bodies[i]
    why = _why_not(model, body, convention)
    if why is not None:
        raise NotForThisRobot(
            f"link {shown(whose)} of robot {shown(model.name)} has no {letter} in the {convention} convention: {why}.",
            "The frames of Denavit and Hartenberg were expected.",
            f'use the placement of its joint, ["{body.joint.name}.x"], or another convention.',
        )
    if letter in ("d", "theta"):
        return Looseness(name, i, letter == "theta", body.placement.R @ Z, body.placement.p)
    return Looseness(name, i, letter == "alpha", X, beyond=convention == "standard")


def _convention(model: Model, given: str | None) -> str:
    """The convention named, or the one in whose frames the links are."""
    if given is not None and given not in CONVENTIONS:
        raise UnknownName("convention", given, "a table of Denavit and Hartenberg", CONVENTIONS)
    far = any(any(abs(x) > 0.0 for x in _own(model, body).p.components) for body in model.bodies)
    return given or CONVENTIONS[far]


def _own(model: Model, body: Body) -> Transform:
    """Where the frame that has the link's name is on its body."""
    return model.frame(body.name).placement


def _why_not(model: Model, body: Body, convention: str) -> str | None:
    """Why a link's frame is not Denavit and Hartenberg's, in words; None if it is."""
    if any(abs(x - y) > AS_TURNED for x, y in zip(body.joint.axis.components, Z.components, strict=True)):
        return "its joint's axis is not the z axis of its frame"
    T = (_own(model, body) if convention == "standard" else body.placement).tagged(None, None)
    x, z, p = T.R @ X, T.R @ Z, T.p
    off = (x.y, x.z, p.y, p.z) if convention == "standard" else (z.x, p.dot(X.cross(z)))
    return "its frame is elsewhere" if max(map(abs, off)) > AS_TURNED * max(1.0, *map(abs, p.components)) else None
