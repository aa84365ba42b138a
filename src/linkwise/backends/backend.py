"""The seam: what a machine or language must offer to run programs, loops, rollouts, iterations, integrations, tallies.

A backend is a folder of `backends` whose `backend.py` defines BACKEND; it is registered nowhere else. It says which of
the six kinds it runs, in which precisions and layouts and with which library's arrays, which files it writes, and how
code is compiled and loaded. Caching on disk, and the test of new code against the interpreter's answers, are the same
for all backends and are done here.

Packages that only one backend needs are imported inside its methods: every `backend.py` is imported to see which files
it writes, whether its package is installed or not, and `missing` says when it cannot run.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import LinkwiseError, MissingBackend, UnsupportedByBackend, shown
from ..program import Integration, Iteration, Loop, Program, Rollout, Signature, to_text
from . import cache
from .arrays import NUMPY, AbstractArrays
from .fast_calls import AbstractFastEntry, FrameEntry, FrameLayout, Relay
from .known_answers import Known, Numbers
from .modules import AbstractModule, ModuleSpec, PeakLoop
from .source_digest import source_digest

Ranges = Mapping[str, tuple[Numbers, Numbers]]
"""What inputs can be: the smallest and the largest value of each entry of an array, flat, by the array's name."""


class AbstractBackend(ABC):
    """A machine or a language that programs are lowered to."""

    kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds it runs: "program", "loop", "rollout", "iteration", "integration", "tally"."""

    dtypes: ClassVar[tuple[str, ...]] = ("float64",)
    """The precisions it runs them in, the usual one first; a property if they depend on the machine or on a setting."""

    layouts: ClassVar[tuple[str, ...]] = ("rows",)
    """How the arrays of a program or loop may be laid out, see `modules.LAYOUTS`: "rows" at least. "single" is
    optional: without it single states are run as rows."""

    widths: ClassVar[tuple[int, ...]] = ()
    """How many states side by side a caller may choose; empty: there is no choice."""

    preference: ClassVar[int] = 0
    """When no backend is named, the one with the highest preference that can run is used; 0: only on request. It must
    be 0 for a backend with arrays of its own, or callers with NumPy's would get others back."""

    interprets: ClassVar[bool] = False
    """Whether it runs step by step in Python: running the formulation itself is then just as fast."""

    reproducible: ClassVar[bool] = True
    """Whether a state's answer is the same, to the last bit, in every batch and width and on any number of threads."""

    arrays: ClassVar[AbstractArrays] = NUMPY
    """The array library of the inputs and outputs of programs. Long chains and rollouts are called with NumPy's arrays
    and answer in them, wherever they run."""

    sweep_block: ClassVar[int] = 4096
    """Rollouts of a sweep that are drawn, run and merged at a time, unless the caller says: some megabytes."""

    sweeps_side_by_side: ClassVar[bool] = False
    """Whether each block of a sweep has a thread of Python; otherwise threads share a block."""

    packages: ClassVar[tuple[str, ...]] = ()
    """The installed packages that its numbers depend on: a sweep resumes only with the same versions."""

    suffixes: ClassVar[Mapping[str, str]] = {}
    """The files it writes: their suffixes, and what they are."""

    languages: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What `linkwise generate --language` can write: the suffixes of its files, the main one first."""

    differentiates: ClassVar[bool] = False
    """Whether specs come with `derivatives`, for an autodiff framework; its modules then have `slopes`."""

    @property
    def name(self) -> str:
        """The name of its folder.

        >>> from linkwise.backends import BACKENDS
        >>> BACKENDS["interpreter"].name
        'interpreter'
        """
        return type(self).__module__.split(".")[-2]

    @property
    def summary(self) -> tuple[str, ...]:
        """Its name, what it runs, in which precisions, which files it writes, and what it lacks on this machine."""
        lists = (sorted(self.kinds), self.dtypes, self.suffixes)
        return self.name, *(", ".join(words) or "-" for words in lists), self.missing() or "-"

    def __repr__(self) -> str:
        return f"<backend {self.name}: {', '.join(sorted(self.kinds)) or 'writes files'}>"

    # ---- what a backend says ----------------------------------------------------------------------------------------

    def missing(self) -> str:
        """Why it cannot run on this machine: a package or a device that is not there; empty if it can."""
        return ""

    def about(self) -> dict[str, Any]:
        """What it runs on, for people: the processor and the features it uses, numbers side by side, the compiler."""
        return {}

    def fingerprint(self) -> tuple[str, ...] | None:
        """What compiled code depends on besides the program, such as the processor; None: no code is kept on disk."""
        return None

    @abstractmethod
    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The code of a program, loop, rollout, iteration or integration, as bytes that can be kept on disk."""

    @abstractmethod
    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The code, ready to run. `spec.build()` would trace the program again, which the bytes are there to save.

        The code is then tested on known numbers, perhaps while a framework traces the caller's function: modules of
        such a framework, those of rollouts too, override `answers_to` to compute immediately."""

    def source(self, spec: ModuleSpec) -> str:
        """What is compiled, as text."""
        built = spec.build()
        return to_text(built) if isinstance(built, Program) else str(built)

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """The texts of a program by file suffix, including the target's; the function's name begins with `prefix`;
        `ranges` says of inputs, by name, what they can be."""
        raise UnsupportedByBackend(f"backend {shown(self.name)} writes no files.", "It runs programs.")

    def how_to_use(self, path: Path, name: str, signature: Signature) -> str:
        """How to compile, test or call the function `name` in a file that was written, for people; may be empty."""
        return ""

    def fast_entry(self, signature: Signature, dtype: str | None, result: type | None) -> AbstractFastEntry | None:
        """A faster entry to the code than a Python-level call, for arrays of one precision or, if `dtype` is None, of
        any; None if the backend has none. `result` is the type of several answers."""
        return None

    def relay(self, target: Callable[..., Any], owner: Any, name: str, doc: str) -> Relay | None:
        """A function that calls a target which can be replaced, by a fast entry say, at no more than some nanoseconds;
        None if the backend has none. `owner` holds it as the attribute `name`."""
        return None

    def frame_entry(self, module: AbstractModule, layout: FrameLayout, otherwise: int) -> FrameEntry | None:
        """A C function that answers calls which frames describe, without Python; `otherwise`: the address of another
        for what it cannot answer. None if the backend has none."""
        return None

    def peak_loops(self) -> dict[str, PeakLoop]:
        """Loops of nothing but fused multiply-adds, by name: the best this machine can do."""
        return {}

    # ---- what is built on that --------------------------------------------------------------------------------------

    def require(self, kind: str, dtype: str, layout: str) -> None:
        """Refuse what the backend does not support, or cannot run here.

        >>> from linkwise.backends import BACKENDS
        >>> BACKENDS["python"].require("program", "float32", "rows")
        Traceback (most recent call last):
        linkwise.errors.UnsupportedByBackend: backend 'python' does not run float32.
          It runs float64.
          Hint: use another dtype, or another backend.
        """
        for what, asked, served in (
            ("kind", _several(kind), list(map(_several, sorted(self.kinds)))),
            ("dtype", dtype, self.dtypes),
            ("layout", layout, self.layouts),
        ):
            if asked not in served:
                raise UnsupportedByBackend(
                    f"backend {shown(self.name)} does not run {asked}.",
                    f"It runs {', '.join(served) or 'nothing: it writes files'}.",
                    f"use another {what}, or another backend." if what != "kind" else "use another backend.",
                )
        if why := self.missing():
            raise MissingBackend(self.name, why)

    def require_width(self, width: object, of: str) -> None:
        """Refuse a number of states or rollouts side by side that the backend does not offer; None is always fine."""
        if width is not None and not (isinstance(width, int | np.integer) and width in self.widths):
            raise UnsupportedByBackend(
                f"a kernel of backend {shown(self.name)} cannot be {width!r} {of} wide.",
                f"One of {', '.join(map(str, self.widths))} was expected." if self.widths else "It has no width.",
                "leave the width out.",
            )

    def module(self, spec: ModuleSpec) -> AbstractModule:
        """The code of a spec: from the disk if the code there passes its self-test, else compiled.

        >>> from linkwise.backends import BACKENDS
        >>> from linkwise.program import Port, trace
        >>> ports = Signature((Port("x", (2,)),), (Port("y", ()),))
        >>> spec = ModuleSpec("program", "key", lambda: trace(lambda x: x[0] * x[1], {"x": 2}), ports)
        >>> y = np.empty(3)
        >>> BACKENDS["python"].module(spec).run([np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])], [y], 0, 3)
        >>> y
        array([ 2., 12., 30.])
        """
        self.require(spec.kind, spec.dtype, spec.layout)
        name = self.cache_name(spec)
        if name is None:
            return self._built(spec, None)
        found = cache.load_verified(name, lambda stored: self._opened(spec, stored), lambda module: module.passes)
        return self._built(spec, name) if found is None else found

    def fresh(self, spec: ModuleSpec) -> AbstractModule:
        """The code of a spec, compiled and tested; neither taken from the disk nor kept there."""
        self.require(spec.kind, spec.dtype, spec.layout)
        return self._built(spec, None)

    def cache_name(self, spec: ModuleSpec) -> str | None:
        """The name under which the code of a spec is kept on disk; None if it is not."""
        facts = self.fingerprint()
        return None if facts is None else cache.key(source_digest(), self.name, *facts, spec.digest)

    def _opened(self, spec: ModuleSpec, stored: bytes) -> AbstractModule:
        known, code = Known.unpacked(stored)
        return self.load(spec, code).with_known_answers(known)

    def _built(self, spec: ModuleSpec, name: str | None) -> AbstractModule:
        built = spec.build()
        known, code = spec.known(built), self.compile(spec, built)
        module = self.load(spec, code).with_known_answers(known)
        if not module.passes:
            raise LinkwiseError(
                f"code of backend {shown(self.name)} differs from the interpreter by {module.self_test_error():.2g} "
                "times what rounding can explain.",
                "The same answers were expected: the backend, its compiler or this machine is at fault.",
                'backend="interpreter" works without it, slowly.',
            )
        if name is not None:
            cache.put(name, known.packed() + code)
        return module


def _several(kind: str) -> str:
    return "tallies" if kind == "tally" else f"{kind}s"
