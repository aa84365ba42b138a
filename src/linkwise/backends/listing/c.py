"""A listing as C99."""

from itertools import groupby

from ..c.wrap import wrapped
from .comment import preface
from .expression import Ref
from .flow import flowed
from .page import Array, Page
from .spelling import CHOICE, FUNCTIONS, PRODUCT, Dialect, spelled

C = Dialect(
    number=repr,
    square="{0}*{0}",
    square_binds=PRODUCT,
    truth="(double)({test})",
    choice="{test} ? {yes} : {no}",
    choice_binds=CHOICE,
    functions=FUNCTIONS | {"abs": "fabs"},
)
"""C on doubles: every number has a point, so that none is an integer, and squares are products."""

DEFINED = {
    "sign": """\
static double sign(double x)
{
    return x != x ? x : (double)((x > 0.0) - (x < 0.0));
}""",
    "min": """\
static double minimum(double a, double b)
{
    return a != a ? a : a < b ? a : b;
}""",
    "max": """\
static double maximum(double a, double b)
{
    return a != a ? a : a > b ? a : b;
}""",
}
"""Operations that libm has no function for (fmin and fmax ignore a NaN): each defined above its caller."""


def written(page: Page) -> str:
    """A C99 file with one function; it reads all inputs before it writes an output, so arrays may overlap."""
    lines = ["/*", *(f"   {line}".rstrip() for line in preface(page)), "*/", "#include <math.h>", ""]
    lines += [line for name in page.functions if name in DEFINED for line in (DEFINED[name], "")]
    arrays = [f"const {_declared(array)}" for array in page.takes] + [_declared(array) for array in page.gives]
    used = page.used
    body: list[str] = []
    for array in page.takes:
        read = [f"{page.plain(i)} = {array.name}[{k}]" for k, i in _inputs(array) if i in used]
        body += _statement(read) if read else [f"(void){array.name};"]
    body += [f"const double {page.plain(i)} = {value!r};" for i, value in page.constants if i in used]
    for section, group in groupby(page.lines, lambda line: line.section):
        body += ["", f"/* {section} */"]
        body += [f"const double {line.name} = {spelled(line.node, page.plain, C)};" for line in group]
    body += [""]
    for array in page.gives:
        body += [f"{array.name}[{k}] = {spelled(entry, page.plain, C)};" for k, entry in enumerate(array.entries)]
        body += [] if array.entries else [f"(void){array.name};"]
    head = wrapped(f"void {page.name}({', '.join(arrays) or 'void'})")
    return "\n".join([*lines, head, "{", *(f"    {line}".rstrip() for line in body), "}"]) + "\n"


def _declared(array: Array) -> str:
    return f"double {array.name}[{array.port.size}]" if array.port.size else f"double *{array.name}"


def _inputs(array: Array) -> list[tuple[int, int]]:
    return [(k, entry.value) for k, entry in enumerate(array.entries) if isinstance(entry, Ref)]


def _statement(read: list[str]) -> list[str]:
    lines = flowed(read)
    lines[-1] += ";"
    return [f"const double {lines[0]}", *(f"    {line}" for line in lines[1:])]
