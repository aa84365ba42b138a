"""Motions over time, many side by side: the third kind of program.

A rollout integrates q̇ = v, v̇ = f(t, q, v, inputs) with a fixed step. The programs of one evaluation are straight-line
programs; the tableau says how they make up a step. With a memory (`program.memory`) there are further states z,
integrated by the same tableau or renewed at samples, and forces u that are held: v̇ = f(t, q, v, z, u, inputs).

For each rollout a machine keeps a block of numbers:

    q, v | z | p, stages (canonical coordinates) | u, forces under way | reductions | its own inputs
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import Fault, KindMismatch, ReadError
from .check import check
from .memory import NO_MEMORY, Memory
from .passes import fused
from .program import Program
from .signature import Port, Signature
from .tableaus import Tableau

MOST_ITERATIONS = 60
"""Iterations after which the stages of an implicit step count as not converged."""

SETTLED = {"float64": 1e-10, "float32": 1e-4}
"""Iterations stop once changes no longer shrink and those of q are below this, relative to the largest q or 1."""

NOT_FINITE, NOT_SETTLED = 0, 1
"""Why a rollout ended early."""

INPUT_KINDS = ("same", "each", "timed")
"""Inputs that all rollouts share, that each rollout has for itself, and that are functions of time."""

REDUCTIONS = ("min", "max", "sum", "last", "integral")
"""What a column of the outputs can be reduced to."""


class Input(NamedTuple):
    """An input: the "same" for all rollouts, one for "each", or a "timed" one that all share."""

    name: str
    size: int
    kind: str


class Reduction(NamedTuple):
    """What columns of the outputs are reduced to during the rollout; `kind` is one of REDUCTIONS."""

    kind: str
    first: int
    size: int

    @property
    def columns(self) -> int:
        """How many numbers it keeps per rollout; an integral also keeps the outputs of the step before."""
        return self.size * (2 if self.kind == "integral" else 1)


@dataclass(frozen=True)
class Rollout:
    """An initial value problem.

    Programs take the time, q, v and the inputs. `rate` gives v̇. With an implicit tableau the coordinates are canonical:
    `rate` takes p in place of v and gives q̇ and ṗ, `momentum` gives p from q and v, `velocity` gives v from q and p.
    `watch` gives the outputs, if there are any. With a memory programs also take z and u, after v; `rate` then also
    gives the rates of those of z that have some, and `control` gives u and the new values of the others at a sample.
    """

    n: int
    tableau: Tableau
    inputs: tuple[Input, ...]
    rate: Program
    watch: Program | None = None
    momentum: Program | None = None
    velocity: Program | None = None
    reductions: tuple[Reduction, ...] = ()
    memory: Memory = NO_MEMORY
    control: Program | None = None

    def __repr__(self) -> str:
        return f"Rollout({self.n} coordinates, {len(self.inputs)} inputs, {self.watched} outputs)"

    @cached_property
    def programs(self) -> dict[str, tuple[Program, Signature]]:
        """The programs that are not None, with fused multiply–adds, and what they take and give."""
        size, implicit, memory = (self.n,), self.tableau.implicit, self.memory
        rates = [Port("zd", (memory.rates,))] if memory.rates else []
        updates = [Port("next", (memory.updates,))] if memory.updates else []
        gives = {
            "rate": (Port("qd", size), Port("pd", size)) if implicit else (Port("qdd", size), *rates),
            "watch": (Port("y", (self.watched,)),),
            "momentum": (Port("p", size),),
            "velocity": (Port("qd", size),),
            "control": (Port("u", size), *updates),
        }
        kept = [Port(name, (k,)) for name, k in (("z", memory.size), ("u", self.n * memory.holds)) if k]
        ports = [Port(i.name, (i.size,), uniform=i.kind != "each") for i in self.inputs]
        takes = (Port("t", (1,), uniform=True), Port("q", size), Port("v", size), *kept, *ports)
        every = {name: getattr(self, name) for name in gives}
        return {name: (fused(p), Signature(takes, gives[name])) for name, p in every.items() if p is not None}

    @property
    def watched(self) -> int:
        """The number of outputs."""
        return 0 if self.watch is None else len(self.watch.outputs)

    # ---- where numbers lie ------------------------------------------------------------------------------------------

    @property
    def state(self) -> int:
        """Columns of the state: q, v and z."""
        return 2 * self.n + self.memory.size

    @property
    def stages(self) -> slice:
        """The columns of the stages of an implicit step, after those of p."""
        begin = self.state + self.n
        return slice(begin, begin + 2 * self.n * len(self.tableau.b))

    @property
    def held(self) -> int:
        """The column at which forces that are held begin; those under way follow them."""
        return self.stages.stop if self.tableau.implicit else self.state

    @property
    def moving(self) -> int:
        """Columns of a block before the reductions: the state, and what a step needs from the one before."""
        return self.held + self.n * (self.memory.holds + self.memory.delays)

    @property
    def reduced(self) -> int:
        """Columns of the reductions."""
        return sum(reduction.columns for reduction in self.reductions)

    @property
    def columns(self) -> int:
        """Columns of a block."""
        return self.moving + self.reduced + self.width("each")

    def width(self, kind: str) -> int:
        """How many numbers the inputs of a kind have in all."""
        return sum(i.size for i in self.inputs if i.kind == kind)

    @property
    def recorded(self) -> int:
        """Columns of a record: q, v, z and the outputs."""
        return self.state + self.watched


class Span(NamedTuple):
    """Steps `first` to `last`, each of length `step`: states are kept at steps divisible by `every` and, with `finish`,
    at the end. The table of timed inputs begins at row `table` of the one for all time. Forces that are held are
    sampled every `period` steps, and act `delay` steps later."""

    first: int
    last: int
    step: float
    every: int = 0
    finish: bool = True
    table: int = 0
    period: int = 1
    delay: int = 0

    @property
    def slots(self) -> int:
        """How many states are kept.

        >>> Span(5, 20, 1e-3, every=10).slots  # at 10 and at the end
        2
        """
        inside = -(-self.last // self.every) - -(-self.first // self.every) if self.every else 0
        return inside + self.finish


def check_rollout(rollout: Rollout) -> None:
    """Refuse an invalid rollout, listing every fault.

    >>> from linkwise.program import TABLEAUS, trace
    >>> rate = trace(lambda t, q, x: [-q[0]], {"t": 1, "q": 1, "x": 1}, "rate")
    >>> check_rollout(Rollout(1, TABLEAUS["rk4"], (), rate))
    >>> check_rollout(Rollout(1, TABLEAUS["implicit_midpoint"], (Input("k", 1, "some"),), rate))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'rollout' was refused: 5 faults.
      input k: 'some': one of same, each, timed was expected
      rate: '3': a program of 4 inputs was expected
      rate: '1': a program of 2 outputs was expected
      momentum: 'missing': an implicit tableau needs it
      velocity: 'missing': an implicit tableau needs it
    """
    if not isinstance(rollout, Rollout):
        raise KindMismatch(f"a {type(rollout).__name__} is not a rollout.", "A Rollout was expected.")
    faults = [*_in_tableau(rollout.tableau), *_in_inputs(rollout), *_in_programs(rollout), *_in_reductions(rollout)]
    faults += rollout.memory.faults(rollout.n, rollout.tableau.implicit)
    if faults:
        raise ReadError("rollout", faults)
    for program, _ in rollout.programs.values():
        check(program)


def _in_tableau(tableau: Tableau) -> list[Fault]:
    stages = len(tableau.b)
    if len(tableau.A) != stages or len(tableau.c) != stages or any(len(row) != stages for row in tableau.A):
        return [Fault("tableau", str(stages), "A, b and c with a row for each stage were expected")]
    early = any(a != 0.0 for i, row in enumerate(tableau.A) for a in row[i:])
    return [Fault("tableau", "A", "a stage of an explicit method depends on earlier ones")] * (
        early and not tableau.implicit
    )


def _in_inputs(rollout: Rollout) -> list[Fault]:
    rule = f"one of {', '.join(INPUT_KINDS)} was expected"
    return [Fault(f"input {each.name}", each.kind, rule) for each in rollout.inputs if each.kind not in INPUT_KINDS]


def _in_programs(rollout: Rollout) -> list[Fault]:
    n, memory, implicit = rollout.n, rollout.memory, rollout.tableau.implicit
    takes = 1 + rollout.state + n * memory.holds + sum(each.size for each in rollout.inputs)
    gives = {"rate": n * 2 if implicit else n + memory.rates, "momentum": n, "velocity": n}
    gives["control"] = n + memory.updates
    faults = []
    for name in ("rate", "momentum", "velocity", "watch", "control"):
        program = getattr(rollout, name)
        if program is None:
            if implicit and name in ("momentum", "velocity"):
                faults.append(Fault(name, "missing", "an implicit tableau needs it"))
            if memory.holds and name == "control":
                faults.append(Fault(name, "missing", "forces that are held need it"))
            continue
        if len(program.inputs) != takes:
            faults.append(Fault(name, str(len(program.inputs)), f"a program of {takes} inputs was expected"))
        if name in gives and len(program.outputs) != gives[name]:
            faults.append(Fault(name, str(len(program.outputs)), f"a program of {gives[name]} outputs was expected"))
    return faults


def _in_reductions(rollout: Rollout) -> list[Fault]:
    faults = []
    for k, each in enumerate(rollout.reductions):
        if each.kind not in REDUCTIONS:
            faults.append(Fault(f"reduction {k}", each.kind, f"one of {', '.join(REDUCTIONS)} was expected"))
        if not 0 <= each.first <= each.first + each.size <= rollout.watched:
            columns = f"{each.first}…{each.first + each.size}"
            faults.append(Fault(f"reduction {k}", columns, f"columns of the {rollout.watched} outputs were expected"))
    return faults
