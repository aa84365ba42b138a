"""This machine and its compiler: processor, object code, code in memory."""

import ctypes
import os
import weakref
from collections import deque
from contextlib import closing
from functools import cache
from typing import Any

from ...errors import LinkwiseError
from ..compiling import COMPILING, interrupted_later


@cache
def binding() -> Any:
    """llvmlite, loaded when something is compiled."""
    with COMPILING:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        return llvm


@cache
def cpu() -> tuple[str, str, str, str]:
    """Target triple, processor, features, and the version of the compiler."""
    llvm = binding()
    with COMPILING:
        features = llvm.get_host_cpu_features().flatten()
        version = ".".join(map(str, llvm.llvm_version_info))
        return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, version


@cache
def register_bytes() -> int:
    """The widest vector register: 64 with AVX-512, 32 with AVX2, else 16 (SSE2, NEON).

    >>> register_bytes() in (16, 32, 64)
    True
    """
    with COMPILING:
        features = binding().get_host_cpu_features()
    if features.get("avx512f"):
        return 64
    return 32 if features.get("avx2") and features.get("fma") else 16


def _target_machine() -> Any:
    triple, name, features, _ = cpu()
    target = binding().Target.from_triple(triple)
    return target.create_target_machine(cpu=name, features=features, opt=2, reloc="pic", codemodel="default")


def mark(digest: str) -> str:
    """The symbol that marks object code as compiled for this purpose."""
    return f"linkwise.{digest}"


def compiled(text: str, mark: str) -> bytes:
    """The object code of LLVM text, with its mark in it."""
    llvm = binding()
    with (
        COMPILING,
        interrupted_later(),
        closing(llvm.parse_assembly(f"{text}\n@{mark} = constant i8 0\n")) as module,
        closing(_target_machine()) as target,  # closed here: LLVM is called only while the lock is held
    ):
        module.verify()
        return bytes(target.emit_object(module))


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
        with COMPILING, interrupted_later():
            _free_unused()
            engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
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


@cache
def sine_and_cosine() -> tuple[int, int]:
    """The addresses of the C library's sin and cos for doubles."""
    library = ctypes.CDLL("msvcrt" if os.name == "nt" else None)
    return tuple(ctypes.cast(f, ctypes.c_void_p).value or 0 for f in (library.sin, library.cos))  # type: ignore[return-value]
