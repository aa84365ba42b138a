"""A listing as a function file of MATLAB, which Octave reads too."""

from itertools import groupby, product
from math import prod

from .comment import commented, preface
from .expression import Ref
from .flow import flowed
from .page import Array, Page
from .spelling import POWER, Dialect, short, spelled

MATLAB = Dialect(
    number=short,
    square="{0}^2",
    square_binds=POWER,
    truth="double({test})",
    choice="where({test}, {yes}, {no})",
    choice_binds=POWER,
    unequal="~=",
)
"""MATLAB and Octave, which have no conditional expression."""

_WORDS = """
    break case catch classdef continue else elseif end endfor endfunction endif endwhile enumeration events for
    function global if methods otherwise parfor persistent properties return spmd switch try until unwind_protect
    while ans beta cell char clear close det diag disp double e eig eps error eye feval figure find gamma i I inf Inf
    inv J j length logical max min mod nan NaN NA norm numel ones pi plot prod rank real realmax realmin rem repmat
    reshape single size sort struct sum trace zeros permute isnan where
"""

WORDS = frozenset(_WORDS.split())
"""Keywords, and functions that a variable of the same name would hide."""

DEFINED = {
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
    "select": """
function c = where(test, a, b)
if test
    c = a;
else
    c = b;
end
end""",
}
"""Operations that MATLAB has no function for: each defined below its caller."""


def written(page: Page) -> str:
    """A function file; vectors may be given as rows or columns, and are returned as columns."""
    gives = [array.name for array in page.gives]
    out = gives[0] if len(gives) == 1 else f"[{', '.join(gives)}]"
    takes = [array.name if array.port.shape else spelled(array.entries[0], page.plain, MATLAB) for array in page.takes]
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
    lines += ["end", *(DEFINED[name] for name in page.functions if name in DEFINED)]
    return "\n".join(lines) + "\n"


def _places(array: Array) -> list[tuple[int, str]]:
    """The inputs of an array, each with the element that holds it; indices count from 1."""
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
    """A matrix, one row a line; a column vector on as few lines as it needs."""
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
