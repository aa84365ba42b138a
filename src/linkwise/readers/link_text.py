"""What a link's table says beside its geometry, out: the counterpart of link_tables.py."""

import math
from collections.abc import Sequence

from ..algebra import Inertia
from ..errors import WriteError, shown
from ..model import AbstractJoint, Model
from ..model.rewrite.drives import Drive
from . import friction_text
from .toml_text import inline, quoted, real, reals


def kind(joint: AbstractJoint) -> str:
    """The joint's type; a continuous joint with stops is a revolute one.

    >>> from linkwise.model import Continuous, Limits
    >>> kind(Continuous("j")), kind(Continuous("j", limits=Limits(-1.0, 1.0)))
    ('continuous', 'revolute')
    """
    stops = joint.limits.upper < math.inf or joint.limits.lower > -math.inf
    return "revolute" if joint.kind == "continuous" and stops else joint.kind


def inertial(I: Inertia) -> list[str]:
    """Mass, centre and tensor at the centre; nothing for a link without mass.

    >>> inertial(Inertia.of_parameters([0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 2.0]))[0]
    'mass = 2.0'
    """
    numbers = [float(real(x)) for x in I.parameters]
    if not any(numbers):
        return []
    if numbers[9] == 0.0 and any(numbers[6:9]):  # such sums of parameters have no centre
        return [f"parameters = {reals(numbers)}"]
    return [f"mass = {real(I.m)}", f"com = {reals(I.com.components)}", f"inertia = {reals(I.I_com.components)}"]


def drive(joint: AbstractJoint) -> list[str]:
    """Rotor, friction and limits, where there are any.

    >>> from linkwise.model import Friction, Revolute
    >>> drive(Revolute("j", friction=Friction(viscous=0.5)))
    ['friction = { viscous = 0.5, coulomb = 0.0 }']
    """
    lines = []
    if joint.rotor.inertia != 0.0:
        lines.append(f"rotor = {inline({'inertia': joint.rotor.inertia, 'gear_ratio': joint.rotor.gear_ratio})}")
    if not joint.friction.absent:
        lines.append(f"friction = {friction_text.friction(joint.friction)}")
    limits = {key: getattr(joint.limits, key) for key in ("lower", "upper", "velocity", "effort")}
    limits = {key: x for key, x in limits.items() if not math.isinf(x)}
    return lines + ([f"limits = {inline(limits)}"] if limits else [])


def mimics(model: Model) -> list[str]:
    """A [[mimic]] for each joint that follows another; refuses couplings that are more than that.

    >>> import linkwise
    >>> mimics(linkwise.load("planar2r").model)
    []
    """
    u, following = model.coordinates, {joint for joint, _, _ in model.followers}
    own = tuple(joint for joint in model.moving_joint_names if joint not in following)
    if own != u.names:
        odd = next((name for name in u.names if name not in own), u.names[0])
        raise _coupled(
            model, f"its coordinate {shown(odd)} is not the variable of the joint of that name, in joint order"
        )
    lines = []
    for joint, row, b in model.followers:
        if len(row) != 1:
            raise _coupled(model, f"joint {shown(joint)} follows {len(row)} coordinates")
        k, c = row[0]
        lines += ["", "[[mimic]]", f"joint = {quoted(joint)}", f"of = {quoted(u.names[k])}"]
        lines += [f"multiplier = {real(c)}", f"offset = {real(b)}"]
    return lines


def drives(model: Model, apart: Sequence[Drive]) -> list[str]:
    """A [[drive]] for each motor that moves several joints.

    >>> import linkwise
    >>> from linkwise.model.rewrite import drives_apart
    >>> print("\\n".join(drives(*drives_apart(linkwise.load("planar2r").with_drive("m", {"joint1": 2.0}).model))))
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
        "The format holds joints that move on their own and joints that follow one other.",
        "write the robot without the coupling.",
    )
