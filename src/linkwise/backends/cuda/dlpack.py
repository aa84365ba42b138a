"""Memory of ours as an array of a framework's, without a copy, by the protocol DLPack."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from .driver import Memory, device_of

_CUDA, _FLOAT = 2, 2
"""Codes of the protocol: the kind of device, of number."""


class _Tensor(ctypes.Structure):
    """DLManagedTensor of dlpack.h."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_HELD: dict[int, Any] = {}
"""What frameworks use, by the address of its description."""

_forget = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: _HELD.pop(address, None))


class _Export:
    def __init__(self, address: int, ordinal: int):
        self.address, self.ordinal = address, ordinal

    def __dlpack__(self, **options: Any) -> Any:
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(self.address, b"dltensor", None)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.ordinal


def shared_by_dlpack(memory: Memory, shape: tuple[int, ...], dtype: np.dtype[Any], take: Callable[[Any], Any]) -> Any:
    """The array that a framework's `from_dlpack` makes of memory, which is free again when that array is gone."""
    ordinal, sizes = device_of(memory.address), (ctypes.c_int64 * len(shape))(*shape)
    tensor = _Tensor(
        memory.address,
        _CUDA,
        ordinal,
        len(shape),
        _FLOAT,
        8 * dtype.itemsize,
        1,
        sizes,
        None,
        0,
        None,
        ctypes.cast(_forget, ctypes.c_void_p),
    )
    address = ctypes.addressof(tensor)
    _HELD[address] = (tensor, sizes, memory)
    try:
        return take(_Export(address, ordinal))
    except BaseException:
        _HELD.pop(address, None)
        raise
