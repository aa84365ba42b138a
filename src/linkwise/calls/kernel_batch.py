"""One call of a kernel: from checked arrays, of one state or of a batch, to arrays of answers."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..backends import AbstractInPlaceModule
from ..backends.arrays import NUMPY, AbstractArrays
from ..errors import BadArray, UnsupportedByBackend, shown
from ..program import Port
from .call_arrays import Arrays, batch_of, can_write_into, checked_outputs, one_axis
from .kernel_modules import KernelModules
from .threads import at_once, run_batch, run_rows

Shape = tuple[int, ...]


def answer_batch(
    modules: KernelModules, layout: str, arrays: Arrays, dtype: str, out: Any, threads: int | None
) -> list[NDArray[Any]]:
    """The answers to checked arrays of one precision, written into `out` if that is given."""
    ports, gives, own = modules.traceable.signature.takes, modules.traceable.signature.gives, modules.backend.arrays
    batch = batch_of(ports, arrays, layout)
    shapes = [(*port.shape, *batch) if layout == "columns" else (*batch, *port.shape) for port in gives]
    if out is None or own is NUMPY:
        targets = checked_outputs(out, shapes, dtype)
    else:
        targets = _own_targets(modules, out, shapes, dtype, arrays)
    if prod(batch) == 0:
        answers = [own.nothing(shape, dtype, arrays) for shape in shapes]
    elif layout == "rows" and (not _alike(ports, arrays, batch) or batch == ()):
        answers = _broadcast(modules, arrays, batch, shapes, dtype, threads)
    else:
        answers = _contiguous(modules, layout, arrays, shapes, dtype, targets, prod(batch), threads)
    for target, answer in zip(targets or (), answers, strict=targets is not None):
        if target is not answer:
            target[...] = answer
    return answers


def _own_targets(
    modules: KernelModules, out: Any, shapes: list[Shape], dtype: str, arrays: Arrays
) -> tuple[NDArray[Any], ...]:
    """The caller's `out=` arrays of the backend's own library, checked."""
    targets = out if isinstance(out, tuple) else (out,)
    for k, (target, shape) in enumerate(zip(targets, shapes, strict=False)):
        why = modules.backend.arrays.misfit(target, shape, dtype, [*arrays, *targets[:k]])
        if why is None:
            name = shown(modules.backend.name)
            raise UnsupportedByBackend(
                f"backend {name} does not write into out.", "It returns new arrays.", "omit out=."
            )
        if why:
            expected = f"A contiguous array of shape {shape} that holds {dtype}, where the inputs are, was expected."
            raise BadArray(f"out[{k}] {why}.", expected)
    if len(targets) != len(shapes):
        raise BadArray(f"out holds {len(targets)} arrays.", f"{len(shapes)} were expected, in a tuple.")
    return targets


def _alike(ports: Sequence[Port], arrays: Arrays, batch: Shape) -> bool:
    """Whether every array has the whole batch, or belongs to a uniform port and is the same for all states."""
    shapes = [port.shape if port.uniform else (*batch, *port.shape) for port in ports]
    return all(array.shape == shape for array, shape in zip(arrays, shapes, strict=True))


def _broadcast(
    modules: KernelModules, arrays: Arrays, batch: Shape, shapes: list[Shape], dtype: str, threads: int | None
) -> list[NDArray[Any]]:
    """One state, or arrays that differ in shape: by NumPy's broadcasting where the code is a ufunc."""
    module = modules.module(dtype, "single")
    if module.ufunc is not None and isinstance(module, AbstractInPlaceModule):
        return _by_ufunc(module.ufunc, module, arrays, batch, shapes, threads)
    ports, own, count = modules.traceable.signature.takes, modules.backend.arrays, prod(batch)
    varied = [port.uniform and array.shape != port.shape for port, array in zip(ports, arrays, strict=True)]
    if any(varied) and own is not NUMPY:
        port, array = ports[varied.index(True)], arrays[varied.index(True)]
        expected = f"Backend {shown(modules.backend.name)} takes one of shape {port.shape} for all states."
        raise BadArray(f"{port.name} has shape {array.shape}.", expected, "call the kernel once for each of them.")
    given = [
        array if array.shape == port.shape and port.uniform else _repeated(own, array, batch, port)
        for port, array in zip(ports, arrays, strict=True)
    ]
    if all((array == array[0]).all() for array, varies in zip(given, varied, strict=True) if varies):
        pieces = [([array[0] if varies else array for array, varies in zip(given, varied, strict=True)], count)]
    else:  # what should be the same for a batch differs: run state by state
        pieces = [([_state(x, k, port) for port, x in zip(ports, given, strict=True)], 1) for k in range(count)]
    ends = [shape[len(batch) :] for shape in shapes]
    parts = [
        _contiguous(modules, "rows", states, [(n, *end) for end in ends], dtype, None, n, threads)
        for states, n in pieces
    ]
    answers = parts[0] if len(parts) == 1 else [np.concatenate(each) for each in zip(*parts, strict=True)]
    return [answer.reshape(shape) for answer, shape in zip(answers, shapes, strict=True)]


