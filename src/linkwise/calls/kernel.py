"""Compiled answers: arrays in, arrays out, at the speed of the machine.

A kernel compiles when it is first called, and only what the call needs: a module for single states, one for batches,
in the precision of the arrays.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..backends import BACKENDS, default_backend
from ..errors import BadArray, LinkwiseError, NotForThisRobot, UnknownName, UnsupportedByBackend, shown
from ..html_table import html_table
from ..program import Count, Program, Signature, count
from .answers import named
from .call_arrays import checked_input
from .kernel_batch import answer_batch
from .kernel_cache import AbstractKernel
from .kernel_modules import KernelModules
from .kernel_options import BATCH_LAYOUTS, LAYOUT, precision
from .thread_count import ThreadCount, threads_of
from .traceable import AbstractTraceable

Answer = TypeVar("Answer", covariant=True)
Out = TypeVar("Out", bound="NDArray[Any] | tuple[NDArray[Any], ...]")


class Kernel(AbstractKernel, Generic[Answer]):
    """The program of one or several questions to a robot, compiled.

    Call it with arrays in the order of `signature.takes`, or by their names: single states, or batches with leading
    axes that broadcast. Arrays of float32 get answers in float32. `out=` takes the array (or a tuple of arrays) to be
    filled, `threads=` the number of threads that share a batch (see `linkwise.threads`). Results do not depend, to the
    last bit, on the batch, the form of the call, the width of registers or the number of threads (unless the backend is
    not `reproducible`).

    >>> import linkwise
    >>> kernel = linkwise.load("planar2r").compile("mass_matrix", "gravity_forces")
    >>> kernel([0.0, 0.0]).gravity_forces.round(3)
    array([41.889, 18.541])
    >>> kernel.count.multiplications
    8
    """

    def __init__(
        self,
        traceable: AbstractTraceable,
        *,
        backend: str | None = None,
        dtype: str | None = None,
        layout: str = LAYOUT,
        width: int | None = None,
        threads: ThreadCount = None,
    ):
        self.traceable, self.backend = traceable, default_backend() if backend is None else backend
        self.layout, self.width, self.threads = layout, width, threads_of(threads)
        machine = BACKENDS[self.backend]
        self.dtype = None if dtype is None else precision(dtype, machine)
        if not isinstance(layout, str) or layout not in BATCH_LAYOUTS:
            raise UnknownName("layout", layout, "a kernel", BATCH_LAYOUTS)
        machine.require_width(width, "states")
        machine.require("program", self.dtype or machine.dtypes[0], layout)
        names = tuple(port.name for port in traceable.signature.gives)
        self.result = named(names) if len(names) > 1 else None
        self.modules = KernelModules(traceable, machine, self.result, width)
        self.__call__ = self._general  # type: ignore[method-assign]
        self.__signature__ = _shown(traceable.signature)  # for help() and editors

    writes_out = True
    __slots__ = ("__call__", "__dict__", "__weakref__")  # calls go to the function stored here, machine code in the end

    if TYPE_CHECKING:

        @overload
        def __call__(
            self, *states: ArrayLike, out: None = None, threads: ThreadCount = None, **named: ArrayLike
        ) -> Answer: ...

        @overload
        def __call__(self, *states: ArrayLike, out: Out, threads: ThreadCount = None, **named: ArrayLike) -> Out: ...

        def __call__(self, *states: ArrayLike, out: Any = None, threads: ThreadCount = None, **named: ArrayLike) -> Any:
            """The answer, an array; of several questions or parts, a named tuple of arrays."""

    def __repr__(self) -> str:
        return f"Kernel({self.traceable.title})"

    def _repr_html_(self) -> str:
        rows = [(x, port.name, port.shape) for x in ("takes", "gives") for port in getattr(self.signature, x)]
        return html_table(repr(self), ("", "array", "shape"), rows)

    def __reduce__(self) -> Any:
        """Pickles hold what the kernel is made from, not its code."""
        options = ("backend", "dtype", "layout", "width", "threads")
        return _restored, (self.traceable, {name: getattr(self, name) for name in options})

    # ---- what it is -------------------------------------------------------------------------------------------------

    @property
    def signature(self) -> Signature:
        """The arrays it takes and gives.

        >>> import linkwise
        >>> [port.name for port in linkwise.load("panda").compile("bias_forces").signature.takes]
        ['q', 'qd']
        """
        return self.traceable.signature

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
        return self.traceable.program

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
        """What is compiled, as text: LLVM, C, Python, or the program itself.

        >>> import linkwise
        >>> "define void @one" in linkwise.load("pendulum").compile("gravity_forces").source
        True
        """
        backend = BACKENDS[self.backend]
        layout = "single" if "single" in backend.layouts else self.layout
        return backend.source(self.modules.spec(self._usual_dtype, layout))

    def save(
        self, path: str | PathLike[str], *, prefix: str | None = None, ranges: Mapping[str, Any] | None = None
    ) -> tuple[Path, ...]:
        """Write the program as .c (with .h beside it), .cu, .py, .program, .txt or .ll; returns the files written.

        The function's name begins with `prefix`, by default the robot's name: programs that are linked together, of two
        robots of one name or for two frames of one robot, need different ones.

        The header of a .c file states the largest error found when its functions run on floats. It was searched for
        within the limits of the joints, usual ranges where there are none, and what `ranges` says: pairs of the
        smallest and the largest value, numbers or arrays, by the names of inputs.

        >>> import linkwise, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in linkwise.load("panda").compile("mass_matrix").save(f"{folder}/panda.c")]
        ['panda.c', 'panda.h']
        """
        from ..backends import files
        from .input_ranges import input_ranges

        tree = self.traceable.tree
        if not isinstance(prefix, str | None):
            wrong = f"the prefix is {shown(repr(prefix))}."
            raise LinkwiseError(wrong, "A string was expected.", 'prefix="left_arm", say.')
        within, start = input_ranges(tree, self.signature, ranges), tree.name if prefix is None else prefix
        return files.save(path, self.program, self.signature, start, self._usual_dtype, within)

    @property
    def _usual_dtype(self) -> str:
        """The precision it was compiled for, or the backend's own."""
        return self.dtype or BACKENDS[self.backend].dtypes[0]

    # ---- calls ------------------------------------------------------------------------------------------------------

    def _general(self, *states: ArrayLike, out: Any = None, threads: Any = None, **named: ArrayLike) -> Any:
        """The answer, whatever form the arguments have."""
        if not self.traceable.tree.n:
            what = f"no joint of robot {shown(self.traceable.tree.name)} moves."
            raise NotForThisRobot(what, "A kernel needs at least one moving joint.", "call the robot itself.")
        ports = self.signature.takes
        if named:
            states = self.__signature__.bind(*states, **named).args  # a name that is none, or twice, is a TypeError
        if len(states) != len(ports):
            listed = ", ".join(port.name for port in ports)
            raise BadArray(f"{len(states)} arrays were given.", f"{self!r} takes {listed}.")
        own = BACKENDS[self.backend].arrays
        arrays = [checked_input(port, state, self.layout, own) for port, state in zip(ports, states, strict=True)]
        if self.__call__ == self._general and self.layout == "rows":
            self.__call__ = self.function(self._general, self, "__call__")  # type: ignore[method-assign]
        single = self.dtype is None and all(own.dtype(array) == np.float32 for array in arrays)
        dtype = "float32" if single else self._usual_dtype
        own.heed_precision(self.dtype, states, arrays)
        arrays = [own.cast(array, dtype) for array in arrays]
        shared = self.threads if threads is None else threads_of(threads)
        answers = answer_batch(self.modules, self.layout, arrays, dtype, out, shared)
        if out is not None:
            return out
        return answers[0] if self.result is None else self.result(*answers)

    def function(self, fallback: Callable[..., Any], owner: Any, name: str, doc: str = "") -> Callable[..., Any]:
        """A fast function for arrays and lists that passes all other calls to a fallback; `owner` stores it as `name`.

        >>> import linkwise
        >>> kernel = linkwise.load("pendulum").compile("mass_matrix")
        >>> kernel.function(lambda *anything: "fallback", kernel, "__call__")("not an array")
        'fallback'
        """
        return self.modules.function(fallback, owner, name, self.dtype, doc)

    @property
    def ufunc(self) -> np.ufunc:
        """The same function as a NumPy generalized ufunc: broadcasting, `out=`, dask and xarray come with it.

        >>> import linkwise
        >>> linkwise.load("panda").compile("inverse_dynamics").ufunc.signature
        '(7),(7),(7)->(7)'
        """
        found = self.modules.module(self._usual_dtype, "single").ufunc
        if found is None:
            raise UnsupportedByBackend(
                f"backend {shown(self.backend)} makes no ufunc.",
                "Machine code can be one, where it can be called state by state.",
                "compile(…).ufunc, with the default backend.",
            )
        return found


def _shown(signature: Signature) -> inspect.Signature:
    """The arrays by name, then `out` and `threads`."""
    kind = inspect.Parameter
    takes = [kind(port.name, kind.POSITIONAL_OR_KEYWORD) for port in signature.takes]
    return inspect.Signature([*takes, *(kind(name, kind.KEYWORD_ONLY, default=None) for name in ("out", "threads"))])


def _restored(traceable: AbstractTraceable, options: dict[str, Any]) -> Kernel[Any]:
    return Kernel(traceable, **options)
