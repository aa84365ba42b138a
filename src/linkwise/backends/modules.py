"""What a backend compiles, and the code it returns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from ..errors import UnsupportedByBackend, plain
from ..program import Integration, Iteration, Loop, Port, Program, Rollout, Signature, Span
from . import cache
from .arrays import NUMPY, AbstractArrays, AbstractWriteableArrays
from .known_answers import Known, Numbers, known_answers
from .tiles import Plan, cached_plan, results, tiled, untiled

Arrays = Sequence[Any]
"""One array per port, of the backend's library: in rows (N, *port.shape), in columns (*port.shape, N); a uniform one
has the shape of its port."""

LAYOUTS = {
    "single": "one state after the other, each array with strides of its own",
    "rows": "(N, n) with a state's numbers side by side",
    "columns": "(n, N) with a number's states side by side",
    "tiles": "of rollouts: tiles of columns, one lane for each rollout",
}
"""How arrays may be laid out."""


NO_ARRAYS = Signature((), ())
"""The signature of a rollout, whose arrays are tiles."""

TRIED = 45
"""States, or rollouts, of a self-test: the known ones again and again, in more than two tiles of 16, and with some left
over for tiles of any size."""


MOST_NUMBERS = 2**22
"""Numbers that the answers of a self-test may have: fewer states are tried if answers are large."""


@dataclass(frozen=True)
class ModuleSpec:
    """What to compile: looked up by its key, built only if needed.

    `signature` has the arrays of a program or a loop, `name` is for people. `known_answers` makes the self-test of a
    rollout or an integration, whose inputs only its maker knows. `derivatives` builds the program of ∂gives/∂takes, for
    backends that differentiate: for each array given, one for each array taken, of shape (given, taken), also for
    uniform ones. A backend may use it for its rule of differentiation, or differentiate the steps itself.
    """

    kind: str
    key: str
    build: Callable[[], Any] = field(compare=False)
    signature: Signature = NO_ARRAYS
    dtype: str = "float64"
    layout: str = "rows"
    width: int | None = None
    name: str = field(default="f", compare=False)
    known_answers: Callable[[], Known] | None = field(default=None, compare=False)
    derivatives: Callable[[], tuple[Program, Signature]] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        arrays = f" {plain(self.signature.text, 60)}" if self.signature != NO_ARRAYS else ""
        width = f", {self.width} wide" if self.width else ""
        return f"ModuleSpec({self.kind} {plain(self.name, 30)}:{arrays} {self.dtype}, {self.layout}{width})"

    @cached_property
    def digest(self) -> str:
        """A digest of everything about the code that can be written as text."""
        what = (self.kind, self.key, repr(self.signature), self.dtype, self.layout, str(self.width))
        return cache.key(*what, "with derivatives" if self.derivatives else "")

    def known(self, built: Program | Loop | Rollout | Iteration | Integration) -> Known:
        """The self-test, by the interpreter."""
        if self.known_answers is not None:
            return self.known_answers()
        assert not isinstance(built, Rollout | Integration), "their makers provide the known answers"
        return known_answers(built, self.signature, self.dtype)


class AbstractModule(ABC):
    """Code of one spec, ready to run."""

    spec: ModuleSpec
    _known: Known | None = None

    def with_known_answers(self, known: Known) -> Self:
        """The module with the known answers of its self-test."""
        self._known = known
        return self

    def self_test_error(self) -> float:
        """How far the answers are from the interpreter's, in multiples of what rounding explains; NaN matches NaN."""
        assert self._known is not None, "a module has its self-test when it is loaded"
        inputs, answers, tolerance = self._known
        own = self.answers_to(inputs)
        if "picked" in inputs:
            own = own[:, inputs["picked"].astype(int)]
        answers, tolerance = (in_turn(known, len(own)) for known in (answers, tolerance))
        with np.errstate(all="ignore"):
            apart = np.where(own == answers, 0.0, np.abs(own - answers) / tolerance)
        both = np.isnan(own) & np.isnan(answers)
        unsure = both | np.isinf(tolerance)
        return float(np.where(unsure, 0.0, np.where(np.isnan(apart), np.inf, apart)).max(initial=0.0))

    @property
    def passes(self) -> bool:
        """Whether the code gives the known answers."""
        return self.self_test_error() <= 1.0

    @abstractmethod
    def answers_to(self, inputs: dict[str, Numbers]) -> Numbers:
        """The answers to the inputs of a self-test, one row for each state or rollout: to all of them in turn, once or
        more often."""


def in_turn(known: Numbers, count: int) -> Numbers:
    """`count` rows: the known ones, again and again.

    >>> in_turn(np.array([[1.0], [2.0]]), 5).T
    array([[1., 2., 1., 2., 1.]])
    """
    return known[np.arange(count) % len(known)]


