"""The work of a sweep: compiled rollouts, what varies between them, and which of their numbers are kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from ..calls.scalar_system import Movable
from ..rollouts import InLoop, RolloutKernel, Rollouts
from ..rollouts.of_robot import compile_rollouts
from ..rollouts.tallied import tallied
from .bins import AbstractBins
from .block import RolloutNumbers, Summary, kept, summarised
from .kernel_arguments import kernel_arguments
from .on_device import summary_of, tallying_of
from .spreads import Spreads


class AbstractWork(Protocol):
    """Anything that can run a block of rollouts."""

    def block(self, first: int, count: int, threads: int | None = None) -> Summary:
        """The summary of the rollouts from `first` on."""


@dataclass(frozen=True, eq=False, repr=False)
class Work:
    """The rollouts of a robot; it can be pickled and sent elsewhere, where its code is compiled again."""

    kernel: RolloutKernel
    spreads: Spreads
    step: float
    steps: int
    shapes: dict[str, tuple[int, ...]]
    bins: dict[str, AbstractBins]
    keep: bool

    def __repr__(self) -> str:
        return f"Work({self.kernel!r}, {self.steps} steps of {self.step:g}, numbers: {', '.join(self.shapes)})"

    def block(self, first: int, count: int, threads: int | None = None) -> Summary:
        """The summary of the rollouts from `first` on, made where they run if their backend can."""
        tallying = tallying_of(self.kernel, self.steps, self.shapes, self.bins, self.keep)
        if tallying is None:
            return summarised(self.numbers(first, count, threads), first, self.bins, self.keep)
        arguments = kernel_arguments(self.spreads.drawn(first, count), self.spreads)
        states = not self.kernel.problem.outputs
        motions, tallies = tallied(
            self.kernel, tallying, **arguments, step=self.step, steps=self.steps, states=states, threads=threads
        )
        return summary_of(tallies, first, self.shapes, {} if motions is None else kept(self.numbers_of(motions)))

    def numbers(self, first: int, count: int, threads: int | None) -> RolloutNumbers:
        """The numbers of some rollouts, a row each: states or outputs at the end, and reductions."""
        return self.numbers_of(self.rollouts(first, count, states=not self.kernel.problem.outputs, threads=threads))

    def numbers_of(self, motions: Rollouts) -> RolloutNumbers:
        """The numbers of motions."""
        last: dict[str, Any] = motions.outputs or {"q": motions.q, "qd": motions.qd}
        values = {**{name: x[:, -1] for name, x in last.items()}, **motions.reductions}
        rows = {name: np.asarray(values[name], np.float64).reshape(len(motions.why), -1) for name in self.shapes}
        return RolloutNumbers(rows, motions.why, motions.ended)

    def rollouts(self, first: int, count: int, **options: Any) -> Rollouts:
        """Some rollouts, run as in the sweep; options are those of a rollout kernel's call."""
        arguments = kernel_arguments(self.spreads.drawn(first, count), self.spreads)
        return self.kernel(**arguments, step=self.step, steps=self.steps, **options)

    def cut(self, first: int, count: int) -> "Work":
        """The same work, without rows that belong to other rollouts."""
        return replace(self, spreads=self.spreads.cut(first, count))


def compiled(
    robot: Movable, controller: InLoop, spreads: Spreads, wrenches: Mapping[str, Any], **options: Any
) -> RolloutKernel:
    """The rollouts compiled, with everything that varies as an input.

    The values of the first rollout are its defaults, so that the self-test of the code starts near those of the sweep.
    """
    first = kernel_arguments(spreads.drawn(0, 1), spreads)
    inputs = {**controller.inputs, **{name: ("each", values[0]) for name, (_, values) in first["inputs"].items()}}
    return compile_rollouts(
        robot,
        controller=replace(controller, inputs=inputs),
        parameters={name: values[0] for name, values in first["parameters"].items()},
        wrenches={**wrenches, **{name: values[0] for name, values in first["wrenches"].items()}},
        **options,
    )


def number_shapes(kernel: RolloutKernel) -> dict[str, tuple[int, ...]]:
    """The numbers a sweep has statistics of: outputs at the end and reductions, or the final state without any."""
    problem, n = kernel.problem, kernel.robot.n
    if not problem.outputs:
        return {"q": (n,), "qd": (n,)}
    return {**problem.shapes, **{r.name: problem.shapes[r.output] for r in problem.reductions}}
