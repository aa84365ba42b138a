"""Which values of a program have a name of their own before any is made up: inputs, angles, labels, outputs."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ...program import Program, Signature
from .angles import Angle, joint_angles
from .symbols import Label, parsed

TURNS = {"sin": "S", "cos": "C"}
"""The letters of the two functions of an angle."""


@dataclass(frozen=True)
class Roles:
    """A program without dead code, its signature, and what its values stand for."""

    program: Program
    signature: Signature

    @cached_property
    def first(self) -> int:
        """The value of the first step."""
        return len(self.program.inputs)

    @cached_property
    def angles(self) -> dict[int, Angle]:
        """Sums of joint variables."""
        at = 0
        for port in self.signature.takes:
            if port.name == "q" and len(port.shape) == 1:
                return joint_angles(self.program, at, port.size)
            at += port.size
        return {}

    @cached_property
    def turns(self) -> dict[int, tuple[str, Angle]]:
        """Sines and cosines of joint angles, plain angles before those with a constant added."""
        found = {}
        for i, (op, args) in self.program.numbered():
            if op in TURNS and isinstance(args[0], int) and args[0] in self.angles:
                found[i] = TURNS[op], self.angles[args[0]]
        return dict(sorted(found.items(), key=lambda item: item[1][1][1]))

    @cached_property
    def marked(self) -> dict[int, tuple[str, Label | None]]:
        """The labels of values that are no turns, and what they say."""
        return {i: (label, parsed(label)) for i, label in self.program.labels if i not in self.turns}

    @cached_property
    def labels(self) -> dict[int, tuple[str, Label | None]]:
        """The labels that become names."""
        return {i: said for i, said in self.marked.items() if i not in self.carriers}

    @cached_property
    def outputs(self) -> dict[int, int]:
        """The values that are outputs, are steps and have no other name; the first place of each."""
        found: dict[int, int] = {}
        named = {*self.turns, *self.marked}
        for place, operand in enumerate(self.program.outputs):
            if isinstance(operand, int) and operand >= self.first and operand not in named:
                found.setdefault(operand, place)
        return found

    @cached_property
    def anchors(self) -> set[int]:
        """All steps with a name of their own."""
        return {*self.turns, *self.labels, *self.outputs}

    @cached_property
    def owners(self) -> dict[int, int]:
        """For each step the anchor whose part it is: the one that is fewest steps away, the first of several."""
        away: dict[int, tuple[int, int]] = {}
        for i in range(self.first + len(self.program.steps) - 1, self.first - 1, -1):
            away[i] = (0, i) if i in self.anchors else min((away[u][0] + 1, away[u][1]) for u in self.users[i])
        return {i: anchor for i, (_, anchor) in away.items()}

    @cached_property
    def users(self) -> dict[int, list[int]]:
        """The steps that use each value."""
        found: dict[int, list[int]] = {}
        for i, (_, args) in self.program.numbered():
            for a in args:
                if isinstance(a, int):
                    found.setdefault(a, []).append(i)
        return found

    @cached_property
    def carriers(self) -> dict[int, int]:
        """Values that are written as minus another: v for −v, where −v has a name and v has none of an earlier link."""
        found: dict[int, int] = {}
        for i, (op, args) in self.program.numbered():
            v = args[0]
            if op != "neg" or not isinstance(v, int) or v < self.first or not self._comes_first(i, v):
                continue
            if self.program.uses[v] > 1 and self.takes_signs(v, {i}):
                found.setdefault(v, i)
        return found

    def _comes_first(self, i: int, v: int) -> bool:
        """Whether the name of i is there before any of v: outward, a link is met before those beyond it."""
        if v in self.turns or v in self.outputs or (i not in self.marked and i not in self.outputs):
            return False
        mine, other = (self.marked.get(k, ("", None))[1] for k in (i, v))
        return v not in self.marked or (mine is not None and other is not None and mine.links < other.links)

    def takes_signs(self, i: int, but: Collection[int] = ()) -> bool:
        """Whether all that uses a value, `but` some steps, can take its sign over at no cost: sums can.

        >>> from linkwise.program import Port, parse
        >>> text = "program f ( x )\\n    v1 = sin x\\n    v2 = mul v1 x\\n    v3 = add v2 x\\nreturn y=v3"
        >>> program = parse(text)
        >>> roles = Roles(program, Signature((Port("x", ()),), (Port("y", ()),)))
        >>> roles.takes_signs(1), roles.takes_signs(0)
        (True, False)
        """
        return i not in self._given and all(self._takes(u, i) for u in self.users[i] if u not in but)

    def _takes(self, user: int, i: int) -> bool:
        op, args = self.program.steps[user - self.first]
        while op in ("mul", "rcp"):  # a product passes the sign on to the one sum it is part of
            named = user in self.marked or user in self._given
            if named or args.count(i) > 1 or self.program.uses[user] > 1:
                return False
            (i, user) = user, self.users[user][0]
            op, args = self.program.steps[user - self.first]
        if op in ("fma", "fms", "fnma"):
            return op != "fms" and args.count(i) == 1 and (op == "fma" or args[2] != i)
        return op == "neg" or (args.count(i) == 1 and (op == "add" or (op == "sub" and args[1] == i)))

    @cached_property
    def _given(self) -> set[int]:
        return {operand for operand in self.program.outputs if isinstance(operand, int)}
