"""What XLA hands to a function that its programs call: structures of `xla/ffi/api/c_api.h`, version 0.

They are read with ctypes, so that no compiler is needed. The version and sizes that XLA states are checked when a
function is made known to it, in `asks_what_it_is`.
"""

import ctypes
from typing import Any, NamedTuple

from ..fast_calls import FrameLayout

_PLACE, _SIZE, _INT, _WHOLE = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int64

METADATA, EXECUTE = 1, 3
"""Numbers of an extension that asks what the function is, and of the stage in which it is called."""

INTERNAL = 13
"""The code of an error that is nobody's fault but the function's."""


class _Extension(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("type", _INT), ("next", _PLACE))


class _Version(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("extension", _PLACE), ("major", _INT), ("minor", _INT))


class _Metadata(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("version", _Version), ("traits", ctypes.c_uint32))


class _MetadataExtension(ctypes.Structure):
    _fields_ = (("base", _Extension), ("metadata", ctypes.POINTER(_Metadata)))


class _Buffer(ctypes.Structure):
    _fields_ = (
        ("size", _SIZE),
        ("extension", _PLACE),
        ("dtype", _INT),
        ("data", _PLACE),
        ("rank", _WHOLE),
        ("dims", ctypes.POINTER(_WHOLE)),
    )


class _Arrays(ctypes.Structure):
    _fields_ = (
        ("struct_size", _SIZE),
        ("extension", _PLACE),
        ("count", _WHOLE),
        ("types", _PLACE),
        ("buffers", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    )


class _Error(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("extension", _PLACE), ("message", ctypes.c_char_p), ("code", _INT))


class _Stream(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("extension", _PLACE), ("context", _PLACE), ("stream", _PLACE))


class _Api(ctypes.Structure):
    """The first functions that XLA offers."""

    _fields_ = (
        ("size", _SIZE),
        ("extension", _PLACE),
        ("version", _Version),
        ("internal", _PLACE),
        ("make_error", ctypes.CFUNCTYPE(_PLACE, ctypes.POINTER(_Error))),
        ("message_of_error", _PLACE),
        ("destroy_error", _PLACE),
        ("register", _PLACE),
        ("stream", ctypes.CFUNCTYPE(_PLACE, ctypes.POINTER(_Stream))),
    )


EARLIEST = _Version(ctypes.sizeof(_Version), None, 0, 1)
"""The version where XLA does not state its own, as in JAX 0.7."""


class Frame(ctypes.Structure):
    """One call."""

    _fields_ = (
        ("size", _SIZE),
        ("extension", ctypes.POINTER(_Extension)),
        ("api", ctypes.POINTER(_Api)),
        ("context", _PLACE),
        ("stage", _INT),
        ("takes", _Arrays),
        ("gives", _Arrays),
    )


LAYOUT = FrameLayout(
    extension=Frame.extension.offset,
    stage=Frame.stage.offset,
    execute=EXECUTE,
    takes=Frame.takes.offset + _Arrays.buffers.offset,
    gives=Frame.gives.offset + _Arrays.buffers.offset,
    data=_Buffer.data.offset,
    lengths=_Buffer.dims.offset,
)
"""The same for code that reads frames by itself."""

HANDLER = ctypes.CFUNCTYPE(_PLACE, ctypes.POINTER(Frame))
"""The type of the function: it returns an error, or nothing."""


class Buffer(NamedTuple):
    """Where an array lies, and its shape."""

    place: int
    shape: tuple[int, ...]


def buffers(arrays: Any) -> list[Buffer]:
    """The arrays of one side of a call."""
    each = (arrays.buffers[k].contents for k in range(arrays.count))
    return [Buffer(one.data or 0, tuple(one.dims[: one.rank])) for one in each]


def asks_what_it_is(frame: Frame) -> bool:
    """Whether XLA only asks for metadata; the answer is given: the version of XLA's own structures, if it is known."""
    if not frame.extension or frame.extension.contents.type != METADATA:
        return False
    metadata = ctypes.cast(frame.extension, ctypes.POINTER(_MetadataExtension)).contents.metadata.contents
    version = frame.api.contents.version if frame.api else EARLIEST
    metadata.version.major, metadata.version.minor = (0, version.minor) if version.major == 0 else (-1, 0)
    metadata.traits = 0
    return True


def stream_of(frame: Frame) -> int:
    """The stream of the device in which the call is made."""
    asked = _Stream(ctypes.sizeof(_Stream), None, frame.context, None)
    frame.api.contents.stream(ctypes.byref(asked))
    return asked.stream or 0


def error_in(frame: Frame, message: str) -> Any:
    """An error as XLA makes it; XLA raises it as its own."""
    text = message.encode()
    return frame.api.contents.make_error(ctypes.byref(_Error(ctypes.sizeof(_Error), None, text, INTERNAL)))
