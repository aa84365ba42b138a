"""The interpreter as a backend: slow, on every machine, and the reference for all others."""

from pathlib import Path
from typing import ClassVar

import numpy as np

from ...program import Integration, Iteration, Loop, Port, Program, Rollout, Signature, Span, to_text
from ...program.integration import Task
from ..backend import AbstractBackend, Ranges
from ..integrations import AbstractIntegrationModule, Ask
from ..iterations import AbstractIterationModule
from ..known_answers import Numbers
from ..modules import (
    AbstractInPlaceModule,
    AbstractModule,
    AbstractRolloutModule,
    Arrays,
    ModuleSpec,
)
from . import run, run_integration, run_iterations, run_loop, run_rates, run_rollouts

LANES = 64
"""Rollouts in a column: NumPy's overhead for a step is then spread over many."""


class InterpreterBackend(AbstractBackend):
    """Each step in turn, on columns of the batch."""

    kinds = frozenset({"program", "loop", "rollout", "iteration", "integration"})
    preference = 1
    interprets = True
    reproducible = False  # NumPy's functions of a column may round otherwise than Python's of one number
    dtypes = ("float64", "float32")
    layouts = ("rows", "columns", "tiles")
    suffixes: ClassVar[dict[str, str]] = {".program": "the program's text", ".txt": "the same"}
    languages: ClassVar[dict[str, tuple[str, ...]]] = {"program": (".program",)}

    def how_to_use(self, path: Path, name: str, signature: Signature) -> str:
        """How to read the program back."""
        return f"use:     linkwise.program.parse(open({str(path)!r}).read())"

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The program's text; the interpreter needs no code."""
        return self.source(spec).encode()

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """Builds the program and wraps it."""
        built = spec.build()
        if isinstance(built, Integration):
            return InterpretedIntegration(spec, built)
        if isinstance(built, Iteration):
            return InterpretedIteration(spec, built)
        return InterpretedRollouts(spec, built) if isinstance(built, Rollout) else Interpreted(spec, built)

    def module(self, spec: ModuleSpec) -> AbstractModule:
        """The module, without a self-test: the known answers are its own."""
        self.require(spec.kind, spec.dtype, spec.layout)
        return self.load(spec, b"")

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """The text that `linkwise.program.parse` reads."""
        return {target.suffix: f"{to_text(program)}\n"}


class Interpreted(AbstractInPlaceModule):
    """A program or a loop, on columns."""

    def __init__(self, spec: ModuleSpec, built: Program | Loop):
        self.spec, self.built = spec, built

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Run on columns of the batch; on plain floats for a single state."""
        spec, count = self.spec, last - first
        columns: list[Numbers] = []
        for port, array in zip(spec.signature.takes, takes, strict=True):
            flat = array.reshape(1, port.size).T if port.uniform else _numbers(array, port, spec.layout)[:, first:last]
            columns += list(flat)
        if isinstance(self.built, Loop):
            columns_out = list(run_loop(self.built, np.stack([np.broadcast_to(x, count) for x in columns], axis=1)).T)
        else:
            columns_out = run(self.built, [float(x[0]) for x in columns] if count == 1 else columns)
        answers = iter(columns_out)
        for port, array in zip(spec.signature.gives, gives, strict=True):
            for column in _numbers(array, port, spec.layout):
                column[first:last] = next(answers)


def _numbers(array: Numbers, port: Port, layout: str) -> Numbers:
    """A view of an array with one row for each number of a port and one column for each state."""
    if layout == "columns":
        return array.reshape(port.size, array.shape[-1])
    return array.reshape(len(array), port.size).T


class InterpretedRollouts(AbstractRolloutModule):
    """The loop over time, tile after tile."""

    lanes = LANES

    def __init__(self, spec: ModuleSpec, rollout: Rollout):
        self.spec, self.rollout = spec, rollout

    def run(self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span) -> None:
        """Do the steps of a span, in place."""
        for each in zip(blocks, ended, records, strict=True):
            run_rollouts(self.rollout, *each, same, timed, span)


class InterpretedIteration(AbstractIterationModule):
    """All rows side by side."""

    def __init__(self, spec: ModuleSpec, iteration: Iteration):
        self.spec, self.iteration = spec, iteration

    def run(self, rows: Numbers, same: Numbers, most: int) -> None:
        """Improve the rows in place."""
        run_iterations(self.iteration, rows, same, most)


class InterpretedIntegration(AbstractIntegrationModule):
    """One motion, step after step."""

    def __init__(self, spec: ModuleSpec, integration: Integration):
        self.spec, self.integration = spec, integration

    def run(
        self, state: Numbers, task: Task, table: Numbers, records: Numbers, ask: Ask | None = None
    ) -> tuple[int, int]:
        """Step from a state, in place."""
        return run_integration(self.integration, state, task, table, records, ask)

    def rates(self, states: Numbers, table: Numbers, gives: Numbers, ask: Ask | None = None) -> None:
        """The rates at rows of time and state."""
        run_rates(self.integration, states, table, gives, ask)


BACKEND = InterpreterBackend()
