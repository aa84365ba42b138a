"""The function that runs a batch: tile by tile, the remaining states in a padded tile.

    void batch(i64 N, i64 ld, ptr in[], ptr out[], i64 stream, ptr scratch)

Columns, where that is the layout, are `ld` numbers apart. With `stream` answers go past the caches: a large result
would only push other things out of them, and ordinary stores would read it first. In columns each second tile sends
itself and the one before it (@tile.stream), which was left in the scratch memory. In rows all tiles are left there, and
each sends the one before it while it computes (@tile.flow), the two taking turns in two places: a burst of stores would
wait for memory, and the steps after it for the burst. Tiles that are turned do that by themselves (@tile.past).
"""

from ...program import Port, Signature
from .arguments import arguments, further
from .lanes import Shape
from .tile import Tile


def driver(signature: Signature, shape: Shape, layout: str, tile: Tile) -> str:
    """The text of the function."""
    return "\n".join(_Driver(signature, shape, layout, tile).text())


class _Driver:
    def __init__(self, signature: Signature, shape: Shape, layout: str, tile: Tile):
        self.signature, self.shape, self.rows, self.tile = signature, shape, layout == "rows", tile
        self.lines: list[str] = []

    def text(self) -> list[str]:
        lanes, at = self.shape.lanes, self.tile.scratch
        self.lines = [
            "define void @batch(i64 %N, i64 %ld, ptr %in, ptr %out, i64 %stream, ptr %memory) #1 {",
            "entry:",
            f"  %whole = udiv i64 %N, {lanes}",
            f"  %done = mul i64 %whole, {lanes}",
            "  %rest = sub i64 %N, %done",
            "  %scratch = getelementptr i8, ptr %memory, i64 0",
            *(["  call void @prepare(ptr %scratch, i64 %stream)"] if self.tile.turned else []),
        ]
        for side in ("in", "out"):
            for g, port in enumerate(self._ports(side)):
                self.lines += [
                    f"  %{side}{g}.place = getelementptr ptr, ptr %{side}, i64 {g}",
                    f"  %{side}{g}.all = load ptr, ptr %{side}{g}.place",
                    f"  %{side}{g}.spare = getelementptr {self.shape.number}, ptr %memory, i64 {at}",
                ]
                at += lanes * port.size
        for g, port in enumerate(self.signature.gives if self.tile.flows else ()):
            self.lines.append(f"  %out{g}.other = getelementptr {self.shape.number}, ptr %memory, i64 {at}")
            at += lanes * port.size
        self._tiles()
        self._rest()
        return [*self.lines, "exit:", "  ret void", "}"]

    def _ports(self, side: str) -> tuple[Port, ...]:
        return self.signature.takes if side == "in" else self.signature.gives

    def _tiles(self) -> None:
        """All whole tiles, streamed or not."""
        lanes, odd, sends = self.shape.lanes, "", self.tile.flows or self.tile.streams
        self.lines += ["  %streams = icmp ne i64 %stream, 0", f"  %ldt = select i1 %streams, i64 {lanes}, i64 %ld"]
        self.lines += ["  %some = icmp ne i64 %whole, 0", "  br i1 %some, label %begin, label %rests", "begin:"]
        if sends:
            self.lines += ["  br i1 %streams, label %flow, label %still", "flow:"]
            odd = self._flowing_rows() if self.tile.flows else self._streamed_columns()
            self.lines += ["still:"]
        self.lines += [
            "  br label %tiles",
            "tiles:",
            f"  %i = phi i64 [ 0, %{'still' if sends else 'begin'} ], [ %i.next, %tiles.on ]{odd}",
            f"  %state = mul i64 %i, {lanes}",
        ]
        self._places("here", "%state")
        self._one_tile()
        self.lines += [
            "  br label %tiles.on",
            "tiles.on:",
            "  %i.next = add i64 %i, 1",
            "  %i.more = icmp ult i64 %i.next, %whole",
            f"  br i1 %i.more, label %tiles, label %{'sent' if self.tile.turned else 'rests'}",
        ]
        self.lines += ["sent:", "  call void @finish(ptr %scratch)", "  br label %rests"] if self.tile.turned else []

    def _places(self, kind: str, state: str, sides: tuple[str, ...] = ("in", "out")) -> None:
        """The addresses of a state in all arrays."""
        T = self.shape.number
        for side in sides:
            for g, port in enumerate(self._ports(side)):
                size = 0 if port.uniform else port.size if self.rows else 1
                self.lines += [
                    f"  %{side}{g}.{kind}.at = mul i64 {state}, {size}",
                    f"  %{side}{g}.{kind} = getelementptr {T}, ptr %{side}{g}.all, i64 %{side}{g}.{kind}.at",
                ]

    def _one_tile(self) -> None:
        """One tile in place; or past the caches, where it cannot do that by itself."""
        if self.tile.turned:
            self.lines += ["  br i1 %streams, label %past, label %near", "past:"]
            self._call("here", "here", "%ld", "%ld", "tile.past")
            self.lines += ["  br label %tiles.on", "near:"]
        if self.tile.turned or self.tile.flows or self.tile.streams:
            self._call("here", "here", "%ld", "%ld")
            return
        for g in range(len(self.signature.gives)):
            self.lines.append(f"  %out{g}.to = select i1 %streams, ptr %out{g}.spare, ptr %out{g}.here")
        self._call("here", "to", "%ld", "%ldt")
        self.lines += ["  br i1 %streams, label %flow, label %tiles.on", "flow:"]
        block = "flow"
        for g, port in enumerate(self.signature.gives):
            block = self._stream(g, port, block, f"%out{g}.spare", f"%out{g}.here")

    def _flowing_rows(self) -> str:
        """Each tile sends the one before it, a loop the last: none is left over."""
        lanes, lines = self.shape.lanes, self.lines
        self._call("all", "spare", "%ld", "%ld")
        lines += [
            "  %several = icmp ugt i64 %whole, 1",
            "  br i1 %several, label %flows, label %flow.last",
            "flows:",
            "  %f = phi i64 [ 1, %flow ], [ %f.next, %flows ]",
            "  %f.odd = trunc i64 %f to i1",
            f"  %f.state = mul i64 %f, {lanes}",
            f"  %f.before = sub i64 %f.state, {lanes}",
        ]
        self._places("flow", "%f.state", ("in",))
        self._places("sent", "%f.before", ("out",))
        for g in range(len(self.signature.gives)):
            lines += [
                f"  %out{g}.flow = select i1 %f.odd, ptr %out{g}.other, ptr %out{g}.spare",
                f"  %out{g}.was = select i1 %f.odd, ptr %out{g}.spare, ptr %out{g}.other",
            ]
        self._call("flow", "flow", "%ld", "%ld", "tile.flow", "flowing rows")
        self._next("%whole")
        lines += [
            "  %final = sub i64 %whole, 1",
            "  %final.odd = trunc i64 %final to i1",
            f"  %final.state = mul i64 %final, {lanes}",
        ]
        self._places("end", "%final.state", ("out",))
        gives, block = self.signature.gives, "flow.last"
        lines += [
            f"  %out{g}.last = select i1 %final.odd, ptr %out{g}.other, ptr %out{g}.spare" for g in range(len(gives))
        ]
        for g, port in enumerate(gives):
            block = self._stream(g, port, block, f"%out{g}.last", f"%out{g}.end")
        lines.append("  br label %rests")
        return ""

    def _streamed_columns(self) -> str:
        """Two tiles at a time: the second sends both. Returns where the one left over begins."""
        lanes, lines = self.shape.lanes, self.lines
        lines += [
            "  %pairs = udiv i64 %whole, 2",
            "  %paired = mul i64 %pairs, 2",
            "  %single = icmp ult i64 %paired, %whole",
            "  %several = icmp ne i64 %pairs, 0",
            "  br i1 %several, label %flows, label %still",
            "flows:",
            "  %f = phi i64 [ 0, %flow ], [ %f.next, %flows ]",
            f"  %f.state = mul i64 %f, {2 * lanes}",
            f"  %f.second = add i64 %f.state, {lanes}",
        ]
        self._places("flow", "%f.state")
        self._places("second", "%f.second", ("in",))
        self._call("flow", "spare", "%ld", str(lanes))
        lines += [
            f"  %out{g}.was = getelementptr i8, ptr %out{g}.spare, i64 0" for g in range(len(self.signature.gives))
        ]
        self._call("second", "flow", "%ld", "%ld", "tile.stream", "streamed columns")
        self._next("%pairs")
        lines.append("  br i1 %single, label %tiles, label %rests")
        return ", [ %paired, %flow.last ]"

    def _next(self, end: str) -> None:
        self.lines += ["  %f.next = add i64 %f, 1", f"  %f.more = icmp ult i64 %f.next, {end}"]
        self.lines += ["  br i1 %f.more, label %flows, label %flow.last", "flow.last:"]

    def _stream(self, g: int, port: Port, before: str, source: str, target: str) -> str:
        """Vector after vector from the scratch memory past the caches; returns the block it ends in."""
        shape, name = self.shape, f"flow{g}"
        vector, width = shape.vector, shape.bytes * shape.lanes
        far = shape.lanes if self.rows else "%ld"
        self.lines += [
            f"  br label %{name}",
            f"{name}:",
            f"  %{name}.v = phi i64 [ 0, %{before} ], [ %{name}.next, %{name} ]",
            f"  %{name}.from = getelementptr {vector}, ptr {source}, i64 %{name}.v",
            f"  %{name}.x = load {vector}, ptr %{name}.from, align {shape.bytes}",
            f"  %{name}.off = mul i64 %{name}.v, {far}",
            f"  %{name}.to = getelementptr {shape.number}, ptr {target}, i64 %{name}.off",
            f"  store {vector} %{name}.x, ptr %{name}.to, align {width}, !nontemporal !1",
            f"  %{name}.next = add i64 %{name}.v, 1",
            f"  %{name}.more = icmp ult i64 %{name}.next, {port.size}",
            f"  br i1 %{name}.more, label %{name}, label %{name}.end",
            f"{name}.end:",
        ]
        return f"{name}.end"

    def _rest(self) -> None:
        """The states that do not fill a tile: in and out through the scratch memory."""
        self.lines += ["rests:", "  %left = icmp ne i64 %rest, 0", "  br i1 %left, label %last, label %exit", "last:"]
        block = "last"
        for g, port in enumerate(self.signature.takes):
            if not port.uniform:
                block = self._copied(f"in{g}", port, block, into_spare=True)
        for side in ("in", "out"):
            for g, port in enumerate(self._ports(side)):
                kind = "all" if port.uniform else "spare"
                self.lines.append(
                    f"  %{side}{g}.rest = getelementptr {self.shape.number}, ptr %{side}{g}.{kind}, i64 0"
                )
        self._call("rest", "rest", str(self.shape.lanes), str(self.shape.lanes))
        for g, port in enumerate(self.signature.gives):
            block = self._copied(f"out{g}", port, block, into_spare=False)
        self.lines.append("  br label %exit")

    def _copied(self, name: str, port: Port, before: str, into_spare: bool) -> str:
        """The left-over states of one array, to or from its spare tile; returns the block it ends in."""
        shape, n = self.shape, f"{name}.{'take' if into_spare else 'give'}"
        pieces, length, stride = (1, port.size, 0) if self.rows else (port.size, 1, shape.lanes)
        start = f"mul i64 %done, {port.size}" if self.rows else "add i64 %done, 0"
        self.lines += [
            f"  %{n}.start = {start}",
            f"  %{n}.bytes = mul i64 %rest, {length * shape.bytes}",
            f"  br label %{n}",
            f"{n}:",
            f"  %{n}.k = phi i64 [ 0, %{before} ], [ %{n}.next, %{n} ]",
            f"  %{n}.far = mul i64 %{n}.k, %ld",
            f"  %{n}.off = add i64 %{n}.start, %{n}.far",
            f"  %{n}.there = getelementptr {shape.number}, ptr %{name}.all, i64 %{n}.off",
            f"  %{n}.near = mul i64 %{n}.k, {stride}",
            f"  %{n}.here = getelementptr {shape.number}, ptr %{name}.spare, i64 %{n}.near",
            "  call void @llvm.memcpy.p0.p0.i64(ptr {}, ptr {}, i64 %{}.bytes, i1 false)".format(
                *((f"%{n}.here", f"%{n}.there") if into_spare else (f"%{n}.there", f"%{n}.here")), n
            ),
            f"  %{n}.next = add i64 %{n}.k, 1",
            f"  %{n}.more = icmp ult i64 %{n}.next, {pieces}",
            f"  br i1 %{n}.more, label %{n}, label %{n}.end",
            f"{n}.end:",
        ]
        return f"{n}.end"

    def _call(self, inputs: str, outputs: str, ldi: str, ldo: str, function: str = "tile", layout: str = "") -> None:
        names = arguments(self.signature, types=False) + further(self.signature, layout, types=False) + ","
        for side, kind in (("in", inputs), ("out", outputs)):
            for g in reversed(range(len(self._ports(side)))):
                names = names.replace(f"%{side}{g},", f"%{side}{g}.{kind},")
        for g in range(len(self.signature.gives)):
            names = names.replace(f"%was{g},", f"%out{g}.was,").replace(f"%to{g},", f"%out{g}.sent,")
        names = names.replace("%ldi", ldi).replace("%ldo", ldo).removesuffix(",")
        self.lines.append(f"  call void @{function}({names})")
