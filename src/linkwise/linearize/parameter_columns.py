"""Derivatives of joint forces with respect to named parameters: columns of the regressor, or of a load in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Inertia, Scalar
from ..calls.arrays import Array
from ..calls.direct import evaluate
from ..calls.dispatch import answer
from ..errors import BadArray, NotForThisRobot, UnknownName, shown
from ..formulations import Columns, columns_of
from ..formulations.columns import FRICTION
from ..formulations.friction import loads
from ..model import BASE, AbstractFriction, Model
from ..model.constants import STANDARD

if TYPE_CHECKING:
    from ..robot import Robot

LOAD = {f"payload.{letter}": k for k, letter in enumerate(STANDARD)} | {"payload.mass": STANDARD.index("M")}
"""The parameters of a load in the axes of the tip: ten as every link has, the mass under a second name too."""


@dataclass(frozen=True, eq=False)
class ParameterColumns:
    """∂τ/∂p of named parameters: some columns of the regressor, and the matrix that combines them.

    Names are those of `robot.parameters(rotors=True, friction=True)`, and "payload.mass", "payload.MX" … of a load at
    the tip, or "payload.mass@hand" … of one at the frame "hand", in addition to the parameters of the frame's link.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum")
    >>> ParameterColumns.of(arm, ["payload.mass"]).at([0.0], [0.0], [2.0])  # l² q̈
    array([[2.]])
    """

    robot: Robot
    names: tuple[str, ...]
    columns: Columns
    combined: Array

    @staticmethod
    def of(robot: Robot, parameters: Sequence[str]) -> ParameterColumns:
        """The columns of the parameters with these names."""
        if isinstance(parameters, str) or not isinstance(parameters, list | tuple) or not parameters:
            raise BadArray(
                f"parameters are {shown(repr(parameters))}.", "A list of names was expected.", "['M1'], for example."
            )
        friction = any(str(name)[:2] in FRICTION.values() for name in parameters)
        columns = columns_of(robot.tree, True, friction)  # without friction's columns, it may follow any law
        known = columns.names(robot.tree)
        shares: list[dict[int, float]] = []
        for name in parameters:
            load, _, frame = str(name).partition("@")
            if not isinstance(name, str) or (name not in known and load not in LOAD):
                raise UnknownName("parameter", name, f"robot {shown(robot.name)}", (*known, *LOAD))
            shares.append(
                _of_load(robot.tree, LOAD[load], frame or None, known) if load in LOAD else {known.index(name): 1.0}
            )
        if len(set(parameters)) != len(parameters):
            raise BadArray(f"parameters {shown(repr(parameters))} name one twice.", "Each name was expected once.")
        only = tuple(sorted({k for share in shares for k in share}))
        combined = np.array([[share.get(k, 0.0) for share in shares] for k in only])
        return ParameterColumns(robot, tuple(parameters), replace(columns, only=only), combined)

    def at(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """∂τ/∂p (…, n, p) at states (…, n): Y, and ∂Γ_f/∂g ∂g/∂p where friction grows with the load g(q)."""
        Y = self._regressor(q, qd, qdd)
        if not any("load" in law.needs for law in _friction_laws(self.robot.tree)):
            return Y
        still = np.zeros(self.robot.n)
        return Y + _friction_by_load(self.robot.tree, q, qd)[..., None] * self._regressor(q, still, still)

    def _regressor(self, *state: ArrayLike) -> Array:
        robot = self.robot
        Y: Array = answer(robot.tree, robot.kernels, "regressor", state, columns=self.columns) @ self.combined
        return Y


def _friction_laws(tree: Model) -> list[AbstractFriction]:
    return [body.joint.friction for body in tree.bodies]


def _friction_by_load(tree: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """∂Γ_f/∂g of each joint."""
    if not tree.coordinates.trivial:
        raise NotForThisRobot(
            f"friction of robot {shown(tree.name)} grows with the load, and its joints are coupled.",
            "The derivatives of such friction with respect to parameters are not known.",
            "give the robot friction that does not depend on the load.",
        )

    def slopes(tree: Model, q: list[Scalar], qd: list[Scalar]) -> list[Scalar]:
        each = zip(_friction_laws(tree), qd, q, loads(tree, q), strict=True)
        return [law.slopes(*at)[2] for law, *at in each]

    return evaluate(tree, slopes, {"q": q, "qd": qd}, ("n",))


def _of_load(tree: Model, k: int, frame: str | None, known: tuple[str, ...]) -> dict[int, float]:
    """One parameter of a load at a frame as parameters of the link that carries it."""
    tip = tree.frame_or_tip(frame)
    if tip.body == BASE:
        raise NotForThisRobot(f"frame {shown(tip.name)} does not move.", "A frame on a moving link was expected.")
    unit = Inertia.of_parameters([1.0 if i == k else 0.0 for i in range(10)], tip.name).to_parent(tip.placement)
    places = [known.index(f"{letter}{tip.body + 1}") for letter in STANDARD]
    return {i: x for i, x in zip(places, unit.parameters, strict=True) if x != 0.0}
