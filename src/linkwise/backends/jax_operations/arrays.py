"""JAX's arrays, which may be traced: inside jit, vmap and grad their numbers are not known yet."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import AbstractArrays


class JaxArrays(AbstractArrays):
    """Arrays of `jax.numpy`. NumPy's and lists become such in JAX's usual precision: float32 unless x64 is enabled."""

    def adopt(self, value: Any) -> Any:
        """The array itself if it is JAX's, else the value as `jax.numpy.asarray` reads it."""
        import jax

        return value if isinstance(value, jax.Array) else jax.numpy.asarray(value)

    def owns(self, value: Any) -> bool:
        """Whether it is traced: then no other backend can answer."""
        jax = sys.modules.get("jax")
        return jax is not None and isinstance(value, jax.core.Tracer)

    def dtype(self, array: Any) -> np.dtype[Any]:
        """As NumPy calls it; one that it does not know, such as that of random keys, counts as no number."""
        try:
            return np.dtype(array.dtype)
        except TypeError:
            return np.dtype(object)

    def cast(self, array: Any, dtype: str) -> Any:
        """In another precision; numbers too large for it become infinite."""
        return array.astype(dtype)

    def broadcast(self, array: Any, shape: tuple[int, ...]) -> Any:
        """By JAX."""
        import jax

        return jax.numpy.broadcast_to(array, shape)

    def numpy(self, array: Any) -> NDArray[Any]:
        """Its numbers, once they are computed."""
        return np.asarray(array)


JAX_ARRAYS = JaxArrays()
"""The arrays of the backends for JAX."""