class AbstractBatchModule(AbstractModule):
    """Code of a program or a loop: arrays of states in, arrays of answers out, on whatever device they are.

    Where the library has streams, work goes to its current one; `arrays.numpy` waits for it. `threads=` is for code
    that fills arrays in place, below.
    """

    arrays: ClassVar[AbstractArrays] = NUMPY
    """The arrays it takes and gives: the very object that its backend names."""

    @abstractmethod
    def answers(self, takes: Arrays, count: int) -> list[Any]:
        """The answers to `count` states, in new arrays of the spec's layout and precision, like those it takes."""

    def fill(self, gives: Arrays, takes: Arrays, count: int) -> None:
        """Write the answers into the caller's arrays. Only for backends whose arrays have a `misfit`."""
        raise UnsupportedByBackend("this module fills no arrays.", "A backend that does was expected.")

    def slopes(self, takes: Arrays, count: int) -> list[Any]:
        """∂gives/∂takes as the framework finds them when it differentiates the code; rows, in the order of the spec's
        `derivatives`. Only for backends that differentiate: their tests ask for it."""
        raise UnsupportedByBackend("this module has no derivatives.", "A backend that differentiates was expected.")

    @property
    def ufunc(self) -> np.ufunc | None:
        """The code as a NumPy generalized ufunc that keeps it alive, if the backend makes one."""
        return None

    def answers_to(self, inputs: dict[str, Numbers], count: int = TRIED) -> Numbers:
        """The known states in turn, `count` of them, laid out as the module takes them; its answers as rows."""
        known, size = len(inputs["states"]), sum(port.size for port in self.spec.signature.gives)
        if count * size > MOST_NUMBERS:
            count = max(1, MOST_NUMBERS // (known * size)) * known  # all known states in turn
        spec, states, at, takes = self.spec, in_turn(inputs["states"], count), 0, []
        for port in spec.signature.takes:
            block = states[:, at : at + port.size].astype(spec.dtype)
            takes.append(self.arrays.adopt(_laid_out(block, port, spec.layout)))
            at += port.size
        answers = [self.arrays.numpy(answer).astype(np.float64) for answer in self.answers(takes, len(states))]
        turned = [answer.reshape(-1, len(states)).T for answer in answers]
        return np.concatenate(
            turned if spec.layout == "columns" else [answer.reshape(len(states), -1) for answer in answers], axis=1
        )


def _laid_out(block: Numbers, port: Port, layout: str) -> Numbers:
    """The numbers (N, size) of a port as a module takes them."""
    if port.uniform:
        return block[0].reshape(port.shape)
    if layout == "columns":
        return np.ascontiguousarray(block.T).reshape(*port.shape, len(block))
    return np.ascontiguousarray(block).reshape(len(block), *port.shape)


class AbstractInPlaceModule(AbstractBatchModule):
    """Code that fills arrays it is given, any part of a batch at a time."""

    arrays: ClassVar[AbstractWriteableArrays] = NUMPY

    piece: ClassVar[int] = 2**15
    """States of the first call of `run` for a batch; later ones are as long as time allows."""

    releases_gil: ClassVar[bool] = False
    """Whether `run` lets other threads of Python run meanwhile, so that several answer a batch sooner than one."""

    pace: float = 0.0
    """Seconds that a state took when last measured; 0: not yet."""

    @abstractmethod
    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Answer the states from `first` to `last`; arrays are contiguous, of the spec's layout and precision."""

    def answers(self, takes: Arrays, count: int) -> list[Any]:
        """New arrays, filled."""
        spec = self.spec
        columns = spec.layout == "columns"
        shapes = [(*port.shape, count) if columns else (count, *port.shape) for port in spec.signature.gives]
        gives = [self.arrays.empty(shape, spec.dtype) for shape in shapes]
        self.run(takes, gives, 0, count)
        return gives


class AbstractRolloutModule(AbstractModule):
    """Code of a rollout: blocks of `lanes` rollouts side by side, advanced in place, in NumPy's arrays."""

    lanes: int

    def plan(self, rollout: Rollout, count: int, whole: Span, tallied: int = 0) -> Plan:
        """How many rollouts, and how many of the steps of `whole`, one call of `run` is given: for a processor's cache
        and short waits. A device that wants all rollouts at once says so here, and keeps memory for `tallied`
        columns."""
        return cached_plan(rollout, self.lanes, count, whole)

    @abstractmethod
    def run(self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span) -> None:
        """Do the steps of a span: blocks (tiles, columns, lanes), the steps at which rollouts ended (tiles, lanes),
        space for records (tiles, slots, columns, lanes)."""

    def answers_to(self, inputs: dict[str, Numbers]) -> Numbers:
        """The results of rollouts that start from the rows of `blocks` in turn, after all spans, laid out as by
        `results`; each span gets the rows of `timed` from its own first one on."""
        dtype, lanes, count = self.spec.dtype, self.lanes, TRIED
        blocks, same, timed = (
            x.astype(dtype) for x in (tiled(in_turn(inputs["blocks"], count), lanes), inputs["same"], inputs["timed"])
        )
        ended, kept = np.full((len(blocks), lanes), -1, np.int64), []
        for row in inputs["spans"]:
            span = Span(*(kind(x) for kind, x in zip((int, int, float, int, bool, int, int, int), row, strict=True)))
            records = np.empty((len(blocks), span.slots, int(inputs["recorded"][0]), lanes), dtype)
            self.run(blocks, ended, records, same, timed[span.table :], span)
            kept.append(untiled(records.reshape(len(blocks), -1, lanes), count))
        return results(untiled(blocks, count), ended.reshape(-1)[:count], np.concatenate(kept, axis=1))


class PeakLoop(NamedTuple):
    """A loop that runs a given number of times, and its floating-point operations per turn."""

    run: Callable[[int], None]
    operations: int
