"""Compiled answers: arrays in, arrays out, at the speed of the machine.

A kernel compiles when it is first called, and only what the call needs: a function for single states, one for batches,
in the precision of the arrays.
"""

from collections.abc import Callable
from functools import cached_property
from math import prod
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import BadArray, LinkwiseError, NotForThisRobot, UnknownName, shown
from ..program import Count, Program, Signature, count
from .arrays import named
from .call_arrays import Arrays, aligned, interpreted, leading, taken, targets, usable
from .compiled import Compiled
from .question_program import Task
from .threads import threads_of, tiles

BACKENDS = ("llvm", "interpreter")
"""What can run a kernel."""

DTYPES = ("float64", "float32")
"""The precisions it can have."""

LAYOUTS = ("rows", "columns")
"""How batches lie: (N, n) with a state's numbers side by side, or (n, N) with a number's states side by side."""


class Kernel:
    """The program of one or several questions to a robot, compiled.

    Call it with arrays in the order of `signature.takes`: single states, or batches with leading axes that broadcast.
    Arrays of float32 get answers in float32. `out=` takes the array (or a tuple of arrays) to be filled, `threads=`
    the number of threads that share a batch. Results do not depend, to the last bit, on the size of the batch, the
    width of the machine's registers or the number of threads.

    >>> import linkwise
    >>> kernel = linkwise.load("planar2r").compile("mass_matrix", "gravity_forces")
    >>> kernel([0.0, 0.0]).gravity_forces.round(3)
    array([41.889, 18.541])
    >>> kernel.count.multiplications
    8
    """

    def __init__(
        self, task: Task, *, backend: str = "llvm", dtype: str | None = None, layout: str = "rows",
        width: int | None = None, threads: int = 1,
    ):  # fmt: skip
        for kind, given, known in (("backend", backend, BACKENDS), ("layout", layout, LAYOUTS)):
            if not isinstance(given, str) or given not in known:
                raise UnknownName(kind, given, "a kernel", known)
        self.dtype = None if dtype is None else _precision(dtype)
        if width is not None and not (isinstance(width, int) and width in (1, 2, 4, 8, 16)):
            raise LinkwiseError(f"a kernel cannot be {width!r} states wide.", "1, 2, 4, 8 or 16 were expected.")
        self.task, self.backend, self.layout, self.width = task, backend, layout, width
        self.threads = threads_of(threads)
        names = tuple(port.name for port in task.signature.gives)
        self.result = named(names) if len(names) > 1 else None
        self.code = Compiled(task, self.result, width)
        self.__call__ = self._general

    __slots__ = (
        "__call__",
        "__dict__",
        "__weakref__",
    )  # a call finds its function in the kernel: machine code, once there is some

    def __repr__(self) -> str:
        return f"Kernel({self.task.title})"

    def __reduce__(self) -> Any:
        return _again, (self.task, self.backend, self.dtype, self.layout, self.width, self.threads)

    # ---- what it is -------------------------------------------------------------------------------------------------

    @property
    def signature(self) -> Signature:
        """The arrays it takes and gives.

        >>> import linkwise
        >>> [port.name for port in linkwise.load("panda").compile("bias_forces").signature.takes]
        ['q', 'qd']
        """
        return self.task.signature

    @property
    def program(self) -> Program:
        """The straight-line program, before multiplications and additions are fused.

        >>> import linkwise
        >>> print(linkwise.load("pendulum").compile("gravity_forces").program)
        program gravity_forces ( q1 )
            v1 = sin q1
            M1z = mul 4.905 v1
        return gravity_forces1=M1z
        """
        return self.task.program

    @cached_property
    def count(self) -> Count:
        """The operations of the program.

        >>> import linkwise
        >>> linkwise.load("pendulum").compile("gravity_forces").count.multiplications
        1
        """
        return count(self.program)

    @property
    def source(self) -> str:
        """What is compiled, as LLVM text; of the interpreter, the program's text.

        >>> import linkwise
        >>> "define void @one" in linkwise.load("pendulum").compile("gravity_forces").source
        True
        """
        if self.backend == "interpreter":
            return str(self.program)
        return self.code.wanted(self.dtype or "float64", "single").text

    def save(self, path: str | PathLike[str]) -> tuple[Path, ...]:
        """Write the program as .c (with .h beside it), .py, .program, .txt or .ll; gives the files written.

        >>> import linkwise, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in linkwise.load("panda").compile("mass_matrix").save(f"{folder}/panda.c")]
        ['panda.c', 'panda.h']
        """
        from ..backends import files

        wanted = self.code.wanted(self.dtype or "float64", "single")
        return files.save(path, self.program, self.signature, self.task.tree.name, lambda: wanted.text)

    # ---- calls ------------------------------------------------------------------------------------------------------

    def _general(
        self, *states: ArrayLike, out: NDArray[Any] | tuple[NDArray[Any], ...] | None = None, threads: int | None = None
    ) -> Any:  # fmt: skip
        """Whatever can be made of the arguments."""
        if not self.task.tree.n:
            what = f"no joint of robot {shown(self.task.tree.name)} moves."
            raise NotForThisRobot(what, "A kernel takes the state of at least one.", "ask the robot itself.")
        arrays, dtype = self._taken(states)
        if self.__call__ == self._general and self.backend == "llvm" and self.layout == "rows":
            self.__call__ = self.function(self._general, self, "__call__")
        threads = self.threads if threads is None else threads_of(threads)
        batch = leading(self.signature.takes, arrays, self.layout)
        shapes = [
            (*port.shape, *batch) if self.layout == "columns" else (*batch, *port.shape)
            for port in self.signature.gives
        ]
        wanted = targets(out, shapes, dtype)
        if self.backend == "interpreter":
            found = interpreted(self.program, self.signature, self.layout, arrays, batch)
            found = [array.astype(dtype, copy=False) for array in found]
        elif prod(batch) == 0:
            found = [np.empty(shape, dtype) for shape in shapes]
        elif batch == () and wanted is None:
            return self._single(arrays, dtype)
        else:
            found = self._many(arrays, batch, shapes, dtype, wanted, threads)
        if wanted is not None:
            for target, answer in zip(wanted, found, strict=True):
                if target is not answer:
                    target[...] = answer
            return out
        return found[0] if self.result is None else self.result(*found)

    def _taken(self, states: tuple[ArrayLike, ...]) -> tuple[list[NDArray[Any]], str]:
        """Checked arrays of one precision: float32 if all are, or as the kernel was told."""
        ports = self.signature.takes
        if len(states) != len(ports):
            raise BadArray(
                f"{len(states)} arrays were given.", f"{self!r} takes {', '.join(port.name for port in ports)}."
            )
        found = [taken(port, state, self.layout) for port, state in zip(ports, states, strict=True)]
        own = "float32" if found and all(array.dtype == np.float32 for array in found) else "float64"
        with np.errstate(all="ignore"):  # beyond all numbers of the precision is an infinity
            return [array.astype(self.dtype or own, copy=False) for array in found], self.dtype or own

    def _single(self, arrays: Arrays, dtype: str) -> Any:
        """One state."""
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            answer = self.code.ufunc(dtype)(*arrays)
        return np.asarray(answer) if self.result is None else self.result(*map(np.asarray, answer))

    def _many(
        self, arrays: Arrays, batch: tuple[int, ...], shapes: list[tuple[int, ...]], dtype: str,
        wanted: tuple[NDArray[Any], ...] | None, threads: int,
    ) -> list[NDArray[Any]]:  # fmt: skip
        """A batch: by whole tiles where all arrays have its shape, else by NumPy's broadcasting."""
        ports = self.signature.takes
        if self.layout == "rows" and not all(
            array.shape == (port.shape if port.uniform else (*batch, *port.shape))
            for port, array in zip(ports, arrays, strict=True)
        ):
            with np.errstate(all="ignore"):
                answer = self.code.ufunc(dtype)(*arrays)
            return [answer] if self.result is None else list(answer)
        given = [np.ascontiguousarray(array) for array in arrays]
        direct = wanted is not None and all(usable(target, dtype, given) for target in wanted)
        found = list(wanted) if direct and wanted is not None else [aligned(shape, dtype) for shape in shapes]
        tiles(self.code.unit(dtype, self.layout), given, found, prod(batch), threads)
        return found

    def function(self, slow: Callable[..., Any], owner: Any, name: str, doc: str = "") -> Callable[..., Any]:
        """A function for contiguous arrays that leaves all other calls to a slow one; `owner` has it under its name.

        >>> import linkwise
        >>> kernel = linkwise.load("pendulum").compile("mass_matrix")
        >>> kernel.function(lambda *anything: "slow", kernel, "__call__")("no array")
        'slow'
        """
        return self.code.function(slow, owner, name, self.dtype or "float64", doc)

    @property
    def ufunc(self) -> np.ufunc:
        """The same function as a NumPy generalized ufunc: broadcasting, `out=`, dask and xarray come with it.

        >>> import linkwise
        >>> linkwise.load("panda").compile("inverse_dynamics").ufunc.signature
        '(7),(7),(7)->(7)'
        """
        found: np.ufunc = self.code.ufunc(self.dtype or "float64")
        _PINNED[id(self)] = self
        return found


_PINNED: dict[int, Any] = {}  # a ufunc does not hold its code: kernels whose ufunc was given away stay


def _precision(given: Any) -> str:
    try:
        name = np.dtype(given).name
    except TypeError:
        name = str(given)
    if name not in DTYPES:
        raise UnknownName("dtype", name, "a kernel", DTYPES)
    return name


def _again(task: Task, backend: str, dtype: str | None, layout: str, width: int | None, threads: int) -> Kernel:
    """A kernel from what it was made of: code does not travel."""
    return Kernel(task, backend=backend, dtype=dtype, layout=layout, width=width, threads=threads)
