"""Object code, and code in memory."""

import ctypes
import sys
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from typing import Any

from ...errors import LinkwiseError
from ..compiling import COMPILING, interrupted_later
from . import target
from .target import binding


def mark(digest: str) -> str:
    """The symbol that marks object code as compiled for this purpose."""
    return f"linkwise.{digest}"


LARGE = 2**20
"""Characters of text from which on LLVM makes less of an effort: a quarter less time, and no speed lost."""


@contextmanager
def _in_order() -> Iterator[None]:
    """Instructions keep the order of the text. LLVM would spread them, and keep more values at a time than there are
    registers: the derivatives of a Panda's torques have 433 spills in the order of their program and 737 in LLVM's. The
    option is one of the whole process, so it is put back."""
    binding().set_option("linkwise", "-enable-misched=false")
    try:
        yield
    finally:
        binding().set_option("linkwise", "-enable-misched=true")


def compiled(text: str, mark: str, effort: int | None = None) -> bytes:
    """The object code of LLVM text, with its mark in it. LLVM's effort, 0 to 3, is by default less for long text."""
    llvm = binding()
    if effort is None:
        effort = 2 if len(text) < LARGE else 1
    with (
        COMPILING,
        interrupted_later(),
        _in_order(),
        closing(llvm.parse_assembly(f"{text}\n@{mark} = constant i8 0\n")) as module,
        closing(target.host().machine(effort)) as machine,  # closed here: LLVM is called only while the lock is held
    ):
        module.verify()
        return bytes(machine.emit_object(module))


class _Engine(weakref.ref["Code"]):
    """What holds the memory of some code, found by a weak reference to it.

    Code may be dropped anywhere, in the middle of a garbage collection say: its memory is freed when something is next
    compiled. What runs as it is dropped is a C function, `deque.append`: it takes no lock, so that no thread waits for
    another's compiler, and it cannot swallow a Ctrl-C, as Python swallows whatever a `__del__` raises.
    """

    __slots__ = ("engine",)
    engine: Any


_ENGINES: set[_Engine] = set()
_UNUSED: deque[_Engine] = deque()


def _free_unused() -> None:
    """Free the memory of code that has been dropped; the lock is held."""
    while _UNUSED:
        unused = _UNUSED.popleft()
        _ENGINES.discard(unused)
        unused.engine.close()


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
        with COMPILING, interrupted_later():
            _free_unused()
            # llvmlite's memory manager keeps code and constants together; LLVM's own lets them lie further apart than
            # instructions reach where a process holds much memory, and then ends the process
            together = None if target.host().windows else True
            engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.host().machine(), together)
            with closing(llvm.ObjectFileRef.from_data(obj)) as file:
                engine.add_object_file(file)
                engine.finalize_object()
            outside_at = engine.get_global_value_address("outside")
        self._engine = engine
        held = _Engine(self, _UNUSED.append)
        held.engine = engine
        _ENGINES.add(held)
        self.table = (ctypes.c_void_p * len(outside)).from_address(outside_at)
        for k, address in enumerate(outside):
            self.table[k] = address

    def address(self, name: str) -> int:
        """The address of a function."""
        with COMPILING:
            address = self._engine.get_function_address(name)
        assert address, f"the object holds no {name}"
        return int(address)


SYMBOLS: dict[str, dict[str, tuple[str, ...]]] = {
    "win32": {"ntdll": ("__chkstk",), "msvcrt": ("memcpy", "memset", "malloc", "free")},
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
