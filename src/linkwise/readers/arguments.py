"""The values of a xacro file's arguments, as callers give them: checked, and as the text that xacro works on."""

import numbers
import re
from collections.abc import Mapping

from ..errors import Fault, ReadError, shown

Value = str | bool | int | float
"""What an argument may be: text, a truth value or a number."""

_NAME = re.compile(r"[^\s:=$(){}]+")


def checked(arguments: Mapping[str, Value] | None) -> dict[str, str]:
    """The arguments as text, all faults of them in one error. True and False become true and false.

    >>> checked({"hand": True, "ur_type": "ur5e", "z": 0.5})
    {'hand': 'true', 'ur_type': 'ur5e', 'z': '0.5'}
    >>> checked({"ur type": "ur5e"})
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'load(arguments=…)' was refused: 1 fault.
      arguments: 'ur type': not the name of an argument (names have no blanks and none of : = $ ( ) { })
    """
    if not isinstance(arguments, Mapping | None):
        fault = Fault("arguments", repr(arguments)[:80], "not a mapping", 'give {"name": "value", …}')
        raise ReadError("load(arguments=…)", [fault])
    texts, faults = dict[str, str](), list[Fault]()
    for name, value in (arguments or {}).items():
        if not isinstance(name, str):
            faults.append(Fault("arguments", repr(name)[:80], "the name of an argument is text", 'give {"name": …}'))
        elif not _NAME.fullmatch(name):
            hint = "names have no blanks and none of : = $ ( ) { }"
            faults.append(Fault("arguments", name, "not the name of an argument", hint))
        elif (text := _text(value)) is not None:
            texts[name] = text
        else:
            rule = f"the value of argument {shown(name)} is a {type(value).__name__}"
            faults.append(Fault("arguments", repr(value)[:80], rule, "give text, a number, True or False"))
    if faults:
        raise ReadError("load(arguments=…)", faults)
    return texts


def _text(value: object) -> str | None:
    """A value as a xacro file spells it; None if it is of another type."""
    if isinstance(value, str):
        return str(value)
    if type(value).__name__ in ("bool", "bool_"):  # NumPy's truth values are no bool
        return str(bool(value)).lower()
    if isinstance(value, numbers.Integral):
        return str(int(value))
    return repr(float(value)) if isinstance(value, numbers.Real) else None
