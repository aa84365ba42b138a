"""Building blocks of an integration's code: its memory, sums of stages, the rate.

A motion is one lane of the program of its rate; sums of stages go over as many numbers of y as a register holds. Arrays
in the scratch memory are as long as whole registers, and 0 beyond their numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ....program import Integration
from ....program.embedded import Embedded
from ..lanes import Lanes, Shape

TASK = ("begin", "end", "longest", "steps", "rtol", "atol")
"""The numbers of a task, in their order."""

WHOLE = 16
"""Numbers of the scratch memory are laid out in whole cache lines."""


@dataclass
class SharedLanes(Lanes):
    """Instructions of several widths in one function: their names are counted together."""

    names: Iterator[int] = field(default_factory=lambda: count(1))

    def name(self) -> str:
        """A fresh name."""
        return f"%t{next(self.names)}"


class Writing:
    """The function that follows a motion, being written."""

    def __init__(self, integration: Integration, shape: Shape, scratch: int):
        self.integration, self.size = integration, integration.size
        self.wide = SharedLanes(shape)
        self.f = SharedLanes(replace(shape, lanes=1), self.wide.lines, names=self.wide.names)
        lanes, method = shape.lanes, integration.method
        self.padded = -(-self.size // lanes) * lanes
        stages = method.stages if isinstance(method, Embedded) else len(method.b)
        arrays = {
            "y": self.padded,
            "x": self.padded,
            "new": self.padded + self.size,
            "told": integration.told,
            "spare": integration.told,
            "asked": integration.asked or integration.held,
        }
        arrays |= {f"k{j}": self.padded for j in range(stages)} | {"time": 1}
        self.memory, f = -(-scratch // WHOLE) * WHOLE, self.f
        self.places: dict[str, int] = {}
        for name, size in arrays.items():
            self.places[name] = self.memory
            f.do(f"%{name} = getelementptr double, ptr %scratch, i64 {self.memory}")
            self.memory += -(-size // WHOLE) * WHOLE
        for k, name in enumerate(TASK):
            f.do(f"%{name} = load double, ptr {f.at('%task', k)}, align 8")

    # ---- numbers that change ----------------------------------------------------------------------------------------

    def variable(self, name: str, kind: str, value: str) -> None:
        """A number that blocks change: `get` and `set` it."""
        self.f.do(f"%{name} = alloca {kind}, align 8")
        self.set(name, kind, value)

    def get(self, name: str, kind: str = "double") -> str:
        """The value of a variable."""
        return self.f.put(f"load {kind}, ptr %{name}, align 8")

    def set(self, name: str, kind: str, value: str) -> None:
        """Give a variable a value."""
        self.f.do(f"store {kind} {value}, ptr %{name}, align 8")

    def number(self, x: float) -> str:
        """A constant."""
        return self.f.shape.const(x)

    def compare(self, how: str, a: str, b: str) -> str:
        """A condition on two numbers; false where one is NaN."""
        return self.f.put(f"fcmp {how} double {a}, {b}")

    def smaller(self, a: str, b: str) -> str:
        """The smaller of two numbers; the second if the first is NaN."""
        return self.f.select(self.compare("olt", a, b), a, b)

    def larger(self, a: str, b: str) -> str:
        """The larger of two numbers; the second if the first is NaN."""
        return self.f.select(self.compare("ogt", a, b), a, b)

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Go on with one of two blocks."""
        self.f.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def copy(self, target: str, source: str, count: int) -> None:
        """Copy numbers."""
        self.f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {8 * count}, i1 false)")

    # ---- registers full of numbers ----------------------------------------------------------------------------------

    @property
    def starts(self) -> range:
        """Where in an array each register begins."""
        return range(0, self.padded, self.wide.shape.lanes)

    def everywhere(self, x: str) -> str:
        """A number in every lane."""
        wide, v = self.wide, self.wide.shape.vector
        if wide.shape.lanes == 1:
            return x
        one = wide.put(f"insertelement {v} poison, double {x}, i64 0")
        return wide.put(f"shufflevector {v} {one}, {v} poison, <{wide.shape.lanes} x i32> zeroinitializer")

    def load(self, array: str, start: int) -> str:
        """A register of an array."""
        return self.wide.load(self.wide.at(array, start))

    def store(self, value: str, array: str, start: int) -> None:
        """Store a register to an array."""
        self.wide.store(value, self.wide.at(array, start))

    def weighed(self, weights: Sequence[float], start: int) -> str:
        """A register of Σ weight · stage."""
        total = ""
        for j, weight in enumerate(weights):
            if weight != 0.0:
                const, rate = self.wide.shape.const(weight), self.load(f"%k{j}", start)
                total = self.wide.fma(const, rate, total) if total else self.wide.op("fmul", const, rate)
        return total

    def moved(self, target: str, h: str, weights: Sequence[float]) -> None:
        """target ← y + h Σ weight · stage, with h in every lane."""
        for start in self.starts:
            self.store(self.wide.fma(h, self.weighed(weights, start), self.load("%y", start)), target, start)

    def total(self, registers: Sequence[str]) -> str:
        """The sum of all lanes of several registers."""
        first, *others = registers
        for each in others:
            first = self.wide.op("fadd", first, each)
        lanes, v = self.wide.shape.lanes, self.wide.shape.vector
        if lanes == 1:
            return first
        parts = [self.f.put(f"extractelement {v} {first}, i64 {k}") for k in range(lanes)]
        whole = parts[0]
        for part in parts[1:]:
            whole = self.f.op("fadd", whole, part)
        return whole

    # ---- the rate ---------------------------------------------------------------------------------------------------

    def rate(self, t: str, y: str, target: str, row: str, told: str = "%spare") -> None:
        """target ← rate(t, y), with what a row of the table gives; what it tells, too."""
        f = self.f
        f.do(f"store double {t}, ptr %time, align 8")
        given, asked = self.given(row), ""
        if self.integration.asked:
            self.ask(t, y)
            asked = ", ptr %asked"
        passed = f"ptr %time, ptr {y}, ptr {given}{asked}, ptr {target}, ptr {told}, i64 1, i64 1, ptr %scratch"
        f.do(f"call void @rate({passed})")

    def ask(self, t: str, y: str) -> None:
        """Ask the caller, who may give up."""
        f = self.f
        gives_up, here = f.put(f"call i32 %ask(double {t}, ptr {y}, ptr %asked)"), f.name()[1:]
        self.branch(f.put(f"icmp eq i32 {gives_up}, 0"), here, "broken")
        f.block(here)

    def ends(self) -> str:
        """When the stretch of the motion's row ends."""
        f = self.f
        return f.load(f.at("%table", f.put(f"mul i64 {self.get('row', 'i64')}, {self.integration.row}")))

    def given(self, row: str) -> str:
        """Where the numbers lie that a row gives."""
        f = self.f
        return f.at("%table", f.put(f"add i64 {f.put(f'mul i64 {row}, {self.integration.row}')}, 1"))

    def find(self, t: str) -> str:
        """The row of the table for a time."""
        return self.f.put(f"call i64 @find(ptr %table, i64 %rows, double {t}, i64 {self.get('row', 'i64')})")

    # ---- records ----------------------------------------------------------------------------------------------------

    def record(self, t: str, y: str, rate: str) -> str:
        """Write time, state, rate and what is told to the next record; returns the address of what follows."""
        f, n, told = self.f, self.size, self.integration.told
        place = f.at("%records", f.put(f"mul i64 {self.get('count', 'i64')}, {self.integration.recorded}"))
        f.do(f"store double {t}, ptr {place}, align 8")
        self.copy(f.at(place, 1), y, n)
        self.copy(f.at(place, 1 + n), rate, n)
        self.copy(f.at(place, 1 + 2 * n), "%told", told)
        return f.at(place, 1 + 2 * n + told)