def _by_ufunc(
    ufunc: np.ufunc,
    module: AbstractInPlaceModule,
    arrays: Arrays,
    batch: Shape,
    shapes: list[Shape],
    threads: int | None,
) -> list[NDArray[Any]]:
    """By NumPy's broadcasting; a long batch in pieces, which threads may share."""
    if at_once(module, prod(batch), threads):
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            answer = ufunc(*arrays)
        return [np.asarray(x) for x in ((answer,) if len(shapes) == 1 else answer)]
    ports, axis = module.spec.signature.takes, max(range(len(batch)), key=lambda k: batch[k])
    full = [NUMPY.broadcast(x, (*batch, *port.shape)) for x, port in zip(arrays, ports, strict=True)]
    answers = [NUMPY.empty(shape, module.spec.dtype) for shape in shapes]

    def run(first: int, last: int) -> None:
        some = (*[slice(None)] * axis, slice(first, last))
        with np.errstate(all="ignore"):  # each thread has its own
            ufunc(*(x[some] for x in full), out=tuple(answer[some] for answer in answers))

    run_rows(module, run, batch[axis], prod(batch) // batch[axis], threads)
    return answers


def _repeated(own: AbstractArrays, array: NDArray[Any], batch: Shape, port: Port) -> Any:
    """An array repeated for the whole batch, which becomes one axis."""
    return own.broadcast(array, (*batch, *port.shape)).reshape(-1, *port.shape)


def _state(array: NDArray[Any], k: int, port: Port) -> NDArray[Any]:
    """State k of a batch as a batch of one; what is the same for all states stays as it is."""
    if port.uniform:
        return array if array.shape == port.shape else array[k]
    return array[k : k + 1]


def _contiguous(
    modules: KernelModules,
    layout: str,
    arrays: Arrays,
    shapes: list[Shape],
    dtype: str,
    targets: tuple[NDArray[Any], ...] | None,
    count: int,
    threads: int | None,
) -> list[NDArray[Any]]:
    """Run the code on contiguous arrays, straight into the caller's arrays where possible."""
    module, signature = modules.module(dtype, layout), modules.traceable.signature
    if not isinstance(module, AbstractInPlaceModule):
        takes = one_axis(signature.takes, arrays, layout, count)
        if targets is not None:
            module.fill(one_axis(signature.gives, targets, layout, count), takes, count)
            return list(targets)
        answers = module.answers(takes, count)
        return [answer.reshape(shape) for answer, shape in zip(answers, shapes, strict=True)]
    own = module.arrays
    takes = [own.contiguous(array) for array in arrays]
    direct = targets is not None and all(can_write_into(target, dtype, takes) for target in targets)
    gives = list(targets) if direct and targets is not None else [own.empty(shape, dtype) for shape in shapes]
    rows_in, rows_out = one_axis(signature.takes, takes, layout, count), one_axis(signature.gives, gives, layout, count)
    run_batch(module, rows_in, rows_out, count, threads)
    return gives
