"""Arrays in memory and lanes in registers.

rows      a state's numbers are neighbours, as NumPy lays out (N, n): blocks of them are transposed in registers
columns   a number's states are neighbours, (n, N): columns are `ld` numbers apart
"""

from collections.abc import Sequence

from .lanes import Lanes


def transposed(f: Lanes, rows: Sequence[str]) -> list[str]:
    """Lanes of rows as lanes of columns: a butterfly of shuffles."""
    lanes, columns = f.shape.lanes, list(rows)
    distance = 1
    while distance < lanes:
        new = list(columns)
        for i in (i for i in range(lanes) if not i & distance):
            a, b = columns[i], columns[i | distance]
            low = [k if not k & distance else lanes + (k ^ distance) for k in range(lanes)]
            high = [k | distance if not k & distance else lanes + k for k in range(lanes)]
            new[i], new[i | distance] = f.shuffle(a, b, low), f.shuffle(a, b, high)
        columns, distance = new, 2 * distance
    return columns


class Rows:
    """Tiles of `lanes` states, each state's `size` numbers side by side."""

    def __init__(self, f: Lanes, base: str, size: int):
        self.f, self.base, self.size = f, base, size
        self.blocks: dict[int, list[str]] = {}
        self.waiting: dict[int, str] = {}

    def load(self, k: int) -> str:
        """Number k of every state."""
        f, lanes = self.f, self.f.shape.lanes
        if lanes == 1 or self.size == 1:
            return f.load(f.at(self.base, k))
        start = self._block(k)
        if start not in self.blocks:
            self.blocks[start] = transposed(f, [self._row(r, start) for r in range(lanes)])
        return self.blocks[start][k - start]

    def _block(self, k: int) -> int:
        """Where the block of columns with column k starts; the last one starts early rather than run past the end."""
        lanes = self.f.shape.lanes
        return max(min(k // lanes * lanes, self.size - lanes), 0)

    def _row(self, r: int, start: int) -> str:
        """State r from column `start` on; a row near the end of the tile is read from further back and shifted."""
        f, lanes = self.f, self.f.shape.lanes
        first = r * self.size + start
        begin = min(first, lanes * (self.size - 1))
        row = f.load(f.at(self.base, begin))
        return row if begin == first else f.shuffle(row, row, [min(k + first - begin, lanes - 1) for k in range(lanes)])

    def store(self, k: int, value: str) -> None:
        """Number k of every state: written when its block of columns is complete."""
        f, lanes = self.f, self.f.shape.lanes
        if lanes == 1 or self.size == 1:
            f.store(value, f.at(self.base, k))
            return
        self.waiting[k] = value
        for start in {self._block(k), max(self.size - lanes, 0)}:
            block = range(start, min(start + lanes, self.size))
            if k in block and start not in self.blocks and all(c in self.waiting for c in block):
                columns = [self.waiting[c] for c in block]
                self.blocks[start] = transposed(f, columns + ["poison"] * (lanes - len(columns)))
                self._write(start)

    def _write(self, start: int) -> None:
        f, lanes, rows = self.f, self.f.shape.lanes, self.blocks[start]
        if self.size >= lanes:
            for r, row in enumerate(rows):
                f.store(row, f.at(self.base, r * self.size + start))
            return
        for v in range(self.size):  # the tile is `size` whole vectors, each put together from the rows it holds
            places = [divmod(v * lanes + k, self.size) for k in range(lanes)]
            owner, last = places[0][0], places[-1][0]
            picks = [column + lanes * (row == owner + 1) if row <= owner + 1 else 0 for row, column in places]
            vector = f.shuffle(rows[owner], rows[owner + 1] if last > owner else "poison", picks)
            for further in range(owner + 2, last + 1):
                picks = [lanes + column if row == further else k for k, (row, column) in enumerate(places)]
                vector = f.shuffle(vector, rows[further], picks)
            f.store(vector, f.at(self.base, v * lanes))


class Columns:
    """Tiles of `lanes` states, each number's states side by side, columns `ld` numbers apart. With the place of another
    tile's answers, both are written past the caches, one after the other: memory takes two cache lines side by side
    almost twice as fast as lines far apart."""

    def __init__(self, f: Lanes, base: str, ld: str, other: str = ""):
        self.f, self.base, self.ld, self.other = f, base, ld, other

    def _place(self, k: int) -> str:
        return self.f.at(self.base, self.f.put(f"mul i64 {self.ld}, {k}")) if k else self.base

    def load(self, k: int) -> str:
        """Number k of every state."""
        return self.f.load(self._place(k))

    def store(self, k: int, value: str) -> None:
        """Number k of every state."""
        f, place = self.f, self._place(k)
        if self.other:
            constant = not value.startswith("%")
            f.stream(value if constant else f.load(f.at(self.other, k * f.shape.lanes)), place)
            f.stream(value, f.at(place, f.shape.lanes))
        else:
            f.store(value, place)


class Uniform:
    """The same numbers for all states."""

    def __init__(self, f: Lanes, base: str):
        self.f, self.base = f, base

    def load(self, k: int) -> str:
        """Number k, in every lane."""
        f, shape = self.f, self.f.shape
        x = f.put(f"load {shape.number}, ptr {f.at(self.base, k)}, align {shape.bytes}")
        if shape.lanes == 1:
            return x
        one = f.put(f"insertelement {shape.vector} poison, {shape.number} {x}, i64 0")
        return f.shuffle(one, one, [0] * shape.lanes)
