"""The fast entry from Python: a function that passes contiguous arrays straight to machine code."""

import ctypes
import functools
import sys
import weakref
from collections import deque
from collections.abc import Callable
from ctypes import c_char_p, c_int, c_void_p, py_object, pythonapi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Signature
from .. import cache
from ..fast_calls import AbstractFastEntry, Relay
from ..modules import AbstractModule
from ..source_digest import source_digest
from . import cpython, gathering, machine, target
from .compiled_module import CompiledModule
from .entry import MANY, entry
from .objects import NAMES, OUTSIDE, PRECISIONS, place

STACK = 2**17
"""Bytes of scratch memory a short batch may take from the stack: threads have at least four times as much."""

LARGE = 2**22
"""Bytes of answers that a module with memory of its own writes in one call at most: some hundred microseconds."""

KEPT = 2**22
"""Bytes of scratch memory that are kept with an entry at most; a module that needs more is left to the fallback."""

FASTCALL_KEYWORDS = 0x80 | 0x02
"""METH_FASTCALL | METH_KEYWORDS."""

FUNCTIONS = {
    "vectorcall": "PyObject_Vectorcall",
    "alloc": "PyType_GenericAlloc",
    "set_item": "PyTuple_SetItem",
    "decref": "Py_DecRef",
    "incref": "Py_IncRef",
}
"""The functions of CPython that an entry calls."""

AS_INTEGER = "PyLong_AsLongLongAndOverflow"
"""The function that reads the whole numbers of lists."""


class _MethodDef(ctypes.Structure):
    _fields_ = (("name", c_char_p), ("call", c_void_p), ("flags", c_int), ("doc", c_char_p))


class Fallback:
    """What a fast function calls for everything it does not handle itself; it keeps the code alive.

    `owner` is the object that has the function under its name: pickling goes through it.
    """

    __slots__ = ("__weakref__", "call", "held", "owner")

    def __init__(self, call: Callable[..., Any], owner: Any, held: Any):
        self.call, self.owner, self.held = call, owner, held

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted: machine code reads it.")

    def __reduce__(self) -> Any:
        return _itself, (self.owner,)


@functools.cache
def _place_of_call() -> int:
    """Where a fallback has its `call`, in bytes."""
    sample = Fallback(print, None, None)
    return next(
        k for k in range(16, Fallback.__basicsize__, 8) if c_void_p.from_address(id(sample) + k).value == id(print)
    )


def _itself(owner: Any) -> Any:
    return owner


