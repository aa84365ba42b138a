"""Joints of several degrees of freedom, as files have them: read as fixed joints, then turned into chains."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from ..algebra import Vec3
from ..errors import InvalidModel, shown
from ..model import AbstractJoint, Body, Fixed, Model, rewrite
from ..model.dh import Z
from ..model.joint_group import ORDER


@dataclass(frozen=True)
class Several(Fixed):
    """Stands for a "floating" or "planar" joint or a "ball" while a file is read; `normal` is that of the plane."""

    moves: ClassVar[bool] = True
    degrees: str = "floating"
    normal: Vec3 = Z


def fixed(bodies: Iterable[Body]) -> tuple[Body, ...]:
    """The bodies with such joints fixed."""
    return tuple(
        replace(body, joint=Fixed(body.joint.name)) if isinstance(body.joint, Several) else body for body in bodies
    )


def freed(model: Model, joints: Iterable[AbstractJoint | None]) -> Model:
    """The model with chains in place of such joints, which are fixed in it."""
    for joint in joints:
        if isinstance(joint, Several):
            model = rewrite.freed(model, joint.name, joint.degrees, normal=joint.normal)
    return model


def gathered(model: Model, kinds: Collection[str]) -> tuple[Model, dict[str, Several]]:
    """The inverse of `freed`: the model with chains of these kinds fixed, where a file would be read as the same chain,
    and what their joints are.

    >>> import linkwise
    >>> list(gathered(linkwise.load("planar2r").with_mobile_base().model, ("planar",))[1])
    ['base']
    """
    joints: dict[str, Several] = {}
    for group in model.groups:
        usual = len(group.turns) < 3 or group.order == ORDER
        if group.kind not in kinds or not usual:
            continue
        last = next(body for body in model.bodies if body.joint.name == group.joints[-1])
        try:
            model = rewrite.welded(model, group)
        except InvalidModel:  # with friction, say, it is a chain of joints like any other
            continue
        joints[group.name] = Several(group.name, degrees=group.kind, normal=last.joint.axis)
    return model, joints


def as_chain(joint: Several) -> str:
    """What such a joint is read as, for reports.

    >>> as_chain(Several("root", degrees="planar"))
    "a planar joint: read as joints 'root_x', 'root_y' and 'root_rz'"
    """
    letters = {"floating": ("x", "y", "z", "rz", "ry", "rx"), "planar": ("x", "y", "rz"), "ball": ("rz", "ry", "rx")}
    *first, last = (shown(f"{joint.name}_{letter}") for letter in letters[joint.degrees])
    article = "a ball" if joint.degrees == "ball" else f"a {joint.degrees} joint"
    return f"{article}: read as joints {', '.join(first)} and {last}"
