"""What all parts share: the two ways, states, and how far answers are off."""

from typing import Any

import numpy as np

WAYS = {"jax_operations": "operations", "jax": "machine code"}
"""The backends, and what their programs become."""

DTYPES = ("float32", "float64")


def off(found: Any, truth: Any) -> float:
    """The largest difference relative to the largest entry, of arrays or of tuples of them."""
    pairs = zip(found, truth, strict=True) if isinstance(truth, tuple) else [(found, truth)]
    return max(float(np.abs(np.asarray(a, float) - b).max() / np.abs(b).max()) for a, b in pairs)


def states(count: int, way: int = 3, n: int = 7) -> list[np.ndarray]:
    """Positions, velocities, accelerations or torques."""
    rng = np.random.default_rng(7)
    return [rng.uniform(-1.0, 1.0, (count, n)) for _ in range(way)]
