"""Derivatives of evenly sampled signals; `DERIVATIVES` lists the ways."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...calls.arrays import Array


def central(x: Array, dt: float) -> Array:
    """Central differences, one-sided of second order at the ends.

    >>> central(np.array([[0.0], [1.0], [4.0], [9.0]]), 1.0).ravel()
    array([0., 2., 4., 6.])
    """
    slope: Array = np.gradient(x, dt, axis=0, edge_order=2)
    return slope


def savgol(x: Array, dt: float) -> Array:
    """The slope of the cubic through each sample and its five neighbours on either side (Savitzky–Golay).

    >>> savgol(np.arange(20.0)[:, None] ** 2, 1.0)[10]
    array([20.])
    """
    from scipy.signal import savgol_filter

    window = min(11, len(x) - 1 + len(x) % 2)
    slope: Array = savgol_filter(x, window, min(3, window - 1), deriv=1, delta=dt, axis=0)
    return slope


def spline(x: Array, dt: float) -> Array:
    """The slope of the cubic spline through the samples.

    >>> spline(np.arange(20.0)[:, None] ** 2, 1.0)[10].round(9)
    array([20.])
    """
    from scipy.interpolate import CubicSpline

    t = dt * np.arange(len(x))
    slope: Array = CubicSpline(t, x, axis=0)(t, 1)
    return slope


DERIVATIVES: dict[str, Callable[[Array, float], Array]] = {"central": central, "savgol": savgol, "spline": spline}
"""The ways to differentiate, by name."""
