"""Give joints another friction."""

from collections.abc import Mapping
from dataclasses import replace

from ...errors import InvalidModel, UnknownName, shown
from ..friction import AbstractFriction
from ..friction.law import law_of
from ..kinds import expect_model
from ..model import Model


def with_friction(model: Model, laws: AbstractFriction | Mapping[str, AbstractFriction]) -> Model:
    """The robot with one friction law at every moving joint, or with those of the named joints replaced.

    >>> import linkwise
    >>> from linkwise.model import Stribeck
    >>> arm = with_friction(linkwise.load("planar2r").model, {"joint2": Stribeck(0.1, 0.5, 0.8, k=50.0)})
    >>> [body.joint.friction.holding()[0] for body in arm.bodies]
    [0.0, 0.8]
    """
    expect_model(model)
    moving = model.moving_joint_names
    if not isinstance(laws, Mapping):
        law_of(f"robot {shown(model.name)}", "friction", laws)
        laws = dict.fromkeys(moving, laws)
    for name, law in laws.items():
        if not isinstance(name, str) or name not in moving:
            raise UnknownName("joint", name, f"robot {shown(model.name)}", moving, "only joints that move rub.")
        law_of(f"joint {shown(name)}", "friction", law)
    if not laws and moving:
        raise InvalidModel("no friction law was given.", "A law, or a dict of joint names and laws.")
    bodies = tuple(
        replace(body, joint=replace(body.joint, friction=laws.get(body.joint.name, body.joint.friction)))
        for body in model.bodies
    )
    return replace(model, bodies=bodies)
