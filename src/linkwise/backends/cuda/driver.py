"""The part of NVIDIA's driver that runs kernels, called by ctypes."""

import ctypes
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from ...errors import LinkwiseError

OLDEST = 12
"""The oldest CUDA the driver must know: from then on code is loaded for all devices at once."""

_MAJOR, _MINOR, _SHARED = 75, 76, 97
_LOCAL, _REGISTERS, _DYNAMIC = 3, 4, 8
_ORDINAL = 9
"""Numbers of attributes in cuda.h: of devices, of kernels, of addresses."""


@cache
def _library() -> Any:
    for name in ("libcuda.so.1", "libcuda.so", "nvcuda.dll"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _call(name: str, *arguments: Any) -> None:
    code = getattr(_library(), name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        _library().cuGetErrorString(code, ctypes.byref(text))
        why = text.value.decode() if text.value else f"error {code}"
        raise LinkwiseError(
            f"the GPU refuses: {name} says {why}.",
            "Memory enough, and a process that was not forked after its first use of the GPU, were expected.",
            "try a smaller batch, or a new process.",
        )


@cache
def missing() -> str:
    """Why no kernel can run here; empty if one can.

    >>> missing() == "" or "driver" in missing() or "GPU" in missing()
    True
    """
    if _library() is None:
        return "no driver of an NVIDIA GPU was found"
    count, version = ctypes.c_int(), ctypes.c_int()
    try:
        _call("cuInit", 0)
        _call("cuDeviceGetCount", ctypes.byref(count))
        _call("cuDriverGetVersion", ctypes.byref(version))
    except LinkwiseError as error:
        return f"no NVIDIA GPU can be used ({str(error).splitlines()[0]})"
    if not count.value:
        return "there is no NVIDIA GPU"
    if version.value < 1000 * OLDEST:
        return f"the GPU's driver knows CUDA {version.value // 1000}, and CUDA {OLDEST} is needed"
    return ""


# ---- devices --------------------------------------------------------------------------------------------------------


@contextmanager
def on_device(ordinal: int) -> Iterator[None]:
    """Calls within the block are to this device; the one before is the caller's again afterwards."""
    own, before = _context(ordinal), ctypes.c_void_p()
    _call("cuCtxGetCurrent", ctypes.byref(before))
    if before.value == own.value:
        yield
        return
    _call("cuCtxSetCurrent", own)
    try:
        yield
    finally:
        _call("cuCtxSetCurrent", before)


@cache
def _context(ordinal: int) -> ctypes.c_void_p:
    """The device's primary context, which frameworks use too."""
    _call("cuInit", 0)
    context = ctypes.c_void_p()
    _call("cuDevicePrimaryCtxRetain", ctypes.byref(context), ordinal)
    return context


def attribute(number: int, ordinal: int = 0) -> int:
    """An attribute of a device, by its number in cuda.h."""
    value = ctypes.c_int()
    _call("cuDeviceGetAttribute", ctypes.byref(value), number, ordinal)
    return value.value


@cache
def architecture(ordinal: int = 0) -> str:
    """What code for a device is compiled for, such as "sm_90"."""
    _context(ordinal)
    return f"sm_{attribute(_MAJOR, ordinal)}{attribute(_MINOR, ordinal)}"


def most_shared(ordinal: int = 0) -> int:
    """Bytes of shared memory a block can have."""
    return attribute(_SHARED, ordinal)


def device_name(ordinal: int = 0) -> str:
    """What a device is called."""
    _context(ordinal)
    room = ctypes.create_string_buffer(256)
    _call("cuDeviceGetName", room, len(room), ordinal)
    return room.value.decode(errors="replace")


def driver_version() -> str:
    """The newest CUDA that the driver knows, such as "13.0"."""
    version = ctypes.c_int()
    _call("cuDriverGetVersion", ctypes.byref(version))
    return f"{version.value // 1000}.{version.value % 1000 // 10}"


def device_of(address: int) -> int:
    """The device whose memory an address is in."""
    ordinal = ctypes.c_int()
    _call("cuPointerGetAttribute", ctypes.byref(ordinal), _ORDINAL, ctypes.c_uint64(address))
    return ordinal.value


def free_memory() -> int:
    """Bytes free on the current device."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    _call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value


# ---- memory ---------------------------------------------------------------------------------------------------------


class Memory:
    """Memory on the current device, which is free again when the object is gone, in whatever thread."""

    def __init__(self, size: int):
        self.size, place = size, ctypes.c_uint64()
        _call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(1, size)))
        self.address = place.value
        self.ordinal = device_of(self.address)

    def __repr__(self) -> str:
        return f"Memory({self.size} bytes)"

    def __del__(self) -> None:
        if not hasattr(self, "ordinal") or sys.is_finalizing():  # it could not be had; the driver may be gone
            return
        with suppress(LinkwiseError), on_device(self.ordinal):
            _call("cuMemFree_v2", ctypes.c_uint64(self.address))

    def upload(self, address: int, size: int, offset: int = 0) -> None:
        """Copy so many bytes from this machine's memory."""
        place = ctypes.c_uint64(self.address + offset)
        _call("cuMemcpyHtoD_v2", place, ctypes.c_void_p(address), ctypes.c_size_t(size))

    def download(self, address: int, size: int) -> None:
        """Copy so many bytes to this machine's memory, when the kernels before are done."""
        _call("cuMemcpyDtoH_v2", ctypes.c_void_p(address), ctypes.c_uint64(self.address), ctypes.c_size_t(size))


def wait(stream: int = 0) -> None:
    """Wait until a stream has nothing left to do."""
    _call("cuStreamSynchronize", ctypes.c_void_p(stream))


# ---- kernels --------------------------------------------------------------------------------------------------------


class Kernel:
    """A kernel of loaded code, on every device."""

    def __init__(self, code: bytes, name: str):
        self.library, self.kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self._allowed: set[tuple[int, int]] = set()
        _context(0)
        _call("cuLibraryLoadData", ctypes.byref(self.library), code, None, None, 0, None, None, 0)
        _call("cuLibraryGetKernel", ctypes.byref(self.kernel), self.library, name.encode())

    def __del__(self) -> None:
        if self.library and not sys.is_finalizing():
            _library().cuLibraryUnload(self.library)

    def __repr__(self) -> str:
        return f"Kernel({self.registers} registers, {self.local} bytes of local memory)"

    def _attribute(self, number: int) -> int:
        value = ctypes.c_int()
        _call("cuKernelGetAttribute", ctypes.byref(value), number, self.kernel, 0)
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
            _call("cuKernelSetAttribute", _DYNAMIC, shared, self.kernel, ordinal)
            self._allowed.add((shared, ordinal))
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(x) for x in arguments))
        blocks = (ctypes.c_uint(grid[0]), ctypes.c_uint(grid[1]), ctypes.c_uint(1))
        lanes = (ctypes.c_uint(threads), ctypes.c_uint(1), ctypes.c_uint(1))
        _call(
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
            _call("cuEventCreate", ctypes.byref(event), 0)

    def __repr__(self) -> str:
        return "Stopwatch()"

    def __del__(self) -> None:
        for event in self.events:
            _library().cuEventDestroy_v2(event)

    def start(self) -> None:
        """From now."""
        _call("cuEventRecord", self.events[0], None)

    def stop(self) -> float:
        """To now, in milliseconds."""
        _call("cuEventRecord", self.events[1], None)
        _call("cuEventSynchronize", self.events[1])
        took = ctypes.c_float()
        _call("cuEventElapsedTime", ctypes.byref(took), *self.events)
        return took.value
