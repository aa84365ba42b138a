"""What is asked of the libraries whose arrays may lie on the GPU: one row each; the caller has imported them."""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...errors import BadArray
from .dlpack import shared_by_dlpack
from .driver import Memory, wait

Shape = tuple[int, ...]


class Library(NamedTuple):
    """A library of arrays: how to cast, repeat, pack and download one; its address, and the stream of its library;
    a new one, on the device of another; what is done once it is filled."""

    cast: Callable[[Any, str], Any]
    broadcast: Callable[[Any, Shape], Any]
    contiguous: Callable[[Any], Any]
    numpy: Callable[[Any], Any]
    address: Callable[[Any], int]
    stream: Callable[[Any], int]
    empty: Callable[[Any, Shape, str], Any]
    place: Callable[[Any], int]
    filled: Callable[[Any], Any]


class _Room:
    """Memory for an array of JAX's, which cannot be written to once it is one."""

    def __init__(self, shape: Shape, dtype: str):
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.memory = Memory(int(np.prod(shape)) * self.dtype.itemsize)


def _jax_filled(room: _Room) -> Any:
    wait()  # JAX has no stream of the caller's that it could be told of
    return shared_by_dlpack(room.memory, room.shape, room.dtype, sys.modules["jax"].dlpack.from_dlpack)


LIBRARIES = {
    "torch": Library(
        cast=lambda x, dtype: x.to(getattr(sys.modules["torch"], dtype)),
        broadcast=lambda x, shape: x.broadcast_to(shape),
        contiguous=lambda x: x.contiguous(),
        numpy=lambda x: x.cpu().numpy(),
        address=lambda x: x.data_ptr(),
        stream=lambda x: sys.modules["torch"].cuda.current_stream(x.device).cuda_stream,
        empty=lambda x, shape, dtype: x.new_empty(shape, dtype=getattr(sys.modules["torch"], dtype)),
        place=lambda x: x.data_ptr(),
        filled=lambda x: x,
    ),
    "cupy": Library(
        cast=lambda x, dtype: x.astype(dtype, copy=False),
        broadcast=lambda x, shape: sys.modules["cupy"].broadcast_to(x, shape),
        contiguous=lambda x: sys.modules["cupy"].ascontiguousarray(x),
        numpy=lambda x: x.get(),
        address=lambda x: x.data.ptr,
        stream=lambda x: sys.modules["cupy"].cuda.get_current_stream().ptr,
        empty=lambda x, shape, dtype: sys.modules["cupy"].empty(shape, dtype),
        place=lambda x: x.data.ptr,
        filled=lambda x: x,
    ),
    "jax": Library(
        cast=lambda x, dtype: x.astype(dtype),
        broadcast=lambda x, shape: sys.modules["jax"].numpy.broadcast_to(x, shape),
        contiguous=lambda x: x.block_until_ready(),
        numpy=lambda x: np.asarray(x),
        address=lambda x: x.unsafe_buffer_pointer(),
        stream=lambda x: 0,
        empty=lambda x, shape, dtype: _Room(shape, dtype),
        place=lambda room: room.memory.address,
        filled=_jax_filled,
    ),
}
"""By the first name of their packages."""


def library_of(value: Any) -> str:
    """The library of an array on the GPU; empty for anything else.

    >>> library_of([1.0])
    ''
    """
    if type(value) is np.ndarray or not hasattr(value, "__cuda_array_interface__"):
        return ""
    name = type(value).__module__.partition(".")[0].removesuffix("lib")
    if name not in LIBRARIES:
        raise BadArray(f"arrays of {name} are not known, cupy.asarray makes one of CuPy's that shares its memory")
    return name
