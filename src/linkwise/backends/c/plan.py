"""Everything that is decided before a program's text is written: names, places of values, parts."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ...errors import BadArray, KindMismatch, shown
from ...program import Port, Program, Signature, check, without_dead_code
from .identifiers import Identifiers
from .parts import LIBRARY_CALLS, Parts
from .reserved import RESERVED


@dataclass(frozen=True)
class Plan:
    """The names of the function, of its arrays and of every value; `parts` says which step is done when.

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
        """The plan of a program, dead code removed; names avoid the `reserved` words."""
        check(program)
        _check_signature(program, signature)
        if not isinstance(prefix, str | None):
            raise KindMismatch(f"prefix is a {type(prefix).__name__}.", "A string, or None, was expected.")
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
        """For each input, the array that holds it and its position there."""
        return _places(self.takes, self.signature.takes)

    @cached_property
    def output_places(self) -> tuple[tuple[str, int], ...]:
        """For each output, the array that holds it and its position there."""
        return _places(self.gives, self.signature.gives)

    @cached_property
    def slots(self) -> dict[int, int]:
        """The position of each value that is kept from one part to another."""
        return {i: k for k, i in enumerate(self.parts.waiting)}

    @property
    def inputs(self) -> list[tuple[str, Port]]:
        """The input arrays, with their names in the text."""
        return list(zip(self.takes, self.signature.takes, strict=True))

    @property
    def outputs(self) -> list[tuple[str, Port]]:
        """The output arrays, with their names in the text."""
        return list(zip(self.gives, self.signature.gives, strict=True))


def _kinds(program: Program) -> list[str]:
    """The endings of the names of a file's own functions, which locals must not hide."""
    parts = range(Parts.of(program).last + 1)
    kinds = ["batch", "sincos", *(f"{kind}{k}" for kind in ("steps", "sines", "large", "turns") for k in parts)]
    return [kind + tail for kind in kinds for tail in ("", "_f")]


def _value_names(program: Program, local: Identifiers) -> tuple[str, ...]:
    """Names as in the program's text; a sine without one is named after its angle."""
    names = list(program.value_names)
    for i, step in program.numbered():
        angle = step.args[0]
        if step.op in LIBRARY_CALLS and isinstance(angle, int) and names[i] == f"v{i}":
            names[i] = f"{step.op}_{names[angle]}"
    return tuple(local.new(name) for name in names)


def _places(names: tuple[str, ...], ports: tuple[Port, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((name, k) for name, port in zip(names, ports, strict=True) for k in range(port.size))


def _check_signature(program: Program, signature: Signature) -> None:
    if not isinstance(signature, Signature):
        raise KindMismatch(f"a {type(signature).__name__} is not a signature.", "A Signature was expected.")
    for what, ports, expected in (
        ("inputs", signature.takes, len(program.inputs)),
        ("outputs", signature.gives, len(program.outputs)),
    ):
        size = sum(port.size for port in ports)
        if size != expected:
            raise BadArray(
                f"the signature of program {shown(program.name)} has {size} {what}, the program {expected}.",
                "One array entry for each input and output was expected.",
                f"give ports whose sizes add up to {expected}.",
            )
