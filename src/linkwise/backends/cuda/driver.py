"""The part of NVIDIA's driver that runs kernels, called by ctypes."""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from ...errors import LinkwiseError

OLDEST = 12
"""The oldest CUDA the driver must know: from then on code is loaded for all devices at once."""

_MAJOR, _MINOR, _SHARED = 75, 76, 97
_ORDINAL = 9
"""Numbers of attributes in cuda.h: of devices, of kernels, of addresses."""


@cache
def library() -> Any:
    """The driver; None if it is not there."""
    for name in ("libcuda.so.1", "libcuda.so", "nvcuda.dll"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def call(name: str, *arguments: Any) -> None:
    """Call a function of cuda.h, and raise what it reports."""
    code = getattr(library(), name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        library().cuGetErrorString(code, ctypes.byref(text))
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
    if library() is None:
        return "no driver of an NVIDIA GPU was found"
    count, version = ctypes.c_int(), ctypes.c_int()
    try:
        call("cuInit", 0)
        call("cuDeviceGetCount", ctypes.byref(count))
        call("cuDriverGetVersion", ctypes.byref(version))
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
    own, before = context_of(ordinal), ctypes.c_void_p()
    call("cuCtxGetCurrent", ctypes.byref(before))
    if before.value == own.value:
        yield
        return
    call("cuCtxSetCurrent", own)
    try:
        yield
    finally:
        call("cuCtxSetCurrent", before)


@cache
def context_of(ordinal: int) -> ctypes.c_void_p:
    """The device's primary context, which frameworks use too."""
    call("cuInit", 0)
    context = ctypes.c_void_p()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), ordinal)
    return context


def attribute(number: int, ordinal: int = 0) -> int:
    """An attribute of a device, by its number in cuda.h."""
    value = ctypes.c_int()
    call("cuDeviceGetAttribute", ctypes.byref(value), number, ordinal)
    return value.value


@cache
def architecture(ordinal: int = 0) -> str:
    """What code for a device is compiled for, such as "sm_90"."""
    context_of(ordinal)
    return f"sm_{attribute(_MAJOR, ordinal)}{attribute(_MINOR, ordinal)}"


def most_shared(ordinal: int = 0) -> int:
    """Bytes of shared memory a block can have."""
    return attribute(_SHARED, ordinal)


def device_name(ordinal: int = 0) -> str:
    """What a device is called."""
    context_of(ordinal)
    room = ctypes.create_string_buffer(256)
    call("cuDeviceGetName", room, len(room), ordinal)
    return room.value.decode(errors="replace")


def driver_version() -> str:
    """The newest CUDA that the driver knows, such as "13.0"."""
    version = ctypes.c_int()
    call("cuDriverGetVersion", ctypes.byref(version))
    return f"{version.value // 1000}.{version.value % 1000 // 10}"


def device_of(address: int) -> int:
    """The device whose memory an address is in."""
    ordinal = ctypes.c_int()
    call("cuPointerGetAttribute", ctypes.byref(ordinal), _ORDINAL, ctypes.c_uint64(address))
    return ordinal.value


def free_memory() -> int:
    """Bytes free on the current device."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value


# ---- memory ---------------------------------------------------------------------------------------------------------


class Memory:
    """Memory on the current device, which is free again when the object is gone, in whatever thread."""

    def __init__(self, size: int):
        self.size, place = size, ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(1, size)))
        self.address = place.value
        self.ordinal = device_of(self.address)

    def __repr__(self) -> str:
        return f"Memory({self.size} bytes)"

    def __del__(self) -> None:
        if not hasattr(self, "ordinal") or sys.is_finalizing():  # it could not be had; the driver may be gone
            return
        with suppress(LinkwiseError), on_device(self.ordinal):
            call("cuMemFree_v2", ctypes.c_uint64(self.address))

    def upload(self, address: int, size: int, offset: int = 0, stream: int = 0) -> None:
        """Copy bytes from this machine's memory to the device; those must stay until the stream has been waited for."""
        place = ctypes.c_uint64(self.address + offset)
        call("cuMemcpyHtoDAsync_v2", place, ctypes.c_void_p(address), ctypes.c_size_t(size), ctypes.c_void_p(stream))
        if not stream:
            wait()

    def download(self, address: int, size: int, offset: int = 0, stream: int = 0) -> None:
        """Copy bytes to this machine's memory, once the kernels before are done; wait for a stream that is named."""
        place = ctypes.c_uint64(self.address + offset)
        call("cuMemcpyDtoHAsync_v2", ctypes.c_void_p(address), place, ctypes.c_size_t(size), ctypes.c_void_p(stream))
        if not stream:
            wait()


OWN_STREAM = 2
"""The stream of the calling thread: what several threads do is done side by side."""


def wait(stream: int = 0) -> None:
    """Wait until a stream has nothing left to do."""
    call("cuStreamSynchronize", ctypes.c_void_p(stream))
