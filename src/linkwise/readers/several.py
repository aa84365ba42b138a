"""Joints of several degrees of freedom, as files have them: read as fixed joints, then turned into chains."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from ..algebra import Vec3
from ..errors import shown
from ..model import AbstractJoint, Body, Fixed, Model, rewrite
from ..model.dh import Z


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


def as_chain(joint: Several) -> str:
    """What such a joint is read as, for reports.

    >>> as_chain(Several("root", degrees="planar"))
    "a planar joint: read as joints 'root_x', 'root_y' and 'root_rz'"
    """
    letters = {"floating": ("x", "y", "z", "rz", "ry", "rx"), "planar": ("x", "y", "rz"), "ball": ("rz", "ry", "rx")}
    *first, last = (shown(f"{joint.name}_{letter}") for letter in letters[joint.degrees])
    article = "a ball" if joint.degrees == "ball" else f"a {joint.degrees} joint"
    return f"{article}: read as joints {', '.join(first)} and {last}"
