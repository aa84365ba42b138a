"""Leave numbers of a robot open: gravity, inertias, friction or what it carries become values given later."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...algebra import Inertia, Scalar, Vec3
from ...errors import LinkwiseError, shown
from ..friction import Friction, Smooth
from ..model import Model


def opened(model: Model, tip: str, given: Mapping[str, Sequence[Scalar]]) -> Model:
    """The robot with the numbers that are given: "gravity" (3), "inertia" (10 a body), "friction" (viscous and Coulomb
    for each body), "payload" (10, seen from the tip); other names are not its business.

    >>> import linkwise
    >>> opened(linkwise.load("pendulum").tree, "tip", {"gravity": [0.0, 0.0, -1.62]}).gravity.components
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
            law, new = body.joint.friction, Friction(*given["friction"][2 * i : 2 * i + 2])
            new_law = Smooth(new, law.width) if isinstance(law, Smooth) else new
            body = replace(body, joint=replace(body.joint, friction=new_law))
        bodies[i] = body
    if "payload" in given:
        at = model.frame(tip)
        load = Inertia.of_parameters(given["payload"], at.name).to_parent(at.placement)
        carrier = bodies[at.body]
        bodies[at.body] = replace(carrier, inertia=carrier.inertia + load.seen_from(carrier.name))
    return replace(model, bodies=tuple(bodies))


def require_plain_friction(model: Model) -> None:
    """Refuse to leave friction open where two numbers a joint do not tell it.

    >>> import linkwise
    >>> require_plain_friction(linkwise.load("puma560").tree)
    """
    for body in model.bodies:
        law = body.joint.friction
        if not isinstance(law.law if isinstance(law, Smooth) else law, Friction):
            raise LinkwiseError(
                f"the friction of joint {shown(body.joint.name)}, {shown(repr(law))}, cannot be left open.",
                "Two numbers for each joint, viscous and Coulomb friction, tell no more than linkwise.model.Friction.",
                "robot.with_friction(Friction(…)) has it; or leave friction built in.",
            )
