"""What may be said to a listing beside its program."""

from collections.abc import Mapping, Sequence
from math import isfinite

from ...errors import BadArray, KindMismatch, UnknownName, shown
from ...program import Program, Signature


def checked_texts(title: str, remarks: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The title and the remarks, if they are texts.

    >>> checked_texts("An arm", ["with two links"])
    ('An arm', ('with two links',))
    """
    if isinstance(remarks, str) or not isinstance(remarks, Sequence):
        raise KindMismatch("the remarks of a listing are no list.", "A sequence of texts was expected.")
    for what in (title, *remarks):
        if not isinstance(what, str):
            raise KindMismatch(f"a {type(what).__name__} among title and remarks is no text.", "A str was expected.")
    return title, tuple(remarks)


def checked_constants(
    program: Program, signature: Signature, constants: Mapping[str, float] | None
) -> dict[int, float]:
    """The number given to inputs, by the place of each among the program's.

    >>> from linkwise.program import Port, parse
    >>> program = parse("program f ( D3 x )\\n    v2 = mul D3 x\\nreturn y=v2")
    >>> checked_constants(program, Signature((Port("D3", ()), Port("x", ())), (Port("y", ()),)), {"x": 2})
    {1: 2.0}
    """
    if constants is None:
        return {}
    if not isinstance(constants, Mapping):
        raise KindMismatch(f"the constants are a {type(constants).__name__}.", "Numbers by name were expected.")
    places: dict[str, int] = {}
    at = 0
    for port in signature.takes:
        if not port.shape:
            places[port.name] = at
        at += port.size
    found = {}
    for name, value in constants.items():
        if name not in places:
            raise UnknownName("scalar input", name, f"program {shown(program.name)}", places)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise BadArray(f"constant {shown(name)} is {shown(repr(value))}.", "A finite number was expected.")
        found[places[name]] = float(value)
    return found
