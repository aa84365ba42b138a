"""Numbers of a robot that are left open: gravity, inertias, friction, payload or where frames are, set only when a
program runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...algebra import Inertia, Rotation, Scalar, Transform, Vec3
from ...errors import LinkwiseError, shown
from ..frame import Frame
from ..model import Model


def with_open_parameters(model: Model, tip: str, values: Mapping[str, Sequence[Scalar]]) -> Model:
    """The robot with these values for its open parameters, by name.

    Names are "gravity" (3 values), "inertia" (10 for each body), "friction" (viscous and Coulomb for each body, the
    rest of its law in proportion) and "payload" (10, seen from the tip). Other names are ignored.

    >>> import linkwise
    >>> with_open_parameters(linkwise.load("pendulum").tree, "tip", {"gravity": [0.0, 0.0, -1.62]}).gravity.components
    (0.0, 0.0, -1.62)
    """
    if "gravity" in values:
        model = replace(model, gravity=Vec3(*values["gravity"]))
    if not {"inertia", "friction", "payload"} & set(values):
        return model
    bodies = list(model.bodies)
    for i, body in enumerate(bodies):
        if "inertia" in values:
            body = replace(body, inertia=Inertia.of_parameters(values["inertia"][10 * i : 10 * i + 10], body.name))
        if "friction" in values:
            law = body.joint.friction.sized(*values["friction"][2 * i : 2 * i + 2])
            body = replace(body, joint=replace(body.joint, friction=law))
        bodies[i] = body
    if "payload" in values:
        at = model.frame(tip)
        load = Inertia.of_parameters(values["payload"], at.name).to_parent(at.placement)
        carrier = bodies[at.body]
        bodies[at.body] = replace(carrier, inertia=carrier.inertia + load.seen_from(carrier.name))
    return replace(model, bodies=tuple(bodies))


def with_placements(model: Model, loaded: Model, names: Sequence[str], numbers: Sequence[Scalar]) -> Model:
    """The robot with its named frames at these 4×4 poses on their links, row by row. The poses are seen from the links'
    frames in `loaded`, of which the model is a rewrite.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> pose = [1.0, 0.0, 0.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    >>> with_placements(tree, tree, ["tip"], pose).frame("tip").placement.p.x
    0.5
    """
    moved = {}
    for k, name in enumerate(names):
        a, b, c = (numbers[16 * k + i : 16 * k + i + 4] for i in (0, 4, 8))
        pose = Transform(Rotation(((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))), Vec3(a[3], b[3], c[3]))
        body, link = model.frame(name).body, model.tag(model.frame(name).body)
        now, before = (each.frame(link).placement.tagged(None, None) for each in (model, loaded))
        if now != before:
            pose = now @ before.inverse() @ pose
        moved[name] = Frame(name, body, pose.tagged(link, name))
    return replace(model, frames=tuple(moved.get(frame.name, frame) for frame in model.frames))


def friction_sizes(model: Model) -> list[tuple[Scalar, Scalar]]:
    """The viscous and Coulomb friction of each body's joint: the numbers that "friction" leaves open.

    A law that has no such two numbers is refused.

    >>> import linkwise
    >>> friction_sizes(linkwise.load("rx90").tree)[0]
    (4.0, 6.0)
    """
    sizes = []
    for body in model.bodies:
        law = body.joint.friction
        if law.sizes is None:
            raise LinkwiseError(
                f"the friction of joint {shown(body.joint.name)}, {shown(repr(law))}, cannot be left open.",
                "A law with viscous and Coulomb friction was expected: Friction, Stribeck, Smooth or Uneven.",
                "robot.with_friction({joint: Friction(…)}) gives it one; or leave friction built in.",
            )
        sizes.append(law.sizes)
    return sizes
