"""One call of a kernel: from checked arrays, of one state or of a batch, to arrays of answers."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..program import Port
from .call_arrays import Arrays, batch_of, can_write_into, checked_outputs, one_axis
from .kernel_modules import KernelModules
from .threads import run_batch


def answer_batch(
    modules: KernelModules, layout: str, arrays: Arrays, dtype: str, out: Any, threads: int
) -> list[NDArray[Any]]:
    """The answers to checked arrays of one precision, written into `out` where that is given."""
    ports, gives = modules.traceable.signature.takes, modules.traceable.signature.gives
    batch = batch_of(ports, arrays, layout)
    shapes = [(*port.shape, *batch) if layout == "columns" else (*batch, *port.shape) for port in gives]
    targets = checked_outputs(out, shapes, dtype)
    if prod(batch) == 0:
        answers = [np.empty(shape, dtype) for shape in shapes]
    elif layout == "rows" and (not _alike(ports, arrays, batch) or (batch == () and targets is None)):
        answers = _broadcast(modules, arrays, batch, shapes, dtype, threads)
    else:
        answers = _contiguous(modules, layout, arrays, batch, shapes, dtype, targets, threads)
    for target, answer in zip(targets or (), answers, strict=targets is not None):
        if target is not answer:
            target[...] = answer
    return answers


def _alike(ports: Sequence[Port], arrays: Arrays, batch: tuple[int, ...]) -> bool:
    """Whether every array has the whole batch, or is the same for all states where its port is."""
    shapes = [port.shape if port.uniform else (*batch, *port.shape) for port in ports]
    return all(array.shape == shape for array, shape in zip(arrays, shapes, strict=True))


def _broadcast(
    modules: KernelModules,
    arrays: Arrays,
    batch: tuple[int, ...],
    shapes: list[tuple[int, ...]],
    dtype: str,
    threads: int,
) -> list[NDArray[Any]]:
    """One state, or arrays that differ in shape: by NumPy's broadcasting where the code is a ufunc."""
    ports, ufunc = modules.traceable.signature.takes, modules.module(dtype, "single").ufunc
    if ufunc is not None:
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            answer = ufunc(*arrays)
        return [np.asarray(x) for x in ((answer,) if len(shapes) == 1 else answer)]
    full = [np.broadcast_to(array, (*batch, *port.shape)) for port, array in zip(ports, arrays, strict=True)]
    states = [array.reshape(-1, *port.shape) for port, array in zip(ports, full, strict=True)]
    uniform = [array[0] if port.uniform else array for port, array in zip(ports, states, strict=True)]
    if all((array == array[0]).all() for port, array in zip(ports, states, strict=True) if port.uniform):
        flat = _contiguous(modules, "rows", uniform, (len(states[0]),), _rows(shapes, batch), dtype, None, threads)
        return [answer.reshape(shape) for answer, shape in zip(flat, shapes, strict=True)]
    rows = []  # what is meant to be the same for a batch differs: state by state
    for k in range(len(states[0])):
        one = [x[k] if port.uniform else x[k : k + 1] for port, x in zip(ports, states, strict=True)]
        rows.append(_contiguous(modules, "rows", one, (1,), _rows(shapes, batch, 1), dtype, None, 1))
    return [np.concatenate(parts).reshape(shape) for parts, shape in zip(zip(*rows, strict=True), shapes, strict=True)]


def _rows(shapes: list[tuple[int, ...]], batch: tuple[int, ...], count: int | None = None) -> list[tuple[int, ...]]:
    """The shapes of answers with one axis for the batch."""
    return [(prod(batch) if count is None else count, *shape[len(batch) :]) for shape in shapes]


def _contiguous(
    modules: KernelModules,
    layout: str,
    arrays: Arrays,
    batch: tuple[int, ...],
    shapes: list[tuple[int, ...]],
    dtype: str,
    targets: tuple[NDArray[Any], ...] | None,
    threads: int,
) -> list[NDArray[Any]]:
    """The code run on contiguous arrays, straight into the caller's arrays where that can be."""
    own, signature, count = modules.backend.arrays, modules.traceable.signature, prod(batch)
    takes = [own.contiguous(array) for array in arrays]
    direct = targets is not None and all(can_write_into(target, dtype, takes) for target in targets)
    gives = list(targets) if direct and targets is not None else [own.empty(shape, dtype) for shape in shapes]
    rows_in, rows_out = one_axis(signature.takes, takes, layout, count), one_axis(signature.gives, gives, layout, count)
    run_batch(modules.module(dtype, layout), rows_in, rows_out, count, threads)
    return gives
