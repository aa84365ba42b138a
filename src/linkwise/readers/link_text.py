"""Writes what a link's table says besides its geometry: the counterpart of link_tables.py and friction_tables.py."""

import math
from collections.abc import Sequence
from typing import Any

from ..algebra import Inertia
from ..errors import WriteError, shown
from ..model import AbstractFriction, AbstractJoint, Model
from ..model.rewrite.drives import Drive
from .friction_tables import LAWS
from .toml_text import inline, quoted, real, reals


def kind(joint: AbstractJoint) -> str:
    """The joint's type; a continuous joint with position limits is written as revolute.

    >>> from linkwise.model import Continuous, Limits
    >>> kind(Continuous("j")), kind(Continuous("j", limits=Limits(-1.0, 1.0)))
    ('continuous', 'revolute')
    """
    limited = joint.limits.upper < math.inf or joint.limits.lower > -math.inf
    return "revolute" if joint.kind == "continuous" and limited else joint.kind


def inertial(I: Inertia) -> list[str]:
    """Lines for mass, centre of mass and the tensor about it; none if all of them are zero.

    >>> inertial(Inertia.of_parameters([0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 2.0]))[0]
    'mass = 2.0'
    """
    numbers = [float(real(x)) for x in I.parameters]
    if not any(numbers):
        return []
    if numbers[9] == 0.0 and any(numbers[6:9]):  # regrouped parameters can have a first moment and no centre of mass
        return [f"parameters = {reals(numbers)}"]
    return [f"mass = {real(I.m)}", f"com = {reals(I.com.components)}", f"inertia = {reals(I.I_com.components)}"]


def drive(joint: AbstractJoint) -> list[str]:
    """Lines for rotor, spring, friction and limits, whichever the joint has.

    >>> from linkwise.model import Friction, Revolute
    >>> drive(Revolute("j", friction=Friction(viscous=0.5)))
    ['friction = { viscous = 0.5, coulomb = 0.0 }']
    """
    lines = []
    if joint.rotor.inertia != 0.0:
        lines.append(f"rotor = {inline({'inertia': joint.rotor.inertia, 'gear_ratio': joint.rotor.gear_ratio})}")
    if joint.spring.stiffness != 0.0:
        lines.append(f"spring = {inline({'stiffness': joint.spring.stiffness, 'rest': joint.spring.rest})}")
    if not joint.friction.absent:
        lines.append(f"friction = {friction(joint.friction)}")
    limits = {key: getattr(joint.limits, key) for key in ("lower", "upper", "velocity", "effort")}
    limits = {key: x for key, x in limits.items() if not math.isinf(x)}
    return lines + ([f"limits = {inline(limits)}"] if limits else [])


def friction(law: AbstractFriction) -> str:
    """A friction law as a table on one line.

    >>> from linkwise.model import Friction, Smooth
    >>> friction(Smooth(Friction(coulomb=2.0), width=0.01))
    '{ law = "smooth", width = 0.01, of = { viscous = 0.0, coulomb = 2.0 } }'
    """
    return _toml(law.data)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        if "law" in value and value["law"] not in LAWS:
            raise WriteError(
                f"the friction function {shown(value.get('name', ''))} cannot be written.",
                f"A file can hold only laws made of numbers: Friction, or one of {', '.join(LAWS)}.",
                "give the joint such a law first: robot.with_friction(…).",
            )
        return f"{{ {', '.join(f'{key} = {_toml(x)}' for key, x in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(x) for x in value)}]"
    return quoted(value) if isinstance(value, str) else real(value)


def mimics(model: Model) -> list[str]:
    """A [[mimic]] for each joint that follows another; refuses any other coupling.

    >>> import linkwise
    >>> mimics(linkwise.load("planar2r").model)
    []
    """
    coordinates, followers = model.coordinates, model.coordinates.followers(model.moving_joint_names)
    following = {joint for joint, _, _ in followers}
    independent = tuple(joint for joint in model.moving_joint_names if joint not in following)
    if independent != coordinates.names:
        odd = next((name for name in coordinates.names if name not in independent), coordinates.names[0])
        raise _coupled(
            model, f"its coordinate {shown(odd)} is not the variable of the joint of that name, in joint order"
        )
    lines = []
    for joint, row, offset in followers:
        if len(row) != 1:
            raise _coupled(model, f"joint {shown(joint)} follows {len(row)} coordinates")
        k, factor = row[0]
        lines += ["", "[[mimic]]", f"joint = {quoted(joint)}", f"of = {quoted(coordinates.names[k])}"]
        lines += [f"multiplier = {real(factor)}", f"offset = {real(offset)}"]
    return lines


def drives(model: Model, apart: Sequence[Drive]) -> list[str]:
    """A [[drive]] for each motor that moves several joints.

    >>> import linkwise
    >>> from linkwise.model.rewrite import split_drives
    >>> print("\\n".join(drives(*split_drives(linkwise.load("planar2r").with_drive("m", {"joint1": 2.0}).model))))
    <BLANKLINE>
    [[drive]]
    name = "m"
    ratios = { "joint1" = 2.0 }
    """
    lines = []
    for body, row in apart:
        ratios = ", ".join(f"{quoted(model.coordinates.names[k])} = {real(c)}" for k, c in row)
        lines += ["", "[[drive]]", f"name = {quoted(body.name)}", f"ratios = {{ {ratios} }}", *drive(body.joint)]
    return lines


def _coupled(model: Model, how: str) -> WriteError:
    return WriteError(
        f"the joints of robot {shown(model.name)} are coupled: {how}.",
        "A TOML file can hold only joints that move on their own and joints that follow one other joint.",
        "write the robot without the coupling.",
    )
