"""Checks of the other arguments of a listing: title, remarks, constants."""

from collections.abc import Mapping, Sequence

from ...algebra import is_finite_number
from ...errors import BadArray, KindMismatch, UnknownName, shown
from ...program import Program, Signature


def checked_texts(title: str, remarks: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The title and the remarks; anything but strings is refused.

    >>> checked_texts("An arm", ["with two links"])
    ('An arm', ('with two links',))
    """
    if isinstance(remarks, str) or not isinstance(remarks, Sequence):
        raise KindMismatch(
            f"remarks is a {type(remarks).__name__}.",
            "A list of strings was expected.",
            'remarks=["no friction"], say.',
        )
    for text in (title, *remarks):
        if not isinstance(text, str):
            raise KindMismatch(f"the title or a remark is a {type(text).__name__}.", "A string was expected.")
    return title, tuple(remarks)


def checked_constants(
    program: Program, signature: Signature, constants: Mapping[str, float] | None
) -> dict[int, float]:
    """The numbers that inputs are fixed to, by the position of the input.

    >>> from linkwise.program import Port, parse
    >>> program = parse("program f ( D3 x )\\n    v2 = mul D3 x\\nreturn y=v2")
    >>> checked_constants(program, Signature((Port("D3", ()), Port("x", ())), (Port("y", ()),)), {"x": 2})
    {1: 2.0}
    """
    if constants is None:
        return {}
    if not isinstance(constants, Mapping):
        raise KindMismatch(
            f"constants is a {type(constants).__name__}.",
            "A dict of numbers was expected.",
            'constants={"D3": 0.45}, say.',
        )
    places: dict[str, int] = {}
    at = 0
    for port in signature.takes:
        if not port.shape:
            places[port.name] = at
        at += port.size
    fixed = {}
    for name, value in constants.items():
        if name not in places:
            raise UnknownName("scalar input", name, f"program {shown(program.name)}", places)
        if not is_finite_number(value):
            raise BadArray(f"constant {shown(name)} is {shown(repr(value))}.", "A finite number was expected.")
        fixed[places[name]] = float(value)
    return fixed
