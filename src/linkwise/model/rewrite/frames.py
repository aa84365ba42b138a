"""Name places on a robot: frames for tools and sensors, and the one meant where none is named."""

from dataclasses import replace

from ...algebra import Transform
from ...errors import InvalidModel, shown
from ..field_types import expect_model
from ..frame import Frame
from ..model import Model


def with_frame(model: Model, name: str, on: str | None, placement: Transform) -> Model:
    """The robot with one more frame, at this pose in another (the tip if none is named).

    >>> import linkwise
    >>> from linkwise.algebra import Transform
    >>> with_frame(linkwise.load("planar2r").model, "pen", "tip", Transform.identity()).frames[-1].body
    1
    """
    expect_model(model)
    refuse_taken(model, name, "the name of a frame")
    place = model.frame_or_tip(on)
    pose = (place.placement.tagged(None, None) @ placement.tagged(None, None)).tagged(model.tag(place.body), name)
    return replace(model, frames=(*model.frames, Frame(name, place.body, pose)))


def with_tip(model: Model, name: str) -> Model:
    """The robot whose questions are about this frame where none is named.

    >>> import linkwise
    >>> with_tip(linkwise.load("planar2r").model, "link2").frame_or_tip(None).name
    'link2'
    """
    expect_model(model)
    return replace(model, tip=model.frame(name).name)


def refuse_taken(model: Model, name: str, what: str) -> None:
    """Refuse what is not a name, or the name of one of the robot's links or frames.

    >>> import linkwise
    >>> refuse_taken(linkwise.load("planar2r").model, "pen", "the name of a frame")
    """
    if not isinstance(name, str) or not name:
        raise InvalidModel(f"{what} is {shown(repr(name))}.", "A non-empty string was expected.")
    if name in {frame.name for frame in model.frames}:
        free = f"{name}_2"
        raise InvalidModel(
            f"robot {shown(model.name)} already has a frame {shown(name)}.",
            "A name not used by any frame was expected.",
            f"{shown(free)} is free." if free not in {f.name for f in model.frames} else "give another name.",
        )
