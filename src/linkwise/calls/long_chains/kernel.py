"""Kernels of long robots: arrays in, arrays out, computed by loops over the links."""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...backends import default_backend
from ...errors import BadArray, shown
from ...formulations import QUESTIONS, Columns, Reactions, shape_of
from ...model import Frame, Model
from ..answers import answered, named
from ..arrays import batch_shape
from ..call_arrays import can_write_into, checked_outputs, filled
from ..checks import numbers, real
from ..kernel_cache import AbstractOpenKernel
from .build import RECURSIONS, signature
from .equations import LongEquations
from .fast_functions import FastFunction, not_fast
from .pushing import PUSHED, PushedForces
from .single_precision import SinglePrecision, narrowed

LOOPED = tuple(question for question in QUESTIONS if hasattr(LongEquations, question))
"""The questions that have a loop: all of them."""


class LongKernel(AbstractOpenKernel):
    """One question to a long robot, compiled as a loop over its links when it is first asked.

    States and answers are those of the robot's own coordinates; all leading axes are a batch. `wrenches` are the frames
    on which the environment acts: six numbers for each come after the states. An `opened` kernel has the code of all
    variants of the robot that differ in inertia and gravity alone.

    >>> import linkwise
    >>> tau = LongKernel(linkwise.load("planar2r").tree, "inverse_dynamics")
    >>> tau([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6)
    array([24.758766,  1.62563 ])
    """

    writes_out = True

    def __init__(
        self,
        tree: Model,
        question: str,
        *,
        wrenches: tuple[str, ...] = (),
        frame: str | tuple[str, ...] | None = None,
        columns: Columns | None = None,
        reactions: Reactions | None = None,
        backend: str | None = None,
        width: int | None = None,
        opened: bool = False,
    ):
        self.tree, self.question, self.wrenches = tree, question, wrenches
        row = QUESTIONS[question]
        self.several, self.frames = isinstance(frame, tuple), self._frames(frame)
        self.options: dict[str, Any] = {}
        if row.columns:
            self.options["columns"] = columns or Columns.of(tree)
        if row.reactions:
            self.options["reactions"] = reactions or Reactions.of(tree)
        self.equations = LongEquations(tree, default_backend("loop") if backend is None else backend, width, opened)
        one = shape_of(row.gives, tree, columns, reactions)
        self.shape = (len(self.frames), *one) if self.several else one

    def _frames(self, frame: str | tuple[str, ...] | None) -> list[Frame]:
        """The frames that the question is about."""
        names = frame if isinstance(frame, tuple) else (frame,)
        return [self.tree.frame_or_tip(name) for name in names] if QUESTIONS[self.question].frame else []

    def of_variant(
        self, tree: Model, wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> "LongKernel":
        """An opened kernel with the numbers of a variant, and with its frames on the same links.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum")
        >>> kernel = LongKernel(arm.tree, "gravity_forces", opened=True)
        >>> kernel.of_variant(arm.with_gravity([0.0, 0.0, -1.62]).tree)([1.5707963267948966]).round(9)
        array([0.81])
        """
        variant = copy(self)
        variant.tree, variant.equations = tree, self.equations.of_variant(tree)
        variant.wrenches, variant.frames = wrenches, variant._frames(frame)
        return variant

    def __repr__(self) -> str:
        return f"LongKernel({self.question} of {shown(self.tree.name)})"

    def __call__(self, *states: ArrayLike, out: Any = None) -> Any:
        """The answers to states of shape (…, n), written into `out`, an array or a tuple of them, if that is given."""
        row = QUESTIONS[self.question]
        acting = [f"wrench at {shown(name)}" for name in self.wrenches]
        names = (*row.takes, *acting)
        if len(states) != len(names):
            raise BadArray(f"{len(states)} arrays were given.", f"{self!r} takes {', '.join(names)}.")
        given = {
            name: real(name, x, self.tree.n, "one entry per joint")
            if name in row.takes
            else numbers(name, x, (6,), "moment, force")
            for name, x in zip(names, states, strict=True)
        }
        batch, kind = batch_shape(given), _precision(states)
        shape, parts = (*batch, *self.shape), row.parts
        if (
            out is not None
            and self.one_loop
            and not self.wrenches
            and kind == self.equations.loops.dtype
            and 0 not in batch
        ):
            targets = checked_outputs(out, [shape] * max(1, len(parts)), kind)
            if targets and all(can_write_into(each, kind, list(given.values())) for each in targets):
                rows = [np.broadcast_to(x, (*batch, x.shape[-1])).reshape(-1, x.shape[-1]) for x in given.values()]
                self.equations.loops.fill(self.question, rows, [x.reshape(-1, *self.shape) for x in targets])
                return out
        if prod(batch) == 0:
            answers = [np.empty(shape)] * max(1, len(parts))
        else:
            flat = {k: np.broadcast_to(x, (*batch, x.shape[-1])).reshape(-1, x.shape[-1]) for k, x in given.items()}
            options = dict(self.options)
            if acting:
                options["wrenches"] = {frame: flat.pop(name) for frame, name in zip(self.wrenches, acting, strict=True)}
            with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
                answer = getattr(self.equations, self.question)
                each = [answer(*flat.values(), frame=frame, **options) for frame in self.frames]
                found = (
                    answer(*flat.values(), **options) if not each else np.stack(each, 1) if self.several else each[0]
                )
            answers = list(found) if parts else [found]
        answers = [narrowed(x.reshape(shape)) if kind == "float32" else x.reshape(shape) for x in answers]
        return filled(out, answered(parts, tuple(answers)) if parts else answers[0])

    @cached_property
    def one_loop(self) -> bool:
        """Whether the answers of one loop are those of the kernel, as they are or, under wrenches, but for Jᵀw."""
        equations, row = self.equations, QUESTIONS[self.question]
        plain = not (equations.coupled or equations.beside or equations.sprung)
        if self.question not in RECURSIONS or not plain or self.options.get("columns", Columns()) != Columns():
            return False
        gives = [port.shape for port in signature(self.tree, self.question).gives]
        return gives == [self.shape] * max(1, len(row.parts))  # not numbers of links, to be added or put side by side

    def function(self, fallback: Callable[..., Any], owner: Any, name: str, doc: str = "") -> Callable[..., Any]:
        """A fast function for contiguous arrays that passes all other calls to a fallback; see `Kernel.function`. The
        fallback itself where an answer is put together from several loops. Jᵀw is another function beside the loop's.

        >>> import linkwise
        >>> kernel = LongKernel(linkwise.load("pendulum").tree, "mass_matrix")
        >>> kernel.function(lambda *anything: "fallback", kernel, "__call__")("not an array")
        'fallback'
        """
        if not self.one_loop or (self.wrenches and self.question not in PUSHED):
            return fallback
        row, numbers = QUESTIONS[self.question], self.equations.loops.numbers(self.question)
        entry = self.equations.loops.entry(self.question, named(row.parts) if row.parts else None)
        if entry is None:
            return fallback
        fast = entry.function(not_fast, owner, self, name, doc)
        loop = (lambda *states: fast(*states, *numbers)) if numbers else fast
        if not self.wrenches:
            single = SinglePrecision(loop, fallback)
            if numbers:
                return FastFunction(loop, single, owner, name, doc)
            return entry.function(single, owner, self, name, doc)
        kernel, placed = self.equations.pushing.kernel(self.wrenches)
        if kernel is None:
            return fallback
        push = kernel.function(not_fast, owner, name, doc)
        beside = (lambda *given: push(*given, placed[0][0])) if placed else push
        forces = PushedForces(loop, beside, PUSHED[self.question], len(row.takes), self.tree.n)
        return FastFunction(forces.answer, fallback, owner, name, doc)


def _precision(states: tuple[ArrayLike, ...]) -> str:
    """Arrays of float32 get answers in float32; the computation itself is in float64."""
    return "float32" if all(getattr(state, "dtype", None) == np.float32 for state in states) else "float64"
