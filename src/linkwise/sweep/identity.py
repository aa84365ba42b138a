"""The identity of a sweep: everything that its results depend on, down to the last number."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..backends import BACKENDS
from ..backends.source_digest import source_digest
from ..calls.arrays import Array
from ..calls.question_program import QuestionProgram
from .bins import Edges
from .work import Work

FORM = 3
"""The version of the checkpoint format; others cannot be read."""

MAKERS = ("backends", "program", "rollouts", "sweep")
"""Folders of this library whose code affects the numbers beyond what the text of the programs says."""


def identity(work: Work, block: int) -> dict[str, Any]:
    """The identity as a dict, so that an error can name what differs between two sweeps."""
    kernel, problem = work.kernel, work.kernel.problem
    reductions = {reduction.name: [reduction.kind, reduction.output] for reduction in problem.reductions}
    numbers = enumerate(work.shapes.items())
    return {
        "form": FORM,
        "robot": f"{kernel.robot.name} {_digest(QuestionProgram(problem.system.tree, ('inverse_dynamics',)).key)}",
        "programs": _digest(problem.key),
        "numbers": {name: [k, list(shape), *reductions.get(name, [])] for k, (name, shape) in numbers},
        "method": kernel.method,
        "precision": kernel.dtype,
        "backend": kernel.backend,
        "step": work.step,
        "steps": work.steps,
        "inputs": _digest(_inputs(work)),
        "seed": work.spreads.seed,
        "spreads": {spread.name: spread.description for spread in work.spreads.spreads},
        "block": block,
        "bins": {name: _digest([bins.edges]) for name, bins in work.bins.items() if isinstance(bins, Edges)},
        "keep": work.keep,
        "versions": versions(kernel.backend),
    }


def _inputs(work: Work) -> Iterator[Array]:
    """The inputs that all rollouts share, and functions of time at the instants they are needed."""
    values, nodes = work.kernel.inputs.values(), work.kernel.problem.tableau.nodes
    yield values.same
    yield from values.each.values()
    window = values.window(nodes, work.steps)
    for first in range(0, work.steps, window):
        yield values.table(nodes, work.step, first, min(first + window, work.steps), work.kernel.problem.system.inputs)


@cache
def versions(backend: str, makers: tuple[str, ...] = MAKERS) -> dict[str, str]:
    """The versions of everything that computes the numbers; of this library, the code in the folders `makers`."""
    python = ".".join(map(str, sys.version_info[:2]))
    packages = {name: _version(name) for name in ("linkwise", "numpy", "scipy", *BACKENDS[backend].packages)}
    home = Path(__file__).parents[1]
    files = sorted(path for room in makers for path in (home / room).rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in files] or [source_digest()]  # no files within an archive
    return {"python": python, **packages, "code": _digest(texts)}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # linkwise itself, where it is run from its sources
        return "not installed"


def _digest(parts: str | Iterable[str | NDArray[Any]]) -> str:
    digest = sha256()
    for part in [parts] if isinstance(parts, str) else parts:
        digest.update(part.encode() if isinstance(part, str) else repr(np.shape(part)).encode() + part.tobytes())
    return digest.hexdigest()[:32]
