"""Object code, and code in memory."""

import ctypes
import sys
from contextlib import closing
from functools import cache

from ...errors import LinkwiseError
from ..compiling import COMPILING
from . import target
from .target import binding


def mark(digest: str) -> str:
    """The symbol that marks object code as compiled for this purpose."""
    return f"linkwise.{digest}"


def compiled(text: str, mark: str) -> bytes:
    """The object code of LLVM text, with its mark in it."""
    with COMPILING, closing(binding().parse_assembly(f"{text}\n@{mark} = constant i8 0\n")) as module:
        module.verify()
        with closing(target.host().machine()) as machine:  # closed here: LLVM is called only while the lock is held
            return bytes(machine.emit_object(module))


class Code:
    """Object code in memory; it lives as long as this does.

    The module's table @outside is filled with the addresses of what it calls. Code without the mark was compiled for
    something else and is refused.
    """

    def __init__(self, obj: bytes, outside: tuple[int, ...], mark: str):
        llvm = binding()
        if mark.encode() not in obj:
            raise LinkwiseError("the object code was compiled for something else.")
        _supply_symbols()
        with COMPILING:
            engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.host().machine())
            with closing(llvm.ObjectFileRef.from_data(obj)) as file:
                engine.add_object_file(file)
                engine.finalize_object()
            outside_at = engine.get_global_value_address("outside")
        self._engine = engine
        self.table = (ctypes.c_void_p * len(outside)).from_address(outside_at)
        for k, address in enumerate(outside):
            self.table[k] = address

    def __del__(self) -> None:
        engine = getattr(self, "_engine", None)
        if engine is not None:
            with COMPILING:
                engine.close()

    def address(self, name: str) -> int:
        """The address of a function."""
        with COMPILING:
            address = self._engine.get_function_address(name)
        assert address, f"the object holds no {name}"
        return int(address)


SYMBOLS: dict[str, dict[str, tuple[str, ...]]] = {
    "win32": {"ntdll": ("__chkstk",), "msvcrt": ("memcpy", "memset")},
}
"""What LLVM is told where to find, by platform and library: functions that object code calls by name. Functions with
large frames call `__chkstk`, which touches their pages in order: Windows adds one page at a time to a stack. Elsewhere
LLVM finds the C library's functions by itself."""


@cache
def _supply_symbols() -> None:
    for library, names in SYMBOLS.get(sys.platform, {}).items():
        for name, address in zip(names, _addresses(library, *names), strict=True):
            with COMPILING:
                binding().add_symbol(name, address)


@cache
def sine_and_cosine() -> tuple[int, ...]:
    """The addresses of the C library's sin and cos for doubles."""
    return _addresses("msvcrt" if sys.platform == "win32" else None, "sin", "cos")


def _addresses(library: str | None, *names: str) -> tuple[int, ...]:
    functions = ctypes.CDLL(library)
    return tuple(ctypes.cast(getattr(functions, name), ctypes.c_void_p).value or 0 for name in names)
