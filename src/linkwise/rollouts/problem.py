"""The initial value problem of a robot under control: traced into programs, and laid out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError, plain
from ..model import Model
from ..program import Memory, Rollout, Tableau, check_rollout, to_text
from .equations_of_motion import EquationsOfMotion
from .inputs import Inputs
from .loop_memory import LoopMemory
from .outputs import START, NamedReduction, compiled_reductions, shape_of


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """A robot, how it is stepped, the function of its controller, its outputs and reductions, and the inputs."""

    tree: Model
    tableau: Tableau
    controller: Callable[..., Any]
    outputs: Mapping[str, Callable[..., Any]]
    reductions: tuple[NamedReduction, ...]
    inputs: Inputs
    given: LoopMemory

    def __repr__(self) -> str:
        parts = {
            "inputs": [spec.name for spec in self.inputs.specs],
            "outputs": list(self.outputs),
            "reduce": [reduction.name for reduction in self.reductions],
        }
        lines = [f"{what}: {plain(', '.join(names), 16)}" for what, names in parts.items() if names]
        return f"Problem({'; '.join([repr(plain(self.tree.name, 20)), *lines])})"

    @cached_property
    def memory(self) -> LoopMemory:
        """What the loop remembers; a controller with states says by its answer whether they have rates."""
        memory, answers = self.given, list[str]()
        if memory.controller is None:
            return memory

        def look(t: Any, q: Any, qd: Any, *rest: Any) -> Any:
            kept, inputs = memory.kept(rest)
            answer = motion.answer(t[0], q, qd, memory.part(kept.z), list(inputs[: len(self.inputs.controller)]))
            answers.extend(answer)
            return answer["tau"]

        motion = EquationsOfMotion(self.tree, self.controller, {}, self.inputs, memory)
        motion.program(look, "look")
        continuous = "rate" in answers
        if not continuous and not memory.holds:
            raise LinkwiseError(
                'the controller returned "next", and takes no samples.',
                '"next" are the values of its states from a sample on.',
                "sample=0.001, for example.",
            )
        if continuous and self.tableau.implicit:
            raise _implicit()
        return replace(memory, continuous=continuous)

    @cached_property
    def _traced(self) -> tuple[Rollout, dict[str, tuple[int, ...]]]:
        """The programs, and the shapes of the outputs by name."""
        memory = self.memory
        if memory.companions and self.tableau.implicit:
            raise _implicit()
        motion = EquationsOfMotion(self.tree, self.controller, self.outputs, self.inputs, memory)
        shapes: dict[str, tuple[int, ...]] = {}

        def watched(*groups: Any) -> dict[str, Any]:
            outputs = motion.watched(*groups)
            shapes.update({name: shape_of(name, nest) for name, nest in outputs.items()})
            return {f"y{k}_": nest for k, nest in enumerate(outputs.values(), 1)}  # users' names may be any text

        implicit = self.tableau.implicit
        rate = motion.program(motion.canonical if implicit else motion.accelerations, "rate")
        watch = motion.program(watched, "watch") if self.outputs else None
        momentum = motion.program(motion.momentum, "momentum") if implicit else None
        velocity = motion.program(motion.velocity, "velocity") if implicit else None
        columns: dict[str, tuple[int, int]] = {}
        first = 0
        for name, shape in shapes.items():
            columns[name] = (first, prod(shape))
            first += prod(shape)
        reductions = compiled_reductions(self.reductions, columns)
        rollout = Rollout(
            self.tree.n,
            self.tableau,
            self.inputs.specs,
            rate,
            watch,
            momentum,
            velocity,
            reductions,
            memory.as_memory(),
            motion.program(motion.control, "control") if memory.holds else None,
        )
        check_rollout(rollout)
        return rollout, shapes

    @property
    def rollout(self) -> Rollout:
        """What a backend compiles: the programs, and the loop around them."""
        return self._traced[0]

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the outputs by name."""
        return self._traced[1]

    @cached_property
    def key(self) -> str:
        """The text that machine code is cached under: the programs themselves, as functions have no lasting name."""
        rollout = self.rollout
        programs = (rollout.rate, rollout.watch, rollout.momentum, rollout.velocity)
        kinds = [(spec.size, spec.kind) for spec in rollout.inputs]
        texts = ["None" if program is None else to_text(program) for program in programs]
        if rollout.memory != Memory():
            texts += [repr(rollout.memory), *([] if rollout.control is None else [to_text(rollout.control)])]
        return "\n".join([repr((rollout.n, rollout.tableau, kinds, rollout.reductions)), *texts])

    def start(self) -> Array:
        """The columns of a rollout's block before the first step: zeros, and what reductions start from."""
        row = np.zeros(self.rollout.columns)
        at = self.rollout.moving
        for named, reduction in zip(self.reductions, self.rollout.reductions, strict=True):
            row[at : at + reduction.size] = START[named.kind]
            at += reduction.columns
        return row


def _implicit() -> LinkwiseError:
    return LinkwiseError(
        "states with rates were given with an implicit method.",
        "Implicit methods iterate the stages of the motion alone.",
        'use method="rk4", or states with new values at samples.',
    )
