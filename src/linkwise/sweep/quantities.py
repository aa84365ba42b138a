"""The quantities that can vary from rollout to rollout, of robot, initial state and controller: one row each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.scalar_system import ScalarSystem
from ..errors import UnknownName, shown
from ..rollouts import InLoop
from ..rollouts.in_loop import kind_of


@dataclass(frozen=True, eq=False, repr=False)
class Quantity:
    """Something that may differ between rollouts: its name, the shape of one rollout's value, and its meaning.

    `nominal` is the value without a spread, `entries` name the places of its first axis (links or joints) and `least`
    is the smallest value allowed. A quantity of the robot enters the compiled loop through the open parameter
    `parameter`, whose value for the robot as loaded is `robot_value`.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    nominal: Array
    entries: tuple[str, ...] = ()
    parameter: str = ""
    least: float = -np.inf
    robot_value: Array = field(default_factory=lambda: np.empty(0))

    def __repr__(self) -> str:
        return f"Quantity({self.name}, shape {self.shape}: {self.meaning})"


def quantities(system: ScalarSystem, controller: InLoop, frames: Mapping[str, Any]) -> dict[str, Quantity]:
    """All quantities by name, for a system, its controller, and the frames at which wrenches act.

    >>> import linkwise
    >>> from linkwise.rollouts.in_loop import torque_input
    >>> names = list(quantities(linkwise.load("pendulum").scalar_system, torque_input([0.0]), {}))
    >>> names[:8]
    ['q0', 'qd0', 'gravity', 'payload.mass', 'payload.com', 'payload.inertia', 'links.factor', 'links.mass']
    >>> names[8:]
    ['links.inertia', 'friction.factor', 'friction.viscous', 'friction.coulomb', 'controller.tau']
    """
    n, tree = system.n, system.tree
    bodies = tree.bodies
    L, links = len(bodies), tuple(body.name for body in bodies)
    joints = tuple(body.joint.name for body in bodies)
    inertia = np.array([body.inertia.parameters for body in bodies], float).reshape(L, 10)
    sizes = [body.joint.friction.sizes for body in bodies]  # laws that two numbers do not describe are refused later
    friction = np.array([own or (0.0, 0.0) for own in sizes], float).reshape(L, 2)
    zeros, ones = np.zeros, np.ones
    rows = [
        Quantity("q0", (n,), "initial positions", zeros(n), system.names),
        Quantity("qd0", (n,), "initial velocities", zeros(n), system.names),
        Quantity("gravity", (3,), "in base axes", np.array(tree.gravity.components, float), parameter="gravity"),
        Quantity("payload.mass", (), "carried at the tip", zeros(()), parameter="payload", least=0.0),
        Quantity("payload.com", (3,), "its centre, seen from the tip", zeros(3), parameter="payload"),
        Quantity("payload.inertia", (6,), "xx xy xz yy yz zz at its centre", zeros(6), parameter="payload"),
        Quantity("links.factor", (L,), "on mass and inertia of a link", ones(L), links, "inertia", 0.0, inertia),
        Quantity("links.mass", (L,), "inertia grows with it", inertia[:, 9], links, "inertia", 0.0, inertia),
        Quantity(
            "links.inertia",
            (L, 10),
            "XX XY XZ YY YZ ZZ MX MY MZ M each",
            inertia,
            links,
            "inertia",
            robot_value=inertia,
        ),
        Quantity(
            "friction.factor", (L,), "on viscous and Coulomb friction", ones(L), joints, "friction", 0.0, friction
        ),
        Quantity("friction.viscous", (L,), "of a joint", friction[:, 0], joints, "friction", 0.0, friction),
        Quantity("friction.coulomb", (L,), "of a joint", friction[:, 1], joints, "friction", 0.0, friction),
    ]
    for name, value in system.own.items():
        rows += _own(name, value, tree.joint_names)
    for name, declared in controller.inputs.items():
        kind, value = kind_of(declared)
        if kind != "timed":
            nominal = finite(f"the input {shown(name)}", value).ravel()
            rows.append(Quantity(f"controller.{name}", nominal.shape, "an input", nominal))
    rows += [Quantity(f"wrench.{frame}", (6,), "moment and force in base axes", zeros(6)) for frame in frames]
    return {row.name: row for row in rows}


def _own(name: str, value: Array, joints: tuple[str, ...]) -> list[Quantity]:
    """A parameter that the kind of robot adds, for each joint or a matrix, and a factor on it."""
    entries, least = (joints, 0.0) if value.ndim == 1 else ((), -np.inf)
    factor = np.ones(value.shape if value.ndim == 1 else ())
    return [
        Quantity(name, value.shape, "of each joint" if entries else "a matrix", value, entries, name, least, value),
        Quantity(f"{name}.factor", factor.shape, f"on the {name}", factor, entries, name, 0.0, value),
    ]


def quantity(name: object, known: Mapping[str, Quantity], robot: str) -> Quantity:
    """The quantity of a name; an error lists those there are."""
    if not isinstance(name, str) or name not in known:
        raise UnknownName("spread", name, f"a sweep of {robot}", known)
    return known[name]
