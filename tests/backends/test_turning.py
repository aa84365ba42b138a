"""Answers turned from columns into rows, through the caches and past them: every number in its place, none beside."""

import ctypes
from itertools import pairwise

import numpy as np
import pytest

from linkwise.backends import BACKENDS
from linkwise.backends.llvm import machine
from linkwise.backends.llvm.lanes import Shape
from linkwise.backends.llvm.module import finished
from linkwise.backends.llvm.turning import pairs_of, sent_back, turned_back

WHOLE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
SOME = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
MASKS = ("all", "none", "some", "runs")
NOTHING = 7.25
"""What lies around the answers, and must stay."""


def masks(size, kind, rng):
    if kind == "runs":
        return [bool(k // 11 % 2) for k in range(size)]
    return {"all": [True] * size, "none": [False] * size}.get(kind) or [bool(x) for x in rng.random(size) < 0.2]


@pytest.mark.skipif("llvm" not in BACKENDS or bool(BACKENDS["llvm"].missing()), reason="llvmlite is not installed")
@pytest.mark.parametrize(
    ("lanes", "dtype"),
    [
        (8, "float64"),
        *(pytest.param(*x, marks=pytest.mark.slow) for x in ((2, "float64"), (4, "float64"), (16, "float32"))),
    ],
)
def test_rows_are_the_columns_turned(lanes, dtype):
    rng = np.random.default_rng(5)
    shape, large = Shape(lanes, dtype), [25 * lanes, 25 * lanes + 3, 26 * lanes + 1]
    sizes = [*range(1, 3 * lanes + 3), *(size for size in large for _ in MASKS)]
    cases = [(size, masks(size, MASKS[k % len(MASKS)], rng)) for k, size in enumerate(sizes)]
    texts = [x for k, (_, mask) in enumerate(cases) for x in (turned_back(shape, k, mask), *sent_back(shape, k, mask))]
    code = machine.Code(
        machine.compiled(finished([text.replace("define internal", "define") for text in texts], dtype), "turning"),
        machine.sine_and_cosine(),
        "turning",
    )
    for k, (size, mask) in enumerate(cases):
        columns = rng.normal(size=(size, lanes)).astype(dtype) * np.array(mask)[:, None]
        for past in (False, True):
            room = np.full(size * lanes + 3 * 64, NOTHING, dtype)
            start = 64 + (-(room.ctypes.data // room.itemsize) - 64) % 64
            rows = room[start : start + size * lanes]
            assert rows.ctypes.data % 64 == 0
            between = np.ascontiguousarray(columns).ctypes.data, rows.ctypes.data
            pairs = pairs_of(shape, size)
            parts = [0, pairs // 3, pairs] if pairs > 2 else [0, pairs] if pairs else []
            for first, last in pairwise(parts if past else []):
                SOME(code.address(f"sent_back{k}"))(*between, first, last)
            WHOLE(code.address(f"sent_ends{k}" if past else f"turned_back{k}"))(*between)
            np.testing.assert_array_equal(rows.reshape(lanes, size), columns.T, err_msg=f"{size} numbers, {past=}")
            assert np.all(room[:start] == NOTHING)
            assert np.all(room[start + size * lanes :] == NOTHING)
