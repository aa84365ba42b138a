"""Cut a program where it calls sine and cosine, exponential function and logarithm.

Compilers make SIMD code of loops that call no function. So a program is done in parts, arithmetic only, and between
two parts come the sines, cosines and exponentials that the second one needs. Most robots take two parts: the angles
(often none to compute), and the rest. Every step is done in the last part that is early enough, so that few values have
to wait.
"""

from dataclasses import dataclass
from functools import cached_property

from ...program import Program

TURNS = ("sin", "cos", "exp", "log")
"""The operations done between parts: nearly always turns of joints, seldom an exponential of a friction law."""


@dataclass(frozen=True)
class Parts:
    """Which steps are done when. `part[i]` is the part that makes value i, or that a sine, say, comes just before.

    >>> from linkwise.algebra import sin
    >>> from linkwise.program import trace
    >>> parts = Parts.of(trace(lambda x: x[0] * sin(x[1] + 0.5), {"x": 2}))
    >>> parts.part, parts.waiting  # x1, x2, the angle, its sine, the product
    ((0, 0, 0, 1, 1), (2, 3))
    """

    program: Program
    part: tuple[int, ...]

    @staticmethod
    def of(program: Program) -> "Parts":
        """The parts of a program.

        >>> from linkwise.program import parse
        >>> Parts.of(parse("program f ( x )\\n    v1 = sin x\\nreturn y=v1")).last
        1
        """
        first = len(program.inputs)
        depth = [0] * first  # how many such calls deep
        for step in program.steps:
            deepest = max((depth[a] for a in step.args if isinstance(a, int)), default=0)
            depth.append(deepest + (step.op in TURNS))
        last = max(depth, default=0)
        part = [0] * first + [depth[i] if step.op in TURNS else last for i, step in program.numbered()]
        for i, step in reversed(list(program.numbered())):
            needed = part[i] - (step.op in TURNS)
            for a in step.args:
                if isinstance(a, int) and a >= first and program.steps[a - first].op not in TURNS:
                    part[a] = min(part[a], needed)
        return Parts(program, tuple(part))

    @property
    def last(self) -> int:
        """The part that makes the outputs."""
        return max(self.part, default=0)

    def is_turn(self, i: int) -> bool:
        """Whether a value is a sine, a cosine or an exponential."""
        first = len(self.program.inputs)
        return i >= first and self.program.steps[i - first].op in TURNS

    def steps_of(self, part: int) -> list[int]:
        """The values made by arithmetic in a part."""
        return [i for i, _ in self.program.numbered() if self.part[i] == part and not self.is_turn(i)]

    def turns_before(self, part: int) -> list[int]:
        """The sines and their like between a part and the one before it; those of one angle are neighbours."""
        first = len(self.program.inputs)
        turns = [i for i, _ in self.program.numbered() if self.part[i] == part and self.is_turn(i)]
        leader: dict[object, int] = {}
        for i in turns:
            leader.setdefault(self.program.steps[i - first].args[0], i)
        return sorted(turns, key=lambda i: (leader[self.program.steps[i - first].args[0]], i))

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The values that are kept between parts: sines and their like, and what is needed after its own part."""
        first = len(self.program.inputs)
        kept = {i for i, _ in self.program.numbered() if self.is_turn(i)}
        for i, step in self.program.numbered():
            kept |= {
                a
                for a in step.args
                if isinstance(a, int) and a >= first and (self.is_turn(i) or self.part[a] < self.part[i])
            }
        kept |= {o for o in self.program.outputs if isinstance(o, int) and o >= first and self.part[o] < self.last}
        return tuple(sorted(kept))
