"""The fast entry from Python: a function that passes contiguous arrays straight to machine code."""

import ctypes
import weakref
from collections import deque
from collections.abc import Callable
from ctypes import c_char_p, c_int, c_void_p, py_object, pythonapi
from typing import Any

import numpy as np

from ...program import Signature
from .. import cache
from ..backend import AbstractFastEntry
from ..modules import AbstractModule
from ..source_digest import source_digest
from . import cpython, machine, target
from .compiled_module import CompiledModule
from .entry import TABLE, entry

STACK = 2**17
"""Bytes of scratch memory a short batch may take from the stack: threads have at least four times as much."""

FASTCALL_KEYWORDS = 0x80 | 0x02
"""METH_FASTCALL | METH_KEYWORDS."""


class _MethodDef(ctypes.Structure):
    _fields_ = (("name", c_char_p), ("call", c_void_p), ("flags", c_int), ("doc", c_char_p))


class Fallback:
    """What a fast function calls for everything it does not handle itself; it keeps the code alive.

    `owner` is the object that has the function under its name: pickling goes through it.
    """

    __slots__ = ("__weakref__", "call", "held", "owner")

    def __init__(self, call: Callable[..., Any], owner: Any, held: Any):
        self.call, self.owner, self.held = call, owner, held

    def __call__(self, *args: Any, **options: Any) -> Any:
        """The fallback's answer."""
        return self.call(*args, **options)

    def __reduce__(self) -> Any:
        return _itself, (self.owner,)


def _itself(owner: Any) -> Any:
    return owner


class FastEntry(AbstractFastEntry):
    """The function of entry.py for one signature; until a module is installed every call goes to the fallback."""

    def __init__(self, signature: Signature, dtype: str, result: type | None):
        name = cache.key(source_digest(), *target.host(), "fast entry", repr(signature), dtype)
        mark = machine.mark(name)
        borrowed = {
            "new": cpython.table("_ARRAY_API")[cpython.NEW],
            "ndarray": id(np.ndarray),
            "descr": id(np.dtype(dtype)),
            "vectorcall": cpython.address("PyObject_Vectorcall"),
            "result": id(result or tuple),
            "alloc": cpython.address("PyType_GenericAlloc"),
            "set_item": cpython.address("PyTuple_SetItem"),
            "decref": cpython.address("Py_DecRef"),
        }
        table = tuple(borrowed.get(place, 0) for place in TABLE)
        stored = cache.get(name)
        if stored is not None and mark.encode() not in stored:
            cache.quarantine(name, "it is not what was compiled under this name")
            stored = None
        if stored is None:
            stored = machine.compiled(entry(signature, dtype), mark)
            cache.put(name, stored)
        self._code = machine.Code(stored, table, mark)

    def install(self, module: AbstractModule) -> None:
        """Install a module for single states or rows; one that needs much scratch memory is left to the fallback."""
        assert isinstance(module, CompiledModule)
        if module.spec.layout == "single":
            self._put("one", module.code.address("one"))
        elif module.spec.layout == "rows" and module.memory <= STACK:
            self._put("memory", module.memory)  # set before the batch is
            self._put("batch", module.code.address("batch"))

    def _put(self, place: str, value: int) -> None:
        self._code.table[TABLE.index(place)] = value

    def function(self, fallback: Callable[..., Any], owner: Any, held: Any, name: str, doc: str) -> Callable[..., Any]:
        """A Python function that keeps its fallback alive, which keeps this entry alive."""
        definition = _MethodDef(name.encode(), self._code.address("entry"), FASTCALL_KEYWORDS, doc.encode())
        itself = Fallback(fallback, owner, (self, held))
        held = _Definition(itself, _RETIRED.append)
        held.definition = definition
        _DEFINITIONS.add(held)
        while len(_RETIRED) > RETIRED:
            _DEFINITIONS.discard(_RETIRED.popleft())
        make = pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = py_object, [c_void_p, py_object, c_void_p]
        made: Callable[..., Any] = make(ctypes.addressof(definition), itself, None)
        return made


class _Definition(weakref.ref[Fallback]):
    """The definition of a function, found by a weak reference to its fallback; see `machine._Engine`."""

    __slots__ = ("definition",)
    definition: _MethodDef


RETIRED = 256
"""A function may read its definition to the very end, when its fallback is gone already: so many stay for a while."""

_DEFINITIONS: set[_Definition] = set()
_RETIRED: deque[_Definition] = deque()
