"""Write sums of products with fused multiply–adds, which round once.

A sum whose only user is a sum is part of it; a product that is used in sums only is computed within them. Terms are
added in the order in which they are ready, plain ones first.
"""

from collections import Counter

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
    return _Fusion(without_dead_code(program)).result()


class _Fusion:
    """The program being rewritten: `new` maps old values to new ones."""

    def __init__(self, program: Program):
        self.program, self.first = program, len(program.inputs)
        self.steps: list[Step] = []
        self.new: dict[int, int] = {i: i for i in range(self.first)}
        sums = {i: args for i, (op, args) in program.numbered() if op in ("add", "sub")}
        in_sums = Counter(a for args in sums.values() for a in args)
        self.parts = {i for i in sums if in_sums[i] == program.uses[i] == 1}
        """Sums that belong to the one sum using them."""
        self.products = {i for i, (op, _) in program.numbered() if op == "mul" and in_sums[i] == program.uses[i]}
        """Products that sums compute within themselves."""

    def result(self) -> Program:
        for i, (op, args) in self.program.numbered():
            if i in self.parts or i in self.products:
                continue
            if op in ("add", "sub"):
                self.new[i] = self.sum_of(self.terms(i))
            else:
                self.new[i] = self.put(op, *[self.renumbered(a) for a in args])
        outputs = tuple(self.renumbered(operand) for operand in self.program.outputs)
        p = self.program
        labels = tuple((self.new[i], label) for i, label in p.labels if i in self.new)
        return Program(p.name, p.inputs, tuple(self.steps), p.output_names, outputs, labels)

    def put(self, op: str, *args: Operand) -> int:
        self.steps.append(Step(op, args))
        return self.first + len(self.steps) - 1

    def renumbered(self, operand: Operand) -> Operand:
        return self.new[operand] if isinstance(operand, int) else operand

    def terms(self, i: int) -> list[Term]:
        """The terms of a sum and of the sums that belong to it, in the order of the program."""
        terms: list[Term] = []
        waiting: list[Term] = [(i, False)]
        while waiting:
            operand, minus = waiting.pop()
            if operand == i or operand in self.parts:
                op, (a, b) = self.step(operand)
                waiting += [(b, minus != (op == "sub")), (a, minus)]
            else:
                terms.append((operand, minus))
        return terms

    def sum_of(self, terms: list[Term]) -> int:
        terms.sort(key=_by_readiness)
        plain = [t for t in terms if t[0] not in self.products]
        products = [t for t in terms if t[0] in self.products]
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
        _, (a, b) = self.step(operand)
        return self.renumbered(a), self.renumbered(b)

    def step(self, operand: Operand) -> Step:
        assert isinstance(operand, int)
        return self.program.steps[operand - self.first]

    @staticmethod
    def _value(total: Operand) -> int:
        assert isinstance(total, int), "a sum has a term that is not a constant"
        return total


def _by_readiness(term: Term) -> float:
    return float(term[0]) if isinstance(term[0], int) else -1.0
