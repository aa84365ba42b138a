"""Arrays that a kernel on the GPU takes: NumPy's, which are copied to it and back, and those that are there already."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import NUMPY, AbstractArrays
from .libraries import LIBRARIES, library_of


class CudaArrays(AbstractArrays):
    """Arrays of the libraries in libraries.py, and NumPy's. Answers are of the library of the first that is on the GPU,
    NumPy's if none is.

    >>> CUDA_ARRAYS.dtype(CUDA_ARRAYS.adopt([1.0, 2.0]))
    dtype('float64')
    """

    def adopt(self, value: Any) -> Any:
        """The array itself if it is on the GPU, else the value as `np.asarray` reads it."""
        return value if library_of(value) else np.asarray(value)

    def owns(self, value: Any) -> bool:
        """Whether it is on the GPU; one that cannot be read there is refused when it is adopted."""
        try:
            return type(value) is not np.ndarray and hasattr(value, "__cuda_array_interface__")
        except Exception:  # PyTorch raises if gradients are wanted
            return True

    def dtype(self, array: Any) -> np.dtype[Any]:
        """As NumPy calls it; one that it does not know counts as no number."""
        if isinstance(array.dtype, np.dtype):
            return array.dtype
        try:
            return np.dtype(str(array.dtype).rpartition(".")[2])
        except TypeError:
            return np.dtype(object)

    def cast(self, array: Any, dtype: str) -> Any:
        """By its library."""
        name = library_of(array)
        return LIBRARIES[name].cast(array, dtype) if name else NUMPY.cast(array, dtype)

    def broadcast(self, array: Any, shape: tuple[int, ...]) -> Any:
        """By its library."""
        name = library_of(array)
        return LIBRARIES[name].broadcast(array, shape) if name else np.broadcast_to(array, shape)

    def numpy(self, array: Any) -> NDArray[Any]:
        """A copy of what is on the GPU, once it is computed."""
        name = library_of(array)
        return LIBRARIES[name].numpy(array) if name else array

    def misfit(self, target: Any, shape: tuple[int, ...], dtype: str, beside: Sequence[Any]) -> str | None:
        """Inputs on the GPU want arrays of the same library there, NumPy's want NumPy's."""
        there = next((name for array in beside if (name := library_of(array))), "")
        if there == "jax":
            return "cannot be written to: JAX's arrays never change"
        if library_of(target) != there or not (there or isinstance(target, np.ndarray)):
            return f"is a {type(target).__module__}.{type(target).__name__}"
        if tuple(target.shape) != shape or self.dtype(target) != np.dtype(dtype):
            return f"is a {self.dtype(target)} array of shape {tuple(target.shape)}"
        mine = _memory(target)
        if mine is None:
            return "is not contiguous, or cannot be written to"
        others = [_memory(array) for array in beside if library_of(array) == there and hasattr(array, "dtype")]
        if any(other and mine.start < other.stop and other.start < mine.stop for other in others):
            return "shares memory with an array before it"
        return ""

    def nothing(self, shape: tuple[int, ...], dtype: str, beside: Sequence[Any]) -> Any:
        """An array without entries, of the library of the answers."""
        for array in beside:
            if name := library_of(array):
                library = LIBRARIES[name]
                return library.cast(library.broadcast(array.reshape(-1)[:0], (0,)).reshape(shape), dtype)
        return np.empty(shape, dtype)


def _memory(array: Any) -> range | None:
    """The addresses of an array in one piece; None if it is not, or is read-only."""
    if isinstance(array, np.ndarray):
        fits, place = array.flags.c_contiguous and array.flags.writeable, array.ctypes.data
    else:
        told = array.__cuda_array_interface__
        fits, place = told.get("strides") is None and not told["data"][1], told["data"][0]
    return range(place, place + prod(array.shape) * CUDA_ARRAYS.dtype(array).itemsize) if fits else None


CUDA_ARRAYS = CudaArrays()
"""The arrays of the backend."""
