"""The array library of a backend's inputs and outputs: NumPy, or a framework's on another machine."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

CACHE_LINE = 64
"""Bytes of a cache line: answers start on one."""


class AbstractArrays(ABC):
    """One library's arrays, which have a `shape`, an `ndim` and a `reshape`; they may be traced or read-only."""

    @abstractmethod
    def adopt(self, value: Any) -> Any:
        """A value as such an array, without a copy if it is one already; raises what the library raises."""

    @abstractmethod
    def dtype(self, array: Any) -> np.dtype[Any]:
        """The type of its numbers, as a NumPy dtype."""

    @abstractmethod
    def cast(self, array: Any, dtype: str) -> Any:
        """The array in another precision; itself if it has that already."""

    @abstractmethod
    def broadcast(self, array: Any, shape: tuple[int, ...]) -> Any:
        """The array repeated along new and unit axes, as NumPy broadcasts."""

    @abstractmethod
    def numpy(self, array: Any) -> NDArray[Any]:
        """The array's numbers as a NumPy array."""

    def owns(self, value: Any) -> bool:
        """Whether a value is such an array where NumPy's are usual: a robot asked with it answers by this backend."""
        return False

    def heed_precision(self, dtype: str | None, given: Sequence[Any], adopted: Sequence[Any]) -> None:
        """Warn if the library keeps fewer digits than what a caller gave has, unless the caller named a precision."""
        return

    def misfit(self, target: Any, shape: tuple[int, ...], dtype: str, beside: Sequence[Any]) -> str | None:
        """Why the answer to a call with the arrays `beside` cannot be written into the caller's `out=` array; empty if
        it can, None if the backend writes into no array of the caller's."""
        return None

    def nothing(self, shape: tuple[int, ...], dtype: str, beside: Sequence[Any]) -> Any:
        """An answer without entries to a call with the arrays `beside`."""
        return self.adopt(np.empty(shape, dtype))


class AbstractWriteableArrays(AbstractArrays):
    """Arrays that code can fill in place."""

    @abstractmethod
    def empty(self, shape: tuple[int, ...], dtype: str) -> Any:
        """An uninitialised array for an answer."""

    @abstractmethod
    def contiguous(self, array: Any) -> Any:
        """The array in one piece, row-major; itself if it already is."""


class NumPyArrays(AbstractWriteableArrays):
    """NumPy's arrays, in this machine's memory."""

    def adopt(self, value: Any) -> NDArray[Any]:
        """The value as `np.asarray` reads it."""
        return np.asarray(value)

    def dtype(self, array: NDArray[Any]) -> np.dtype[Any]:
        """The array's own dtype."""
        return array.dtype

    def cast(self, array: NDArray[Any], dtype: str) -> NDArray[Any]:
        """The array in another precision; numbers too large for it become infinite."""
        with np.errstate(all="ignore"):
            return array.astype(dtype, copy=False)

    def broadcast(self, array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
        """A view of the array, repeated."""
        return np.broadcast_to(array, shape)

    def numpy(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array itself."""
        return array

    def empty(self, shape: tuple[int, ...], dtype: str) -> NDArray[Any]:
        """An uninitialised array that starts on a cache line.

        >>> NUMPY.empty((3, 7), "float64").ctypes.data % CACHE_LINE
        0
        """
        size = prod(shape) * np.dtype(dtype).itemsize
        room = np.empty(size + CACHE_LINE, np.uint8)
        start = -room.ctypes.data % CACHE_LINE
        return room[start : start + size].view(dtype).reshape(shape)

    def contiguous(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array, or a contiguous copy."""
        return np.ascontiguousarray(array)


NUMPY = NumPyArrays()
"""The arrays of every backend that runs on the processor."""
