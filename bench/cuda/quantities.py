"""What is timed, and the shapes of kernels that are tried."""

from typing import NamedTuple

import numpy as np

from linkwise.backends.cuda.shape import Shape

DTYPES = ("float64", "float32")

STATES = 2**21
"""States of a launch."""


class Quantity(NamedTuple):
    """What is timed: letters, the question, what of each of its answers, the marks (fp64, fp32)."""

    letters: str
    question: str
    keep: tuple[str, ...]
    marks: tuple[float, float]


WHOLE, LOWER = "whole", "lower triangle"
"""What of a matrix is kept."""

QUANTITIES = {
    "tau": Quantity("τ", "inverse_dynamics", (WHOLE,), (17.0, 33.0)),
    "M": Quantity("M packed", "mass_matrix", (LOWER,), (13.9, 26.0)),
    "qdd": Quantity("q̈", "forward_dynamics", (WHOLE,), (13.0, 24.0)),
    "dtau": Quantity("∂τ", "inverse_dynamics_derivatives", (WHOLE, WHOLE, ""), (3.6, 7.5)),
    "C": Quantity("C", "coriolis_matrix", (WHOLE,), (7.5, 13.5)),
    "Y": Quantity("Y", "regressor", (WHOLE,), (0.9, 1.8)),
    "dqdd": Quantity("∂q̈", "forward_dynamics_derivatives", (WHOLE, WHOLE, LOWER), (1.8, 5.0)),
}


def shapes(key: str, dtype: str) -> list[Shape]:
    """The shapes that are tried: what shared memory allows."""
    name, _, layout = key.partition("@")
    double, most = dtype == "float64", 227 * 1024
    wides = () if layout else (2,) if double else (2, 4)
    if layout:
        row = {"tau": 7, "M": 29, "dtau": 98, "Y": 491, "C": 49}[name]
        every = [Shape(b, k, 1, t) for b in (2, 4) for k in (0,) for t in (128,)]
        every += [
            Shape(b, k, 1, t, 1, order, 1)
            for t in (32, 64, 128)
            for b in (1, 2, 3, 4, 6)
            for k in ((0,) if name in ("tau", "M", "C") else (0, 24))
            for order in (("own", "columns", "anew") if name == "dtau" else ("own",))
        ]
        most_stretches = {"Y": 5, "dtau": 4, "C": 2, "M": 2, "tau": 1}[name]
        stretches = range(2, most_stretches + 1)
        every += [Shape(b, 0, 1, t, gathered=k) for t in (32, 64, 128) for b in (1, 6) for k in stretches]
    elif name in ("tau", "M", "qdd"):
        row = 0
        every = [Shape(b, 0, 1, t) for t in (64, 96, 128, 256) for b in (1, 2, 3, 4, 5, 6, 8, 12)]
        every += [Shape(b, 0, 1, t, w) for t in (64, 128) for w in wides for b in (1, 2, 3, 4, 6, 8)]
        if name == "qdd":
            every += [Shape(b, k, 1, t) for t in (128, 64) for b in (3, 6) for k in (8, 12, 16)]
            every += [Shape(b, k, 1, t, 1, "anew") for t in (64, 128) for b in (2, 3, 4, 6, 8) for k in (0,)]
    else:
        row = 0
        orders = ("own", "columns", "anew") if name in ("dtau", "dqdd") else ("own",)
        slots = (0, 32, 64, 96) if double else (0, 16, 32)
        every = [
            Shape(b, k, 1, t, 1, order)
            for order in orders
            for t, blocks in ((128, (1, 3, 4)), (64, (2, 5, 6)))
            for b in blocks
            for k in slots
        ]
        every += [Shape(b, k, p, 128, 1, o) for o in orders for p in (2, 3) for b in (1,) for k in (0, 32, 96)]
        if name in ("Y", "C"):
            every += [Shape(b, k, 1, 128, w) for w in wides for b in (1, 2, 3) for k in (0, 24)]
            every += [Shape(b, 192, 1) for b in (1,)]
        if name in ("dtau",) and not double:
            every += [Shape(b, k, 1, t, 2, "anew") for t in (64, 128) for b in (1, 2) for k in (0, 48)]
        if name == "dqdd" and double:
            every += [Shape(1, k, 1, 128, 1, o) for k in (80, 112, 128, 144, 192) for o in orders[-2:]]
            every += [Shape(b, k, 1, 32, 1, o) for b, k in ((5, 170), (6, 140), (7, 120), (8, 104)) for o in orders]
    size = np.dtype(dtype).itemsize
    fits = (s for s in every if s.blocks * (s.shared(size, row) + 1024) <= most + 1024)
    return list(dict.fromkeys(s for s in fits if s.blocks * s.threads <= 1536))
