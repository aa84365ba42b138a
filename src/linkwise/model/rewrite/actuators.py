"""Give joints other friction laws, rotors, springs or limits, and links a compensated weight."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...algebra import is_finite_number, is_zero
from ...errors import InvalidModel, UnknownName, shown
from ..actuator import Limits, Rotor, Spring
from ..field_types import expect_model
from ..friction import AbstractFriction
from ..friction.law import expect_law
from ..lift import Lift
from ..model import Model


def with_friction(model: Model, laws: AbstractFriction | Mapping[str, AbstractFriction]) -> Model:
    """The robot with one friction law at every joint that moves a link, or with other laws at the named joints.

    Drives and spinning rotors can be named as well, by the names of their joints.

    >>> import linkwise
    >>> from linkwise.model import Stribeck
    >>> arm = with_friction(linkwise.load("planar2r").model, {"joint2": Stribeck(0.1, 0.5, 0.8, k=50.0)})
    >>> [body.joint.friction.holding()[0] for body in arm.bodies]
    [0.0, 0.8]
    """
    expect_model(model)
    if not isinstance(laws, Mapping):
        expect_law(f"robot {shown(model.name)}", "friction", laws)
        laws = dict.fromkeys(_joints_of_links(model), laws)
    for name, law in laws.items():
        _require_moving(model, name, "only moving joints have friction.")
        expect_law(f"joint {shown(name)}", "friction", law)
    return _with(model, "friction", laws, "A law, or a dict of joint names and laws, was expected.")


def with_rotors(model: Model, rotors: Mapping[str, Rotor]) -> Model:
    """The robot with other rotors at the named joints.

    >>> import linkwise
    >>> arm = with_rotors(linkwise.load("planar2r").model, {"joint1": Rotor(1e-4, gear_ratio=100.0)})
    >>> [body.joint.rotor.reflected for body in arm.bodies]
    [1.0, 0.0]
    """
    return _with_parts(model, "rotor", rotors, Rotor, '{"joint1": Rotor(1e-4, gear_ratio=100.0)}, say.')


def with_springs(model: Model, springs: Mapping[str, Spring]) -> Model:
    """The robot with other springs at the named joints.

    >>> import linkwise
    >>> arm = with_springs(linkwise.load("planar2r").model, {"joint1": Spring(20.0, rest=0.3)})
    >>> [body.joint.spring.stiffness for body in arm.bodies]
    [20.0, 0.0]
    """
    return _with_parts(model, "spring", springs, Spring, '{"joint1": Spring(20.0, rest=0.3)}, say.')


def with_gravity_compensation(model: Model, shares: Mapping[str, float]) -> Model:
    """The robot with a share of the weight of the named links carried by something else: 0 none, 1 all of it.

    >>> import linkwise
    >>> arm = with_gravity_compensation(linkwise.load("planar2r").model, {"link2": 1.0})
    >>> bool(abs(linkwise.Robot(arm).gravity_forces([0.0, 0.0])[1]) < 1e-12)
    True
    """
    expect_model(model)
    if not isinstance(shares, Mapping):
        what = f"the compensated weights are {shown(repr(shares))}."
        raise InvalidModel(what, "A dict of links and shares was expected.", '{"link2": 1.0}, say.')
    bodies = {body.name: body for body in model.bodies}
    lifts = [lift for lift in model.lifts if lift.link not in shares]
    for name, share in shares.items():
        if name not in bodies:
            raise UnknownName("link", name, f"robot {shown(model.name)}", bodies)
        if not is_finite_number(share):
            raise InvalidModel(
                f"the share of link {shown(name)} is {shown(repr(share))}.", "A number was expected, 1.0 for all of it."
            )
        inertia, frame = bodies[name].inertia, model.frame(name)
        if share != 0.0 and not is_zero(inertia.m):
            com = frame.placement.inverse().point(inertia.com.seen_from(frame.placement.to))
            lifts.append(Lift(name, float(share) * inertia.m, com.seen_from(None)))
    return replace(model, lifts=tuple(lifts))


def with_limits(model: Model, limits: Mapping[str, Limits]) -> Model:
    """The robot with other limits at the named joints.

    >>> import linkwise
    >>> arm = with_limits(linkwise.load("planar2r").model, {"joint1": Limits(-1.0, 1.0, effort=50.0)})
    >>> arm.bodies[0].joint.limits.effort
    50.0
    """
    return _with_parts(model, "limits", limits, Limits, '{"joint1": Limits(-1.0, 1.0, effort=50.0)}, say.')


def _joints_of_links(model: Model) -> list[str]:
    """The joints that move links, in order.

    Those of drives and spinning rotors are left out: these have no mass, follow other coordinates and carry nothing.
    """
    carrying = {body.parent for body in model.bodies}
    names = []
    for i, row in zip(model.moving, model.coordinates.rows, strict=True):
        body = model.bodies[i]
        follows = body.joint.name not in model.coordinates.names
        if not (follows and i not in carrying and body.inertia.m == 0 and row):
            names.append(body.joint.name)
    return names


def _with_parts(model: Model, part: str, by_joint: Mapping[str, Any], kind: type, hint: str) -> Model:
    expect_model(model)
    if not isinstance(by_joint, Mapping):
        what = f"the {part} of joints cannot be {shown(repr(by_joint))}."
        raise InvalidModel(what, f"A dict of joint names and {kind.__name__}(…) was expected.", hint)
    for name, each in by_joint.items():
        _require_moving(model, name, "only joints that move have a drive.")
        if not isinstance(each, kind):
            raise InvalidModel(
                f"the {part} of joint {shown(name)} is {shown(repr(each))}.", f"{kind.__name__}(…) was expected.", hint
            )
    return _with(model, part, by_joint, f"A dict of joint names and {kind.__name__}(…) was expected.")


def _require_moving(model: Model, name: object, hint: str) -> None:
    if not isinstance(name, str) or name not in model.moving_joint_names:
        raise UnknownName("joint", name, f"robot {shown(model.name)}", model.moving_joint_names, hint)


def _with(model: Model, part: str, by_joint: Mapping[str, Any], expected: str) -> Model:
    if not by_joint and model.moving:
        raise InvalidModel(f"no {part} was given.", expected)
    joints = [body.joint for body in model.bodies]
    joints = [replace(joint, **{part: by_joint[joint.name]}) if joint.name in by_joint else joint for joint in joints]
    bodies = tuple(replace(body, joint=joint) for body, joint in zip(model.bodies, joints, strict=True))
    return replace(model, bodies=bodies)
