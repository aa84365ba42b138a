"""A program with everything decided before its text is written: names, places of values, parts."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ...errors import BadArray, KindMismatch, shown
from ...program import Port, Program, Signature, check, without_dead_code
from .identifiers import Identifiers
from .parts import TURNS, Parts
from .reserved import RESERVED


@dataclass(frozen=True)
class Plan:
    """Names of the function, of its arrays and of every value; `parts` say which step is done when.

    >>> from linkwise.program import trace
    >>> plan = Plan.of(trace(lambda q: q[0] * q[1], {"q": 2}), Signature((Port("q", (2,)),), (Port("ω", ()),)), "my")
    >>> plan.name, plan.takes, plan.gives, plan.values
    ('my_f', ('q',), ('w',), ('q1', 'q2', 'v2'))
    """

    program: Program
    signature: Signature
    name: str
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    values: tuple[str, ...]

    @staticmethod
    def of(
        program: Program, signature: Signature, prefix: str | None = None, reserved: Collection[str] = RESERVED
    ) -> "Plan":
        """The plan of a program without dead code; `reserved` are the words a name must not be."""
        check(program)
        _check_signature(program, signature)
        if not isinstance(prefix, str | None):
            raise KindMismatch(f"the prefix is a {type(prefix).__name__}.", "A text, or None for none, was expected.")
        program = without_dead_code(program)
        name = Identifiers(reserved).new(f"{prefix}_{program.name}" if prefix else program.name)
        local = Identifiers([*reserved, name, *(f"{name}_{kind}" for kind in _kinds(program))])
        return Plan(
            program,
            signature,
            name,
            tuple(local.new(port.name) for port in signature.takes),
            tuple(local.new(port.name) for port in signature.gives),
            _value_names(program, local),
        )

    @cached_property
    def parts(self) -> Parts:
        """Which step is done when."""
        return Parts.of(self.program)

    @cached_property
    def places(self) -> tuple[tuple[str, int], ...]:
        """The array and the position in it of each input."""
        return _places(self.takes, self.signature.takes)

    @cached_property
    def output_places(self) -> tuple[tuple[str, int], ...]:
        """The array and the position in it of each output."""
        return _places(self.gives, self.signature.gives)

    @cached_property
    def slots(self) -> dict[int, int]:
        """Where a value waits between parts."""
        return {i: k for k, i in enumerate(self.parts.waiting)}

    @property
    def inputs(self) -> list[tuple[str, Port]]:
        """The arrays taken, by their names in the text."""
        return list(zip(self.takes, self.signature.takes, strict=True))

    @property
    def outputs(self) -> list[tuple[str, Port]]:
        """The arrays given, by their names in the text."""
        return list(zip(self.gives, self.signature.gives, strict=True))


def _kinds(program: Program) -> list[str]:
    """What the names of a file's own functions end in: locals must not hide them."""
    parts = range(Parts.of(program).last + 1)
    kinds = ["batch", *(f"{kind}{k}" for kind in ("steps", "turns") for k in parts)]
    return [kind + tail for kind in kinds for tail in ("", "_f")]


def _value_names(program: Program, local: Identifiers) -> tuple[str, ...]:
    """Names as the program's text has them; a sine without one is called after its angle."""
    called = list(program.value_names)
    for i, step in program.numbered():
        angle = step.args[0]
        if step.op in TURNS and isinstance(angle, int) and called[i] == f"v{i}":
            called[i] = f"{step.op}_{called[angle]}"
    return tuple(local.new(name) for name in called)


def _places(names: tuple[str, ...], ports: tuple[Port, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((name, k) for name, port in zip(names, ports, strict=True) for k in range(port.size))


def _check_signature(program: Program, signature: Signature) -> None:
    if not isinstance(signature, Signature):
        raise KindMismatch(f"a {type(signature).__name__} is not a signature.", "A Signature was expected.")
    for said, ports, there in (
        ("takes", signature.takes, len(program.inputs)),
        ("gives", signature.gives, len(program.outputs)),
    ):
        size = sum(port.size for port in ports)
        if size != there:
            raise BadArray(
                f"the signature of program {shown(program.name)} {said} {size} numbers, the program {there}.",
                "One entry of an array for each input and output was expected.",
                f"give ports whose sizes sum to {there}.",
            )
