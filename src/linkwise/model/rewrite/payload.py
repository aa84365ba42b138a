"""Attach a payload to a frame."""

from dataclasses import replace

from ...algebra import Inertia
from ..body import Body
from ..field_types import expect_model
from ..joints import Fixed
from ..model import Model
from .frames import refuse_taken


def attach_payload(model: Model, frame: str | None, inertia: Inertia, name: str = "payload") -> Model:
    """The robot with a rigid load of that inertia, seen from the named frame, welded to it.

    >>> import linkwise
    >>> from linkwise.algebra import Inertia, Sym3, Vec3
    >>> load = Inertia.at_com(2.0, Vec3(0.0, 0.0, 0.1), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, 0.01))
    >>> attach_payload(linkwise.load("planar2r").model, "link2", load).bodies[-1].name
    'payload'
    """
    expect_model(model)
    place = model.frame_or_tip(frame)
    refuse_taken(model, name, "the name of a payload")
    weld = Body(
        name, place.body, place.placement.tagged(model.tag(place.body), name), Fixed(name), inertia.seen_from(name)
    )
    return replace(model, bodies=(*model.bodies, weld))
