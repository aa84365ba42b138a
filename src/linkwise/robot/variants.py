"""Variants of a robot: locked joints, payload, gravity, drives, motors, friction, limits, loops. Each is a new one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..algebra import Vec3
from ..calls.checks import vector
from ..calls.closed_loops import refuse_loops
from ..errors import InvalidModel, shown
from ..model import FREE, NO_LIMITS, NO_ROTOR, rewrite
from ..model.joint_group import ORDER
from .composing import AbstractComposing
from .stripped import AbstractStripped
from .variant_checks import motors, rigid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ..model import AbstractFriction, Limits, Model, Rotor, Spring
    from .robot import Robot


class AbstractVariants(AbstractComposing, AbstractStripped):
    """A model and its variants."""

    @abstractmethod
    def _varied(self, model: Model) -> Robot:
        """The robot with a model of other masses, gravity or frames: if that is done often, kernels are shared."""

    def lock(self, joint: str | Mapping[str, float], value: float | None = None) -> Robot:
        """The robot with a joint (or several, by name) held at a value. The energy of a spring that is held is
        constant, and no longer part of the potential energy.

        >>> import linkwise
        >>> linkwise.load("panda").lock("panda_joint7", 0.785).n
        6
        """
        if not isinstance(joint, str | Mapping):
            raise InvalidModel(
                f"{shown(repr(joint))} is not the name of a joint.", "A name or a dict of values was expected."
            )
        if isinstance(joint, Mapping):
            if value is not None:
                raise InvalidModel("lock got a dict and a value.", "The dict holds the values of its joints.")
            return self._with_model(rewrite.lock(self.model, joint))
        values = {joint: 0.0 if value is None else value}
        return self._with_model(rewrite.lock(self.model, values))

    def with_payload(
        self,
        mass: float,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike | None = None,
        frame: str | None = None,
        name: str = "payload",
    ) -> Robot:
        """The robot with a payload: mass, centre of mass, and 3×3 inertia about it, in the axes of the frame.

        Robots that differ in payload and gravity alone share kernels from the third on: see docs/programs.md.

        >>> import linkwise
        >>> "bob" in linkwise.load("pendulum").with_payload(2.0, name="bob").frames
        True
        """
        load = rigid("the payload's", mass, com, inertia)
        return self._varied(rewrite.attach_payload(self.model, frame, load, name))

    def with_gravity(self, gravity: ArrayLike) -> Robot:
        """The robot under another gravity, in base axes: on a wall, on the moon, or none.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_gravity([0, 0, -1.62]).gravity
        array([ 0.  ,  0.  , -1.62])
        """
        g = vector("gravity", gravity, 3, "an acceleration in base axes", error=InvalidModel)
        return self._varied(replace(self.model, gravity=Vec3(*g.tolist())))

    def with_floating_base(self, order: str = ORDER, *, joint: str = "base", world: str = "world") -> Robot:
        """The robot with a base that floats: six more coordinates in front, its position in the world and three turns
        about its own axes in this order; the base's own mass counts. See docs/moving_bases.md.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_floating_base().joint_names[:6]
        ('base_x', 'base_y', 'base_z', 'base_rz', 'base_ry', 'base_rx')
        """
        return self._with_model(rewrite.with_base_joint(self.model, "floating", order, joint, world))

    def with_turn_order(self, order: str, joint: str | None = None) -> Robot:
        """The robot with the turns of its floating joint or ball, named if there are several, in another order: the way
        out of singular attitudes. `to_quaternion` and `from_quaternion` lead from the coordinates of one to the other.

        >>> import linkwise
        >>> satellite = linkwise.load("planar2r").with_floating_base()
        >>> satellite.with_turn_order("yxz").joint_names[3:6]
        ('base_ry', 'base_rx', 'base_rz')
        """
        return self._with_model(rewrite.with_turn_order(self.model, order, joint))

    def with_mobile_base(self, *, joint: str = "base", world: str = "world") -> Robot:
        """The robot on a cart: three more coordinates in front, the base's x and y in the world and its turn about z.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_mobile_base().n
        5
        """
        return self._with_model(rewrite.with_base_joint(self.model, "planar", joint=joint, world=world))

    def with_drive(
        self,
        name: str,
        ratios: Mapping[str, float],
        *,
        rotor: Rotor = NO_ROTOR,
        friction: AbstractFriction = FREE,
        limits: Limits = NO_LIMITS,
    ) -> Robot:
        """The robot with a motor that moves several joints: its speed is Σ ratio · qd over the named ones.

        >>> import linkwise
        >>> wrist = {"joint5": 1.0, "joint6": 1.0}
        >>> puma = linkwise.load("puma560")
        >>> coupled = puma.with_drive("motor6", wrist, rotor=linkwise.model.Rotor(2e-4, gear_ratio=50.0))
        >>> (coupled.mass_matrix([0.0] * 6) - puma.mass_matrix([0.0] * 6))[4:, 4:].round(9)
        array([[0.5, 0.5],
               [0.5, 0.5]])
        """
        return self._with_model(rewrite.with_drive(self.model, name, ratios, rotor, friction, limits))

    def with_motors(self, coupling: ArrayLike, names: Sequence[str] | None = None) -> Robot:
        """The robot in the coordinates of its motors: q = coupling @ q_m, so that forces are motor torques.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_motors([[1.0, 0.0], [-1.0, 1.0]])
        >>> arm.joint_names, arm.gravity_forces([0.0, 0.0]).round(3)
        (('motor1', 'motor2'), array([23.348, 18.541]))
        """
        refuse_loops(self.model, "with_motors")  # closures and motors are named after the joints' own coordinates
        return self._with_model(rewrite.with_motors(self.model, *motors(coupling, names, self.model.n)))

    def with_spinning_rotors(
        self, axes: Mapping[str, Sequence[float]] | None = None, *, in_links: bool = True
    ) -> Robot:
        """The robot with the gyroscopic terms of its rotors; `axes` as seen from the links that carry the motors.

        `in_links` says that the links' inertias include the rotors, held still.

        >>> import linkwise
        >>> puma = linkwise.load("puma560")
        >>> spinning = puma.with_spinning_rotors()
        >>> q, qd = [0.3] * 6, [1.0] * 6
        >>> (spinning.bias_forces(q, qd) - puma.bias_forces(q, qd)).round(3).any()
        np.True_
        """
        return self._with_model(rewrite.spinning_rotors(self.model, axes, in_links))

    def with_friction(self, law: AbstractFriction | Mapping[str, AbstractFriction]) -> Robot:
        """The robot with a friction law at every joint that moves a link, or with other laws at the named joints and
        drives: see `linkwise.model`.

        >>> import linkwise
        >>> from linkwise.model import Stribeck
        >>> arm = linkwise.load("planar2r").with_friction({"joint2": Stribeck(0.5, 1.0, static=1.5, k=100.0)})
        >>> arm.friction_forces([1.0, -1.0])
        array([ 0. , -1.5])
        """
        return self._with_model(rewrite.with_friction(self.model, law))

    def with_rotors(self, rotors: Mapping[str, Rotor]) -> Robot:
        """The robot with other rotors at the named joints.

        >>> import linkwise
        >>> from linkwise.model import Rotor
        >>> geared = linkwise.load("planar2r").with_rotors({"joint2": Rotor(2e-4, gear_ratio=100.0)})
        >>> (geared.mass_matrix([0.0, 0.0]) - linkwise.load("planar2r").mass_matrix([0.0, 0.0])).round(9)
        array([[0., 0.],
               [0., 2.]])
        """
        return self._with_model(rewrite.with_rotors(self.model, rotors))

    def with_springs(self, springs: Mapping[str, Spring]) -> Robot:
        """The robot with springs at the named joints: their drives take stiffness · (q − rest) more.

        >>> import linkwise
        >>> from linkwise.model import Spring
        >>> sprung = linkwise.load("pendulum").with_springs({"joint1": Spring(10.0, rest=0.2)})
        >>> sprung.gravity_forces([0.0])  # gravity takes none here
        array([-2.])
        """
        return self._with_model(rewrite.with_springs(self.model, springs))

    def with_gravity_compensation(self, shares: float | Mapping[str, float] = 1.0) -> Robot:
        """The robot with a share of its links' weight carried by something else, such as balancers: of all links, or of
        the named ones. Inertias stay as they are.

        >>> import linkwise
        >>> puma, q = linkwise.load("puma560"), [0.1] * 6
        >>> bool(abs(puma.with_gravity_compensation().gravity_forces(q)).max() < 1e-12)
        True
        """
        every = shares if isinstance(shares, Mapping) else dict.fromkeys((b.name for b in self.model.bodies), shares)
        return self._with_model(rewrite.with_gravity_compensation(self.model, every))

    def with_limits(self, limits: Mapping[str, Limits]) -> Robot:
        """The robot with other limits of position, velocity and effort at the named joints.

        >>> import linkwise
        >>> from linkwise.model import Limits
        >>> linkwise.load("planar2r").with_limits({"joint2": Limits(-2.0, 2.0, effort=30.0)}).limits.effort
        array([inf, 30.])
        """
        return self._with_model(rewrite.with_limits(self.model, limits))
