"""Robots made of robots: with a tool's frame, mounted, with a gripper, or a part alone. Each is a new one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import InvalidModel, shown
from ..model import rewrite
from .placement import placement

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..model import Model
    from .robot import Robot


class AbstractComposing(ABC):
    """A model, and robots made of it. See docs/composing.md."""

    model: Model

    @abstractmethod
    def _with_model(self, model: Model) -> Robot:
        """The robot with another model, and the same report."""

    @abstractmethod
    def _varied(self, model: Model) -> Robot:
        """The robot with a model of other masses, gravity or frames: if that is done often, kernels are shared."""

    def with_frame(
        self,
        name: str,
        on: str | None = None,
        xyz: ArrayLike | None = None,
        rpy: ArrayLike | None = None,
        *,
        rotation: ArrayLike | None = None,
        pose: ArrayLike | None = None,
    ) -> Robot:
        """The robot with a named frame at a pose in another frame, by default the tip: a tool, a camera.

        The pose is `xyz` and `rpy`, or `xyz` and a `rotation` (3×3 or a quaternion w, x, y, z), or a 4×4 `pose`. The
        tip stays what it was: `with_tip` makes the new frame the one that is meant where none is named.

        >>> import linkwise
        >>> panda = linkwise.load("panda").with_frame("tool", on="panda_link8", xyz=[0.0, 0.0, 0.1])
        >>> panda.forward_kinematics([0.0] * 7, "tool")[:3, 3].round(3)
        array([0.088, 0.   , 0.826])
        """
        return self._varied(rewrite.with_frame(self.model, name, on, placement(xyz, rpy, rotation, pose)))

    def with_tip(self, frame: str) -> Robot:
        """The robot whose poses, Jacobians and payloads are about this frame where none is named.

        >>> import linkwise
        >>> linkwise.load("panda").with_tip("panda_link7").forward_kinematics([0.0] * 7)[2, 3].round(3)
        np.float64(1.033)
        """
        return self._varied(rewrite.with_tip(self.model, frame))

    def with_base(
        self,
        xyz: ArrayLike | None = None,
        rpy: ArrayLike | None = None,
        *,
        rotation: ArrayLike | None = None,
        pose: ArrayLike | None = None,
        joint: str = "mount",
        world: str = "world",
    ) -> Robot:
        """The robot mounted in the world with its base at this pose: on a wall, a ceiling, a stand.

        From then on poses, Jacobians, wrenches and gravity are seen from the world, which is the robot's base: gravity
        stays what it was, and points elsewhere as seen from the link that was the base. A robot that was mounted
        already is moved.

        >>> import linkwise
        >>> hanging = linkwise.load("panda").with_base(xyz=[0, 0, 2.5], rpy=[3.141592653589793, 0, 0])
        >>> hanging.forward_kinematics([0.0] * 7)[:3, 3].round(3), hanging.gravity
        (array([0.088, 0.   , 1.574]), array([ 0.  ,  0.  , -9.81]))
        """
        return self._with_model(rewrite.mounted(self.model, placement(xyz, rpy, rotation, pose), joint, world))

    def attach(
        self,
        other: Robot,
        at: str | None = None,
        xyz: ArrayLike | None = None,
        rpy: ArrayLike | None = None,
        *,
        rotation: ArrayLike | None = None,
        pose: ArrayLike | None = None,
        prefix: str = "",
        joint: str = "",
    ) -> Robot:
        """The robot with another robot fixed to one of its frames, by default the tip: a gripper on an arm.

        The other's base is placed at this pose in the frame. Its joints come after those of this robot; all it has
        comes along (masses, drives, friction, springs, limits, followers, loops, frames) but its gravity. `prefix` goes
        in front of all its names. The tip stays; a robot without moving joints, such as a stand, takes the other's.
        `joint` names the fixed joint between the two.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").attach(linkwise.load("pendulum"), rpy=[0.5, 0, 0], prefix="bob_")
        >>> arm.joint_names, arm.n
        (('joint1', 'joint2', 'bob_joint1'), 3)
        """
        if not isinstance(other, AbstractComposing):
            hint = "a robot with elastic joints, a transmission or closed loops has one in its `.robot`"
            raise InvalidModel(
                f"a {type(other).__name__} cannot be attached.",
                "A Robot was expected, as linkwise.load gives.",
                f"{hint}." if hasattr(other, "robot") else "",
            )
        for what, name in (("prefix", prefix), ("joint", joint)):
            if not isinstance(name, str):
                raise InvalidModel(f"the {what} is {shown(repr(name))}.", "A string was expected.")
        place = placement(xyz, rpy, rotation, pose)
        whole = self._with_model(rewrite.attach(self.model, other.model, at, place, prefix, joint))
        notes = (*whole.report.notes, *other.report.notes)
        shapes = (*whole.report.shapes, *(each.prefixed(prefix) for each in other.report.shapes))
        return replace(whole, report=replace(whole.report, notes=notes, shapes=shapes))

    def subchain(self, base: str, tip: str, *, lock: Mapping[str, float] | None = None) -> Robot:
        """The joints between two links or frames as a robot of its own, with the first as its base.

        What is fixed to the links of the chain comes along, and what moves with its joints alone. Branches on other
        joints are left out with their mass, unless `lock` holds these joints at a value: then they count as fixed.
        Gravity is turned into the axes of the new base where the joints before it are at 0, or as `lock` says.

        >>> import linkwise
        >>> wrist = linkwise.load("ur5").subchain("forearm_link", "tool0")
        >>> wrist.joint_names, wrist.model.base
        (('wrist_1_joint', 'wrist_2_joint', 'wrist_3_joint'), 'forearm_link')
        """
        if lock is not None and not isinstance(lock, Mapping):
            raise InvalidModel(f"lock is {shown(repr(lock))}.", "A dict of joints and their values was expected.")
        return self._with_model(rewrite.subchain(self.model, base, tip, lock))
