"""Cut a program into parts where it calls functions of the C library.

Compilers make SIMD code only from loops that call no function. So a program is done in parts of pure arithmetic,
and between two parts come the sines, cosines and exponentials that the second one needs. Most robots need two: the
angles (often there is nothing to compute), and the rest. Every step is done in the last part that is early enough, so
that few values have to be kept from one part to the next.
"""

from dataclasses import dataclass
from functools import cached_property

from ...program import Program

LIBRARY_CALLS = ("sin", "cos", "exp", "log", "tanh", "atan2")
"""The operations done between parts: mostly sines and cosines of joint angles, sometimes those of a friction law."""


@dataclass(frozen=True)
class Parts:
    """Which steps are done when: `part[i]` is the part that computes value i, or the one before which it is called.

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
        depth = [0] * first  # how many calls deep
        for step in program.steps:
            deepest = max((depth[a] for a in step.args if isinstance(a, int)), default=0)
            depth.append(deepest + (step.op in LIBRARY_CALLS))
        last = max(depth, default=0)
        part = [0] * first + [depth[i] if step.op in LIBRARY_CALLS else last for i, step in program.numbered()]
        for i, step in reversed(list(program.numbered())):
            needed = part[i] - (step.op in LIBRARY_CALLS)
            for a in step.args:
                if isinstance(a, int) and a >= first and program.steps[a - first].op not in LIBRARY_CALLS:
                    part[a] = min(part[a], needed)
        return Parts(program, tuple(part))

    @property
    def last(self) -> int:
        """The part that computes the outputs."""
        return max(self.part, default=0)

    def is_call(self, i: int) -> bool:
        """Whether a value is computed by the C library."""
        first = len(self.program.inputs)
        return i >= first and self.program.steps[i - first].op in LIBRARY_CALLS

    def steps_of(self, part: int) -> list[int]:
        """The values that a part computes by arithmetic."""
        return [i for i, _ in self.program.numbered() if self.part[i] == part and not self.is_call(i)]

    def calls_before(self, part: int) -> list[int]:
        """The library calls between a part and the one before it; sine and cosine of one angle are neighbours."""
        first = len(self.program.inputs)
        calls = [i for i, _ in self.program.numbered() if self.part[i] == part and self.is_call(i)]
        leader: dict[object, int] = {}
        for i in calls:
            leader.setdefault(self.program.steps[i - first].args[0], i)
        return sorted(calls, key=lambda i: (leader[self.program.steps[i - first].args[0]], i))

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The values kept from one part to another: results and arguments of calls, and what a later part needs."""
        first = len(self.program.inputs)
        kept = {i for i, _ in self.program.numbered() if self.is_call(i)}
        for i, step in self.program.numbered():
            kept |= {
                a
                for a in step.args
                if isinstance(a, int) and a >= first and (self.is_call(i) or self.part[a] < self.part[i])
            }
        kept |= {o for o in self.program.outputs if isinstance(o, int) and o >= first and self.part[o] < self.last}
        return tuple(sorted(kept))
