"""What would make an arm's inertia matrix constant and diagonal: `robot.decoupling`.

Balafoutis & Patel (1991) §5.2.3 report on arms of two and three joints whose mass distribution and structure are
designed so that the inertia matrix is diagonal, or the same in every configuration: Youcef-Toumi & Asada (1986), Yang &
Tzeng (1986).                                                         [balafoutis1991] [youcef_toumi1986] [yang1986]

First the matrix is made constant, by counterweights (design_equations.py, counterweights.py). What is then left between
two joints is a positive number that no mass can take away, the inertia of the outer link about its own axis, ZZ_k. It
vanishes if motor k does not sit on the link before joint k, but turns with a sum of joint angles: a constant matrix is

    M = Lᵀ Λ L,   L unit lower triangular, Λ diagonal,

so motors that turn by u = L q see the diagonal Λ. For parallel axes L has ones: motors on the base with parallel
linkages or belts, which turn the links by absolute angles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import fixed, positive
from ..calls.direct import require_mass
from ..calls.sampling import anywhere, size
from ..errors import NotForThisRobot, encodable, listed, plain, shown
from ..formulations import Columns
from ..parameters.base import find_base_parameters
from .counterweights import Counterweight, balancing
from .design_equations import DesignEquations, Equation

if TYPE_CHECKING:
    from ..robot import Robot

MOST = 3
"""The most joints: for more, the equations ask for masses that no link can have."""

STATES = 50
"""Random configurations at which the new robot's inertia matrix is looked at."""

WHOLE = 1e-9
"""Ratios of motors as close as this to whole numbers are these."""


@dataclass(frozen=True, eq=False, repr=False)
class Decoupling:
    """The equations for a constant inertia matrix and for a diagonal one, and a robot that fulfils them.

    `constant` and `diagonal` are equations in the base parameters of the arm without rotors; those of `diagonal` hold
    for motors at the joints. `counterweights` fulfil the first; motor i then turns by Σ_k ratios[i, k] q_k.
    `impossible` are equations of `constant` that no counterweight fulfils; if there are any, `robot` and `balanced`
    raise.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").decoupling(distance=0.5)
    >>> print(arm)
    planar2r: what makes its inertia matrix constant and diagonal
    constant if
      MX2 = 0   (D11, D12)   now 1.89
      MY2 = 0   (D11, D12)   now 0
    counterweights
      3.78 kg on link2 at (-0.5, 0, 0) m: 1.89 kg m
    diagonal with motors at the joints only if also
      ZZ2 = 0   (D12)
    diagonal in any case if motors turn by
      motor 1: q1
      motor 2: q1 + q2
    then the inertias are 3.518, 2.646; they vary and couple by less than 1e-12 (of their own sizes)
    >>> arm.robot.mass_matrix([0.3, -1.1]).round(9)
    array([[3.5182, 0.    ],
           [0.    , 2.646 ]])
    """

    source: Robot
    constant: tuple[Equation, ...]
    diagonal: tuple[Equation, ...]
    values: dict[str, float]
    grouping: dict[str, str]
    counterweights: tuple[Counterweight, ...]
    impossible: tuple[Equation, ...]

    def value(self, equation: Equation) -> float:
        """The left side of an equation, of the robot as it is.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").decoupling()
        >>> round(arm.value(arm.constant[0]), 12)
        1.89
        """
        return sum(float(c) * self.values[name] for name, c in equation.form.items())

    @cached_property
    def balanced(self) -> Robot:
        """The robot with the counterweights: its inertia matrix is constant.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").decoupling().balanced
        >>> bool(abs(arm.mass_matrix([0.1, 0.2]) - arm.mass_matrix([0.1, 2.0])).max() < 1e-12)
        True
        """
        if self.impossible:
            raise NotForThisRobot(
                f"no counterweights make the inertia matrix of robot {shown(self.source.name)} constant: of "
                f"{listed(e.left for e in self.impossible)} not all can be 0.",
                "A robot whose masses can be balanced was expected.",
                "decoupling().constant lists the equations.",
            )
        robot = self.source
        for k, weight in enumerate(self.counterweights, 1):
            robot = robot.with_payload(weight.mass, weight.place, frame=weight.link, name=f"counterweight{k}")
        return robot

    @cached_property
    def ratios(self) -> Array:
        """How the motors turn, u = ratios @ q, for a diagonal inertia matrix.

        >>> import linkwise
        >>> linkwise.load("planar3r").decoupling().ratios
        array([[1., 0., 0.],
               [1., 1., 0.],
               [1., 1., 1.]])
        """
        M = self.balanced.without_rotors().mass_matrix(np.zeros(self.source.n))
        L = np.eye(len(M))
        for i in reversed(range(len(M))):
            L[i, :i] = M[i, :i] / M[i, i]
            M[:i, :i] -= np.outer(L[i, :i], L[i, :i]) * M[i, i]
        near = np.round(L)
        return fixed(np.where(np.abs(L - near) < WHOLE, near, L) + 0.0)

    @cached_property
    def robot(self) -> Robot:
        """The robot with the counterweights, in the coordinates of motors that turn by `ratios`: its inertia matrix is
        constant and diagonal. The rotors are those of these motors; if each turns one joint, the joints stay as they
        are.

        >>> import linkwise
        >>> linkwise.load("planar2r").decoupling().robot.joint_names
        ('motor1', 'motor2')
        """
        L = self.ratios
        if np.array_equal(L, np.eye(len(L))):
            return self.balanced
        robot = self.balanced.without_rotors().with_motors(np.linalg.inv(L).round(15) + 0.0)
        rotors = [body.joint.rotor for body in self.source.tree.bodies]
        for name, rotor in zip(robot.joint_names, rotors, strict=True):
            if float(rotor.reflected) != 0.0:
                robot = robot.with_drive(name, {name: 1.0}, rotor=rotor)
        return robot

    @cached_property
    def inertias(self) -> Array:
        """The inertia that each motor sees, at random configurations: (configurations, n, n).

        >>> import linkwise
        >>> linkwise.load("planar2r").decoupling().inertias.shape
        (50, 2, 2)
        """
        return self.robot.mass_matrix(anywhere(self.robot.tree, STATES, 0)["q"])

    @property
    def residual(self) -> tuple[float, float]:
        """How much the new robot's inertias vary, and how much they couple, relative to √(M_ii M_kk).

        >>> import linkwise
        >>> max(linkwise.load("planar3r").decoupling().residual) < 1e-12
        True
        """
        M = self.inertias
        own = np.sqrt(np.einsum("tii->ti", M))
        relative = M / (own[:, :, None] * own[:, None, :])
        varying = np.abs(M - M[0]) / (own[0][:, None] * own[0])
        return float(varying.max()), float(np.abs(relative - np.eye(M.shape[1])).max())

    def __repr__(self) -> str:
        possible = "impossible" if self.impossible else f"{len(self.counterweights)} counterweights"
        return encodable(f"Decoupling({plain(self.source.name, 40)}: {len(self.constant)} equations, {possible})")

    def __str__(self) -> str:
        lines = [f"{plain(self.source.name, 40)}: what makes its inertia matrix constant and diagonal"]
        lines += ["constant if", *(f"  {e}   now {self.value(e):.4g}" for e in self.constant)]
        if not self.constant:
            lines[-1] = "it is constant as it is"
        named = {name for e in (*self.constant, *self.diagonal) for name in e.form}
        lines += [f"  where {text}" for name, text in self.grouping.items() if name in named]
        if self.impossible:
            lines.append(f"no counterweights fulfil these: {', '.join(e.left for e in self.impossible)}")
            return encodable("\n".join(lines))
        weights = [f"  {weight}" for weight in self.counterweights]
        lines += ["counterweights", *weights] if weights else ["no counterweights are needed"]
        if np.array_equal(self.ratios, np.eye(len(self.ratios))):
            lines.append("then it is diagonal, with motors at the joints")
        else:
            also = [str(e) for e in self.diagonal if e.form not in [known.form for known in self.constant]]
            lines += ["diagonal with motors at the joints only if also", *(f"  {e}" for e in also)]
            lines += ["diagonal in any case if motors turn by"]
            lines += [f"  motor {i}: {_sum(row)}" for i, row in enumerate(self.ratios.tolist(), 1)]
        own = ", ".join(f"{x:.4g}" for x in np.diagonal(self.inertias[0]))
        most = max(self.residual)
        small = "less than 1e-12" if most < 1e-12 else f"up to {most:.2g}"
        lines.append(f"then the inertias are {own}; they vary and couple by {small} (of their own sizes)")
        return encodable("\n".join(lines))


