"""The least time that answers take to reach memory: a loop that does nothing but store them past the caches.

What it stores are the answers to the first states of the batch, over and over, read from the nearest caches: memory may
take zeros faster than other numbers, so these are as many and where they are in the answers.
"""

import ctypes
import time
from typing import Any

from numpy.typing import NDArray

from linkwise.backends.llvm import machine
from linkwise.backends.llvm.lanes import Shape
from linkwise.backends.llvm.target import host
from linkwise.costs.measure import AbstractContestant

AGAIN = 8
"""States whose answers are stored over and over: whole tiles, and few enough for the caches."""

TEXT = """
define void @stores(ptr %from, ptr %to, i64 %many, i64 %total) "prefer-vector-width"="512" {{
entry:
  br label %next
next:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %at = phi i64 [ 0, %entry ], [ %at.next, %next ]
  %source = getelementptr {vector}, ptr %from, i64 %at
  %x = load {vector}, ptr %source, align 8
  %place = getelementptr {vector}, ptr %to, i64 %k
  store {vector} %x, ptr %place, align {width}, !nontemporal !0
  %at.up = add i64 %at, 1
  %whole = icmp eq i64 %at.up, %many
  %at.next = select i1 %whole, i64 0, i64 %at.up
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %total
  br i1 %more, label %next, label %done
done:
  ret void
}}
@outside = global [1 x ptr] zeroinitializer
!0 = !{{i32 1}}
"""


class Stores(AbstractContestant):
    """The stores of a batch's answers, into these arrays of rows.

    >>> import numpy as np
    >>> answers = np.arange(64.0 * 16).reshape(64, 16)
    >>> stores = Stores(answers)
    >>> stores.seconds(1) > 0.0, bool(np.all(answers[8:16] == answers[:8]))
    (True, True)
    """

    def __init__(self, *answers: NDArray[Any]):
        shape = Shape(host().register_bytes // 8)
        self.states, self._width = len(answers[0]), 8 * shape.lanes
        text = TEXT.format(vector=shape.vector, width=self._width)
        self._code = machine.Code(machine.compiled(text, "alone"), (), "alone")
        kinds = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        self._stores = ctypes.CFUNCTYPE(None, *kinds)(self._code.address("stores"))
        self._answers = [(each[:AGAIN].copy(), each) for each in answers]
        assert all(each.ctypes.data % 64 == 0 and each.nbytes % self._width == 0 for each in answers)

    def seconds(self, times: int) -> float:
        """The seconds for so many batches."""
        start = time.perf_counter()
        for _ in range(times):
            for some, every in self._answers:
                sizes = (some.nbytes // self._width, every.nbytes // self._width)
                self._stores(some.ctypes.data, every.ctypes.data, *sizes)
        return time.perf_counter() - start
