"""Programs compiled for the GPU, their answers, and the interpreter's."""

import time
from typing import Any

import numpy as np

from linkwise.backends import ModuleSpec
from linkwise.backends.cuda import nvrtc
from linkwise.backends.cuda.module import CudaModule
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.source import unit
from linkwise.backends.interpreter import run
from linkwise.program import Port, Program, Signature, fused, without_dead_code

from .quantities import LOWER, WHOLE, Quantity


def program_of(robot: Any, quantity: Quantity) -> tuple[Program, Signature]:
    """The program, fused, and its arrays."""
    kernel = robot.compile(quantity.question, backend="interpreter")
    program, signature = kernel.program, kernel.signature
    first, kept, gives = 0, list[int](), list[Port]()
    for port, keep in zip(signature.gives, quantity.keep, strict=True):
        n = port.shape[-1]
        if keep == WHOLE:
            kept += range(first, first + port.size)
            gives.append(port)
        elif keep == LOWER:
            kept += [first + n * i + j for i in range(n) for j in range(i + 1)]
            gives.append(Port(port.name, (n * (n + 1) // 2,)))
        first += port.size
    outputs, names = tuple(program.outputs[k] for k in kept), tuple(program.output_names[k] for k in kept)
    program = without_dead_code(Program(program.name, program.inputs, program.steps, names, outputs))
    signature = Signature(signature.takes, tuple(gives))
    return fused(program), signature


def spec_of(program: Program, signature: Signature, dtype: str, layout: str) -> ModuleSpec:
    """What to compile; the program is fused already."""
    return ModuleSpec("program", str(program), lambda: program, signature, dtype, layout)


Job = tuple[Program, Signature, str, str, Shape, str]
"""What to compile: a program and its arrays, precision, layout, shape, architecture."""


def compiled(job: Job) -> tuple[bytes, float, str]:
    """The code, the seconds it took, and what went wrong; in a process of its own."""
    begin = time.perf_counter()
    try:
        *written, target = job
        return nvrtc.cubin(unit(*written), target), time.perf_counter() - begin, ""
    except Exception as error:  # one shape that does not compile is a figure that is missing
        return b"", time.perf_counter() - begin, str(error)


def truth_of(program: Program, states: np.ndarray) -> np.ndarray:
    """The interpreter's answers, in doubles, as rows."""
    with np.errstate(all="ignore"):
        rows = run(program, list(states.astype(np.float64).T))
    return np.stack([np.broadcast_to(x, len(states)) for x in rows], axis=1)


def answers_of(module: CudaModule, states: np.ndarray) -> np.ndarray:
    """The module's answers, as rows."""
    columns, at, takes = module.spec.layout == "columns", 0, []
    for port in module.spec.signature.takes:
        block = states[:, at : at + port.size]
        at += port.size
        turned = block.T if columns else block
        takes.append(np.ascontiguousarray(turned).reshape(*((*port.shape, -1) if columns else (-1, *port.shape))))
    found = module.answers(takes, len(states))
    rows = [x.reshape(-1, len(states)).T if columns else x.reshape(len(states), -1) for x in found]
    return np.concatenate(rows, axis=1).astype(np.float64)


def off(found: np.ndarray, truth: np.ndarray) -> float:
    """The largest difference, relative to the largest entry."""
    return float(np.abs(found - truth).max() / np.abs(truth).max()) if truth.size else 0.0
