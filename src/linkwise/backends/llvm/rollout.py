"""Motions over time, many side by side: the whole loop over the steps as machine code.

A rollout integrates q̇ = v, v̇ = f(t, q, v, inputs) with a fixed step; lanes are rollouts. The programs of one evaluation
are functions on a vector of states, as for a batch, and the step around them is written here.

    rollout          what is integrated, and where its numbers lie
    rollout_write    what the functions of the loop are written with
    rollout_step     explicit steps
    rollout_implicit steps whose stages are found by iteration
    rollout_look     what is watched on the way
    rollout_module   the loop over steps and tiles
    rollout_unit     compiled, kept on disk, tried

A tile of rollouts is a block of columns, one number of every lane side by side:

    q, v | p, stages (canonical coordinates) | what is reduced | inputs of each rollout
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...program import Port, Program, Signature, fused

MOST = 60
"""Iterations after which stages count as not found."""

CLOSE = {"float64": 1e-10, "float32": 1e-4}
"""Iterations stop where changes of q no longer shrink; above this, relative to the largest q or 1, they go on."""

NOT_FINITE, NOT_SETTLED = 0, 1
"""Why a rollout ended before its time."""


class Scheme(NamedTuple):
    """A Runge–Kutta method: its tableau, and whether its stages need each other. A staggered one takes the new
    velocities for the positions.

    >>> Scheme(((0.0, 0.0), (0.5, 0.0)), (0.0, 1.0), (0.0, 0.5)).nodes
    (0.0, 0.5)
    """

    A: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    c: tuple[float, ...]
    implicit: bool = False
    staggered: bool = False

    @property
    def nodes(self) -> tuple[float, ...]:
        """The times of a step, as parts of it, at which timed inputs are needed; its end is the next one's start."""
        return (0.0, *sorted({c for c in self.c if 0.0 < c < 1.0}))


class Input(NamedTuple):
    """An input: the "same" for all rollouts, one for "each", or a "timed" one that all share."""

    name: str
    size: int
    kind: str


class Reduction(NamedTuple):
    """What becomes of columns of the outputs on the way: "min", "max", "sum", "last" or "integral"."""

    kind: str
    first: int
    size: int

    @property
    def columns(self) -> int:
        """How many numbers of a rollout it takes; an integral remembers what stood at the step before."""
        return self.size * (2 if self.kind == "integral" else 1)


@dataclass(frozen=True)
class Rollout:
    """An initial value problem.

    Programs take the time, q, v and the inputs. `rate` gives v̇. With an implicit scheme the coordinates are canonical:
    `rate` takes p for v and gives q̇ and ṗ, `momentum` makes p of q and v, `velocity` makes v of q and p. `watch` gives
    the outputs, of which there may be none.
    """

    n: int
    scheme: Scheme
    inputs: tuple[Input, ...]
    rate: Program
    watch: Program | None = None
    momentum: Program | None = None
    velocity: Program | None = None
    reductions: tuple[Reduction, ...] = ()

    @cached_property
    def programs(self) -> dict[str, tuple[Program, Signature]]:
        """The programs there are, multiplications and additions fused, and what they take and give."""
        size, implicit = (self.n,), self.scheme.implicit
        gives = {
            "rate": (Port("qd", size), Port("pd", size)) if implicit else (Port("qdd", size),),
            "watch": (Port("y", (self.watched,)),),
            "momentum": (Port("p", size),),
            "velocity": (Port("qd", size),),
        }
        ports = [Port(i.name, (i.size,), uniform=i.kind != "each") for i in self.inputs]
        takes = (Port("t", (1,), uniform=True), Port("q", size), Port("v", size), *ports)
        every = {name: getattr(self, name) for name in gives}
        return {name: (fused(p), Signature(takes, gives[name])) for name, p in every.items() if p is not None}

    @property
    def watched(self) -> int:
        """The number of outputs."""
        return 0 if self.watch is None else len(self.watch.outputs)

    # ---- where numbers lie ------------------------------------------------------------------------------------------

    @property
    def moving(self) -> int:
        """Columns of a block before what is reduced: the state and what a step needs of the one before."""
        return self.n * (3 + 2 * len(self.scheme.b)) if self.scheme.implicit else 2 * self.n

    @property
    def reduced(self) -> int:
        """Columns of what is reduced."""
        return sum(reduction.columns for reduction in self.reductions)

    @property
    def columns(self) -> int:
        """Columns of a block."""
        return self.moving + self.reduced + self.width("each")

    def width(self, kind: str) -> int:
        """How many numbers the inputs of a kind have, one after the other."""
        return sum(i.size for i in self.inputs if i.kind == kind)

    @property
    def recorded(self) -> int:
        """Columns of a record: q, v and the outputs."""
        return 2 * self.n + self.watched
