"""LLVM instructions on a vector of lanes, as text: one state per lane."""

import struct
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Shape:
    """How many states go side by side, in which precision, and whether the machine fuses a multiply-add.

    >>> Shape(8, "float64").vector, Shape(1, "float32").vector
    ('<8 x double>', 'float')
    """

    lanes: int = 1
    dtype: str = "float64"
    fuses: bool = True

    @property
    def bytes(self) -> int:
        """The size of one number."""
        return 8 if self.dtype == "float64" else 4

    @property
    def number(self) -> str:
        """The LLVM type of one number."""
        return "double" if self.dtype == "float64" else "float"

    @property
    def whole(self) -> str:
        """The LLVM integer as wide as a number."""
        return f"i{8 * self.bytes}"

    def of(self, lane: str) -> str:
        """The type of a vector with lanes of this type."""
        return lane if self.lanes == 1 else f"<{self.lanes} x {lane}>"

    @property
    def vector(self) -> str:
        """The LLVM type of one number per lane."""
        return self.of(self.number)

    @property
    def suffix(self) -> str:
        """How intrinsics spell the type."""
        scalar = f"f{8 * self.bytes}"
        return scalar if self.lanes == 1 else f"v{self.lanes}{scalar}"

    def const(self, x: float) -> str:
        """A number in every lane, written with all its bits."""
        if self.dtype == "float32":
            with np.errstate(over="ignore"):
                x = float(np.float32(x))
        bits = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
        return bits if self.lanes == 1 else f"splat ({self.number} {bits})"

    def integer(self, k: int) -> str:
        """An integer in every lane."""
        return str(k) if self.lanes == 1 else f"splat ({self.whole} {k})"


@dataclass
class Lanes:
    """The instructions of one function, being written.

    >>> f = Lanes(Shape(4))
    >>> f.fma("%a", "%b", "%c"), f.lines[0]
    ('%t1', '  %t1 = call <4 x double> @llvm.fma.v4f64(<4 x double> %a, <4 x double> %b, <4 x double> %c)')
    """

    shape: Shape
    lines: list[str] = field(default_factory=list)
    made: int = 0

    def name(self) -> str:
        """A fresh name."""
        self.made += 1
        return f"%t{self.made}"

    def put(self, instruction: str) -> str:
        """The name of an instruction's result."""
        name = self.name()
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {instruction}")

    def block(self, label: str) -> None:
        """The start of a basic block."""
        self.lines.append(f"{label}:")

    def op(self, op: str, a: str, b: str) -> str:
        """A binary operation on floating-point lanes."""
        return self.put(f"{op} {self.shape.vector} {a}, {b}")

    def neg(self, a: str) -> str:
        """−a."""
        return self.put(f"fneg {self.shape.vector} {a}")

    def call(self, intrinsic: str, *args: str) -> str:
        """An intrinsic whose arguments and result are all floating-point lanes."""
        v = self.shape.vector
        return self.put(f"call {v} @llvm.{intrinsic}.{self.shape.suffix}({', '.join(f'{v} {a}' for a in args)})")

    def fma(self, a: str, b: str, c: str) -> str:
        """a b + c, rounded once; where the machine has no instruction for that the product is rounded too."""
        if not self.shape.fuses:
            return self.op("fadd", self.op("fmul", a, b), c)
        return self.call("fma", a, b, c)

    def select(self, condition: str, a: str, b: str) -> str:
        """a where the condition holds, else b."""
        v = self.shape.vector
        return self.put(f"select {self.shape.of('i1')} {condition}, {v} {a}, {v} {b}")

    def at(self, base: str, index: int | str) -> str:
        """The address of a number."""
        return self.put(f"getelementptr inbounds {self.shape.number}, ptr {base}, i64 {index}")

    def load(self, address: str) -> str:
        """Load as many neighbours as there are lanes."""
        return self.put(f"load {self.shape.vector}, ptr {address}, align {self.shape.bytes}")

    def store(self, value: str, address: str) -> None:
        """Store lanes to neighbours."""
        self.do(f"store {self.shape.vector} {value}, ptr {address}, align {self.shape.bytes}")

    def stream(self, value: str, address: str) -> None:
        """Store lanes to aligned neighbours, past the caches."""
        width = self.shape.bytes * self.shape.lanes
        self.do(f"store {self.shape.vector} {value}, ptr {address}, align {width}, !nontemporal !1")

    def shuffle(self, a: str, b: str, picks: list[int]) -> str:
        """Lanes picked from a (0 …) and b (lanes …)."""
        v, mask = self.shape.vector, ", ".join(f"i32 {k}" for k in picks)
        return self.put(f"shufflevector {v} {a}, {v} {b}, <{len(picks)} x i32> <{mask}>")
