"""A program's steps as instructions on lanes.

Angles that need no sine themselves are taken first, all together: one test for large ones then covers them all, and the
long straight rest has no branch. Each output is stored as soon as it is computed, because a late store would keep it in
a register or spill it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...program import Const, Operand, Program
from .explog import exp, log
from .lanes import Lanes
from .sincos import sincos, too_large
from .tanh_atan2 import atan2, tanh

OPS: dict[str, Callable[..., str]] = {
    "add": lambda f, a, b: f.op("fadd", a, b),
    "sub": lambda f, a, b: f.op("fsub", a, b),
    "neg": lambda f, a: f.neg(a),
    "mul": lambda f, a, b: f.op("fmul", a, b),
    "rcp": lambda f, a: f.op("fdiv", f.shape.const(1.0), a),
    "sqrt": lambda f, a: f.call("sqrt", a),
    "sign": lambda f, a: f.select(_compare(f, "ogt", a), f.shape.const(1.0), _not_positive(f, a)),
    "exp": exp,
    "log": log,
    "abs": lambda f, a: f.call("fabs", a),
    "tanh": tanh,
    "atan2": atan2,
    "min": lambda f, a, b: _extremum(f, "olt", a, b),
    "max": lambda f, a, b: _extremum(f, "ogt", a, b),
    "lt": lambda f, a, b: _one_where(f, "olt", a, b),
    "le": lambda f, a, b: _one_where(f, "ole", a, b),
    "select": lambda f, c, a, b: f.select(_compare(f, "une", c), a, b),
    "fma": lambda f, a, b, c: f.fma(a, b, c),
    "fms": lambda f, a, b, c: f.fma(a, b, f.neg(c)),
    "fnma": lambda f, a, b, c: f.fma(f.neg(a), b, c),
}
"""How each row of program.OPS is spelled; sin and cos come in pairs, from sincos.py."""


def _compare(f: Lanes, how: str, a: str) -> str:
    return f.put(f"fcmp {how} {f.shape.vector} {a}, {f.shape.const(0.0)}")


def _one_where(f: Lanes, how: str, a: str, b: str) -> str:
    """1 where the comparison holds, else 0."""
    condition = f.put(f"fcmp {how} {f.shape.vector} {a}, {b}")
    return f.select(condition, f.shape.const(1.0), f.shape.const(0.0))


def _not_positive(f: Lanes, a: str) -> str:
    """−1 for a negative number; zero and NaN unchanged."""
    return f.select(_compare(f, "olt", a), f.shape.const(-1.0), a)


def _extremum(f: Lanes, how: str, a: str, b: str) -> str:
    """a where the comparison holds, else b; NaN if either is NaN."""
    v = f.shape.vector
    chosen = f.select(f.put(f"fcmp {how} {v} {a}, {b}"), a, b)
    return f.select(f.put(f"fcmp uno {v} {a}, {a}"), a, chosen)


TOGETHER = 8
"""The most angles of a single state whose sines are computed side by side: one set of instructions then serves all."""


def _all_sines(f: Lanes, angles: Sequence[str]) -> tuple[list[tuple[str, str]], str]:
    """The sine and cosine of each angle, and whether one of the angles is too large for that."""
    if f.shape.lanes > 1 or len(angles) == 1:
        return _in_turn(f, angles), too_large(f, angles)
    pairs: list[tuple[str, str]] = []
    large = ""
    for start in range(0, len(angles), TOGETHER):
        some = angles[start : start + TOGETHER]
        wide = Lanes(replace(f.shape, lanes=max(2, 1 << (len(some) - 1).bit_length())), f.lines, f.made)
        number, vector = f.shape.number, wide.shape.vector
        x = "zeroinitializer"
        for k, angle in enumerate(some):
            x = wide.put(f"insertelement {vector} {x}, {number} {angle}, i64 {k}")
        both = sincos(wide, x)
        beyond = too_large(wide, [x])
        large = wide.put(f"or i1 {large}, {beyond}") if large else beyond
        for k in range(len(some)):
            sine, cosine = (wide.put(f"extractelement {vector} {each}, i64 {k}") for each in both)
            pairs.append((sine, cosine))
        f.made = wide.made
    return pairs, large


IN_TURN = 4
"""The angles of a batch whose sines are computed in turn, instruction by instruction: each is a chain of some twenty
steps that wait for each other."""


def _in_turn(f: Lanes, angles: Sequence[str]) -> list[tuple[str, str]]:
    """The sine and cosine of each angle."""
    pairs = []
    for start in range(0, len(angles), IN_TURN):
        chains = []
        for x in angles[start : start + IN_TURN]:
            chain = Lanes(f.shape, [], f.made)
            pairs.append(sincos(chain, x))
            chains.append(chain.lines)
            f.made = chain.made
        f.lines += [line for step in zip(*chains, strict=True) for line in step]
    return pairs


class Body:
    """The values of a program by index, computed in order. `load` fetches values computed elsewhere; `ready` is called
    with the index of each value as it becomes available."""

    def __init__(self, f: Lanes, program: Program, load: Callable[[int], str], ready: Callable[[int], None]):
        self.f, self.program, self.load, self.ready = f, program, load, ready
        self.first = len(program.inputs)
        self.values: dict[int, str] = {}
        self.pairs: dict[Operand, tuple[str, str]] = {}
        self.angles = 0  # the most at a time: the stack needs space for these

    def value(self, operand: Operand) -> str:
        """The name of a value; one computed elsewhere is loaded at its first use."""
        if isinstance(operand, Const):
            return self.f.shape.const(operand.value)
        if operand not in self.values:
            self.values[operand] = self.load(operand)
            self.ready(operand)
        return self.values[operand]

    def write(self, indices: Sequence[int] | None = None) -> None:
        """All steps, or those of some values."""
        indices = indices or range(self.first, self.first + len(self.program.steps))
        steps = self.program.steps
        here = [i for i in indices if steps[i - self.first].op in ("sin", "cos")]
        self._sines({steps[i - self.first].args[0]: None for i in here if self._plain(steps[i - self.first].args[0])})
        for i in indices:
            if i in self.values:
                continue
            self._step(i)

    def _step(self, i: int) -> None:
        step = self.program.steps[i - self.first]
        if step.op in ("sin", "cos"):
            (angle,) = step.args
            if angle not in self.pairs:
                self._sines({angle: None})
            self.values[i] = self.pairs[angle][step.op == "cos"]
        else:
            self.values[i] = OPS[step.op](self.f, *(self.value(a) for a in step.args))
        self.ready(i)

    def _plain(self, operand: Operand) -> bool:
        """Whether a value is an input, known already, or a sum of an input and a constant."""
        if isinstance(operand, Const) or operand < self.first or operand in self.values:
            return True
        step = self.program.steps[operand - self.first]
        return step.op in ("add", "sub", "neg") and all(isinstance(a, Const) or a < self.first for a in step.args)

    def _sines(self, angles: Mapping[Operand, None]) -> None:
        """Sine and cosine of several angles; the C library computes those of large angles again."""
        if not angles:
            return
        f, v = self.f, self.f.shape.vector
        for angle in angles:
            if isinstance(angle, int) and angle >= self.first and angle not in self.values and self._plain(angle):
                self._step(angle)
        x = [self.value(angle) for angle in angles]
        pairs, large = _all_sines(f, x)
        flat = [name for pair in pairs for name in pair]
        here = f.name()[1:]
        f.do(f"br label %{here}")
        f.block(here)
        f.do(f"br i1 {large}, label %{here}.slow, label %{here}.on, !prof !0")
        f.block(f"{here}.slow")
        lanes = f.shape.lanes
        places = ["%angles", "%sines", "%cosines"]
        self.angles = max(self.angles, len(x))
        for place, names in zip(places, (x, flat[::2], flat[1::2]), strict=True):
            for k, name in enumerate(names):
                f.store(name, f.at(place, k * lanes))
        f.do(f"call void @redo(ptr {places[0]}, ptr {places[1]}, ptr {places[2]}, i64 {len(x) * lanes})")
        again = [f.load(f.at(places[1 + which], k * lanes)) for k in range(len(x)) for which in (0, 1)]
        f.do(f"br label %{here}.on")
        f.block(f"{here}.on")
        joined = [
            f.put(f"phi {v} [ {before}, %{here} ], [ {after}, %{here}.slow ]")
            for before, after in zip(flat, again, strict=True)
        ]
        self.pairs.update(zip(angles, zip(joined[::2], joined[1::2], strict=True), strict=True))
