"""Programs run as the C they are written as, by the C compiler this machine has."""

import ctypes
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from ...errors import LinkwiseError, WriteError, plain, shown
from ...program import Loop, Program, Rollout, Signature, fused
from ..backend import AbstractBackend
from ..modules import AbstractBatchModule, Arrays, ModuleSpec
from .plan import Plan
from .source import source

FLAGS = ("-std=c99", "-O2", "-march=native", "-shared", "-fPIC")
"""For this very machine: what is compiled does not leave it."""

_FILE_NAME = re.compile(r"[\w.+-][\w .+-]*")
"""What may stand within the quotes of an #include wherever C is compiled."""


@cache
def compiler() -> str | None:
    """The C compiler: what the variable CC names, or the usual ones."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang")
    return next((found for name in names if name and (found := shutil.which(name))), None)


class CBackend(AbstractBackend):
    """The functions that `.c` files hold. Compiled code is not kept on disk."""

    kinds = frozenset({"program"})
    dtypes = ("float64", "float32")
    suffixes: ClassVar[dict[str, str]] = {".c": "C99, with its header beside it"}

    def missing(self) -> str:
        """Without a compiler the text can be written, but not run."""
        return "" if compiler() else "no C compiler was found (cc, gcc, clang, or what CC names)"

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout) -> bytes:
        """A shared library."""
        assert isinstance(built, Program)
        with TemporaryDirectory() as folder:
            _, code = source(fused(built), spec.signature).write(folder)
            library = Path(folder) / "library"
            command = [str(compiler()), *FLAGS, str(code), "-o", str(library), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise LinkwiseError(
                    f"the C compiler {command[0]} failed: {plain(done.stderr, 400)}",
                    "C99 that it compiles was expected.",
                    "set CC to another compiler.",
                )
            return library.read_bytes()

    def load(self, spec: ModuleSpec, code: bytes) -> "CModule":
        """The library, loaded from a file of its own, which then is no longer needed."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "library"
            path.write_bytes(code)
            return CModule(spec, ctypes.CDLL(str(path)))

    def source(self, spec: ModuleSpec) -> str:
        """The text of the C file."""
        return source(fused(spec.build()), spec.signature).code

    def files(self, program: Program, signature: Signature, target: Path, prefix: str, dtype: str) -> dict[str, str]:
        """The file and its header."""
        if _FILE_NAME.fullmatch(target.name) is None:
            raise WriteError(
                f"{shown(target.name)} cannot be the name of a C file.",
                "Letters, digits, blanks and . _ + - were expected: its header is included by that name.",
                "give another name.",
            )
        made = source(fused(program), signature, prefix=prefix)
        code = made.code.replace(f'#include "{made.name}.h"', f'#include "{target.stem}.h"', 1)
        return {target.suffix: code, ".h": made.header}


class CModule(AbstractBatchModule):
    """The batch function of the library."""

    def __init__(self, spec: ModuleSpec, library: ctypes.CDLL):
        self.spec = spec
        ending = "_f" if spec.dtype == "float32" else ""
        self.function: Any = library[f"{Plan.of(spec.build(), spec.signature).name}_batch{ending}"]
        self.function.restype = None

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Rows at their addresses; releases the GIL."""
        ports = (*self.spec.signature.takes, *self.spec.signature.gives)
        places = [
            array.ctypes.data + (0 if port.uniform else first * port.size * array.itemsize)
            for port, array in zip(ports, (*takes, *gives), strict=True)
        ]
        self.function(ctypes.c_size_t(last - first), *(ctypes.c_void_p(place) for place in places))


BACKEND = CBackend()
