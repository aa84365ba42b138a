"""A listing as a function file of MATLAB, which Octave reads too."""

from itertools import groupby, product
from math import prod

from .comment import commented, preface
from .expression import Ref
from .flow import flowed
from .page import Array, Page
from .spelling import MATLAB, spelled

LACKING = {
    "min": """
function c = minimum(a, b)
% min leaves a NaN out
if a < b || isnan(a)
    c = a;
else
    c = b;
end
end""",
    "max": """
function c = maximum(a, b)
% max leaves a NaN out
if a > b || isnan(a)
    c = a;
else
    c = b;
end
end""",
}
"""Functions that are written below the one that calls them."""


def written(page: Page) -> str:
    """The function; its vectors may be rows or columns, and what it gives are columns."""
    gives = [array.name for array in page.gives]
    out = gives[0] if len(gives) == 1 else f"[{', '.join(gives)}]"
    takes = [array.name if array.port.shape else spelled(array.entries[0], page.plain) for array in page.takes]
    head, arguments = f"function {out} = {page.name}(", flowed(takes)
    lines = [f"{head}{arguments[0]})"]
    if len(arguments) > 1:
        lines = [f"{head} ...", *(f"    {line} ..." for line in arguments), "    )"]
    lines += commented(preface(page), "%")
    used = page.used
    for array in (array for array in page.takes if array.port.shape):
        read = [f"{page.plain(i)} = {place};" for i, place in _places(array) if i in used]
        lines += flowed(read, between=" ") if read else []
    lines += [f"{page.plain(i)} = {value!r};" for i, value in page.constants]
    for section, group in groupby(page.lines, lambda line: line.section):
        lines += ["", f"% {section}"]
        lines += [f"{line.name} = {spelled(line.node, page.plain, MATLAB)};" for line in group]
    lines += [""]
    for array in page.gives:
        lines += _result(array.name, [spelled(entry, page.plain, MATLAB) for entry in array.entries], array.port.shape)
    lines += ["end", *(LACKING[name] for name in page.functions if name in LACKING)]
    return "\n".join(lines) + "\n"


def _places(array: Array) -> list[tuple[int, str]]:
    """The inputs of an array, and where it holds each: indices count from 1."""
    indices = product(*(range(1, size + 1) for size in array.port.shape))
    return [
        (entry.value, f"{array.name}({', '.join(map(str, index))})")
        for entry, index in zip(array.entries, indices, strict=True)
        if isinstance(entry, Ref)
    ]


def _result(name: str, entries: list[str], shape: tuple[int, ...]) -> list[str]:
    if not shape:
        return [f"{name} = {entries[0]};"]
    if prod(shape) == 0:
        return [f"{name} = zeros({', '.join(map(str, (*shape, 1)[: max(2, len(shape))]))});"]
    if len(shape) == 1:
        return _matrix(name, [[entry] for entry in entries])
    if len(shape) == 2:
        return _matrix(name, [entries[k * shape[1] : (k + 1) * shape[1]] for k in range(shape[0])])
    sizes, turn = ", ".join(map(str, reversed(shape))), ", ".join(map(str, range(len(shape), 0, -1)))
    flat = _matrix(name, [[entry] for entry in entries])
    return [*flat, f"{name} = permute(reshape({name}, {sizes}), [{turn}]);"]


def _matrix(name: str, rows: list[list[str]]) -> list[str]:
    """Rows of a matrix; a column on as few lines as it takes."""
    if all(len(row) == 1 for row in rows):
        lines = flowed([row[0] for row in rows], between="; ")
        return _joined(name, lines)
    lines = []
    for k, row in enumerate(rows):
        lines += flowed(row)
        lines[-1] += ";" if k < len(rows) - 1 else ""
    return _joined(name, lines)


def _joined(name: str, lines: list[str]) -> list[str]:
    if len(lines) == 1:
        return [f"{name} = [{lines[0]}];"]
    return [f"{name} = [ ...", *(f"    {line} ..." for line in lines), "];"]
