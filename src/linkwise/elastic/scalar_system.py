"""A robot with elastic joints as its equations over scalars: what rollouts, sweeps and controllers are compiled from.

The coordinates are x = (q, q_M), the driving forces the n motor torques Γ. Besides the parameters of the links
(gravity, payload, inertia, friction on the side where it acts), "stiffness", "damping" and "rotors" can be left open:
one number for each joint, or a matrix where the robot's own is one that couples joints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..algebra import Scalar
from ..algebra.matrices import times
from ..algebra.solve import solve
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..calls.scalar_system import STEP, AbstractSystemEquations, Change, tree_with_laws
from ..model import Model, rewrite
from . import differentiated
from .equations import ElasticEquations, Rows, Scalars

if TYPE_CHECKING:
    from .springs import Springs

Wrenches = Mapping[str, Scalars] | None


@dataclass(frozen=True)
class ElasticSystem:
    """Springs, and the links and motors on either side of them.

    >>> import linkwise
    >>> system = linkwise.load("planar2r").with_elastic_joints([300.0, 200.0], rotors=0.5).scalar_system
    >>> system.names
    ('joint1', 'joint2', 'joint1 motor', 'joint2 motor')
    >>> system.own["stiffness"]
    array([300., 200.])
    """

    springs: Springs

    @property
    def tree(self) -> Model:
        """The rigid robot."""
        return self.springs.tree

    @property
    def links(self) -> Model:
        """The rigid arm on the joints' side."""
        return self.springs.links

    @property
    def n(self) -> int:
        """Joints and motors."""
        return 2 * self.tree.n

    @property
    def inputs(self) -> int:
        """The motor torques."""
        return self.tree.n

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the coordinates: joints, then motors."""
        return (*self.tree.joint_names, *(f"{name} motor" for name in self.tree.joint_names))

    @cached_property
    def own(self) -> Mapping[str, Array]:
        """Stiffness, damping and rotor inertias: diagonals, or matrices that couple joints."""
        springs = self.springs
        matrices = {"stiffness": springs.stiffness, "damping": springs.damping, "rotors": springs.rotors}
        return {name: np.diag(M) if not np.any(M - np.diag(np.diag(M))) else M for name, M in matrices.items()}

    @cached_property
    def step(self) -> float:
        """A millisecond, or if that is less a tenth of the shortest 1/ω of one spring, its link and motor, at q = 0."""
        n, springs = self.inputs, self.springs
        with np.errstate(all="ignore"):
            A = np.array(Equations(springs.links).mass_matrix([0.0] * n), dtype=float)
            squares = np.diag(springs.stiffness) * (1.0 / np.diag(A) + 1.0 / np.diag(springs.rotors))
        squares = squares[np.isfinite(squares)]
        return float(min(STEP, 0.1 / np.sqrt(squares.max(initial=1.0))))

    def equations(self, open_parameters: Mapping[str, Scalars] | None = None) -> ElasticRobotEquations:
        """The equations in x, with these values of open parameters."""
        given = dict(open_parameters or {})
        own = {name: _matrix(given.pop(name), self.inputs) for name in self.own if name in given}
        springs, equations = self.springs, self.springs.equations()
        on_motors = springs.motors is springs.tree
        if springs.motors is not None and given:
            theirs = given if on_motors else {name: x for name, x in given.items() if name != "friction"}
            tip = springs.tree.frame_or_tip(None).name if "payload" in theirs else ""
            equations = replace(equations, motors=rewrite.with_open_parameters(springs.motors, tip, theirs))
        if on_motors:
            given.pop("friction", None)
        if "rotors" in own:
            equations = replace(equations, I_a=own["rotors"], I_a_inverse=_inverse(own["rotors"]))
        k, d = own.get("stiffness", equations.k), own.get("damping", equations.d)
        return ElasticRobotEquations(springs.tree, Equations(springs.links, given), replace(equations, k=k, d=d))

    def acting(self, tau: Scalars) -> list[Scalar]:
        """(0, Γ)."""
        return [*[0.0] * self.inputs, *tau]

    def with_laws(self, change: Change) -> ElasticSystem:
        """Other friction laws on either side."""
        springs = self.springs
        tree, links = tree_with_laws(springs.tree, change), tree_with_laws(springs.links, change)
        motors = None if springs.motors is None else tree
        if springs.motors is not None and springs.motors is not springs.tree:
            motors = tree_with_laws(springs.motors, change)
        elif springs.motors is springs.tree:
            links = springs.links  # their friction is on the motors
        return ElasticSystem(replace(springs, tree=tree, links=links, motors=motors))


@dataclass(frozen=True, eq=False)
class ElasticRobotEquations(AbstractSystemEquations):
    """The equations in x = (q, q_M), with the methods of `Equations`; `links` are those of the rigid links in q.

    >>> import linkwise
    >>> eq = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).scalar_system.equations()
    >>> eq.forward_dynamics([0.0, 0.01], [0.0, 0.0], [1.5])
    [3.0, 5.0]
    >>> eq.n, eq.links.n
    (2, 1)
    """

    KIND = "elastic joints"

    tree: Model
    links: Equations
    springs: ElasticEquations

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return 2 * self.links.n

    def inverse_dynamics(self, q: Scalars, qd: Scalars, qdd: Scalars, qddd: Scalars, qdddd: Scalars) -> list[Scalar]:
        """Γ for a motion of the joints, from its derivatives up to the fourth; for springs without damping."""
        k_inverse = _inverse([list(row) for row in self.springs.k])
        return differentiated.motion(self.springs, k_inverse, self.links, q, qd, qdd, qddd, qdddd)["tau"]

    def forward_dynamics(self, x: Scalars, xd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
        """ẍ."""
        return self._at(wrenches).forward_dynamics(self.links, x, xd, tau, *(wrenches or {}).values())

    def bias_forces(self, x: Scalars, xd: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
        """C ẋ + ∂U/∂x less what wrenches do."""
        return self._at(wrenches).bias_forces(self.links, x, xd, *(wrenches or {}).values())

    def gravity_forces(self, x: Scalars) -> list[Scalar]:
        """∂U/∂x, of gravity and springs."""
        return self.springs.gravity_forces(self.links, x)

    def spring_forces(self, x: Scalars) -> list[Scalar]:
        """k (q_M − q), the forces of the springs on the joints."""
        return times(self.springs.k, self.springs.deflection(x))

    def friction_forces(self, xd: Scalars, x: Scalars | None = None) -> list[Scalar]:
        """Friction on either side, and damping."""
        return self.springs.friction_forces(self.links, [0.0] * self.n if x is None else x, xd)

    def mass_matrix(self, x: Scalars) -> Rows:
        """[A 0; 0 I_a]."""
        return self.springs.mass_matrix(self.links, x)

    def coriolis_matrix(self, x: Scalars, xd: Scalars) -> Rows:
        """[C 0; 0 0]."""
        return self.springs.coriolis_matrix(self.links, x, xd)

    def kinetic_energy(self, x: Scalars, xd: Scalars) -> Scalar:
        """That of links and rotors."""
        return self.springs.kinetic_energy(self.links, x, xd)[0]

    def potential_energy(self, x: Scalars) -> Scalar:
        """That of gravity and springs."""
        return self.springs.potential_energy(self.links, x)[0]

    def momentum_slopes(self, x: Scalars, xd: Scalars) -> tuple[list[Scalar], list[Scalar]]:
        """p = M ẋ, and ∂T/∂x."""
        n = self.links.n
        p, slopes = self.links.momentum_slopes(x[:n], xd[:n])
        return [*p, *times(self.springs.I_a, xd[n:])], [*slopes, *[0.0] * n]

    def forward_kinematics(self, x: Scalars, frame: str | None = None) -> Any:
        """The pose of a frame."""
        return self.links.forward_kinematics(x[: self.links.n], frame)

    def jacobian(self, x: Scalars, frame: str | None = None) -> list[list[Scalar]]:
        """The Jacobian of a frame, whose columns for the motors are 0."""
        return self._wide(self.links.jacobian(x[: self.links.n], frame))

    def jacobian_dot(self, x: Scalars, xd: Scalars, frame: str | None = None) -> list[list[Scalar]]:
        """Its time derivative."""
        n = self.links.n
        return self._wide(self.links.jacobian_dot(x[:n], xd[:n], frame))

    def _wide(self, rows: Rows) -> list[list[Scalar]]:
        return [[*row, *[0.0] * self.links.n] for row in rows]

    def _at(self, wrenches: Wrenches) -> ElasticEquations:
        return replace(self.springs, frames=tuple(wrenches or {}))


def _matrix(numbers: Scalars, n: int) -> Rows:
    """A symmetric matrix from its diagonal or from all its rows."""
    if len(numbers) == n:
        return [[x if i == j else 0.0 for j in range(n)] for i, x in enumerate(numbers)]
    return [list(numbers[i * n : (i + 1) * n]) for i in range(n)]


def _inverse(rows: Rows) -> Rows:
    """The inverse of a positive definite matrix; that of a diagonal one entry by entry."""
    n = len(rows)
    return [solve(rows, [float(i == k) for i in range(n)]) for k in range(n)]
