"""Which values of a program become lines of its listing, and the expression on each line."""

from collections.abc import Callable

from ...program import Const, Operand, Step
from .expression import Call, Node, Number, Ref, applied, minus, negated, plus, times
from .roles import Roles
from .spelling import Names, spelled
from .text import TEXT

WIDTH = 100
"""The longest line; a longer expression is split into several."""

SHORT: dict[str, Callable[..., Node]] = {
    "add": plus,
    "sub": minus,
    "neg": negated,
    "mul": times,
    "fma": lambda a, b, c: plus(times(a, b), c),
    "fms": lambda a, b, c: minus(times(a, b), c),
    "fnma": lambda a, b, c: minus(c, times(a, b)),
}
"""Operations that are written with + − ×; the others are calls."""


def cut(roles: Roles, names: Names) -> dict[int, Node]:
    """The expression of every line, by the value it defines; all other values are written inside these.

    `names` gives names about as long as those the values will get.

    >>> from linkwise.program import Port, Signature, parse
    >>> program = parse("program f ( x )\\n    v1 = mul x x\\n    v2 = add v1 2.0\\nreturn y=v2")
    >>> cut(Roles(program, Signature((Port("x", ()),), (Port("y", ()),))), str)
    {2: Sum(a=Product(a=Ref(value=0), b=Ref(value=0)), b=Number(value=2.0), minus=False)}
    """
    return _Cut(roles, names).run()


class _Cut:
    """The lines so far, and the expressions that wait for the one line they will be part of."""

    def __init__(self, roles: Roles, names: Names):
        self.roles, self.names = roles, names
        self.lines: dict[int, Node] = {}
        self.waiting: dict[int, Node] = {}

    def run(self) -> dict[int, Node]:
        for i, step in self.roles.program.numbered():
            node = self.fitted(i, step)
            if i in self.roles.carriers:
                self.lines[self.roles.carriers[i]] = negated(node)
            elif i in self.lines:
                continue  # the negation that carries its value is a line already
            elif self.stands_alone(i, node):
                self.lines[i] = node
            else:
                self.waiting[i] = node
        return self.lines

    def stands_alone(self, i: int, node: Node) -> bool:
        """Whether a value is a line: it has a name, is a choice, or is used more than once.

        A mere negation used more than once is not one if all its users are sums that take over the sign.
        """
        if i in self.roles.anchors or (isinstance(node, Call) and node.function == "select"):
            return True
        return self.roles.program.uses[i] > 1 and not (isinstance(negated(node), Ref) and self.roles.takes_signs(i))

    def fitted(self, i: int, step: Step) -> Node:
        """A step's expression; operands that make it too long become lines, the longest first."""
        while True:
            node = self.expression(step)
            inside = [a for a in step.args if isinstance(a, int) and a in self.waiting]
            if not inside or len(f"{self.names(i)} = {spelled(node, self.names, TEXT)}") <= WIDTH:
                return node
            longest = max(inside, key=lambda a: len(spelled(self.waiting[a], self.names, TEXT)))
            self.lines[longest] = self.waiting.pop(longest)

    def expression(self, step: Step) -> Node:
        operands = sorted(step.args, key=self.rank) if step.op == "mul" else step.args
        if step.op in ("fma", "fms", "fnma"):
            operands = [*sorted(step.args[:2], key=self.rank), step.args[2]]
        nodes = [self.operand(a) for a in operands]
        return SHORT[step.op](*nodes) if step.op in SHORT else applied(step.op, *nodes)

    def rank(self, factor: Operand) -> int:
        """Factors are written in the book's order: numbers, sines and cosines, the rest."""
        return 0 if isinstance(factor, Const) else 1 if factor in self.roles.turns else 2

    def operand(self, a: Operand) -> Node:
        if isinstance(a, Const):
            return Number(a.value)
        if a in self.waiting:
            return self.waiting[a]
        return negated(Ref(self.roles.carriers[a])) if a in self.roles.carriers else Ref(a)
