"""A model whose every number is exact: what formulations are run on to give closed forms.

Lengths, masses and inertias count as the decimals they are written with, rotations and axes are rational ones next to
those given, and constant offsets of joints are part of where the joint stands.
"""

from dataclasses import replace
from numbers import Real
from typing import Any

from ..algebra import Inertia, Rotation, Transform, Vec3, cos, sin
from ..model import Body, Frame, Friction, Model, Rotor
from . import circle
from .alphabet import Alphabet
from .letters import lifted


def exact(model: Model, alphabet: Alphabet) -> Model:
    """The same arm over trigonometric polynomials; its numbers may be sympy expressions.

    >>> import linkwise
    >>> exact(linkwise.load("planar2r").tree, Alphabet()).bodies[1].placement.p.x
    Harmonics(7/10)
    """
    return replace(
        model,
        bodies=tuple(_body(body, alphabet) for body in model.bodies),
        gravity=_vector(model.gravity, alphabet),
        frames=tuple(Frame(f.name, f.body, _pose(f.placement, alphabet)) for f in model.frames),
        base_inertia=Inertia.none(),
    )


def _body(body: Body, alphabet: Alphabet) -> Body:
    joint, offset = body.joint, lifted(body.joint.offset, alphabet)
    axis: tuple[Any, ...] = joint.axis.components
    if all(isinstance(x, Real) for x in axis) and any(x not in (0, 1, -1) for x in axis):
        axis = circle.unit([float(x) for x in axis])
    along = Vec3(*(lifted(x, alphabet) for x in axis))
    placement = _pose(body.placement, alphabet)
    if offset != 0:
        placement = (placement @ _moved(joint.slides, along, offset)).tagged(placement.to, placement.of)
    numbers = [lifted(x, alphabet) for x in body.inertia.parameters]
    law = joint.friction
    if isinstance(law, Friction):  # other laws hold plain numbers, and are refused where they leave the polynomials
        law = Friction(*(lifted(x, alphabet) for x in law.numbers))
    still = replace(
        joint,
        axis=along,
        offset=0.0,
        rotor=Rotor(lifted(joint.rotor.reflected, alphabet)),
        friction=law,
    )
    return Body(body.name, body.parent, placement, still, Inertia.of_parameters(numbers, body.name))


def _moved(slides: bool, axis: Vec3, offset: Any) -> Transform:
    """The joint's motion by its offset."""
    if slides:
        return Transform(Rotation.identity(), axis * offset)
    return Transform(Rotation.about(axis, cos(offset), sin(offset)), Vec3(0.0, 0.0, 0.0))


def _vector(v: Vec3, alphabet: Alphabet) -> Vec3:
    x, y, z = (lifted(k, alphabet) for k in v.components)
    return Vec3(x, y, z, v.frame)


def _pose(T: Transform, alphabet: Alphabet) -> Transform:
    rows: Any = T.R.rows
    if all(isinstance(x, Real) for row in rows for x in row):
        rows = circle.rotation([[float(x) for x in row] for row in rows])
    a, b, c = (tuple(lifted(x, alphabet) for x in row) for row in rows)
    return Transform(Rotation((a, b, c), T.to, T.of), _vector(T.p, alphabet))
