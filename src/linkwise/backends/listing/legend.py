"""What the names in a listing mean."""

from ...program import Signature
from .naming import Naming
from .ports import entries, meaning
from .symbols import Label


def legend(naming: Naming, signature: Signature, part: tuple[str, str] | None = None) -> list[str]:
    """A line for the entries of each array, for sines and cosines, letters, components; `part` is one, and of what.

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
    found, at = [], 0
    for port in signature.takes:
        names = [naming.symbols[i].plain for i in range(at, at + port.size)]
        found += [f"{_range(names)}: {_said(meaning(port), port.name)}"] if meaning(port) and names else []
        at += port.size
    given = {symbol.plain for i, symbol in naming.symbols.items() if i in naming.roles.outputs}
    for port in signature.gives:
        names = [symbol.plain for symbol in entries(port) if symbol.plain in given]
        found += [f"{_range(names)}: {_said(meaning(port), port.name)}"] if meaning(port) and names else []
    found += _turns(naming)
    if naming.stems:
        found.append("; ".join(f"{stem}: {word}" for stem, word in naming.stems.items()) + ".")
    found += _components(naming)
    if part is not None:
        found.append(f"{part[0]}: a part of {part[1]}, and so on.")
    return found


def _turns(naming: Naming) -> list[str]:
    """One example of a joint's own angle, and one of a sum of joint variables."""
    found: dict[bool, str] = {}
    for i, (_, (joints, _)) in naming.roles.turns.items():
        index = naming.symbols[i].plain[1:]
        angle = " ".join(f"{'-' if sign < 0 else '+'} q{joint}" for joint, sign in joints).removeprefix("+ ")
        found.setdefault(len(joints) > 1, f"S{index}, C{index}: sine and cosine of {angle}.")
    return [found[several] for several in sorted(found)]


def _components(naming: Naming) -> list[str]:
    found: dict[int, tuple[str, Label]] = {}
    for i, (_, label) in naming.roles.labels.items():
        if label is not None and label.axes and len(label.links) == 1:
            found.setdefault(len(label.axes), (naming.symbols[i].plain, label))
    return [
        f"{name}: component {', '.join(map(str, label.axes))} (of x, y, z) of link {label.links[0]}."
        for _, (name, label) in sorted(found.items())
    ]


def _range(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} ... {names[-1]}"


def _said(what: str, name: str) -> str:
    return f"{what} ({name})."
