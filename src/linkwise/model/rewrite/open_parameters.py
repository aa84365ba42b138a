"""Leave numbers of a robot open: gravity, inertias, friction or what it carries become values given later."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...algebra import Inertia, Scalar, Vec3
from ...errors import LinkwiseError, shown
from ..model import Model


def with_open_parameters(model: Model, tip: str, given: Mapping[str, Sequence[Scalar]]) -> Model:
    """The robot with the numbers that are given: "gravity" (3), "inertia" (10 a body), "friction" (viscous and Coulomb
    for each body, the rest of its law in proportion), "payload" (10, seen from the tip); other names are not its
    business.

    >>> import linkwise
    >>> with_open_parameters(linkwise.load("pendulum").tree, "tip", {"gravity": [0.0, 0.0, -1.62]}).gravity.components
    (0.0, 0.0, -1.62)
    """
    if "gravity" in given:
        model = replace(model, gravity=Vec3(*given["gravity"]))
    if not {"inertia", "friction", "payload"} & set(given):
        return model
    bodies = list(model.bodies)
    for i, body in enumerate(bodies):
        if "inertia" in given:
            body = replace(body, inertia=Inertia.of_parameters(given["inertia"][10 * i : 10 * i + 10], body.name))
        if "friction" in given:
            law = body.joint.friction.sized(*given["friction"][2 * i : 2 * i + 2])
            body = replace(body, joint=replace(body.joint, friction=law))
        bodies[i] = body
    if "payload" in given:
        at = model.frame(tip)
        load = Inertia.of_parameters(given["payload"], at.name).to_parent(at.placement)
        carrier = bodies[at.body]
        bodies[at.body] = replace(carrier, inertia=carrier.inertia + load.seen_from(carrier.name))
    return replace(model, bodies=tuple(bodies))


def friction_sizes(model: Model) -> list[tuple[Scalar, Scalar]]:
    """The viscous and Coulomb friction of each body's joint, as "friction" leaves them open; a law that two numbers do
    not tell is refused.

    >>> import linkwise
    >>> friction_sizes(linkwise.load("rx90").tree)[0]
    (4.0, 6.0)
    """
    found = []
    for body in model.bodies:
        law = body.joint.friction
        if law.sizes is None:
            raise LinkwiseError(
                f"the friction of joint {shown(body.joint.name)}, {shown(repr(law))}, cannot be left open.",
                "Viscous and Coulomb friction of a joint tell Friction, Stribeck, Smooth and Uneven laws of these.",
                "robot.with_friction({joint: Friction(…)}) gives it one; or leave friction built in.",
            )
        found.append(law.sizes)
    return found
