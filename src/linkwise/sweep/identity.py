"""What a sweep is, to the last number that its results depend on."""

import sys
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import numpy as np

from ..rollouts.methods import METHODS
from ..task import Task
from .bins import Edges
from .work import Work

FORM = 1
"""Of the files: another one cannot be read."""


def identity(work: Work, block: int) -> dict[str, Any]:
    """By name, so that what differs from another sweep can be told."""
    kernel, problem = work.kernel, work.kernel.problem
    values = kernel.inputs.given()
    table = values.table(METHODS[kernel.method].nodes, work.step, work.steps, kernel.robot.n)
    return {
        "form": FORM,
        "robot": f"{kernel.robot.name} {_digest(Task(problem.tree, ('inverse_dynamics',)).key)}",
        "programs": _digest(problem.key),
        "numbers": {name: list(shape) for name, shape in work.shapes.items()},
        "method": kernel.method,
        "precision": kernel.dtype,
        "backend": kernel.backend,
        "step": work.step,
        "steps": work.steps,
        "inputs": _digest([values.same, *values.each.values(), table]),
        "seed": work.spreads.seed,
        "spreads": {line.name: line.told for line in work.spreads.lines},
        "block": block,
        "bins": {name: _digest([b.edges]) for name, b in work.bins.items() if isinstance(b, Edges)},
        "keep": work.keep,
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """Of everything that makes numbers."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"python": python} | {name: version(name) for name in ("linkwise", "numpy", "scipy", "llvmlite")}


def _digest(what: Any) -> str:
    digest = sha256()
    for part in [what] if isinstance(what, str) else what:
        digest.update(part.encode() if isinstance(part, str) else repr(np.shape(part)).encode() + part.tobytes())
    return digest.hexdigest()[:32]
