"""The end of a loop that inverts: M becomes M⁻¹, and every square array A before it −M⁻¹ A.

    void inverse(ptr out_0 …, i64 ldo, ptr work)

M is inverted in place, on its lower triangle, pivot after pivot from the last link on. In a batch the lanes are states;
for single states they are neighbours in a row. Every number is computed by the same steps in the same order either way.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from ....program import Loop
from ..lanes import Lanes, Shape

PIVOTS = 8
"""Pivots at a time: the matrix goes through memory once for all of them."""

ROWS = 8
"""Rows of a product that are summed up at the same time."""


def room(loop: Loop, shape: Shape, widest: int) -> int:
    """How many numbers of scratch memory it needs: a matrix, rows, and a copy of an array that is multiplied."""
    count, side = len(loop.parents), _side(loop, shape, widest)
    return shape.lanes * ((count + 2 * PIVOTS) * side + count * count * (len(loop.signature.gives) > 1))


def inverse(loop: Loop, shape: Shape, layout: str, widest: int) -> str:
    """The function."""
    gives = loop.signature.gives
    writer = _Inverse(loop, shape, _together(loop, shape, layout, widest), _side(loop, shape, widest))
    writer.started(len(gives) - 1)
    writer.pivots()
    writer.finished(len(gives) - 1)
    for g in range(len(gives) - 1):
        writer.product(g)
    named = ", ".join([*(f"ptr %out{g}" for g in range(len(gives))), "i64 %ldo", "ptr noalias %work"])
    body = [f"define internal void @inverse({named}) #0 {{", "entry:", *writer.f.lines, "  ret void", "}"]
    return "\n".join(body)


def _together(loop: Loop, shape: Shape, layout: str, widest: int) -> int:
    """Neighbours in a row that are one vector: of single states, whose rows are next to each other in memory."""
    most = widest if shape.lanes == 1 and layout == "rows" else 1
    while most > len(loop.parents):
        most //= 2
    return most


def _side(loop: Loop, shape: Shape, widest: int) -> int:
    """The distance from one row of the matrix to the next, a whole number of vectors."""
    most = _together(loop, shape, "rows", widest)
    return -(-len(loop.parents) // most) * most


class _Inverse:
    """The function, being written; W is the matrix, u the row of a pivot."""

    def __init__(self, loop: Loop, shape: Shape, together: int, side: int):
        self.shape, self.together, self.side, self.count = shape, together, side, len(loop.parents)
        self.f = Lanes(Shape(shape.lanes * together, shape.dtype, shape.fuses))
        self.one = Lanes(shape, self.f.lines)
        self.loops = 0
        self.one.name = self.f.name  # type: ignore[method-assign]  # one series of names in a function
        lanes = shape.lanes
        self.f.do(f"%u = getelementptr {shape.number}, ptr %work, i64 {lanes * self.count * side}")
        self.f.do(f"%by = getelementptr {shape.number}, ptr %work, i64 {lanes * (self.count + PIVOTS) * side}")
        self.f.do(f"%copy = getelementptr {shape.number}, ptr %work, i64 {lanes * (self.count + 2 * PIVOTS) * side}")

    # ---- indices and addresses --------------------------------------------------------------------------------------

    @contextmanager
    def each(self, start: int | str, stop: int | str, step: int = 1) -> Iterator[str]:
        """A loop from `start` up to `stop`, which may be empty; its index."""
        f, self.loops = self.f, self.loops + 1
        name = f"l{self.loops}"
        f.do(f"br label %{name}.from")
        f.block(f"{name}.from")
        f.do(f"br label %{name}")
        f.block(name)
        f.do(f"%{name}.i = phi i64 [ {start}, %{name}.from ], [ %{name}.next, %{name}.back ]")
        f.do(f"br i1 {f.put(f'icmp ult i64 %{name}.i, {stop}')}, label %{name}.in, label %{name}.out")
        f.block(f"{name}.in")
        yield f"%{name}.i"
        f.do(f"br label %{name}.back")
        f.block(f"{name}.back")
        f.do(f"%{name}.next = add i64 %{name}.i, {step}")
        f.do(f"br label %{name}")
        f.block(f"{name}.out")

    def at(self, base: str, i: int | str, j: int | str, side: int) -> str:
        """The address of a number, a row's first one for j = 0, in a matrix in scratch memory."""
        place = self.f.put(f"add i64 {self.f.put(f'mul i64 {i}, {side}')}, {j}")
        return self.f.at(base, self._scaled(place, self.shape.lanes))

    def there(self, g: int, i: str, j: str) -> str:
        """The address of a number of an answer."""
        place = self.f.put(f"add i64 {self.f.put(f'mul i64 {i}, {self.count}')}, {j}")
        return self.f.at(f"%out{g}", self.f.put(f"mul i64 {place}, %ldo"))

    def _scaled(self, index: str, by: int) -> str:
        return index if by == 1 else self.f.put(f"mul i64 {index}, {by}")

    def _all_lanes(self, x: str) -> str:
        """A number of the matrix for all neighbours of a vector."""
        if self.together == 1:
            return x
        v, n = self.f.shape.vector, self.shape.number
        first = self.f.put(f"insertelement {v} poison, {n} {x}, i64 0")
        return self.f.put(f"shufflevector {v} {first}, {v} poison, <{self.together} x i32> zeroinitializer")

    # ---- what is done -----------------------------------------------------------------------------------------------

    def started(self, g: int) -> None:
        """W, the lower triangle of an answer; zeros where vectors reach beyond it."""
        size = self.shape.bytes * self.shape.lanes * (self.count + PIVOTS) * self.side
        self.f.do(f"call void @llvm.memset.p0.i64(ptr %work, i8 0, i64 {size}, i1 false)")
        with self.each(0, self.count) as i:
            end = self.f.put(f"add i64 {i}, 1")
            with self.each(0, end) as j:
                self.one.store(self.one.load(self.there(g, i, j)), self.at("%work", i, j, self.side))

    def pivots(self) -> None:
        """From the last link to the first, several at a time."""
        size = min(PIVOTS, self.count)
        with self.each(0, self.count // size) as block:
            done = self.f.put(f"mul i64 {block}, {size}")
            self._block(self.f.put(f"sub i64 {self.count - 1}, {done}"), size)
        if self.count % size:
            self._block(str(self.count % size - 1), self.count % size)

    def _block(self, top: str, size: int) -> None:
        """One pivot k turns W into W − u uᵀ / W_kk, where u is row k with −1 for W_kk, and row k is set to 0 before. Of
        several, the later ones' rows are found first, then all of W is gone through once."""
        f, one, zero, side = self.f, self.one, self.shape.const(0.0), self.side
        us = [self.at("%u", m, 0, side) for m in range(size)]
        inverses: list[str] = []
        for m, u in enumerate(us):
            k = f.put(f"sub i64 {top}, {m}")
            self._taken(u, k)
            before = [self._all_lanes(self._factor(us[p], k, inverses[p])) for p in range(m)]
            with self.each(0, side if before else 0, self.together) as j:
                x = f.load(self._there(u, j))
                for factor, earlier in zip(before, us, strict=False):
                    x = f.fma(factor, f.load(self._there(earlier, j)), x)
                f.store(x, self._there(u, j))
            at = self._there(u, k)
            inverses.append(one.op("fdiv", self.shape.const(1.0), one.load(at)))
            one.store(self.shape.const(-1.0), at)
            for earlier in us[:m]:
                one.store(zero, self._there(earlier, k))
        for m, (u, d) in enumerate(zip(us, inverses, strict=True)):
            by = self._all_lanes(one.neg(d))
            with self.each(0, side, self.together) as i:
                f.store(f.op("fmul", by, f.load(self._there(u, i))), self.at("%by", m, i, side))
        with self.each(0, side, self.together) as j:
            rows = [f.load(self._there(u, j)) for u in us]
            column = self._there("%work", j)
            with self.each(j, self.count) as i:
                address = self.at(column, i, 0, side)
                x = f.load(address)
                for m, row in enumerate(rows):
                    x = f.fma(self._all_lanes(one.load(self.at("%by", m, i, side))), row, x)
                f.store(x, address)

    def _there(self, row: str, j: str) -> str:
        """The address of a number in a row."""
        return self.f.at(row, self._scaled(j, self.shape.lanes))

    def _taken(self, u: str, k: str) -> None:
        """Row and column k of the triangle, in whose place zeros stay behind."""
        zero, row, after = self.shape.const(0.0), self.at("%work", k, 0, self.side), self.f.put(f"add i64 {k}, 1")
        for column, start, stop in ((False, "0", after), (True, after, str(self.count))):
            with self.each(start, stop) as j:
                there = self.at("%work", j, k, self.side) if column else self._there(row, j)
                self.one.store(self.one.load(there), self._there(u, j))
                self.one.store(zero, there)

    def _factor(self, u: str, i: str, d: str) -> str:
        """−u_i d."""
        return self.one.op("fmul", self.one.neg(d), self.one.load(self._there(u, i)))

    def finished(self, g: int) -> None:
        """−W, which is the inverse, as an answer and, if W is still needed, W on both sides of its diagonal."""
        with self.each(0, self.count) as i:
            end = self.f.put(f"add i64 {i}, 1")
            with self.each(0, end) as j:
                x = self.one.load(self.at("%work", i, j, self.side))
                if g:
                    self.one.store(x, self.at("%work", j, i, self.side))
                x = self.one.op("fsub", self.shape.const(0.0), x)
                self.one.store(x, self.there(g, i, j))
                self.one.store(x, self.there(g, j, i))

    def product(self, g: int) -> None:
        """W A. Blocks of rows and columns; the last ones start early rather than run past the end."""
        f, one, count = self.f, self.one, self.count
        with self.each(0, count) as i, self.each(0, count) as j:
            one.store(one.load(self.there(g, i, j)), self.at("%copy", i, j, count))
        rows = min(ROWS, count)
        with self.each(0, count, rows) as row, self.each(0, count, self.together) as column:
            i, j = self._early(row, rows), self._early(column, self.together)
            self.loops += 1
            name, zero = f"l{self.loops}", f.shape.const(0.0)
            f.do(f"br label %{name}.from")
            f.block(f"{name}.from")
            f.do(f"br label %{name}")
            f.block(name)
            f.do(f"%{name}.k = phi i64 [ 0, %{name}.from ], [ %{name}.next, %{name} ]")
            sums = [f"%{name}.sum{r}" for r in range(rows)]
            begun = len(f.lines)
            other = f.load(self.at("%copy", f"%{name}.k", j, count))
            on = []
            for r, each in enumerate(sums):
                at = self.at("%work", f.put(f"add i64 {i}, {r}"), f"%{name}.k", self.side)
                x = self._all_lanes(one.load(at))
                on.append(f.fma(x, other, each))
            f.lines[begun:begun] = [
                f"  {each} = phi {f.shape.vector} [ {zero}, %{name}.from ], [ {after}, %{name} ]"
                for each, after in zip(sums, on, strict=True)
            ]
            f.do(f"%{name}.next = add i64 %{name}.k, 1")
            f.do(f"br i1 {f.put(f'icmp ult i64 %{name}.next, {count}')}, label %{name}, label %{name}.out")
            f.block(f"{name}.out")
            for r, each in enumerate(on):
                f.store(each, self.there(g, f.put(f"add i64 {i}, {r}"), j))

    def _early(self, index: str, size: int) -> str:
        last = self.count - size
        return self.f.put(f"select i1 {self.f.put(f'icmp ugt i64 {index}, {last}')}, i64 {last}, i64 {index}")
