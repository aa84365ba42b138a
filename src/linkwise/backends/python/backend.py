"""Programs run as the Python they are written as: one state after the other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from ...program import Loop, Program, Rollout, Signature
from ..backend import AbstractBackend
from ..modules import AbstractBatchModule, Arrays, ModuleSpec
from .source import source


class PythonBackend(AbstractBackend):
    """The function that `.py` files hold."""

    kinds = frozenset({"program"})
    suffixes: ClassVar[dict[str, str]] = {".py": "a Python function of floats"}

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout) -> bytes:
        """The module's text."""
        assert isinstance(built, Program)
        return source(built, spec.signature).encode()

    def load(self, spec: ModuleSpec, code: bytes) -> "PythonModule":
        """The function the text defines: the last one in it."""
        names: dict[str, Any] = {}
        exec(compile(code, "<program>", "exec"), names)
        return PythonModule(spec, next(f for name, f in reversed(names.items()) if callable(f) and name[0] != "_"))

    def source(self, spec: ModuleSpec) -> str:
        """The module's text."""
        return self.compile(spec, spec.build()).decode()

    def files(self, program: Program, signature: Signature, target: Path, prefix: str, dtype: str) -> dict[str, str]:
        """One file."""
        return {target.suffix: source(program, signature, prefix=prefix)}


class PythonModule(AbstractBatchModule):
    """The function, called state by state."""

    def __init__(self, spec: ModuleSpec, function: Callable[..., Any]):
        self.spec, self.function = spec, function

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Floats in nested lists go in and come out."""
        signature = self.spec.signature
        for k in range(first, last):
            given = [
                array.reshape(port.shape if port.uniform else (len(array), *port.shape))
                for port, array in zip(signature.takes, takes, strict=True)
            ]
            pairs = zip(signature.takes, given, strict=True)
            found = self.function(*((array if port.uniform else array[k]).tolist() for port, array in pairs))
            answers = found if len(signature.gives) > 1 else (found,)
            for port, array, answer in zip(signature.gives, gives, answers, strict=True):
                array.reshape(len(array), *port.shape)[k] = answer


BACKEND = PythonBackend()
