"""The machine code of a task: made when it is first needed, one module for single states and one for each layout."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .question_program import Task

if TYPE_CHECKING:
    from ..backends.llvm import Unit, Wanted
    from ..backends.llvm.cpython import Door

STACK = 2**17
"""Bytes of scratch memory a short batch may take from the stack: threads have at least four times as much."""


class Compiled:
    """Modules by precision and layout, and the functions Python and NumPy call them by.

    `result` is the type of several answers, `width` the number of states side by side where the machine's is not meant.
    llvmlite is loaded with the first module.

    >>> import linkwise
    >>> from linkwise.calls.question_program import Task
    >>> code = Compiled(Task(linkwise.load("pendulum").tree, ("mass_matrix",)), None, None)
    >>> code.unit("float64", "single").off() < 1e-8
    True
    """

    def __init__(self, task: Task, result: Any, width: int | None):
        self.task, self.result, self.width = task, result, width
        self._units: dict[tuple[str, str], Unit] = {}
        self._doors: dict[str, Door] = {}
        self._ufuncs: dict[str, Any] = {}
        self._lock = threading.Lock()

    def wanted(self, dtype: str, layout: str) -> "Wanted":
        """What a module is to be: of one state ("single") or of batches in rows or columns."""
        from ..backends.llvm import Shape, Wanted, register_bytes

        lanes = 1 if layout == "single" else self.width or register_bytes() // np.dtype(dtype).itemsize
        task = self.task
        return Wanted(task.key, task.signature, lambda: task.program, Shape(lanes, dtype), layout)

    def unit(self, dtype: str, layout: str) -> "Unit":
        """The module, ready to run, and behind the door."""
        from ..backends.llvm import loaded

        with self._lock:
            if (dtype, layout) not in self._units:
                self._units[dtype, layout] = unit = loaded(self.wanted(dtype, layout))
                door = self._door(dtype)
                if door is not None and layout == "single":
                    door.put(one=unit.code.address("one"))
                elif door is not None and layout == "rows" and unit.memory <= STACK:
                    door.put(batch=unit.code.address("batch"), memory=unit.memory)
            return self._units[dtype, layout]

    def _door(self, dtype: str) -> "Door | None":
        from ..backends.llvm import cpython

        if dtype not in self._doors and cpython.readable():
            self._doors[dtype] = cpython.Door(self.task.signature, dtype, self.result)
        return self._doors.get(dtype)

    def function(self, slow: Callable[..., Any], owner: Any, name: str, dtype: str, doc: str) -> Callable[..., Any]:
        """A function for contiguous arrays that leaves all other calls to a slow one; `owner` has it under its name."""
        from ..backends.llvm import cpython

        with self._lock:
            door = self._door(dtype)
        return slow if door is None else door.function(cpython.Slow(slow, owner, (self, door)), name, doc)

    def ufunc(self, dtype: str) -> Any:
        """A NumPy generalized ufunc; it does not hold its code."""
        from ..backends.llvm import cpython

        unit, signature = self.unit(dtype, "single"), self.task.signature
        with self._lock:
            if dtype not in self._ufuncs:
                loop, sizes = unit.code.address("loop"), (len(signature.takes), len(signature.gives))
                name = "_and_".join(self.task.questions)
                self._ufuncs[dtype] = cpython.ufunc(loop, signature.gufunc, *sizes, dtype, name, self.task.title)
            return self._ufuncs[dtype][0]
