"""C as a backend: programs are compiled by this machine's C compiler, and run."""

import ctypes
import os
import re
import shlex
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

from ...errors import LinkwiseError, WriteError, plain, shown
from ...program import Integration, Iteration, Loop, Program, Rollout, Signature, fused
from ..backend import AbstractBackend, Ranges
from ..modules import AbstractInPlaceModule, Arrays, ModuleSpec

if TYPE_CHECKING:
    from .float_errors import FloatErrors
    from .source import CSource

FLAGS = ("-std=c99", "-O3", "-march=native", "-shared", "-fPIC")
"""For this machine alone, as the code never leaves it; at -O3 batches become SIMD code."""

NAME = "run"
"""What the function is called in a library that is compiled to be run here."""

_FILE_NAME = re.compile(r"[\w.+-][\w .+-]*")
"""What every compiler accepts within the quotes of an #include."""


def compiler() -> tuple[str, ...]:
    """The command of the C compiler: the environment variable CC, or cc, gcc or clang; empty if there is none.

    >>> compiler() == _first_found(os.environ.get("CC", ""))
    True
    """
    return _first_found(os.environ.get("CC", ""))


@cache
def _first_found(cc: str) -> tuple[str, ...]:
    for command in (shlex.split(cc), ["cc"], ["gcc"], ["clang"]):
        path = shutil.which(command[0]) if command else None
        if path:
            return (path, *command[1:])
    return ()


def _source(
    program: Program, signature: Signature, prefix: str | None = None, errors: "FloatErrors | None" = None
) -> "CSource":
    from .source import source  # at first use: every backend is imported to find the default one

    return source(program, signature, prefix=prefix, errors=errors)


class CBackend(AbstractBackend):
    """Runs the code of `.c` files, on request: the compiler takes seconds. Compiled code is not kept on disk."""

    kinds = frozenset({"program"})
    dtypes = ("float64", "float32")
    suffixes: ClassVar[dict[str, str]] = {".c": "C99, with its header beside it"}
    languages: ClassVar[dict[str, tuple[str, ...]]] = {"c": (".c", ".h")}

    def how_to_use(self, path: Path, name: str, signature: Signature) -> str:
        """How to compile and test a file.

        >>> print(CBackend().how_to_use(Path("code/arm.c"), "arm", Signature((), ())))
        compile: cc -std=c99 -O3 -march=native -c code/arm.c
        test:    cc -std=c99 -O3 -DLINKWISE_SELFTEST code/arm.c -lm -o code/arm_test && code/arm_test
        """
        file, test = shlex.quote(str(path)), shlex.quote(str(path.with_name(f"{path.stem}_test")))
        run = test if "/" in test else f"./{test}"
        return (
            f"compile: cc -std=c99 -O3 -march=native -c {file}\n"
            f"test:    cc -std=c99 -O3 -DLINKWISE_SELFTEST {file} -lm -o {test} && {run}"
        )

    def missing(self) -> str:
        """Says that there is no compiler: then files can be written but not run."""
        return "" if compiler() else "no C compiler was found (cc, gcc, clang, or the one that CC names)"

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """A shared library with the program's functions."""
        import subprocess  # at first use, as above

        assert isinstance(built, Program)
        with TemporaryDirectory() as folder:
            _, code = _source(replace(fused(built), name=NAME), spec.signature).write(folder)
            library = Path(folder) / "library"
            command = [*compiler(), *FLAGS, str(code), "-o", str(library), "-lm"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace")
                trouble = done.stderr if done.returncode else ""
            except OSError as error:
                trouble = str(error)
            if trouble or not library.is_file():
                raise LinkwiseError(
                    f"the C compiler {shown(command[0])} failed: {plain(trouble, 400)}",
                    f"A compiler that takes {' '.join(FLAGS)} was expected.",
                    "set the environment variable CC to another compiler.",
                )
            return library.read_bytes()

    def load(self, spec: ModuleSpec, code: bytes) -> "CModule":
        """The library, loaded from a temporary file."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "library"
            path.write_bytes(code)
            return CModule(spec, ctypes.CDLL(str(path)))

    def source(self, spec: ModuleSpec) -> str:
        """The text of the C file."""
        return _source(fused(spec.build()), spec.signature).code

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """The C file and its header; both precisions are in them, whatever the dtype. With ranges, the header states
        how far floats were found to be off within them."""
        from .float_errors import float_errors

        if _FILE_NAME.fullmatch(target.name) is None:
            raise WriteError(
                f"{shown(target.name)} cannot be the name of a C file.",
                "Letters, digits, spaces and . _ + - were expected: the file includes its header by that name.",
                "give another name.",
            )
        program = fused(program)
        errors = None if ranges is None else float_errors(program, signature, ranges)
        texts = _source(program, signature, prefix, errors)
        code = texts.code.replace(f'#include "{texts.name}.h"', f'#include "{target.stem}.h"', 1)
        return {target.suffix: code, ".h": texts.header}


class CModule(AbstractInPlaceModule):
    """The batch function of a loaded library, in the precision of the spec."""

    releases_gil = True

    def __init__(self, spec: ModuleSpec, library: ctypes.CDLL):
        self.spec = spec
        self.function: Any = library[f"{NAME}_batch_f" if spec.dtype == "float32" else f"{NAME}_batch"]
        self.function.restype = None

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Call the function on the rows from `first` to `last`; the GIL is released meanwhile."""
        ports = (*self.spec.signature.takes, *self.spec.signature.gives)
        addresses = [
            array.ctypes.data + (0 if port.uniform else first * port.size * array.itemsize)
            for port, array in zip(ports, (*takes, *gives), strict=True)
        ]
        self.function(ctypes.c_size_t(last - first), *(ctypes.c_void_p(address) for address in addresses))


BACKEND = CBackend()
