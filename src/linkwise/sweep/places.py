"""What of a robot, its start and its controller can vary from rollout to rollout: one row each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import UnknownName, shown
from ..model import Model
from ..rollouts import InLoop
from ..rollouts.in_loop import kind_of
from .distributions.abstract_distribution import finite_array


@dataclass(frozen=True, eq=False)
class Place:
    """A name, the shape of what one rollout gets there, what it means, whose entries they are, and what is there else.

    `opens` is the parameter of a compiled program that it goes into, `all` that parameter of the robot as it is, and
    `least` the least value that is allowed.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    own: Array
    entries: tuple[str, ...] = ()
    opens: str = ""
    least: float = -np.inf
    all: Array = field(default_factory=lambda: np.empty(0))


def places(tree: Model, law: InLoop, frames: Mapping[str, Any]) -> dict[str, Place]:
    """All of them by name, for a tree, the law that drives it, and frames that wrenches act at.

    >>> import linkwise
    >>> from linkwise.rollouts.in_loop import held
    >>> names = list(places(linkwise.load("pendulum").tree, held([0.0]), {}))
    >>> names[:8]
    ['q0', 'qd0', 'gravity', 'payload.mass', 'payload.com', 'payload.inertia', 'links.factor', 'links.mass']
    >>> names[8:]
    ['links.inertia', 'friction.factor', 'friction.viscous', 'friction.coulomb', 'controller.tau']
    """
    n, bodies = tree.n, tree.bodies
    L, links = len(bodies), tuple(body.name for body in bodies)
    joints = tuple(body.joint.name for body in bodies)
    coordinates = tree.moving_joint_names if len(tree.moving_joint_names) == n else ()
    inertia = np.array([body.inertia.parameters for body in bodies], float).reshape(L, 10)
    sizes = [body.joint.friction.sizes for body in bodies]  # those that two numbers do not tell are refused when opened
    rubbing = np.array([own or (0.0, 0.0) for own in sizes], float).reshape(L, 2)
    zero, one = np.zeros, np.ones
    rows = [
        Place("q0", (n,), "initial positions", zero(n), coordinates),
        Place("qd0", (n,), "initial velocities", zero(n), coordinates),
        Place("gravity", (3,), "in base axes", np.array(tree.gravity.components, float), opens="gravity"),
        Place("payload.mass", (), "carried at the tip", zero(()), opens="payload", least=0.0),
        Place("payload.com", (3,), "its centre, seen from the tip", zero(3), opens="payload"),
        Place("payload.inertia", (6,), "xx xy xz yy yz zz at its centre", zero(6), opens="payload"),
        Place("links.factor", (L,), "on mass and inertia of a link", one(L), links, "inertia", 0.0, inertia),
        Place("links.mass", (L,), "inertia grows with it", inertia[:, 9], links, "inertia", 0.0, inertia),
        Place("links.inertia", (L, 10), "XX XY XZ YY YZ ZZ MX MY MZ M each", inertia, links, "inertia", all=inertia),
        Place("friction.factor", (L,), "on viscous and Coulomb friction", one(L), joints, "friction", 0.0, rubbing),
        Place("friction.viscous", (L,), "of a joint", rubbing[:, 0], joints, "friction", 0.0, rubbing),
        Place("friction.coulomb", (L,), "of a joint", rubbing[:, 1], joints, "friction", 0.0, rubbing),
    ]
    for name, given in law.inputs.items():
        kind, value = kind_of(given)
        if kind != "timed":
            flat = finite_array(f"the input {shown(name)}", value).ravel()
            rows.append(Place(f"controller.{name}", flat.shape, "an input", flat))
    rows += [Place(f"wrench.{name}", (6,), "n, f in base axes", zero(6)) for name in frames]
    return {row.name: row for row in rows}


def place(name: object, known: Mapping[str, Place], robot: str) -> Place:
    """One of them."""
    if not isinstance(name, str) or name not in known:
        raise UnknownName("spread", name, f"a sweep of {robot}", known)
    return known[name]
