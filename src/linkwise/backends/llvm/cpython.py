"""What machine code needs from CPython and NumPy: function addresses, and a check of the memory layout of arrays."""

import ctypes
import functools
import sys
import sysconfig
from ctypes import POINTER, c_char_p, c_int, c_void_p, py_object, pythonapi
from typing import Any

import numpy as np

from .objects import ALIGNED, CONTIGUOUS, ITEMS, LENGTH, OFFSETS, VALUE, WRITEABLE

NEW, FROM_SIGNATURE = 93, 31
"""PyArray_New and PyUFunc_FromFuncAndDataAndSignature in NumPy's tables of functions, which are part of its ABI."""

OWNER = 88
"""Where a ufunc refers to an object that lives as long as it does, in bytes, on 64-bit machines."""


@functools.cache
def table(name: str) -> Any:
    """One of NumPy's tables of C functions."""
    from importlib import import_module

    core = import_module("numpy._core._multiarray_umath")
    get = pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [py_object, c_char_p]
    return ctypes.cast(get(getattr(core, name), None), POINTER(c_void_p))


@functools.cache
def readable() -> bool:
    """Whether arrays of this interpreter are laid out in memory as objects.py expects.

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
        return table("_ARRAY_API")[2] == id(np.ndarray) and all(map(_lies_as_expected, samples)) and _numbers_too()
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
        and bool(member("flags", c_int) & CONTIGUOUS) == array.flags.c_contiguous
        and bool(member("flags", c_int) & WRITEABLE) == array.flags.writeable
    )


def _numbers_too() -> bool:
    """Whether lists, tuples and floats lie as expected."""
    items = (1.5, np.float64(2.5), 3)
    as_list, addresses = list(items), [id(item) for item in items]
    places = id(items) + ITEMS, c_void_p.from_address(id(as_list) + ITEMS).value or id(as_list)
    found = [list((ctypes.c_size_t * 3).from_address(where)) for where in places]
    values = [ctypes.c_double.from_address(id(item) + VALUE).value for item in items[:2]]
    lengths = [ctypes.c_ssize_t.from_address(id(nest) + LENGTH).value for nest in (items, as_list)]
    return found == [addresses, addresses] and values == [1.5, 2.5] and lengths == [3, 3]


def address(name: str) -> int:
    """The address of a CPython function."""
    return ctypes.cast(getattr(pythonapi, name), c_void_p).value or 0


def ufunc(address: int, code: Any, signature: str, takes: int, gives: int, dtype: str, name: str, doc: str) -> np.ufunc:
    """A generalized ufunc whose inner loop is at an address of the code, which it keeps alive."""
    make = ctypes.PYFUNCTYPE(
        py_object, c_void_p, c_void_p, c_void_p, c_int, c_int, c_int, c_int, c_char_p, c_char_p, c_int, c_char_p
    )(table("_UFUNC_API")[FROM_SIGNATURE])
    loops, data = (c_void_p * 1)(address), (c_void_p * 1)(None)
    types = ctypes.create_string_buffer(bytes([np.dtype(dtype).num] * (takes + gives)))
    words = [text.encode() for text in (name, doc, signature)]
    places = [ctypes.addressof(x) for x in (loops, data, types)]
    made: np.ufunc = make(*places, 1, takes, gives, -1, words[0], words[1], 0, words[2])
    held = (code, loops, data, types, words)
    if _has_owner():
        pythonapi.Py_IncRef(py_object(held))  # the ufunc gives the reference up when it is freed
        c_void_p.from_address(id(made) + OWNER).value = id(held)
    else:
        _KEPT.append(held)
    return made


@functools.cache
def _has_owner() -> bool:
    """Whether a ufunc's struct has its owner where it is expected: NumPy puts the function of `frompyfunc` there."""

    def function(x: Any) -> Any:
        return x

    return readable() and c_void_p.from_address(id(np.frompyfunc(function, 1, 1)) + OWNER).value == id(function)


_KEPT: list[Any] = []  # what ufuncs need, for ever, where they cannot own it themselves
