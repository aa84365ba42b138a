"""Writes TOML values as text that reads back as the same value."""

import json
import math
from collections.abc import Iterable, Mapping

from ..algebra import Scalar
from ..errors import WriteError, shown


def quoted(text: str) -> str:
    """A text as a TOML string on one line, whatever characters it has.

    >>> print(quoted('say "hi"\\n'))
    "say \\"hi\\"\\n"
    """
    if not text:
        raise WriteError(
            "an empty name cannot be written.", "A name of at least one character was expected.", "give it a name."
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        expected = "Text that UTF-8 can encode was expected."
        raise WriteError(f"the name {shown(text)} is not Unicode text.", expected, "choose another name.") from error
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def real(x: Scalar) -> str:
    """A number with all the digits it needs to read back exactly.

    >>> real(0.1), real(-0.0), real(1e-7)
    ('0.1', '0.0', '1e-07')
    """
    try:
        value = float(x) + 0.0
    except (TypeError, ValueError) as error:
        what = f"the value {shown(x)} is not a number."
        raise WriteError(what, "A file holds only numbers.", "replace symbols by numbers first.") from error
    if not math.isfinite(value):
        expected = "A finite number was expected."
        raise WriteError(f"the value {value} cannot be written.", expected, "check the model's numbers.")
    return repr(value)


def reals(values: Iterable[Scalar]) -> str:
    """A list of numbers.

    >>> reals((1.0, 2.5))
    '[1.0, 2.5]'
    """
    return f"[{', '.join(real(x) for x in values)}]"


def inline(entries: Mapping[str, Scalar]) -> str:
    """A table of numbers on one line.

    >>> inline({"inertia": 2e-4, "gear_ratio": 100.0})
    '{ inertia = 0.0002, gear_ratio = 100.0 }'
    """
    return f"{{ {', '.join(f'{key} = {real(x)}' for key, x in entries.items())} }}"
