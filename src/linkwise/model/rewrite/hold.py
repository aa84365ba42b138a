"""Keep fixed joints as joints, so that what they transmit can be asked for."""

from collections.abc import Sequence
from dataclasses import replace

from ...errors import InvalidModel, UnknownName, shown
from ..coordinates import Coordinates
from ..field_types import expect_model
from ..joints import Revolute
from ..model import Model


def hold(model: Model, names: Sequence[str]) -> Model:
    """The same robot with the named fixed joints as hinges that follow no coordinate, and so stay where they are.

    >>> import linkwise
    >>> held = hold(linkwise.load("planar2r").with_payload(1.0).model, ["payload"])
    >>> held.n, held.moving_joint_names
    (2, ('joint1', 'joint2', 'payload'))
    """
    expect_model(model)
    places = {body.joint.name: i for i, body in enumerate(model.bodies)}
    for name in names:
        if name not in places:
            raise UnknownName("joint", name, f"robot {shown(model.name)}", places)
        if model.bodies[places[name]].joint.moves:
            raise InvalidModel(f"joint {shown(name)} moves.", "A fixed joint was expected.")
    held = {places[name] for name in names}
    bodies = tuple(
        replace(body, joint=Revolute(body.joint.name)) if i in held else body for i, body in enumerate(model.bodies)
    )
    u = model.coordinates
    own = dict(zip(model.moving, zip(u.rows, u.offsets, strict=True), strict=True))
    rows = [own.get(i, ((), 0.0)) for i in range(len(bodies)) if i in own or i in held]
    coordinates = Coordinates(u.names, tuple(row for row, _ in rows), tuple(offset for _, offset in rows))
    return replace(model, bodies=bodies, coordinates=coordinates)