class FastEntry(AbstractFastEntry):
    """The function of entry.py for one signature; until a module is installed every call goes to the fallback.

    Arrays of `dtype` are taken; without one, of every precision.
    """

    def __init__(self, signature: Signature, dtype: str | None, result: type | None):
        self._names = [sys.intern(port.name if port.name != "out" else "") for port in signature.takes] + ["out"]
        self._gathering = _gathering()
        self._memory: dict[str, NDArray[Any]] = {}
        borrowed = {
            **{word: cpython.address(function) for word, function in FUNCTIONS.items()},
            "new": cpython.table("_ARRAY_API")[cpython.NEW],
            "ndarray": id(np.ndarray),
            "tuple": id(tuple),
            "float": id(float),
            "float_scalar": id(np.float64),
            "result": id(result or tuple),
            "fallback": _place_of_call(),
        }
        table = [borrowed.get(word) or self._gathering.address(word) for word in OUTSIDE] + [0] * (NAMES - len(OUTSIDE))
        for each in PRECISIONS if dtype is None else (dtype,):
            kind = np.dtype(each)
            for word, value in (("descr", id(kind)), ("typenum", kind.num), ("size", kind.itemsize)):
                table[place(each, word)] = value
        self._code = kept("fast entry", repr(signature), (*table, *map(id, self._names)), lambda: entry(signature))

    def install(self, module: AbstractModule, *, batches: bool = False) -> None:
        """Install a module for single states or rows.

        What is too large for the stack gets memory of its own: the GIL is held, so that no two calls use it at a time.
        Longer batches are left to the fallback there, which may share them among threads.
        """
        assert isinstance(module, CompiledModule)
        table, dtype, layout = self._code.table, module.spec.dtype, module.spec.layout
        if layout == "single":
            table[place(dtype, "one")] = module.code.address("one")
        if (layout != "rows" and not batches) or module.memory > KEPT:
            return
        most = MANY
        if module.memory <= STACK:
            table[place(dtype, "memory")] = module.memory
        else:
            room = self._memory[dtype] = np.empty(module.memory + 64, np.uint8)
            table[place(dtype, "kept")] = (room.ctypes.data + 63) // 64 * 64
        if module.memory > STACK or batches:
            numbers = sum(port.size for port in module.spec.signature.gives)
            most = min(MANY, max(1, LARGE // (module.bytes * numbers)))
        table[place(dtype, "batch")] = module.code.address("batch")
        table[place(dtype, "most")] = most  # last: it says that the rest is there

    def function(self, fallback: Callable[..., Any], owner: Any, held: Any, name: str, doc: str) -> Callable[..., Any]:
        """A Python function that keeps its fallback alive, which keeps this entry alive."""
        return _function(self._code.address("entry"), Fallback(fallback, owner, (self, held)), name, doc)


def relay(target: Callable[..., Any], owner: Any, name: str, doc: str) -> Relay:
    """A Python function that calls a target, and what replaces the target."""
    code = _gathering()
    held = Fallback(target, owner, code)
    return Relay(_function(code.address("relayed"), held, name, doc), lambda other: setattr(held, "call", other))


def _function(address: int, itself: Fallback, name: str, doc: str) -> Callable[..., Any]:
    """The function at an address, with `itself` as its self."""
    definition = _MethodDef(name.encode(), address, FASTCALL_KEYWORDS, doc.encode())
    held = _Definition(itself, _RETIRED.append)
    held.definition = definition
    _DEFINITIONS.add(held)
    while len(_RETIRED) > RETIRED:
        _DEFINITIONS.discard(_RETIRED.popleft())
    make = pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = py_object, [c_void_p, py_object, c_void_p]
    made: Callable[..., Any] = make(ctypes.addressof(definition), itself, None)
    return made


def kept(what: str, which: str, table: tuple[int, ...], text: Callable[[], str]) -> machine.Code:
    """Code from the disk, or compiled and kept there. Without optimisation: it takes as long to run, and a third of the
    time to compile."""
    name = cache.key(source_digest(), *target.host(), what, which)
    mark = machine.mark(name)
    stored = cache.get(name)
    if stored is not None and mark.encode() not in stored:
        cache.quarantine(name, "it is not what was compiled under this name")
        stored = None
    if stored is None:
        stored = machine.compiled(text(), mark, 0)
        cache.put(name, stored)
    return machine.Code(stored, table, mark)


@functools.cache
def _gathering() -> machine.Code:
    """The functions of gathering.py, which all entries share."""
    things = {kind.__name__: id(kind) for kind in (np.ndarray, list, tuple, float, int)}
    things |= {"float_scalar": id(np.float64), "none": id(None), "as_integer": cpython.address(AS_INTEGER)}
    things |= {"vectorcall": cpython.address(FUNCTIONS["vectorcall"]), "fallback": _place_of_call()}
    return kept("gathering", "", tuple(things[word] for word in gathering.OUTSIDE), gathering.gathering)


class _Definition(weakref.ref[Fallback]):
    """The definition of a function, found by a weak reference to its fallback; see `machine._Engine`."""

    __slots__ = ("definition",)
    definition: _MethodDef


RETIRED = 256
"""A function may read its definition to the very end, when its fallback is gone already: this many stay for a while."""

_DEFINITIONS: set[_Definition] = set()
_RETIRED: deque[_Definition] = deque()
