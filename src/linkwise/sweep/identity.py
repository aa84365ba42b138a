"""What a sweep is, to the last number that its results depend on."""

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.question_program import QuestionProgram
from .bins import Edges
from .work import Work

FORM = 2
"""Of the files: another one cannot be read."""

MAKERS = ("backends", "program", "rollouts", "sweep")
"""Rooms whose code the numbers depend on beyond what the text of the programs tells."""


def identity(work: Work, block: int) -> dict[str, Any]:
    """By name, so that what differs from another sweep can be told."""
    kernel, problem = work.kernel, work.kernel.problem
    reduced = {r.name: [r.kind, r.output] for r in problem.reduced}
    numbers = enumerate(work.shapes.items())
    return {
        "form": FORM,
        "robot": f"{kernel.robot.name} {_digest(QuestionProgram(problem.tree, ('inverse_dynamics',)).key)}",
        "programs": _digest(problem.key),
        "numbers": {name: [k, list(shape), *reduced.get(name, [])] for k, (name, shape) in numbers},
        "method": kernel.method,
        "precision": kernel.dtype,
        "backend": kernel.backend,
        "step": work.step,
        "steps": work.steps,
        "inputs": _digest(_inputs(work)),
        "seed": work.spreads.seed,
        "spreads": {line.name: line.told for line in work.spreads.lines},
        "block": block,
        "bins": {name: _digest([b.edges]) for name, b in work.bins.items() if isinstance(b, Edges)},
        "keep": work.keep,
        "versions": versions(),
    }


def _inputs(work: Work) -> Iterator[Array]:
    """All that is the same for all rollouts, and functions of time at the times they are asked for."""
    values, nodes = work.kernel.inputs.given(), work.kernel.problem.tableau.nodes
    yield values.same
    yield from values.each.values()
    window = values.window(nodes, work.steps)
    for first in range(0, work.steps, window):
        yield values.table(nodes, work.step, first, min(first + window, work.steps), work.kernel.robot.n)


@cache
def versions() -> dict[str, str]:
    """Of everything that makes numbers."""
    python = ".".join(map(str, sys.version_info[:2]))
    packages = {name: version(name) for name in ("linkwise", "numpy", "scipy", "llvmlite")}
    home = Path(__file__).parents[1]
    files = sorted(path for room in MAKERS for path in (home / room).rglob("*.py"))
    return {"python": python, **packages, "code": _digest(path.read_text(encoding="utf-8") for path in files)}


def _digest(what: Any) -> str:
    digest = sha256()
    for part in [what] if isinstance(what, str) else what:
        digest.update(part.encode() if isinstance(part, str) else repr(np.shape(part)).encode() + part.tobytes())
    return digest.hexdigest()[:32]
