"""Python as a backend: programs are written as Python functions and run, one state after the other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from ...program import Integration, Iteration, Loop, Program, Rollout, Signature
from ..backend import AbstractBackend, Ranges
from ..modules import AbstractInPlaceModule, Arrays, ModuleSpec


def _source(program: Program, signature: Signature, prefix: str | None = None) -> str:
    from .source import source  # at first use: every backend is imported to find the default one

    return source(program, signature, prefix=prefix)


class PythonBackend(AbstractBackend):
    """Runs the code of `.py` files."""

    kinds = frozenset({"program"})
    suffixes: ClassVar[dict[str, str]] = {".py": "a Python function of floats"}
    languages: ClassVar[dict[str, tuple[str, ...]]] = {"python": (".py",)}

    def how_to_use(self, path: Path, name: str, signature: Signature) -> str:
        """How to call the function.

        >>> from linkwise.program import Port
        >>> ports = Signature((Port("q", (7,)),), (Port("mass_matrix", (7, 7)),))
        >>> print(PythonBackend().how_to_use(Path("code/arm.py"), "arm", ports))
        use:     from arm import arm; mass_matrix = arm(q)
        """
        takes, gives = (", ".join(port.name for port in side) for side in (signature.takes, signature.gives))
        return f"use:     from {path.stem} import {name}; {gives} = {name}({takes})"

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The text of the module."""
        assert isinstance(built, Program)
        return _source(built, spec.signature).encode()

    def load(self, spec: ModuleSpec, code: bytes) -> "PythonModule":
        """The one public function that the module defines."""
        module: dict[str, Any] = {}
        exec(compile(code, f"<program {spec.name}>", "exec"), module)
        [function] = [thing for name, thing in module.items() if name[0] != "_" and name != "math"]
        return PythonModule(spec, function)

    def source(self, spec: ModuleSpec) -> str:
        """The text of the module."""
        return self.compile(spec, spec.build()).decode()

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """One file; its numbers are Python's floats, whatever the dtype."""
        return {target.suffix: _source(program, signature, prefix)}


class PythonModule(AbstractInPlaceModule):
    """The function, called for one state after the other."""

    piece = 2**8

    def __init__(self, spec: ModuleSpec, function: Callable[..., Any]):
        self.spec, self.function = spec, function

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Call the function on the rows from `first` to `last`, as nested lists of floats."""
        signature = self.spec.signature
        inputs = [
            array.reshape(port.shape if port.uniform else (len(array), *port.shape))
            for port, array in zip(signature.takes, takes, strict=True)
        ]
        outputs = [array.reshape(len(array), *port.shape) for port, array in zip(signature.gives, gives, strict=True)]
        for k in range(first, last):
            pairs = zip(signature.takes, inputs, strict=True)
            answer = self.function(*((array if port.uniform else array[k]).tolist() for port, array in pairs))
            for array, part in zip(outputs, answer if len(outputs) > 1 else (answer,), strict=True):
                array[k] = part


BACKEND = PythonBackend()
