"""JAX's arrays, which may be traced: inside jit, vmap and grad their numbers are not known yet."""

import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import AbstractArrays
from ..cache.notice import caller


class PrecisionNotice(UserWarning):
    """Doubles were rounded to floats, because JAX computes in float32 unless x64 is enabled.

    >>> import warnings
    >>> warnings.simplefilter("ignore", PrecisionNotice)  # to silence it
    """


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

    def heed_precision(self, dtype: str | None, given: Sequence[Any], adopted: Sequence[Any]) -> None:
        """Warn at the caller's line if arrays of doubles became floats and none of JAX's own, which would be floats
        anyway, is among them."""
        import jax

        if dtype is not None or any(isinstance(value, jax.Array) for value in given):
            return
        pairs = zip(given, adopted, strict=True)
        if any(getattr(value, "dtype", None) == np.float64 != self.dtype(array) for value, array in pairs):
            what = "the arrays hold float64, and the answer is computed in float32, as JAX is set here."
            hint = (
                'jax.config.update("jax_enable_x64", True) at the start of the program; dtype="float32" if it is meant.'
            )
            warnings.warn(f"{what}\n  Hint: {hint}", PrecisionNotice, stacklevel=caller()[1])

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
