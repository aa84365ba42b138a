"""The parameters of a robot: what `robot.parameters`, `with_parameters` and `base_parameters` do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..formulations import columns_of
from .base.finding import find_base_parameters
from .parameters import Parameters
from .put_back import put_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ..robot import Robot
    from .base.base_parameters import BaseParameters
    from .parameters import Drives


def parameters(
    robot: Robot, *, rotors: bool | None = None, friction: bool | Sequence[str] = (), drives: Drives | None = None
) -> Parameters:
    """The parameters π that dynamics is linear in: values, names, and conversions.

    Of each moving link of `robot.tree`, in its frame, XX XY XZ YY YZ ZZ MX MY MZ M, then Ia where the robot has
    rotors (or where `rotors` says so); `friction` adds FV, FC, FO ("viscous", "coulomb", "offset") and, where
    joints have such, FS and FU ("static", "uneven"), or True for all; `drives` adds those of drives that several
    joints share: {"motor6": {"joint5": 1.0, "joint6": 1.0}}.

    >>> import linkwise
    >>> linkwise.load("pendulum").parameters().names[-4:]
    ('MX1', 'MY1', 'MZ1', 'M1')
    """
    return Parameters.of(robot.tree, columns_of(robot.tree, rotors, friction, drives))


def with_parameters(robot: Robot, values: ArrayLike, names: Sequence[str] | None = None) -> Robot:
    """The robot with other parameters, in the order of `robot.parameters()` or of the given names.

    The bodies are those of `robot.tree`. Parameters of no possible body are taken as they are: see
    `linkwise.doctor`.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> heavier = robot.with_parameters(2.0 * robot.parameters().values)
    >>> heavier.mass_matrix([0.0]) / robot.mass_matrix([0.0])
    array([[2.]])
    """
    return replace(robot, model=put_back(robot.tree, values, names))


def base_parameters(
    robot: Robot,
    *,
    rotors: bool | None = None,
    friction: bool | Sequence[str] = (),
    drives: Drives | None = None,
    method: str = "auto",
    zeros: bool = True,
) -> BaseParameters:
    """The fewest parameters that determine the joint forces: names, values, grouping equations, base regressor.

    Found by closed-form rules, or with `method="numeric"` from a regressor at random states; friction and shared
    drives are asked for as in `parameters`. Without `zeros`, parameters whose value is 0 are left out.

    >>> import linkwise
    >>> base = linkwise.load("panda").base_parameters()
    >>> len(base), base.names[:3]
    (43, ('ZZR1', 'XXR2', 'XY2'))
    """
    return find_base_parameters(robot.tree, columns_of(robot.tree, rotors, friction, drives), method, zeros)
