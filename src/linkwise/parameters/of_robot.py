"""The parameters of a robot: `robot.parameters`, `robot.with_parameters` and `robot.base_parameters`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..formulations import columns_of
from .base.finding import find_base_parameters
from .parameters import Parameters
from .replace_parameters import replace_parameters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ..robot import Robot
    from .base.base_parameters import BaseParameters
    from .parameters import Drives


def parameters(
    robot: Robot, *, rotors: bool | None = None, friction: bool | Sequence[str] = (), drives: Drives | None = None
) -> Parameters:
    """The parameters π that the dynamics is linear in, so that τ = regressor(q, q̇, q̈) · π.

    For each moving link there are XX XY XZ YY YZ ZZ MX MY MZ M, in the link's own frame (`robot.tree`) with the inertia
    tensor at its origin.

    rotors
        adds the rotor inertia Ia of each joint (True) or leaves it out (False); by default it is there if the robot has
        rotors.
    friction
        adds coefficients of each joint: "viscous" (FV), "coulomb" (FC), "offset" (FO), and for joints whose law has
        them "static" (FS) and "uneven" (FU); True adds all of these.
    drives
        adds drives that several joints share: {"motor6": {"joint5": 1.0, "joint6": 1.0}} for a motor that turns
        with q̇5 + q̇6.

    The result has `names` and `values`, and the links' parameters in other forms: `central` (mass, centre of mass,
    inertia about it), `pinocchio`, `pseudo`. The same options give the matching `robot.regressor`.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> robot.parameters().names[-4:]
    ('MX1', 'MY1', 'MZ1', 'M1')
    >>> robot.regressor([0.5], [0.0], [1.0]) @ robot.parameters().values - robot.inverse_dynamics([0.5], [0.0], [1.0])
    array([0.])
    """
    return Parameters.of(robot.tree, columns_of(robot.tree, rotors, friction, drives))


def with_parameters(robot: Robot, values: ArrayLike, names: Sequence[str] | None = None) -> Robot:
    """The robot with other values for its parameters, after an identification for example.

    `values` are in the order of `robot.parameters()`; with `names`, only those parameters are replaced. The new robot
    has the links of `robot.tree`: those behind fixed joints are merged. Any finite values are accepted, even if no body
    could have them: `linkwise.doctor.examine` checks that.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> heavier = robot.with_parameters(2.0 * robot.parameters().values)
    >>> heavier.mass_matrix([0.0]) / robot.mass_matrix([0.0])
    array([[2.]])
    >>> robot.with_parameters([0.3], names=["FV1"]).inverse_dynamics([0.0], [1.0], [0.0])
    array([0.3])
    """
    return replace(robot, model=replace_parameters(robot.tree, values, names))


def base_parameters(
    robot: Robot,
    *,
    rotors: bool | None = None,
    friction: bool | Sequence[str] = (),
    drives: Drives | None = None,
    method: str = "auto",
    zeros: bool = True,
) -> BaseParameters:
    """The fewest parameters that determine the joint forces: the only ones that motions can identify.

    The result has names, values, grouping equations (`text()`, `latex()`, `sympy()`) and the base regressor, with
    τ = base.regressor(q, q̇, q̈) · base.values.

    rotors, friction, drives
        which parameters there are to choose from, as in `robot.parameters`.
    method
        "rules" finds them by the closed-form grouping rules, exactly; "numeric" from a regressor at random states, for
        any robot and any columns; "auto" by the rules where they apply, completed from numbers for friction and shared
        drives.
    zeros
        False leaves out parameters whose value is 0 in this robot.

    >>> import linkwise
    >>> base = linkwise.load("panda").base_parameters()
    >>> len(base), base.names[:3]
    (43, ('ZZR1', 'XXR2', 'XY2'))
    """
    return find_base_parameters(robot.tree, columns_of(robot.tree, rotors, friction, drives), method, zeros)
