"""NVIDIA's run-time compiler, called by ctypes: from the CUDA toolkit, from the package nvidia-cuda-nvrtc, or from what
came with PyTorch, JAX or CuPy. It needs no GPU."""

import ctypes
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...errors import LinkwiseError, plain

FLAGS = ("--std=c++17", "--fmad=false")
"""Products and sums are fused where the program says, and nowhere else."""

_NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll")

_PATTERNS = ("libnvrtc.so.*", "nvrtc64_*.dll")

_PART = "libnvrtc-builtins.so.*"


def missing() -> str:
    """Why nothing can be compiled here; empty if it can."""
    if compiler() is not None:
        return ""
    return "NVRTC, CUDA's compiler, was not found (it comes with the CUDA toolkit, and with `linkwise[cuda]`)"


@cache
def compiler() -> Any:
    """The library; None if it is not there.

    >>> compiler() is None or version() >= (12, 0)
    True
    """
    for path in (*_NAMES, *_files()):
        try:
            for part in sorted(Path(path).parent.glob(_PART)) if os.path.isabs(path) else ():
                ctypes.CDLL(str(part))  # NVRTC asks for it by name, wherever that may be
            library = ctypes.CDLL(path)
            library.nvrtcGetErrorString.restype = ctypes.c_char_p
        except (OSError, AttributeError):
            continue
        return library
    return None


def _files() -> Iterator[str]:
    """The libraries in Python's packages, the environment's toolkit and the system's."""
    folders: list[Path] = []
    try:
        spec = find_spec("nvidia")
    except (ImportError, ValueError):  # something hides it
        spec = None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        folders += [Path(place) / part for part in ("cu13/lib", "cu13/bin", "cuda_nvrtc/lib", "cuda_nvrtc/bin")]
    toolkits = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    folders += [Path(toolkit) / part for toolkit in toolkits for part in ("lib64", "bin")]
    folders += [Path("/usr/local/cuda/lib64"), *sorted(Path("/usr/local").glob("cuda-*/lib64"), reverse=True)]
    for folder in folders:
        for pattern in _PATTERNS:
            yield from (str(path) for path in sorted(folder.glob(pattern)) if "builtins" not in path.name)


def version() -> tuple[int, int]:
    """The compiler's version, such as (13, 0)."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(compiler().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)))
    return major.value, minor.value


def cubin(text: str, architecture: str, *flags: str) -> bytes:
    """The machine code of a CUDA text for an architecture such as "sm_90"."""
    library, program = compiler(), ctypes.c_void_p()
    options = [option.encode() for option in (f"--gpu-architecture={architecture}", *FLAGS, *flags)]
    _check(library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"linkwise.cu", 0, None, None))
    try:
        failed = library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        if failed:
            log = _bytes(program, library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog)
            raise LinkwiseError(
                f"CUDA's compiler failed: {plain(log.rstrip(bytes(1)).decode(errors='replace'), 400)}",
                f"NVRTC of CUDA 12 or newer, for {architecture}, was expected; this one is {version()}.",
                'backend="interpreter" works without it, slowly.',
            )
        return _bytes(program, library.nvrtcGetCUBINSize, library.nvrtcGetCUBIN)
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _bytes(program: ctypes.c_void_p, size_of: Any, write: Any) -> bytes:
    size = ctypes.c_size_t()
    _check(size_of(program, ctypes.byref(size)))
    room = ctypes.create_string_buffer(max(1, size.value))
    _check(write(program, room))
    return room.raw[: size.value]


def _check(code: int) -> None:
    if code:
        why = compiler().nvrtcGetErrorString(code).decode()
        raise LinkwiseError(f"CUDA's compiler failed: {why}.", "NVRTC of CUDA 12 or newer was expected.")
