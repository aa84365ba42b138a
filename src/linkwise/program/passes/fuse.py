"""Write sums of products with fused multiply–adds, which round once.

A sum whose only user is a sum is part of it; a product that is used in sums only is computed within them. Terms are
added in the order in which they are ready, plain ones first.
"""

from ..check import check
from ..program import Operand, Program, Step
from .dead_code import without_dead_code

Term = tuple[Operand, bool]
"""A term of a sum, and whether it is subtracted."""


def fused(program: Program) -> Program:
    """The same program, to rounding, with fma, fms and fnma steps.

    >>> from linkwise.program import trace
    >>> print(fused(trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4})))
    program f ( x1 x2 x3 x4 )
        v4 = mul x1 x2
        v5 = fma x3 x4 v4
    return f1=v5
    """
    check(program)
    return without_dead_code(_Fusion(program).result())


class _Fusion:
    """The program being rewritten: `new` maps old values to new ones."""

    def __init__(self, program: Program):
        self.program, self.first = program, len(program.inputs)
        self.steps: list[Step] = []
        self.new: dict[int, int] = {i: i for i in range(self.first)}
        in_sums = [0] * len(program.uses)
        for step in program.steps:
            if step.op in ("add", "sub"):
                for a in step.args:
                    if isinstance(a, int):
                        in_sums[a] += 1
        self.only_in_sums = [0 < n == uses for n, uses in zip(in_sums, program.uses, strict=True)]

    def old(self, operand: Operand) -> Step | None:
        """The step that made a value; None for inputs and constants."""
        return self.program.steps[operand - self.first] if isinstance(operand, int) and operand >= self.first else None

    def is_part(self, operand: Operand) -> bool:
        """Whether a value is a sum that belongs to the one sum using it."""
        step = self.old(operand)
        return step is not None and step.op in ("add", "sub") and self.program.uses[operand] == 1  # type: ignore[index]

    def is_product(self, operand: Operand) -> bool:
        """Whether a value is a product that sums compute within themselves."""
        step = self.old(operand)
        return step is not None and step.op == "mul" and self.only_in_sums[operand]  # type: ignore[index]

    def result(self) -> Program:
        within = {
            a for step in self.program.steps if step.op in ("add", "sub") for a in step.args if self.is_part(a)
        }  # fmt: skip
        for i, step in self.program.numbered():
            if i in within or self.is_product(i):
                continue
            if step.op in ("add", "sub"):
                self.new[i] = self.sum_of(self.terms(i))
            else:
                self.new[i] = self.put(step.op, *(self.renumbered(a) for a in step.args))
        outputs = tuple(self.renumbered(operand) for operand in self.program.outputs)
        p = self.program
        return Program(p.name, p.inputs, tuple(self.steps), p.output_names, outputs)

    def put(self, op: str, *args: Operand) -> int:
        self.steps.append(Step(op, args))
        return self.first + len(self.steps) - 1

    def renumbered(self, operand: Operand) -> Operand:
        return self.new[operand] if isinstance(operand, int) else operand

    def terms(self, i: int) -> list[Term]:
        """The terms of a sum and of the sums that belong to it, in the order of the program."""
        found: list[Term] = []
        waiting: list[Term] = [(i, False)]
        while waiting:
            operand, minus = waiting.pop()
            if operand == i or self.is_part(operand):
                step = self.old(operand)
                assert step is not None
                a, b = step.args
                waiting += [(b, minus != (step.op == "sub")), (a, minus)]
            else:
                found.append((operand, minus))
        return found

    def sum_of(self, terms: list[Term]) -> int:
        plain = sorted((t for t in terms if not self.is_product(t[0])), key=_by_readiness)
        products = sorted((t for t in terms if self.is_product(t[0])), key=_by_readiness)
        flip = not any(not minus for _, minus in terms)  # a sum of subtracted terms is minus the sum of them
        start = next((t for t in plain if t[1] == flip), None)
        if start is not None:
            plain.remove(start)
            total: Operand = self.renumbered(start[0])
        else:
            start = next(t for t in products if t[1] == flip)
            products.remove(start)
            a, b = self.factors(start[0])
            total = self.put("fms", a, b, self.renumbered(plain.pop(0)[0])) if plain else self.put("mul", a, b)
        for operand, minus in plain:
            total = self.put("sub" if minus != flip else "add", total, self.renumbered(operand))
        for operand, minus in products:
            total = self.put("fnma" if minus != flip else "fma", *self.factors(operand), total)
        return self.put("neg", total) if flip else self._value(total)

    def factors(self, operand: Operand) -> tuple[Operand, Operand]:
        step = self.old(operand)
        assert step is not None
        a, b = step.args
        return self.renumbered(a), self.renumbered(b)

    @staticmethod
    def _value(total: Operand) -> int:
        assert isinstance(total, int), "a sum has a term that is no constant"
        return total


def _by_readiness(term: Term) -> float:
    return float(term[0]) if isinstance(term[0], int) else -1.0
