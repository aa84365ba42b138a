"""An initial value problem put together: traced, laid out, with known rollouts to try its code on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..arrays import Array
from ..backends.llvm.rollout import Rollout, Scheme
from ..backends.llvm.rollout_unit import Span, Trial
from ..model import Model
from .equations_of_motion import EquationsOfMotion
from .inputs import Inputs
from .interpreted import run_rollouts
from .watching import START, Reduced, loop_reductions, shape_of

KNOWN = Span(0, 3, 1e-3)
"""The steps of known rollouts."""

KNOWN_ROLLOUTS = 4
"""So many of them a module must do as the interpreter does."""


@dataclass(frozen=True)
class Problem:
    """A robot, a scheme, the law of its forces, and what is watched."""

    tree: Model
    scheme: Scheme
    law: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    reduced: tuple[Reduced, ...]
    inputs: Inputs

    @cached_property
    def _traced(self) -> tuple[Rollout, dict[str, tuple[int, ...]]]:
        """The programs, and the shapes of the outputs."""
        specs, shapes = self.inputs.listed, {}
        motion = EquationsOfMotion(
            self.tree, self.law, self.outputs, specs, len(self.inputs.own), self.inputs.trajectories,
            tuple(self.inputs.parameters), tuple(self.inputs.wrenches),
        )  # fmt: skip

        def watched(*groups: Any) -> dict[str, Any]:
            found = motion.watched(*groups)
            shapes.update({name: shape_of(name, nest) for name, nest in found.items()})
            return found

        implicit = self.scheme.implicit
        rate = motion.program(motion.canonical if implicit else motion.accelerations, "rate")
        watch = motion.program(watched, "watch") if self.outputs else None
        enter = motion.program(motion.momentum, "momentum") if implicit else None
        leave = motion.program(motion.velocity, "velocity") if implicit else None
        sizes = [prod(shape) for shape in shapes.values()]
        places = {name: (sum(sizes[:k]), sizes[k]) for k, name in enumerate(shapes)}
        reductions = loop_reductions(self.reduced, places)
        return Rollout(self.tree.n, self.scheme, specs, rate, watch, enter, leave, reductions), shapes

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
        return "\n".join([repr((rollout.n, rollout.scheme, kinds, rollout.reductions)), *map(str, parts)])

    def start(self) -> Array:
        """A block's columns before anything has happened."""
        row = np.zeros(self.rollout.columns)
        at = self.rollout.moving
        for reduced, reduction in zip(self.reduced, self.rollout.reductions, strict=True):
            row[at : at + reduction.size] = START[reduced.kind]
            at += reduction.columns
        return row

    def trial(self) -> Trial:
        """Known rollouts: from states of order one, with inputs near those that are given."""
        rollout, rng = self.rollout, np.random.default_rng(7)
        values = self.inputs.given()

        def near(x: Array) -> Array:
            return x * (1.0 + 0.1 * rng.random(x.shape)) + 1e-3 * rng.random(x.shape)

        rows = np.tile(self.start(), (KNOWN_ROLLOUTS, 1))
        rows[:, : 2 * rollout.n] = rng.uniform(-1.0, 1.0, (KNOWN_ROLLOUTS, 2 * rollout.n))
        one = [array.reshape(-1, array.shape[-1])[:1].ravel() for array in values.each.values() if array.size]
        rows[:, rollout.moving + rollout.reduced :] = near(np.tile(np.concatenate([*one, []]), (KNOWN_ROLLOUTS, 1)))
        same, timed = near(values.same), near(values.table(rollout.scheme.nodes, KNOWN.step, KNOWN.last, rollout.n))
        blocks = np.ascontiguousarray(rows.T)
        records = np.empty((KNOWN.slots, rollout.recorded, KNOWN_ROLLOUTS))
        run_rollouts(rollout, blocks, np.full(KNOWN_ROLLOUTS, -1), records, same, timed, KNOWN)
        return Trial(rows, same, timed, KNOWN, blocks.T.copy())
