"""Every column of a fit, and how its unknowns follow from the robot's own parameters and friction coefficients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from ...calls.sampling import exciting
from ...errors import NotForThisRobot, UnknownName, shown
from ...model import Model
from ...model.friction.drive import NEAR_REST
from ...parameters.base import independent_columns
from ...robot import Robot
from .kinds import KINDS, Motion, direction
from .nonlinear import Nonlinear, Stribeck, with_speed
from .request import Axis, Request, axes
from .rigid import GENERAL, Rigid

STATES = 300
"""Random states that decide which columns are independent."""

NOTHING = 1e-12
"""An entry of the regressor below this share of the largest is 0 at every state."""


@dataclass(frozen=True)
class Coefficient:
    """A column of friction: its kind, and the axis it acts on."""

    kind: str
    axis: Axis

    @property
    def name(self) -> str:
        """Such as FV1, or FC_motor6.

        >>> Coefficient("viscous", Axis("elbow", "2", np.array([0.0, 1.0]), False)).name
        'FV2'
        """
        return f"{KINDS[self.kind].letters}{self.axis.suffix}"


class Regressor:
    """The columns of a fit: those of base parameters, then of friction; τ = regressor · x. After these come columns of
    unknowns that torques do not depend on linearly (`nonlinear`): what multiplies them is a change, 0 in the end.

    `names` are those of x. x follows from the full parameters z, those of links, rotors and drives and then the
    coefficients of friction, by x = `matrix` @ z. A column of friction that others already contain, such as the offset
    of a joint that lifts its links along a vertical rail, is left out: `dropped` names it.

    >>> import linkwise
    >>> columns = Regressor(linkwise.load("planar2r"), Request.of(["viscous", "coulomb"]))
    >>> columns.names
    ('ZZR1', 'MXR1', 'MY1', 'ZZ2', 'MX2', 'MY2', 'FV1', 'FV2', 'FC1', 'FC2')
    >>> [w.shape for w in columns(*np.full((3, 5, 2), 0.1))], columns.of_row[1].tolist()
    ([(5, 8), (5, 5)], [3, 4, 5, 7, 9])
    """

    def __init__(self, robot: Robot, request: Request) -> None:
        self.robot, self.request = robot, request
        self.tree: Model = robot.tree
        self.rigid = Rigid(robot, request)
        self.coefficients = [
            Coefficient(kind, axis)
            for kind in request.friction
            for axis in axes(self.tree, request.drives)
            if not (axis.drive and kind not in ("viscous", "coulomb", "offset", "sqrt", "uneven", "stribeck"))
        ]
        self.stribeck = Stribeck(axes(self.tree, request.drives))
        self.gains: Array = np.ones(self.tree.n)
        """What was logged becomes a torque by these."""
        self.frozen: set[Nonlinear] = set()
        """Unknowns that stay where they are, as the logs do not show them."""
        self.load_values: Array = self.rigid.base.values
        """The base parameters whose gravity loads the gears, in the column of load-dependent friction."""
        self.here: Array = np.zeros(0)
        """The unknowns at which columns of nonlinear unknowns are taken."""
        _refuse_others(robot)
        self._reduce()
        self.here = self.start

    def _reduce(self) -> None:
        """Which columns are independent, which entries are always 0, and x from z."""
        own = self.rigid.names if self.request.links else ("links",)
        b = self.first = len(own)
        every = (*own, *(each.name for each in self.coefficients))
        states = exciting(self.tree, STATES, seed=1)
        loads = self.rigid.gravity(states[0], self.load_values) if "load" in self.request.friction else None
        level = self.rigid.tilt
        self.rigid.tilt = np.array(GENERAL) if self.request.tilt else level
        W = self._all(*states, loads)
        self.rigid.tilt = level
        self.dropped: tuple[str, ...] = ()
        if self.coefficients and self.rigid.names:
            found = independent_columns(W.reshape(-1, W.shape[-1]), every)
            assert set(found.kept) >= set(range(b)), "base parameters are independent"
            self.dropped = tuple(every[k] for k in range(len(every)) if k not in found.kept)
            self.coefficients = [each for each in self.coefficients if each.name not in self.dropped]
            W = W[:, :, list(found.kept)]
        self.nonlinear = self._nonlinear()
        self.linear = b + len(self.coefficients)
        self.names = (*own, *(each.name for each in self.coefficients), *(each.name for each in self.nonlinear))
        count = self.rigid.base.matrix.shape[1]
        self.matrix: Array = np.zeros((len(self.names), count + len(self.names) - b))
        if self.request.links:
            self.matrix[:b, :count] = self.rigid.base.matrix
        self.matrix[b:, count:] = np.eye(len(self.names) - b)
        self.here = np.ones(len(self.names))
        W = np.concatenate([W, self._changes(W, *states[:2])], axis=-1)
        used = np.abs(W).max(axis=0)
        self.of_row = [np.flatnonzero(row > NOTHING * used.max(initial=1e-300)) for row in used]

    def _nonlinear(self) -> list[Nonlinear]:
        """The unknowns besides coefficients: tilt, speeds of Stribeck's law, gains."""
        found = [Nonlinear("tilt", k, f"tilt_{'xy'[k]}") for k in range(2)] if self.request.tilt else []
        for each in self.coefficients:
            if each.kind == "stribeck":
                found.append(Nonlinear("speed", self.stribeck.of[each.axis.suffix], f"VS{each.axis.suffix}"))
        joints, asked = self.tree.coordinates.names, self.request.gains
        for joint in () if isinstance(asked, bool) else asked:
            if joint not in joints:
                raise UnknownName("joint", joint, f"robot {shown(self.robot.name)}", joints)
        own = [joint for joint in joints if (asked if isinstance(asked, bool) else joint in asked)]
        return found + [Nonlinear("gain", joints.index(joint), f"G{joints.index(joint) + 1}") for joint in own]

    @property
    def found(self) -> Array:
        """The values of the nonlinear unknowns."""
        of = {"tilt": self.rigid.tilt, "speed": self.stribeck.speed, "gain": self.gains}
        return np.array([of[each.kind][each.index] for each in self.nonlinear])

    def at_an_edge(self, unknown: Nonlinear) -> bool:
        """Whether the logs do not show it: a gain that was kept, a speed that ran into one of its bounds."""
        law, k = self.stribeck, unknown.index
        at_bound = unknown.kind == "speed" and law.speed[k] in (law.low[k], law.high[k])
        return unknown in self.frozen or bool(at_bound)

    def move(self, x: Array) -> None:
        """Change the nonlinear unknowns by their share of x, and take columns at the others' values."""
        of = {"tilt": self.rigid.tilt.copy(), "speed": self.stribeck.speed, "gain": self.gains}
        for each, change in zip(self.nonlinear, x[self.linear :].tolist(), strict=True):
            of[each.kind][each.index] += change
        self.stribeck.speed = np.clip(self.stribeck.speed, self.stribeck.low, self.stribeck.high)
        self.rigid.tilt = of["tilt"]
        self.here = np.concatenate([x[: self.linear], np.zeros(len(self.nonlinear))])
        if self.request.links:
            self.load_values = x[: self.first]

    @property
    def held(self) -> int:
        """How many of the first unknowns are known: 1, the factor of the links' torques, where these are kept."""
        return 0 if self.request.links else 1

    @property
    def start(self) -> Array:
        """The unknowns as the robot has them, without friction."""
        x: Array = self.matrix @ self.prior
        x[: self.held] = 1.0
        return x

    def __call__(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        """For each joint the columns of its equation that are not always 0: (samples, len(of_row[joint]))."""
        loads = self.rigid.gravity(q, self.load_values) if "load" in self.request.friction else None
        W = self._all(q, qd, qdd, loads)
        if self.nonlinear:
            W = np.concatenate([W, self._changes(W, q, qd)], axis=-1)
        return [W[:, j, own] for j, own in enumerate(self.of_row)]

    def _all(self, q: Array, qd: Array, qdd: Array, loads: Array | None) -> Array:
        rigid = self.rigid.regressor(q, qd, qdd)
        if not self.request.links:
            rigid = (rigid @ self.rigid.base.values)[..., None]
        W = np.zeros((len(q), self.tree.n, rigid.shape[-1] + len(self.coefficients)))
        W[:, :, : rigid.shape[-1]] = rigid
        at: dict[str, Motion] = {}
        for k, each in enumerate(self.coefficients, rigid.shape[-1]):
            axis = each.axis
            if axis.suffix not in at:
                speed, place = qd @ axis.row, q @ axis.row
                load = np.zeros(len(q)) if loads is None or axis.drive else loads @ axis.row
                near = NEAR_REST * (self.request.width or 0.0)
                s = direction(speed, self.request.width)
                at[axis.suffix] = Motion(speed, s, place, load, near, *self.stribeck.at(axis.suffix))
            value = KINDS[each.kind].value(at[axis.suffix])
            for j in axis.coordinates:
                W[:, j, k] = axis.row[j] * value
        return W

    def _changes(self, W: Array, q: Array, qd: Array) -> Array:
        """How the torques of W change with the nonlinear unknowns, (samples, n, …)."""
        found = np.zeros((len(q), self.tree.n, len(self.nonlinear)))
        x = self.here[: self.linear]
        tilting = None
        for k, each in enumerate(self.nonlinear):
            if each in self.frozen:
                continue
            if each.kind == "tilt":
                values = x[: self.first] if self.request.links else self.rigid.base.values
                tilting = self.rigid.tilting(q, values) if tilting is None else tilting
                found[:, :, k] = tilting[:, :, each.index]
            elif each.kind == "gain":
                found[:, each.index, k] = -(W[:, each.index] @ x) / self.gains[each.index]
            else:
                self._with_speed(found[:, :, k], qd, each.index, x)
        return found

    def _with_speed(self, column: Array, qd: Array, axis: int, x: Array) -> None:
        for value, each in zip(x[self.first :].tolist(), self.coefficients, strict=True):
            if each.kind == "stribeck" and self.stribeck.of[each.axis.suffix] == axis:
                speed, width = qd @ each.axis.row, self.request.width
                force = value * direction(speed, width) * with_speed(speed, *self.stribeck.at(each.axis.suffix))
                for j in each.axis.coordinates:
                    column[:, j] = each.axis.row[j] * force

    def torques(self, q: Array, qd: Array, qdd: Array, x: Array) -> Array:
        """What the columns give with unknowns of these values, (samples, n); the nonlinear ones as they were found."""
        x = self.settled(x)
        return np.column_stack([W @ x[own] for W, own in zip(self(q, qd, qdd), self.of_row, strict=True)])

    def settled(self, x: Array) -> Array:
        """The unknowns with 0 for the nonlinear ones: nothing is left to change."""
        return np.concatenate([x[: self.linear], np.zeros(len(self.names) - self.linear)])

    @property
    def prior(self) -> Array:
        """The robot's own parameters z, without friction."""
        own = np.array([float(value) for value in self.rigid.base.columns.values(self.tree)])
        return np.concatenate([own, np.zeros(len(self.names) - self.first)])


def _refuse_others(robot: Robot) -> None:
    """Refuse a robot with forces that no column stands for."""
    for body in robot.tree.bodies:
        if body.joint.spring.stiffness != 0.0:
            raise NotForThisRobot(
                f"joint {shown(body.joint.name)} of robot {shown(robot.name)} has a spring.",
                "A robot whose torques are those of links, rotors, drives and friction was expected.",
                "identify robot.with_springs({joint: Spring(0.0)}) from torques without the springs' share.",
            )
    if robot.tree.lifts:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has compensated weights.",
            "A robot whose torques are those of links, rotors, drives and friction was expected.",
            "leave out with_gravity_compensation.",
        )
