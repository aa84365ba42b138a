"""What LLVM code borrows from CPython and NumPy: addresses, and the proof that array objects lie as expected."""

import ctypes
import functools
import sys
import sysconfig
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int, c_void_p, py_object, pythonapi
from typing import Any

import numpy as np

from ...program import Signature
from .. import cache
from ..edition import edition
from .entry import ALIGNED, OFFSETS, TABLE, entry
from .machine import Code, compiled, cpu

NEW, FROM_SIGNATURE = 93, 31
"""PyArray_New and PyUFunc_FromFuncAndDataAndSignature in NumPy's tables of functions, which are part of its ABI."""

FASTCALL_KEYWORDS = 0x80 | 0x02
"""METH_FASTCALL | METH_KEYWORDS."""


class _MethodDef(ctypes.Structure):
    _fields_ = (("name", c_char_p), ("call", c_void_p), ("flags", c_int), ("doc", c_char_p))


@functools.cache
def _table(name: str) -> Any:
    """NumPy's table of C functions."""
    from importlib import import_module

    core = import_module("numpy._core._multiarray_umath" if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else
                         "numpy.core._multiarray_umath")  # fmt: skip
    get = pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [py_object, c_char_p]
    return ctypes.cast(get(getattr(core, name), None), POINTER(c_void_p))


@functools.cache
def readable() -> bool:
    """Whether arrays lie in memory as entry.py reads them: tried on arrays of this interpreter.

    >>> readable() == _lies_as_expected(np.zeros((2, 3)))
    True
    """
    if (
        sys.implementation.name != "cpython"
        or ctypes.sizeof(c_void_p) != 8
        or sysconfig.get_config_var("Py_GIL_DISABLED")
    ):
        return False
    samples: list[np.ndarray[Any, Any]] = [
        np.zeros(7),
        np.zeros((3, 5))[:, ::2],
        np.zeros((2, 3, 4), np.float32).T,
        np.zeros(()),
    ]
    try:
        return _table("_ARRAY_API")[2] == id(np.ndarray) and all(map(_lies_as_expected, samples))
    except (AttributeError, ImportError, ValueError):
        return False


def _lies_as_expected(array: np.ndarray[Any, Any]) -> bool:
    def member(name: str, kind: Any) -> Any:
        return kind.from_address(id(array) + OFFSETS[name]).value

    lengths = (ctypes.c_ssize_t * array.ndim).from_address(member("dims", c_void_p)) if array.ndim else ()
    strides = (ctypes.c_ssize_t * array.ndim).from_address(member("strides", c_void_p)) if array.ndim else ()
    return bool(
        member("type", c_void_p) == id(np.ndarray)
        and member("data", c_void_p) == array.ctypes.data
        and member("nd", c_int) == array.ndim
        and tuple(lengths) == array.shape
        and tuple(strides) == array.strides
        and member("descr", c_void_p) == id(array.dtype)
        and bool(member("flags", c_int) & ALIGNED) == array.flags.aligned
    )


class Slow:
    """The long way behind a function, which keeps alive what the function runs.

    `owner` is the object that has the function under its name: pickles go to it.
    """

    __slots__ = ("call", "held", "owner")

    def __init__(self, call: Callable[..., Any], owner: Any, held: Any):
        self.call, self.owner, self.held = call, owner, held

    def __call__(self, *args: Any, **options: Any) -> Any:
        """The answer, by the long way."""
        return self.call(*args, **options)

    def __reduce__(self) -> Any:
        return _itself, (self.owner,)


def _itself(owner: Any) -> Any:
    return owner


class Door:
    """The function of entry.py for a signature, loaded: calls go the long way until code is put behind it."""

    def __init__(self, signature: Signature, dtype: str, result: type | None):
        name = cache.key(edition(), *cpu(), "door", repr(signature), dtype)
        mark = f"linkwise.{name}"
        borrowed = {
            "new": _table("_ARRAY_API")[NEW],
            "ndarray": id(np.ndarray),
            "descr": id(np.dtype(dtype)),
            "vectorcall": _address("PyObject_Vectorcall"),
            "result": id(result or tuple),
            "alloc": _address("PyType_GenericAlloc"),
            "set_item": _address("PyTuple_SetItem"),
            "decref": _address("Py_DecRef"),
        }
        table = tuple(borrowed.get(place, 0) for place in TABLE)
        stored = cache.get(name)
        if stored is not None and mark.encode() not in stored:
            cache.quarantine(name, "it is not what was compiled under this name")
            stored = None
        if stored is None:
            stored = compiled(entry(signature, dtype), mark)
            cache.put(name, stored)
        self._code = Code(stored, table, mark)

    def put(self, **addresses: int) -> None:
        """Put code behind the door: `one` for single states, `batch` with its bytes of `memory` for more."""
        for place in sorted(addresses, reverse=True):  # the memory a batch needs is known before the batch is
            self._code.table[TABLE.index(place)] = addresses[place]

    def function(self, slow: "Slow", name: str, doc: str) -> Callable[..., Any]:
        """A Python function that goes through the door; it holds `slow`, which holds the door."""
        definition = _MethodDef(name.encode(), self._code.address("entry"), FASTCALL_KEYWORDS, doc.encode())
        _DEFINITIONS.append(definition)
        make = pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = py_object, [c_void_p, py_object, c_void_p]
        made: Callable[..., Any] = make(ctypes.addressof(definition), slow, None)
        return made


_DEFINITIONS: list[_MethodDef] = []  # a function reads its definition to the very end: they are never freed


def _address(name: str) -> int:
    return ctypes.cast(getattr(pythonapi, name), c_void_p).value or 0


def ufunc(address: int, signature: str, takes: int, gives: int, dtype: str, name: str, doc: str) -> tuple[Any, Any]:
    """A generalized ufunc whose inner loop is at an address; with it what must live as long."""
    make = ctypes.PYFUNCTYPE(
        py_object, c_void_p, c_void_p, c_void_p, c_int, c_int, c_int, c_int, c_char_p, c_char_p, c_int, c_char_p
    )(_table("_UFUNC_API")[FROM_SIGNATURE])
    loops, data = (c_void_p * 1)(address), (c_void_p * 1)(None)
    types = ctypes.create_string_buffer(bytes([np.dtype(dtype).num] * (takes + gives)))
    words = [text.encode() for text in (name, doc, signature)]
    places = [ctypes.addressof(x) for x in (loops, data, types)]
    return make(*places, 1, takes, gives, -1, words[0], words[1], 0, words[2]), (loops, data, types, words)
