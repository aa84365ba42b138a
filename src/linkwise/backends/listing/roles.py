"""Which values of a program have a name already, before any is made up: inputs, angles, labels, outputs."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ...program import Program, Signature
from .angles import Angle, joint_angles
from .symbols import Label, parsed

TURNS = {"sin": "S", "cos": "C"}
"""The letters of sine and cosine."""


@dataclass(frozen=True)
class Roles:
    """A program without dead code, its signature, and the roles of its values."""

    program: Program
    signature: Signature

    @cached_property
    def first(self) -> int:
        """The index of the first step's value."""
        return len(self.program.inputs)

    @cached_property
    def angles(self) -> dict[int, Angle]:
        """The values that are sums of joint variables."""
        at = 0
        for port in self.signature.takes:
            if port.name == "q" and len(port.shape) == 1:
                return joint_angles(self.program, at, port.size)
            at += port.size
        return {}

    @cached_property
    def turns(self) -> dict[int, tuple[str, Angle]]:
        """Sines and cosines of joint angles; those of an angle with a constant added come last."""
        turns = {}
        for i, (op, args) in self.program.numbered():
            if op in TURNS and isinstance(args[0], int) and args[0] in self.angles:
                turns[i] = TURNS[op], self.angles[args[0]]
        return dict(sorted(turns.items(), key=lambda item: item[1][1][1]))

    @cached_property
    def marked(self) -> dict[int, tuple[str, Label | None]]:
        """The labels of all values but sines and cosines of joint angles, and what each means."""
        return {i: (label, parsed(label)) for i, label in self.program.labels if i not in self.turns}

    @cached_property
    def labels(self) -> dict[int, tuple[str, Label | None]]:
        """The labels that become names."""
        return {i: label for i, label in self.marked.items() if i not in self.carriers}

    @cached_property
    def outputs(self) -> dict[int, int]:
        """The steps that are outputs and have no other name, each with its first position among the outputs."""
        places: dict[int, int] = {}
        named = {*self.turns, *self.marked}
        for place, operand in enumerate(self.program.outputs):
            if isinstance(operand, int) and operand >= self.first and operand not in named:
                places.setdefault(operand, place)
        return places

    @cached_property
    def anchors(self) -> set[int]:
        """All steps with a name of their own."""
        return {*self.turns, *self.labels, *self.outputs}

    @cached_property
    def owners(self) -> dict[int, int]:
        """The anchor that each step is part of: the one fewest steps away, and the first of several."""
        nearest: dict[int, tuple[int, int]] = {}
        for i in range(self.first + len(self.program.steps) - 1, self.first - 1, -1):
            nearest[i] = (0, i) if i in self.anchors else min((nearest[u][0] + 1, nearest[u][1]) for u in self.users[i])
        return {i: anchor for i, (_, anchor) in nearest.items()}

    @cached_property
    def users(self) -> dict[int, list[int]]:
        """The steps that use each value."""
        users: dict[int, list[int]] = {}
        for i, (_, args) in self.program.numbered():
            for a in args:
                if isinstance(a, int):
                    users.setdefault(a, []).append(i)
        return users

    @cached_property
    def carriers(self) -> dict[int, int]:
        """Values v that are written as minus their negation: −v has a name, and v has none or that of a later link."""
        carriers: dict[int, int] = {}
        for i, (op, args) in self.program.numbered():
            v = args[0]
            if op != "neg" or not isinstance(v, int) or v < self.first or not self._comes_first(i, v):
                continue
            if self.program.uses[v] > 1 and self.takes_signs(v, {i}):
                carriers.setdefault(v, i)
        return carriers

    def _comes_first(self, i: int, v: int) -> bool:
        """Whether i is named before v could be: an outward recursion reaches a link before those beyond it."""
        if v in self.turns or v in self.outputs or (i not in self.marked and i not in self.outputs):
            return False
        mine, other = (self.marked.get(k, ("", None))[1] for k in (i, v))
        return v not in self.marked or (mine is not None and other is not None and mine.links < other.links)

    def takes_signs(self, i: int, but: Collection[int] = ()) -> bool:
        """Whether all users of a value, except the steps in `but`, can take over its sign at no cost: sums can.

        >>> from linkwise.program import Port, parse
        >>> text = "program f ( x )\\n    v1 = sin x\\n    v2 = mul v1 x\\n    v3 = add v2 x\\nreturn y=v3"
        >>> program = parse(text)
        >>> roles = Roles(program, Signature((Port("x", ()),), (Port("y", ()),)))
        >>> roles.takes_signs(1), roles.takes_signs(0)
        (True, False)
        """
        return i not in self._returned and all(self._takes(u, i) for u in self.users[i] if u not in but)

    def _takes(self, user: int, i: int) -> bool:
        op, args = self.program.steps[user - self.first]
        while op in ("mul", "rcp"):  # a product passes the sign on to the one sum it is part of
            named = user in self.marked or user in self._returned
            if named or args.count(i) > 1 or self.program.uses[user] > 1:
                return False
            (i, user) = user, self.users[user][0]
            op, args = self.program.steps[user - self.first]
        if op in ("fma", "fms", "fnma"):
            return op != "fms" and args.count(i) == 1 and (op == "fma" or args[2] != i)
        return op == "neg" or (args.count(i) == 1 and (op == "add" or (op == "sub" and args[1] == i)))

    @cached_property
    def _returned(self) -> set[int]:
        """The values that are outputs."""
        return {operand for operand in self.program.outputs if isinstance(operand, int)}
