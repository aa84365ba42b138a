"""A listing as a Python module."""

from itertools import groupby
from math import prod

from ..python.source import HELPERS, OPS_IN_PYTHON
from .comment import commented, preface
from .flow import flowed, rows
from .page import Array, Page
from .spelling import CHOICE, FUNCTIONS, POWER, Dialect, spelled

PYTHON = Dialect(
    number=repr,
    square="{0}**2",
    square_binds=POWER,
    truth="float({test})",
    choice="{yes} if {test} else {no}",
    choice_binds=CHOICE,
)
"""Python on floats."""

IMPORTED = frozenset(["sin", "cos", "sqrt", "exp", "log", "tanh", "atan2"])
"""Operations that are functions of `math`."""

DEFINED = {
    "sign": ["def sign(x):", f"    return {HELPERS['_sign']}"],
    "min": ["def minimum(a, b):", f"    return {OPS_IN_PYTHON['min'].format('a', 'b')}"],
    "max": ["def maximum(a, b):", f"    return {OPS_IN_PYTHON['max'].format('a', 'b')}"],
}
"""Operations that Python has no function for: each defined above the function that calls it."""


def written(page: Page) -> str:
    """A module with one function that needs nothing but `math`."""
    lines = commented(preface(page), "#")
    imported = [FUNCTIONS[name] for name in page.functions if name in IMPORTED]
    lines += ["", f"from math import {', '.join(imported)}"] if imported else []
    for name in page.functions:
        lines += ["", "", *DEFINED[name]] if name in DEFINED else []
    arguments = flowed([_argument(page, array) for array in page.takes])
    head = f"def {page.name}({arguments[0]}" if len(arguments) == 1 else f"def {page.name}("
    lines += ["", "", *([f"{head}):"] if len(arguments) == 1 else [head, *(f"    {a}" for a in arguments), "):"])]
    body = [line for array in page.takes if array.port.shape for line in _unpacked(page, array)]
    body += [f"{page.plain(i)} = {value!r}" for i, value in page.constants]
    for section, group in groupby(page.lines, lambda line: line.section):
        body += ["", f"# {section}"]
        body += [f"{line.name} = {spelled(line.node, page.plain, PYTHON)}" for line in group]
    return "\n".join([*lines, *(f"    {line}".rstrip() for line in [*body, "", *_returned(page)])]) + "\n"


def _argument(page: Page, array: Array) -> str:
    """What the function calls an argument: an array by its name, a single number by that of its entry."""
    return array.name if array.port.shape else spelled(array.entries[0], page.plain, PYTHON)


def _unpacked(page: Page, array: Array) -> list[str]:
    names = [spelled(entry, page.plain, PYTHON) for entry in array.entries]
    if len(array.port.shape) == 1 and len(names) > 1:
        flat = flowed(names)
        if len(flat) == 1:
            return [f"{flat[0]} = {array.name}"]
    nested = _nested(names, array.port.shape)
    return [*nested[:-1], f"{nested[-1]} = {array.name}"]


def _nested(names: list[str], shape: tuple[int, ...]) -> list[str]:
    """Entries as nested lists, to return or to unpack into."""
    return rows(names, shape) if prod(shape) else [_empty(shape)]


def _empty(shape: tuple[int, ...]) -> str:
    return "[]" if shape[0] == 0 else f"[{', '.join([_empty(shape[1:])] * shape[0])}]"


def _returned(page: Page) -> list[str]:
    """The return statement: one nested list, or a tuple of several."""
    parts = []
    for array in page.gives:
        entries = [spelled(entry, page.plain, PYTHON) for entry in array.entries]
        parts.append(_nested(entries, array.port.shape) if array.port.shape else entries)
    if len(parts) == 1:
        return [f"return {parts[0][0]}", *(f"       {line}" for line in parts[0][1:])]
    lines = []
    for part in parts:
        part[-1] += ","
        lines += [f"    {line}" for line in part]
    return ["return (", *lines, ")"] if lines else ["return None"]
