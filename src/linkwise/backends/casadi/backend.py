"""CasADi as a backend: programs become functions of its symbols, which `robot.casadi` gives to whoever optimises."""

from importlib.util import find_spec

from ...program import Integration, Iteration, Loop, Program, Rollout
from ..backend import AbstractBackend
from ..modules import AbstractModule, ModuleSpec


class CasadiBackend(AbstractBackend):
    """Runs programs by CasADi's virtual machine, state after state."""

    kinds = frozenset({"program"})
    packages = ("casadi",)

    def missing(self) -> str:
        """Says that CasADi is not installed."""
        try:
            installed = find_spec("casadi") is not None
        except (ImportError, ValueError):  # something hides it
            installed = False
        return "" if installed else "CasADi is not installed (it comes with `linkwise[casadi]`)"

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The program's text: CasADi compiles nothing."""
        return self.source(spec).encode()

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The program as a function."""
        from .module import CasadiModule

        program = spec.build()
        assert isinstance(program, Program)
        return CasadiModule(spec, program)


BACKEND = CasadiBackend()
"""Programs as CasADi's functions."""
