"""An initial value problem put together: traced, and laid out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..model import Model
from ..program import Rollout, Tableau, check_rollout
from .equations_of_motion import EquationsOfMotion
from .inputs import Inputs
from .watching import START, Reduced, loop_reductions, shape_of


@dataclass(frozen=True)
class Problem:
    """A robot, a tableau, the law of its forces, and what is watched."""

    tree: Model
    tableau: Tableau
    law: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    reduced: tuple[Reduced, ...]
    inputs: Inputs

    @cached_property
    def _traced(self) -> tuple[Rollout, dict[str, tuple[int, ...]]]:
        """The programs, and the shapes of the outputs."""
        specs, shapes = self.inputs.listed, {}
        motion = EquationsOfMotion(
            self.tree,
            self.law,
            self.outputs,
            specs,
            len(self.inputs.own),
            self.inputs.trajectories,
            tuple(self.inputs.parameters),
            tuple(self.inputs.wrenches),
        )

        def watched(*groups: Any) -> dict[str, Any]:
            found = motion.watched(*groups)
            shapes.update({name: shape_of(name, nest) for name, nest in found.items()})
            return {f"y{k}_": nest for k, nest in enumerate(found.values(), 1)}  # a program's names are no free text

        implicit = self.tableau.implicit
        rate = motion.program(motion.canonical if implicit else motion.accelerations, "rate")
        watch = motion.program(watched, "watch") if self.outputs else None
        enter = motion.program(motion.momentum, "momentum") if implicit else None
        leave = motion.program(motion.velocity, "velocity") if implicit else None
        sizes = [prod(shape) for shape in shapes.values()]
        places = {name: (sum(sizes[:k]), sizes[k]) for k, name in enumerate(shapes)}
        reductions = loop_reductions(self.reduced, places)
        rollout = Rollout(self.tree.n, self.tableau, specs, rate, watch, enter, leave, reductions)
        check_rollout(rollout)
        return rollout, shapes

    @property
    def rollout(self) -> Rollout:
        """The programs and what the loop does around them."""
        return self._traced[0]

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the outputs by name."""
        return self._traced[1]

    @cached_property
    def key(self) -> str:
        """What the machine code is known by: the programs themselves, for functions have no other lasting name."""
        rollout = self.rollout
        parts = (rollout.rate, rollout.watch, rollout.momentum, rollout.velocity)
        kinds = [(spec.size, spec.kind) for spec in rollout.inputs]
        return "\n".join([repr((rollout.n, rollout.tableau, kinds, rollout.reductions)), *map(str, parts)])

    def start(self) -> Array:
        """A block's columns before anything has happened."""
        row = np.zeros(self.rollout.columns)
        at = self.rollout.moving
        for reduced, reduction in zip(self.reduced, self.rollout.reductions, strict=True):
            row[at : at + reduction.size] = START[reduced.kind]
            at += reduction.columns
        return row