def _sum(ratios: list[float]) -> str:
    terms = ""
    for k, c in enumerate(ratios, 1):
        if c != 0.0:
            factor = "" if abs(c) == 1.0 else f"{abs(c):.6g} "
            terms += (" - " if c < 0.0 else " + " if terms else "") + f"{factor}q{k}"
    return terms.strip()


def decoupling(robot: Robot, *, distance: float | None = None) -> Decoupling:
    """What makes the inertia matrix of an arm constant and diagonal: the equations, counterweights, and motors
    elsewhere.

    For chains of up to three joints, each a coordinate. It needs sympy.

    distance
        of the counterweights from the axes of their joints, in metres; by default half the robot's length. Weights that
        sit closer are heavier.

    >>> import linkwise
    >>> arm = linkwise.load("puma560").lock({"joint4": 0.0, "joint5": 0.0, "joint6": 0.0})
    >>> [equation.left for equation in arm.decoupling().constant][:4]
    ['XXR2', 'XY2', 'XZR2', 'YZ2']
    """
    tree = robot.tree
    if tree.n > MOST or not tree.serial or not tree.coordinates.trivial:
        what = f"{tree.n} joints" if tree.n > MOST else "branches" if not tree.serial else "joints that follow others"
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {what}.",
            f"Chains of up to {MOST} joints, each moving on its own, were expected.",
            "hold some of its joints: robot.lock({…}).",
        )
    require_mass(tree, "mass_matrix")
    far = 0.5 * size(tree) if distance is None else positive("distance", distance)
    bare = robot.without_rotors().tree
    base = find_base_parameters(bare, Columns.of(bare))
    equations = DesignEquations.of(base)
    weights, left = balancing(base, equations.constant, [far] * len(bare.bodies))
    values = dict(zip(base.names, base.values.tolist(), strict=True))
    grouping = {text.split(" = ")[0]: text for text in base.text().splitlines()}
    return Decoupling(robot, *equations, values, grouping, tuple(weights), tuple(left))
