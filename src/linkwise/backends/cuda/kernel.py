"""Loaded code on the GPU, and the time it takes."""

import ctypes
import sys
from collections.abc import Sequence
from typing import Any

from .driver import call, context_of, library

_LOCAL, _REGISTERS, _DYNAMIC = 3, 4, 8
"""Numbers of attributes of kernels in cuda.h."""


class Kernel:
    """A kernel of loaded code, on every device."""

    def __init__(self, code: bytes, name: str):
        self.library, self.kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self._allowed: set[tuple[int, int]] = set()
        context_of(0)
        call("cuLibraryLoadData", ctypes.byref(self.library), code, None, None, 0, None, None, 0)
        call("cuLibraryGetKernel", ctypes.byref(self.kernel), self.library, name.encode())

    def __del__(self) -> None:
        if self.library and not sys.is_finalizing():
            library().cuLibraryUnload(self.library)

    def __repr__(self) -> str:
        return f"Kernel({self.registers} registers, {self.local} bytes of local memory)"

    def _attribute(self, number: int) -> int:
        value = ctypes.c_int()
        call("cuKernelGetAttribute", ctypes.byref(value), number, self.kernel, 0)
        return value.value

    @property
    def registers(self) -> int:
        """Registers of a thread."""
        return self._attribute(_REGISTERS)

    @property
    def local(self) -> int:
        """Bytes of a thread's memory that are not on the chip: values for which it has no registers."""
        return self._attribute(_LOCAL)

    def launch(
        self,
        grid: tuple[int, int],
        threads: int,
        arguments: Sequence[Any],
        shared: int = 0,
        stream: int = 0,
        ordinal: int = 0,
    ) -> None:
        """Start it with arguments of ctypes' types."""
        if shared > 48 * 1024 and (shared, ordinal) not in self._allowed:
            call("cuKernelSetAttribute", _DYNAMIC, shared, self.kernel, ordinal)
            self._allowed.add((shared, ordinal))
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(x) for x in arguments))
        blocks = (ctypes.c_uint(grid[0]), ctypes.c_uint(grid[1]), ctypes.c_uint(1))
        lanes = (ctypes.c_uint(threads), ctypes.c_uint(1), ctypes.c_uint(1))
        call(
            "cuLaunchKernel",
            self.kernel,
            *blocks,
            *lanes,
            ctypes.c_uint(shared),
            ctypes.c_void_p(stream),
            pointers,
            None,
        )


class Stopwatch:
    """Measures the milliseconds between two moments of the default stream of the current device."""

    def __init__(self) -> None:
        self.events = (ctypes.c_void_p(), ctypes.c_void_p())
        for event in self.events:
            call("cuEventCreate", ctypes.byref(event), 0)

    def __repr__(self) -> str:
        return "Stopwatch()"

    def __del__(self) -> None:
        for event in self.events:
            library().cuEventDestroy_v2(event)

    def start(self) -> None:
        """From now."""
        call("cuEventRecord", self.events[0], None)

    def stop(self) -> float:
        """To now, in milliseconds."""
        call("cuEventRecord", self.events[1], None)
        call("cuEventSynchronize", self.events[1])
        took = ctypes.c_float()
        call("cuEventElapsedTime", ctypes.byref(took), *self.events)
        return took.value
