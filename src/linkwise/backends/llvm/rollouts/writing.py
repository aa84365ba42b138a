"""Building blocks of a rollout's functions: columns of a block, sums of stages, calls of programs."""

from collections.abc import Sequence

from ....program.rollout import NOT_FINITE, NOT_SETTLED, Rollout
from ..lanes import Lanes, Shape

ARGUMENTS = (
    "ptr %block",
    "ptr %ended",
    "ptr %same",
    "ptr %timed",
    "i64 %k",
    "double %h",
    "ptr %scratch",
)
"""What each function gets: a tile's block and the steps at which its rollouts ended, inputs, the step, its length."""

NAMES = ", ".join(ARGUMENTS)
"""The same, to be passed on: parameters and arguments are spelled alike."""

SAMPLING = ", i64 %period, i64 %delay"
"""What more is passed on where forces are held: how many steps lie between samples, and until forces act."""


class Rooms:
    """Places in the scratch memory by name, in numbers."""

    def __init__(self, rollout: Rollout, shape: Shape, programs: int):
        lanes, n = shape.lanes, rollout.n
        self.at: dict[str, int] = {}
        self.size = programs
        rooms = {"time": 8, "xq": n * lanes, "xv": n * lanes, "dq": n * lanes, "dv": n * lanes}
        memory = rollout.memory
        kept = {"xz": memory.size, "dz": memory.rates, "u": n * memory.holds, "next": memory.updates}
        rooms |= {"y": max(rollout.watched, 1) * lanes} | {name: k * lanes for name, k in kept.items() if k}
        for name, size in rooms.items():
            self.at[name], self.size = self.size, self.size + -(-size // 16) * 16  # whole cache lines


class Writing:
    """One function, being written."""

    def __init__(self, rollout: Rollout, shape: Shape, rooms: Rooms):
        self.rollout, self.shape, self.rooms, self.f = rollout, shape, rooms, Lanes(shape)
        f = self.f
        for name, place in rooms.at.items():
            f.do(f"%{name} = getelementptr {shape.number}, ptr %scratch, i64 {place}")
        short = "%h" if shape.dtype == "float64" else f.put("fptrunc double %h to float")
        self.h = self.splat(shape.number, short)

    def text(self, name: str, names: str = NAMES) -> str:
        """The function, finished."""
        return "\n".join([f"define internal void @{name}({names}) #0 {{", "entry:", *self.f.lines, "  ret void", "}"])

    def splat(self, number: str, value: str) -> str:
        """A number, or integer, in every lane."""
        if self.shape.lanes == 1:
            return value
        kind = self.shape.of(number)
        one = self.f.put(f"insertelement {kind} poison, {number} {value}, i64 0")
        return self.f.put(f"shufflevector {kind} {one}, {kind} poison, <{self.shape.lanes} x i32> zeroinitializer")

    def mask(self, instruction: str, a: str, b: str) -> str:
        """A combination of two conditions."""
        return self.f.put(f"{instruction} {self.shape.of('i1')} {a}, {b}")

    def compare(self, how: str, a: str, b: str) -> str:
        """A condition on two numbers."""
        return self.f.put(f"fcmp {how} {self.shape.vector} {a}, {b}")

    def larger(self, a: str, b: str) -> str:
        """The larger of two numbers."""
        return self.f.select(self.compare("ogt", a, b), a, b)

    # ---- columns ----------------------------------------------------------------------------------------------------

    def place(self, base: str, k: int) -> str:
        """The address of a column."""
        return self.f.at(base, k * self.shape.lanes) if k else base

    def column(self, base: str, k: int) -> str:
        """A number of every rollout."""
        return self.f.load(self.place(base, k))

    def columns(self, base: str, first: int, count: int) -> list[str]:
        """Several columns, from `first` on."""
        return [self.column(base, first + k) for k in range(count)]

    def put(self, base: str, first: int, values: Sequence[str]) -> None:
        """Store columns, from `first` on."""
        for k, value in enumerate(values):
            self.f.store(value, self.place(base, first + k))

    def moved(self, x: Sequence[str], weights: Sequence[float], rates: Sequence[Sequence[str]]) -> list[str]:
        """x + h Σ weight · rate."""
        return [
            self.f.fma(self.h, self._sum(weights, every), xk)
            for xk, every in zip(x, zip(*rates, strict=True), strict=True)
        ]

    def _sum(self, weights: Sequence[float], values: Sequence[str]) -> str:
        f, total = self.f, ""
        for weight, value in zip(weights, values, strict=False):  # stages to come have no rate yet, and no weight
            if weight != 0.0:
                const = f.shape.const(weight)
                total = f.fma(const, value, total) if total else f.op("fmul", const, value)
        return total

    # ---- programs ---------------------------------------------------------------------------------------------------

    def ask(self, program: str, part: float, q: str, v: str, gives: Sequence[str], z: str = "") -> None:
        """Run a program at a fraction of the step: from columns of q and v at two addresses to columns at others."""
        f, rollout, T = self.f, self.rollout, self.shape.number
        nodes = rollout.tableau.nodes
        row = f.put(f"mul i64 %k, {len(nodes)}")
        row = f.put(f"add i64 {row}, {len(nodes) if part == 1.0 else nodes.index(part)}")
        row = f.put(f"mul i64 {row}, {rollout.width('timed')}")
        starts = {"same": "%same", "timed": f.at("%timed", row), "each": "%block"}
        at = {"same": 0, "timed": 0, "each": (rollout.moving + rollout.reduced) * self.shape.lanes}
        takes = ["%time", q, v]
        if rollout.memory.size:
            takes.append(z or self.place("%block", 2 * rollout.n))
        if rollout.memory.holds:
            takes.append(self.place("%block", rollout.held))
        for each in rollout.inputs:
            takes.append(f.at(starts[each.kind], at[each.kind]))
            at[each.kind] += each.size * (self.shape.lanes if each.kind == "each" else 1)
        here = f.put("uitofp i64 %k to double")
        here = f.put(f"fmul double %h, {f.put(f'fadd double {here}, {Shape(1).const(part)}')}")
        f.do(f"store {T} {here if T == 'double' else f.put(f'fptrunc double {here} to float')}, ptr %time, align 8")
        passed = ", ".join([*(f"ptr {p}" for p in (*takes, *gives)), *[f"i64 {self.shape.lanes}"] * 2, "ptr %scratch"])
        f.do(f"call void @{program}({passed})")

    # ---- the end of a step ------------------------------------------------------------------------------------------

    def alive(self) -> tuple[str, str]:
        """The steps at which rollouts ended, and which of them are still under way."""
        f, whole = self.f, self.shape.of("i64")
        ended = f.put(f"load {whole}, ptr %ended, align 8")
        return ended, f.put(f"icmp slt {whole} {ended}, {'0' if self.shape.lanes == 1 else 'zeroinitializer'}")

    def finite(self, values: Sequence[str]) -> str:
        """Which rollouts have finite values only: 0 times anything else is NaN."""
        f, zero = self.f, self.shape.const(0.0)
        total = zero
        for value in values:
            total = f.fma(value, zero, total)
        return self.compare("ord", total, zero)

    def commit(self, new: Sequence[str], old: Sequence[str], unsettled: str = "") -> None:
        """The block's first columns become the new ones where these are finite and settled; other rollouts end here."""
        f, shape = self.f, self.shape
        whole, mask = shape.of("i64"), shape.of("i1")
        yes = "true" if shape.lanes == 1 else "splat (i1 true)"
        ended, alive = self.alive()
        good = self.finite(new)
        settled = self.mask("xor", unsettled, yes) if unsettled else yes
        keep = self.mask("and", alive, self.mask("and", good, settled))
        self.put("%block", 0, [f.select(keep, a, b) for a, b in zip(new, old, strict=True)])
        twice = f.put(f"shl i64 {f.put('add i64 %k, 1')}, 1")
        codes = [self.splat("i64", f.put(f"or i64 {twice}, {why}")) for why in (NOT_FINITE, NOT_SETTLED)]
        code = codes[NOT_FINITE]
        if unsettled:  # stages that are NaN never settle: they count as not finite
            code = f.put(f"select {mask} {self.mask('and', unsettled, good)}, {whole} {codes[1]}, {whole} {codes[0]}")
        ends = self.mask("and", alive, self.mask("xor", keep, yes))
        f.do(f"store {whole} {f.put(f'select {mask} {ends}, {whole} {code}, {whole} {ended}')}, ptr %ended, align 8")
