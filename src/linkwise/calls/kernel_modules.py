"""The code of a kernel: one module per precision and layout, compiled when it is first needed."""

from collections.abc import Callable
from typing import Any

from ..backends import COMPILING, AbstractBackend, AbstractBatchModule, AbstractFastEntry, ModuleSpec
from ..backends.compiling import collected_later
from ..backends.known_answers import Known, known_answers
from ..errors import plain
from .progress import compiling_shown
from .traceable import AbstractTraceable


class KernelModules:
    """Modules by precision and layout, and the fast entries that call them.

    `result` is the type of several answers, `width` the number of states side by side (None for the backend's own).

    >>> import linkwise
    >>> from linkwise.backends import BACKENDS
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> question = QuestionProgram(linkwise.load("pendulum").tree, ("mass_matrix",))
    >>> KernelModules(question, BACKENDS["python"], None, None).module("float64", "rows").passes
    True
    """

    def __init__(self, traceable: AbstractTraceable, backend: AbstractBackend, result: type | None, width: int | None):
        self.traceable, self.backend, self.result, self.width = traceable, backend, result, width
        self._modules: dict[tuple[str, str], AbstractBatchModule] = {}
        self._entry: AbstractFastEntry | None = None

    def __repr__(self) -> str:
        compiled = ", ".join(f"{dtype} {layout}" for dtype, layout in list(self._modules))
        what = plain(self.traceable.program_name, 40)
        return f"KernelModules({what}, backend {self.backend.name}, compiled: {compiled or 'none'})"

    def spec(self, dtype: str, layout: str) -> ModuleSpec:
        """The specification of one module."""
        traceable = self.traceable
        derivatives = traceable.derivatives if self.backend.differentiates else None
        width = None if layout == "single" else self.width

        def known() -> Known:
            return known_answers(traceable.program, traceable.signature, dtype, traceable.examples)

        return ModuleSpec(
            "program",
            traceable.key,
            lambda: traceable.program,
            traceable.signature,
            dtype,
            layout,
            width,
            name=traceable.program_name,
            known_answers=known if traceable.examples else None,
            derivatives=derivatives,
        )

    def module(self, dtype: str, layout: str) -> AbstractBatchModule:
        """The module, ready to run and installed in the fast entry. A backend without the layout "single" runs single
        states as rows."""
        layout = layout if layout in self.backend.layouts or layout != "single" else "rows"
        ready = self._modules.get((dtype, layout))
        if ready is not None:  # without the lock: another thread may be compiling for seconds
            return ready
        with collected_later():
            if (dtype, layout) not in self._modules:
                with compiling_shown(plain(self.traceable.program_name, 60)):
                    module = self.backend.module(self.spec(dtype, layout))
                assert isinstance(module, AbstractBatchModule) and module.arrays is self.backend.arrays
                self._modules[dtype, layout] = module
                if self._entry is not None:
                    self._entry.install(module)
            return self._modules[dtype, layout]

    def function(
        self, fallback: Callable[..., Any], owner: Any, name: str, dtype: str | None, doc: str
    ) -> Callable[..., Any]:
        """A fast function that passes all calls it does not handle to a fallback; see `Kernel.function`."""
        with COMPILING:
            entry = self._entry = self._entry or self.backend.fast_entry(self.traceable.signature, dtype, self.result)
            if entry is None:
                return fallback
            for module in self._modules.values():
                entry.install(module)
        return entry.function(fallback, owner, self, name, doc)
