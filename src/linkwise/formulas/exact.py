"""A model in which every number is exact, so that a formulation run on it gives closed forms.

Lengths, masses and inertias count as the decimals they are written with; rotations and axes become rational ones close
to them; constant offsets of joints become part of their placement.
"""

from dataclasses import replace
from numbers import Real
from typing import Any

from ..algebra import Inertia, Rotation, Transform, Vec3, cos, sin
from ..model import Body, Frame, Friction, Model, Rotor
from . import rational_rotations
from .alphabet import Alphabet
from .from_sympy import as_harmonics


def exact(model: Model, alphabet: Alphabet) -> Model:
    """The same robot with trigonometric polynomials for numbers, which may be sympy expressions.

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
    joint, offset = body.joint, as_harmonics(body.joint.offset, alphabet)
    axis: tuple[Any, ...] = joint.axis.components
    if all(isinstance(x, Real) for x in axis) and any(x not in (0, 1, -1) for x in axis):
        axis = rational_rotations.unit([float(x) for x in axis])
    along = Vec3(*(as_harmonics(x, alphabet) for x in axis))
    placement = _pose(body.placement, alphabet)
    if offset != 0:
        placement = (placement @ _moved(joint.slides, along, offset)).tagged(placement.to, placement.of)
    numbers = [as_harmonics(x, alphabet) for x in body.inertia.parameters]
    law = joint.friction
    if isinstance(law, Friction):  # other laws keep their floats, and are refused if they leave the polynomials
        law = Friction(*(as_harmonics(x, alphabet) for x in law.numbers))
    still = replace(
        joint,
        axis=along,
        offset=0.0,
        rotor=Rotor(as_harmonics(joint.rotor.reflected, alphabet)),
        friction=law,
    )
    return Body(body.name, body.parent, placement, still, Inertia.of_parameters(numbers, body.name))


def _moved(slides: bool, axis: Vec3, offset: Any) -> Transform:
    """The motion of a joint by its offset."""
    if slides:
        return Transform(Rotation.identity(), axis * offset)
    return Transform(Rotation.about(axis, cos(offset), sin(offset)), Vec3(0.0, 0.0, 0.0))


def _vector(v: Vec3, alphabet: Alphabet) -> Vec3:
    x, y, z = (as_harmonics(k, alphabet) for k in v.components)
    return Vec3(x, y, z, v.frame)


def _pose(T: Transform, alphabet: Alphabet) -> Transform:
    rows: Any = T.R.rows
    if all(isinstance(x, Real) for row in rows for x in row):
        rows = rational_rotations.rotation([[float(x) for x in row] for row in rows])
    a, b, c = (tuple(as_harmonics(x, alphabet) for x in row) for row in rows)
    return Transform(Rotation((a, b, c), T.to, T.of), _vector(T.p, alphabet))
