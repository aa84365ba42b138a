"""Base parameters on screen and paper: grouping equations as text, LaTeX and sympy expressions; summaries.

Terms with the same coefficient are collected: D3^2*(M3 + M4 + M5 + M6).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...algebra import Scalar
from ...errors import MissingExtra, plain
from ...html_table import html_table
from .forms import Form

if TYPE_CHECKING:
    from .base_parameters import BaseParameters

GREEK: Mapping[str, str] = {name: rf"\{name}" for name in ("alpha", "beta", "gamma", "theta")}
"""Angles in LaTeX."""


def base_name(name: str, form: Form) -> str:
    """What a base parameter is called: its letters are followed by an R if others are grouped into it.

    >>> base_name("XX6", Form({"XX6": 1.0, "YY6": -1.0})), base_name("XY6", Form.of("XY6"))
    ('XXR6', 'XY6')
    >>> base_name("M2", Form.of("Ia2"))
    'MR2'
    """
    return name if set(form.terms) == {name} else re.sub("^[A-Za-z]+", r"\g<0>R", name)


def text(name: str, form: Form) -> str:
    """One equation as plain text.

    >>> text("ZZ2", Form({"ZZ2": 1.0, "YY3": -1.0, "M3": 0.25, "M4": 0.25}))
    'ZZR2 = ZZ2 - YY3 + 0.25*(M3 + M4)'
    """
    return f"{base_name(name, form)} = {_sum(_groups(name, form), _coefficient, '*', str, '(', ')')}"


def latex(name: str, form: Form) -> str:
    """One equation in LaTeX, with an & before the equals sign.

    >>> latex("ZZ2", Form({"ZZ2": 1.0, "YY3": -1.0, "M3": 0.25, "M4": 0.25}))
    '\\\\mathit{ZZR}_{2} &= \\\\mathit{ZZ}_{2} - \\\\mathit{YY}_{3} + 0.25 \\\\, \\\\left(M_{3} + M_{4}\\\\right)'
    """
    right = _sum(_groups(name, form), _latex_coefficient, r" \, ", subscripted, r"\left(", r"\right)")
    return f"{subscripted(base_name(name, form))} &= {right}"


def sympy_sides(name: str, form: Form) -> tuple[Any, Any]:
    """Both sides of one equation as sympy expressions of real symbols.

    >>> sympy_sides("XX6", Form({"XX6": 1.0, "YY6": -1.0}))
    (XXR6, XX6 - YY6)
    """
    try:
        import sympy
    except ImportError:
        raise MissingExtra("a grouping equation as an expression", "symbolic") from None
    terms = (tidy(c) * sympy.Symbol(term, real=True) for term, c in form.terms.items())
    return sympy.Symbol(base_name(name, form), real=True), sympy.Add(*terms)


def subscripted(name: str) -> str:
    """A name in LaTeX: the number at its end, or what follows an underscore, as a subscript; several letters as a word.

    >>> subscripted("ZZR12"), subscripted("FV_motor6"), subscripted("ALPHA3")
    ('\\\\mathit{ZZR}_{12}', '\\\\mathit{FV}_{\\\\mathrm{motor6}}', '\\\\alpha_{3}')
    """
    parts = re.fullmatch(r"([A-Za-z]+)(?:_?(\d+)|_(\w+))?", name)
    letters, number, word = parts.groups() if parts else (name.replace("_", r"\_"), None, None)
    head = GREEK.get(letters.lower()) or (letters if len(letters) == 1 else rf"\mathit{{{letters}}}")
    below = number or (word and r"\mathrm{{{}}}".format(word.replace("_", r"\_")))
    return f"{head}_{{{below}}}" if below else head


def tidy(c: Scalar) -> Any:
    """A coefficient as a sympy expression: whole numbers exact, sin² + cos² made 1.

    >>> from sympy import Symbol, cos, sin
    >>> tidy(2.0), tidy(3.0 * sin(Symbol("x")) ** 2 + 3.0 * cos(Symbol("x")) ** 2)
    (2, 3)
    """
    import sympy

    expression = sympy.expand(sympy.sympify(c))
    whole = {x: sympy.Integer(int(x)) for x in expression.atoms(sympy.Float) if float(x) == int(x)}
    expression = expression.xreplace(whole)
    for x in sorted({part.args[0] for part in expression.atoms(sympy.sin, sympy.cos)}, key=str):
        ways = [
            expression,
            *(_without(square, other, expression) for square, other in permutations((sympy.sin(x), sympy.cos(x)))),
        ]
        expression = min(ways, key=lambda way: way.count_ops())  # trigsimp would take minutes for a page of equations
    return expression


def _without(a: Any, b: Any, expression: Any) -> Any:
    """An expanded expression with 1 − b² for a²."""
    return expression.xreplace({a**2: 1 - b**2}).expand()


def _groups(name: str, form: Form) -> Iterator[tuple[Any, list[str]]]:
    """Coefficients with the parameters they multiply: that of the named one first, then in the order of the terms."""
    groups: dict[Any, list[str]] = {}
    for term, c in sorted(form.terms.items(), key=lambda each: each[0] != name):
        groups.setdefault(c if isinstance(c, int | float) else tidy(c), []).append(term)
    for c, names in groups.items():
        if c in (1, -1):  # these need no parentheses
            yield from ((c, [each]) for each in names)
        else:
            yield c, names


def _sum(
    groups: Iterator[tuple[Any, list[str]]],
    coefficient: Callable[[Any], str],
    times: str,
    parameter: Callable[[str], str],
    left: str,
    right: str,
) -> str:
    """The right side of an equation, in the given notation."""
    line = ""
    for c, names in groups:
        body = " + ".join(parameter(each) for each in names)
        body = body if len(names) == 1 else f"{left}{body}{right}"
        minus = bool(c.could_extract_minus_sign()) if hasattr(c, "could_extract_minus_sign") else c < 0
        size = coefficient(-c if minus else c)
        term = f"{size}{times}{body}" if size else body
        line += (" - " if line else "-") + term if minus else (" + " if line else "") + term
    return line or "0"


def _coefficient(c: Any) -> str:
    if c == 1:
        return ""
    if isinstance(c, int | float):
        return f"{c:.12g}"
    written = str(c).replace("**", "^")
    return f"({written})" if c.is_Add else written


def _latex_coefficient(c: Any) -> str:
    if c == 1:
        return ""
    if isinstance(c, int | float):
        return f"{c:.12g}"
    import sympy

    named = {x: subscripted(x.name) for x in c.free_symbols}
    written = sympy.latex(c, symbol_names=named)
    return rf"\left({written}\right)" if c.is_Add else written


def summary(base: "BaseParameters") -> str:
    """How many base parameters there are, which parameters act and which do not, and the grouping equations."""
    lines = [f"{base.tree.name}: {base.rank} base parameters of {len(base.present)}"]
    lines += [f"no effect: {' '.join(base.no_effect)}"] if base.no_effect else []
    lines += [f"grouped: {' '.join(base.grouped)}"] if base.grouped else []
    return "\n".join([*lines, *base.text().splitlines()])


def one_line(base: "BaseParameters") -> str:
    """How many base parameters there are, how they were found, and the first of them."""
    first = ", ".join(base.names[:6]) + (", …" if base.rank > 6 else "")
    how = "by the rules" if base.reduction is None else "from numbers"
    return f"BaseParameters({plain(base.tree.name)}: {base.rank} of {len(base.present)}, {how}: {first})"


def html(base: "BaseParameters") -> str:
    """A table of names, values and grouping equations."""
    equations = {name: text(name, form).partition(" = ")[2] for name, form in base.equations().items()}
    values = (f"{x:.6g}" for x in base.values.tolist())
    rows = zip(base.names, values, (equations.get(name, "") for name in base.kept), strict=True)
    caption = f"{base.tree.name}: {base.rank} base parameters of {len(base.present)}"
    return html_table(caption, ("parameter", "value", "grouping"), rows)
