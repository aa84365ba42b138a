"""A path travelled at a pace, as polynomials of time.

Between two nodes λ = λ_i + v d + ½ a d², d = t − t_i; between two breaks of the path q = Σ c_k w^k, w = (λ − λ_j) / H.
Where neither is passed, q is one polynomial of u = (t − t_k) / h: with w = w_0 + w_1 u + w_2 u², it is the Taylor
series of the path at w_0 with w_1 u + w_2 u² for its argument.
"""

from __future__ import annotations

from math import comb

import numpy as np

from ..calls.arrays import Array
from .polynomials import Pieces


def at_its_pace(path: Pieces, nodes: Array, speeds: Array, times: Array) -> Pieces:
    """The path with the speeds λ̇ at its nodes λ, passed at some times; λ̈ is constant between two nodes.

    >>> straight = Pieces(np.array([0.0, 1.0]), np.array([[[0.0], [1.0]]]))
    >>> at_its_pace(straight, np.array([0.0, 1.0]), np.array([0.0, 2.0]), np.array([0.0, 1.0])).coefficients[0].T  # t²
    array([[0., 0., 1.]])
    """
    h = np.diff(times)
    a = np.diff(speeds) / h
    inner = path.breaks[1:-1]
    node = np.clip(np.searchsorted(nodes, inner, side="right") - 1, 0, len(h) - 1)
    way = inner - nodes[node]
    root = np.sqrt(np.maximum(speeds[node] ** 2 + 2.0 * a[node] * way, 0.0))
    with np.errstate(all="ignore"):
        passed = times[node] + np.where(way > 0.0, 2.0 * way / (speeds[node] + root), 0.0)
    t = np.unique(np.concatenate([times, passed]))
    t = t[np.append(True, np.diff(t) > 0.0)]
    middle = 0.5 * (t[1:] + t[:-1])
    i = np.clip(np.searchsorted(times, middle, side="right") - 1, 0, len(h) - 1)
    λ = _along(nodes[i], speeds[i], a[i], middle - times[i])
    j = np.clip(np.searchsorted(path.breaks, λ, side="right") - 1, 0, len(path.coefficients) - 1)
    H, d, long = np.diff(path.breaks)[j], t[:-1] - times[i], np.diff(t)
    w0 = (_along(nodes[i], speeds[i], a[i], d) - path.breaks[j]) / H
    w1, w2 = (speeds[i] + a[i] * d) * long / H, 0.5 * a[i] * long**2 / H
    return Pieces(t, _composed(path.coefficients[j], w0, w1, w2))


def _along(λ: Array, v: Array, a: Array, d: Array) -> Array:
    return λ + (v + 0.5 * a * d) * d


def _composed(c: Array, w0: Array, w1: Array, w2: Array) -> Array:
    """The coefficients of Σ c_k (w_0 + w_1 u + w_2 u²)^k, by powers of u."""
    degree = c.shape[1] - 1
    out = np.zeros((len(c), 2 * degree + 1, c.shape[2]))
    for k in range(degree + 1):
        taylor = np.zeros_like(c[:, 0])  # of the path at w_0: Σ_m C(m, k) c_m w_0^(m−k)
        for m in reversed(range(k, degree + 1)):
            taylor = taylor * w0[:, None] + comb(m, k) * c[:, m]
        for r in range(k + 1):  # (w_1 u + w_2 u²)^k
            out[:, k + r] += (comb(k, r) * w1 ** (k - r) * w2**r)[:, None] * taylor
    return out
