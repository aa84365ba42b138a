"""The closed form of a robot's frame: recognised, tried at some configurations, shared by variants of the robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...calls.equations import Equations
from ...calls.kernel_cache import AbstractOpenKernel, KernelKey
from ...calls.variant_family import shared_kernel
from ...model import Model
from .axes import screws
from .branches import START, ClosedForm
from .recognise import recognise
from .target import Target

if TYPE_CHECKING:
    from ...robot import Robot

SAMPLES = 4
"""The configurations at which a closed form is tried before it is offered."""

GIVEN_BACK = 1e-5
"""How closely: near a singular posture rounding leaves less than half of the digits."""


def closed_form(robot: Robot, frame: str | None = None, exact: bool = False) -> ClosedForm | None:
    """The closed form of inverse kinematics for a frame, the tip by default; None where the geometry allows none here,
    or is not `exact` if that is asked for.

    How nearly axes meet is measured by the arm's length, tool included: variants share exact forms alone.

    >>> import linkwise
    >>> closed_form(linkwise.load("puma560"))
    ClosedForm('puma560', 'link6': a spherical wrist, and joints 2 and 3 keep a plane)
    >>> closed_form(linkwise.load("panda")) is None
    True
    """
    name, tree, kernels = robot.tree.frame_or_tip(frame).name, robot.tree, robot.kernels
    key = KernelKey("closed_form", frame=name)

    def make(tree: Model, left_open: tuple[str, ...] = ()) -> ClosedForm | Unsolved:
        form = _recognised(tree, name)
        if left_open:
            return form.left_open() if form is not None and form.exact else Unsolved(perhaps_nearly=True)
        return form or Unsolved()

    made = kernels.get(key) or shared_kernel(kernels, tree, key, (), lambda tree: True, make)
    made = made or kernels.get_or_make(key, lambda: make(tree))
    if isinstance(made, Unsolved) and made.perhaps_nearly and not exact:
        made = kernels.get_or_make(key._replace(options="nearly"), lambda: make(tree))
    return made if isinstance(made, ClosedForm) and (made.exact or not exact) else None


class Unsolved(AbstractOpenKernel):
    """Remembers that a frame has no closed form; or no exact one, and perhaps one whose axes lie nearly as it takes."""

    __slots__ = ("perhaps_nearly",)

    def __init__(self, perhaps_nearly: bool = False) -> None:
        self.perhaps_nearly = perhaps_nearly

    def __call__(self, *states: Any, **options: Any) -> Any:
        """Nothing can be asked of it."""
        raise AssertionError("there is no closed form")

    def of_variant(
        self, tree: Model, wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> Unsolved:
        """Itself: elsewhere on its link a frame has none either."""
        return self


def _recognised(tree: Model, frame: str) -> ClosedForm | None:
    chain = screws(tree, frame)
    geometry = None if chain is None else recognise(chain.axes)
    if chain is None or geometry is None:
        return None
    form = ClosedForm(tree, frame, chain, geometry)
    return form if _tried(form) else None


def _tried(form: ClosedForm) -> bool:
    """Whether the branches of some poses hold the configurations that the poses were made from.

    They do not where a joint is free at every pose, for example because four axes meet.
    """
    equations, returned = Equations(form.tree), 0
    for q in np.random.default_rng(1).uniform(-1.0, 1.0, (SAMPLES, form.tree.n)).tolist():
        target = Target.of(equations.forward_kinematics(q, form.frame), form.chain.home)
        returned += any(
            all(abs(each.value - q[k]) <= (GIVEN_BACK if form.exact else START) for k, each in branch.items())
            and not any(each.free for each in branch.values())
            for branch in form.geometry.solutions(target)
        )
    return returned == SAMPLES if form.exact else returned > 0
