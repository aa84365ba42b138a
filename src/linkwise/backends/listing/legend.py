"""What the names in a listing mean."""

from ...program import Port, Signature
from .naming import Naming
from .ports import entries, meaning
from .symbols import Label


def legend(naming: Naming, signature: Signature, part: tuple[str, str] | None = None) -> list[str]:
    """One line each for the entries of an array, sines and cosines, letters and components.

    `part` is an example of a part, and the variable it is part of.

    >>> from linkwise.backends.listing.roles import Roles
    >>> from linkwise.program import Port, Signature, parse
    >>> program = parse("program f ( q1 )\\n    v1 = sin q1\\n    ω2x = mul v1 v1\\nreturn y=ω2x")
    >>> signature = Signature((Port("q", (1,)),), (Port("y", ()),))
    >>> for line in legend(Naming(Roles(program, signature), []), signature):
    ...     print(line)
    q1: joint positions (q).
    S1, C1: sine and cosine of q1.
    W: omega.
    W12: component 1 (of x, y, z) of link 2.
    """
    lines, at = [], 0
    for port in signature.takes:
        lines += _array(port, [naming.symbols[i].plain for i in range(at, at + port.size)])
        at += port.size
    outputs = {symbol.plain for i, symbol in naming.symbols.items() if i in naming.roles.outputs}
    for port in signature.gives:
        lines += _array(port, [symbol.plain for symbol in entries(port) if symbol.plain in outputs])
    lines += _turns(naming)
    if naming.stems:
        lines.append("; ".join(f"{stem}: {word}" for stem, word in naming.stems.items()) + ".")
    lines += _components(naming)
    if part is not None:
        lines.append(f"{part[0]}: a part of {part[1]}, and so on.")
    return lines


def _array(port: Port, names: list[str]) -> list[str]:
    """What the entries of an array are, where that is known."""
    if not names or not meaning(port):
        return []
    span = names[0] if len(names) == 1 else f"{names[0]} ... {names[-1]}"
    return [f"{span}: {meaning(port)} ({port.name})."]


def _turns(naming: Naming) -> list[str]:
    """One example of a joint's own angle, and one of a sum of joint variables."""
    examples: dict[bool, str] = {}
    for i, (_, (joints, _)) in naming.roles.turns.items():
        index = naming.symbols[i].plain[1:]
        angle = " ".join(f"{'-' if sign < 0 else '+'} q{joint}" for joint, sign in joints).removeprefix("+ ")
        examples.setdefault(len(joints) > 1, f"S{index}, C{index}: sine and cosine of {angle}.")
    return [examples[several] for several in sorted(examples)]


def _components(naming: Naming) -> list[str]:
    """One example of a vector's component, and one of a matrix's."""
    examples: dict[int, tuple[str, Label]] = {}
    for i, (_, label) in naming.roles.labels.items():
        if label is not None and label.axes and len(label.links) == 1:
            examples.setdefault(len(label.axes), (naming.symbols[i].plain, label))
    return [
        f"{name}: component {', '.join(map(str, label.axes))} (of x, y, z) of link {label.links[0]}."
        for _, (name, label) in sorted(examples.items())
    ]
