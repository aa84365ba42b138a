"""Whose arrays a backend takes and gives."""

from abc import ABC, abstractmethod
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

CACHE_LINE = 64
"""Bytes of a cache line: answers start on one."""


class AbstractArrays(ABC):
    """One library's arrays; each has a `shape`, an `ndim` and a `dtype`."""

    @abstractmethod
    def adopt(self, value: Any) -> Any:
        """A value as such an array, without a copy where it is one; whatever cannot be one raises."""

    @abstractmethod
    def empty(self, shape: tuple[int, ...], dtype: str) -> Any:
        """Room for an answer."""

    @abstractmethod
    def contiguous(self, array: Any) -> Any:
        """The array in one piece, row-major."""


class NumPyArrays(AbstractArrays):
    """NumPy's arrays, in this machine's memory."""

    def adopt(self, value: Any) -> NDArray[Any]:
        """As NumPy reads it."""
        return np.asarray(value)

    def empty(self, shape: tuple[int, ...], dtype: str) -> NDArray[Any]:
        """An array that starts on a line of the cache.

        >>> NUMPY.empty((3, 7), "float64").ctypes.data % CACHE_LINE
        0
        """
        size = prod(shape) * np.dtype(dtype).itemsize
        room = np.empty(size + CACHE_LINE, np.uint8)
        start = -room.ctypes.data % CACHE_LINE
        return room[start : start + size].view(dtype).reshape(shape)

    def contiguous(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array itself where it lies so."""
        return np.ascontiguousarray(array)


NUMPY = NumPyArrays()
"""The arrays of every backend that runs on the processor."""
